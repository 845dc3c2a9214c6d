"""Files of learned values: arrays and a JSON header in one `.npz`, checked as networks' are."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from honjin.bots.learned.weights import FORM, AboutValue, LearnedValue
from honjin.bots.net.files import Arrays, BadNet, as_json, read_arrays, read_json, write_arrays

ABOUT: Final = "about"
MOST_BYTES: Final = 1_000_000


def read_value(path: Path | str) -> LearnedValue:
    """The learned value in a file; raises BadNet or OSError if it cannot be read."""
    size = Path(path).stat().st_size
    if size > MOST_BYTES:
        raise BadNet(f"{path}: expected at most {MOST_BYTES:,} bytes, got {size:,}")
    return value_among(read_arrays(path), path)


def value_among(arrays: Arrays, path: Path | str) -> LearnedValue:
    """The learned value among the arrays of a file."""
    about = read_json(arrays, ABOUT, AboutValue, path)
    if about.form != FORM:
        raise BadNet(f"{path}: expected a file of the form {FORM!r}, got {about.form[:40]!r}")
    try:
        return LearnedValue(about, {k: v for k, v in arrays.items() if k != ABOUT})
    except ValueError as problem:
        raise BadNet(f"{path}: {problem}") from None


def arrays_of(value: LearnedValue) -> Arrays:
    """The arrays of a learned value's file."""
    return {ABOUT: as_json(value.about), **value.weights}


def value_bytes(value: LearnedValue) -> bytes:
    """The bytes of a learned value's file; BadNet if it is too large."""
    found = write_arrays(arrays_of(value))
    if len(found) > MOST_BYTES:
        raise BadNet(f"expected at most {MOST_BYTES:,} bytes, got {len(found):,}")
    return found
