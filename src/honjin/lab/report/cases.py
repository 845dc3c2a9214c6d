"""Named ways to play a game, compared with each other: presets, or variations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import product
from types import MappingProxyType
from typing import Any, Final

from honjin.core.game import Game
from honjin.core.options import Options, Value
from honjin.lab.errors import BadArena

MAX_CASES: Final = 64
LONGEST_KEY: Final = 80
LONGEST_VALUE: Final = 60

Names = Mapping[str, str]
"""Names of files, by their text, and by the value that an option makes of it."""


def varied_cases(
    game: Game[Any], given: Mapping[str, object], vary: Mapping[str, Sequence[Value]],
    names: Names = MappingProxyType({}),
) -> dict[str, Options]:  # fmt: skip
    """Every combination of the varied options, with the given ones; BadArena if too many."""
    every = choices(vary)
    if not 1 <= len(every) <= MAX_CASES:
        raise BadArena(f"expected 1 to {MAX_CASES} cases, got {len(every)}")
    return {case_key(choice, names): game.read_options({**given, **choice}) for choice in every}


def choices(vary: Mapping[str, Sequence[Value]]) -> list[dict[str, Value]]:
    """Every combination of one value for each option."""
    return [dict(zip(vary, values, strict=True)) for values in product(*vary.values())]


def case_key(choice: Mapping[str, Value], names: Names = MappingProxyType({})) -> str:
    """The name of a combination of options, usable as the name of a folder.

    >>> case_key({"act": "2", "reveal_beats_win": False})
    'act=2 reveal_beats_win=false'
    """
    parts = (f"{key}={value_name(value, names)}" for key, value in choice.items())
    name = " ".join(parts).replace("/", "_") or "default"
    if len(name) <= LONGEST_KEY:
        return name
    return f"{name[:LONGEST_KEY]} {blake2b(name.encode(), digest_size=4).hexdigest()}"


def option_text(value: Value) -> str:
    """A value as written on the command line."""
    return str(value).lower() if isinstance(value, bool) else value


def is_long(value: Value) -> bool:
    """True if a value is too long to be written out, as the text of a file is."""
    return isinstance(value, str) and (len(value) > LONGEST_VALUE or "\n" in value)


def value_name(value: Value, names: Names = MappingProxyType({})) -> str:
    """What to call a value: the name of its file, what is written, or a mark if that is long.

    >>> value_name("0,0:2/0,1:3/" * 9)
    'file 5b7498'
    """
    text = option_text(value)
    if text in names or not is_long(value):
        return names.get(text, text)
    return f"file {blake2b(text.encode(), digest_size=3).hexdigest()}"
