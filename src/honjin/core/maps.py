"""Maps that a game can make for itself: what can be asked for, and the sheet that shows one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from honjin.core.options import Option, Options
from honjin.core.words import Say

Tell = Callable[[int, int], None]
"""Hears which try is being made, and of how many at most."""


class Letter(msgspec.Struct, frozen=True):
    """A letter of a sheet: what it means, and its colour (a name, or #rrggbb)."""

    letter: str
    say: Say
    colour: str


class MapSheet(msgspec.Struct, frozen=True):
    """A map to look at: its letters row by row, what they mean, figures, remarks; and its file.

    `shifted`: every second row, from the second on, lies half a letter further right (hexes).
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
    """What maps can be asked for (`options`, as those of a game), and how one is made."""

    options: tuple[Option, ...]
    make: Callable[[Options, Tell], MapSheet]
