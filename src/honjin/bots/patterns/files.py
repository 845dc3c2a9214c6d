"""Files of learned weights of patterns: arrays and a JSON header in one `.npz`, checked."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from honjin.bots.net.files import Arrays, as_json, read_arrays, read_json, write_arrays
from honjin.bots.patterns.weights import FORM, AboutPatterns, PatternValue
from honjin.core.errors import BadNet

ABOUT: Final = "about"
MAX_BYTES: Final = 1_000_000
FORMER: Final = "honjin value "
"""How the form of networks began that corrected the estimate of the tree search (decision 0052)."""


def read_patterns(path: Path | str) -> PatternValue:
    """The weights in a file; raises BadNet or OSError if it cannot be read."""
    size = Path(path).stat().st_size
    if size > MAX_BYTES:
        raise BadNet(f"{path}: expected at most {MAX_BYTES:,} bytes, got {size:,}")
    return patterns_among(read_arrays(path), path)


class Header(msgspec.Struct, frozen=True):
    """The header of any file of arrays, as far as it says what the file is."""

    form: str = ""


def patterns_among(arrays: Arrays, path: Path | str) -> PatternValue:
    """The weights among the arrays of a file."""
    form = read_json(arrays, ABOUT, Header, path).form
    if form.startswith(FORMER):
        raise BadNet(
            f"{path}: {form[:40]!r} is a value for the tree search; no bot plays by one "
            "any more, `honjin learn` learns weights"
        )
    if form != FORM:
        raise BadNet(f"{path}: expected a file of the form {FORM!r}, got {form[:40]!r}")
    about = read_json(arrays, ABOUT, AboutPatterns, path)
    try:
        return PatternValue(about, {k: v for k, v in arrays.items() if k != ABOUT})
    except ValueError as problem:
        raise BadNet(f"{path}: {problem}") from None


def arrays_of(value: PatternValue) -> Arrays:
    """The arrays of a file."""
    return {ABOUT: as_json(value.about), "places": value.places, "weights": value.weights}


def patterns_bytes(value: PatternValue) -> bytes:
    """The bytes of a file; BadNet if it is too large."""
    found = write_arrays(arrays_of(value))
    if len(found) > MAX_BYTES:
        raise BadNet(f"expected at most {MAX_BYTES:,} bytes, got {len(found):,}")
    return found
