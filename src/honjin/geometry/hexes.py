"""Hexes with a corner upward, in axial coordinates (q, r): q runs east, r to the south-east.

        (0,-1)  (1,-1)
    (-1,0)  (0,0)  (1,0)
        (-1,1)  (0,1)

A hex of radius 1 is sqrt(3) wide and 2 high; y grows downward.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt
from typing import Final, NamedTuple

from honjin.core.jit.rule import rule

WIDTH: Final = sqrt(3)
HEIGHT: Final = 2.0


class Hex(NamedTuple):
    """Axial coordinates of a hex, or the way from one to another."""

    q: int
    r: int


DIRECTIONS: Final = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))
"""East, and on against the clock."""


@rule
def steps_apart(dq: int, dr: int) -> int:
    """How many steps it is from a hex to one dq, dr further.

    >>> steps_apart(2, -1)
    2
    """
    return max(abs(dq), abs(dr), abs(dq + dr))


def moved(start: Hex, way: Hex, steps: int = 1) -> Hex:
    """The hex that lies so many steps of a way further.

    >>> moved(Hex(0, 0), DIRECTIONS[1], 3)
    Hex(q=3, r=-3)
    """
    return Hex(start.q + steps * way.q, start.r + steps * way.r)


def neighbours(middle: Hex) -> tuple[Hex, ...]:
    """The six hexes beside one, in the order of the directions."""
    return tuple(moved(middle, way) for way in DIRECTIONS)


def distance(one: Hex, other: Hex) -> int:
    """How many steps it is from one hex to another."""
    return steps_apart(other.q - one.q, other.r - one.r)


def direction(start: Hex, goal: Hex) -> int | None:
    """The index of the direction in which goal lies straight from start; None off the axes."""
    far = distance(start, goal)
    for index, way in enumerate(DIRECTIONS):
        if far and moved(start, way, far) == goal:
            return index
    return None


def line(start: Hex, way: Hex) -> Iterator[Hex]:
    """The hexes straight ahead, start left out, without end."""
    while True:
        start = moved(start, way)
        yield start


def opposite(place: Hex) -> Hex:
    """Where a half turn round (0, 0) takes a hex."""
    return Hex(-place.q, -place.r)


def centre(place: Hex) -> tuple[float, float]:
    """The centre of a hex of radius 1, (0, 0) lying at 0, 0."""
    return WIDTH * (place.q + place.r / 2), 1.5 * place.r


# ---- hexes in one row of cells


class Lattice(NamedTuple):
    """Hexes as cells of a list: `cell` is the same step apart wherever two hexes are.

    Off the hexes every neighbour of a hex is a cell of the list that is none of theirs, so that
    walks need no test but whether a cell is a hex. Rows share the cells between them:

        cells    .  .  .  .  .  .  .
                  a  b  c  .  d  e  .  f  g  h  ...        3, 2, 3 hexes in rows of width 4
    """

    width: int  # from a hex to the one south-east of it
    base: int  # the cell of Hex(0, 0)
    size: int  # how many cells there are

    def cell(self, place: Hex) -> int:
        """The cell of a hex, or of a neighbour of one."""
        return self.base + self.width * place.r + place.q

    def steps(self) -> tuple[int, ...]:
        """From a cell to that of its neighbour, for each direction."""
        return tuple(self.width * way.r + way.q for way in DIRECTIONS)


def pack(hexes: Iterable[Hex]) -> Lattice:
    """The narrowest lattice for these hexes; ValueError when there are none."""
    places = set(hexes)
    if not places:
        raise ValueError("expected at least one hex, got none")
    beside = {near for place in places for near in neighbours(place)} - places
    widest = max(p.q for p in beside) - min(p.q for p in beside) + 1
    width = next(w for w in range(2, widest + 1) if _keeps_apart(w, places, beside))
    cells = [width * place.r + place.q for place in beside]
    return Lattice(width, -min(cells), max(cells) - min(cells) + 1)


def _keeps_apart(width: int, places: set[Hex], beside: set[Hex]) -> bool:
    """Whether no two hexes share a cell, and no neighbour off the hexes has the cell of one."""
    cells = {width * place.r + place.q for place in places}
    return len(cells) == len(places) and not any(
        width * place.r + place.q in cells for place in beside
    )
