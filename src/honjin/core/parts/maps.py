"""Maps that a game can generate: the options, and the sheet that shows a map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from honjin.core.options import Option, Options
from honjin.core.words import Say

Tell = Callable[[int, int], None]
"""Called with the number of the current attempt and the largest number of attempts."""


class Letter(msgspec.Struct, frozen=True):
    """A letter of a sheet: what it means, and its colour (a name, or #rrggbb)."""

    letter: str
    say: Say
    colour: str


class MapSheet(msgspec.Struct, frozen=True):
    """A map for display: its letters row by row, their meanings, figures, remarks; and its file.

    `shifted`: every second row, starting with the second, is half a letter further right (hexes).
    """

    title: Say
    rows: tuple[str, ...]
    letters: tuple[Letter, ...]
    figures: tuple[tuple[Say, str], ...]
    remarks: tuple[Say, ...]
    file: str
    shifted: bool = False


@dataclass(frozen=True, kw_only=True)
class MapMaker:
    """The options of a map (declared like those of a game), and the function that makes one."""

    options: tuple[Option, ...]
    make: Callable[[Options, Tell], MapSheet]
