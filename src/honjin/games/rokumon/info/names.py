"""The names of cards and places: the row they are in now, and their position from the left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from honjin.core.words import Say
from honjin.games.rokumon.content.data import DIRECTIONS, coordinates

ROWS: Final = {
    1: ("row.top",), 2: ("row.top", "row.bottom"), 3: ("row.top", "row.middle", "row.bottom"),
}  # fmt: skip
"""The names of rows, by the number of rows; if there are more, they are counted from the top."""

Cells = tuple[int, ...]
"""The cell of each card of a board."""


@lru_cache(1024)
def card_says(cells: Cells) -> tuple[Say, ...]:
    """The name of every card of a board, by its place."""
    courses: dict[int, list[int]] = {}
    for x, y in sorted(map(coordinates, cells)):
        courses.setdefault(y, []).append(x)
    rows = sorted(courses)
    return tuple(
        Say("place", {"n": courses[y].index(x) + 1, "row": _row_say(rows, y)})
        for x, y in map(coordinates, cells)
    )


def _row_say(rows: Sequence[int], y: int) -> Say:
    n = rows.index(y)
    return Say(ROWS[len(rows)][n]) if len(rows) in ROWS else Say("row.n", {"n": n + 1})


def free_say(cells: Cells, cell: int, n: int) -> Say:
    """The name of the nth free place, by the cards it touches."""
    return Say("free", {"n": n, "cards": beside_says(cells, cell)})


def beside_says(cells: Cells, cell: int) -> tuple[Say, ...]:
    """The names of the cards that a cell touches."""
    steps = {way * step for step in DIRECTIONS for way in (1, -1)}
    return tuple(say for at, say in zip(cells, card_says(cells), strict=True) if cell - at in steps)
