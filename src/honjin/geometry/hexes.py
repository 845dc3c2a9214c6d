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
    """The axial coordinates of a hex, or the step from one hex to another."""

    q: int
    r: int


DIRECTIONS: Final = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))
"""East first, then counter-clockwise."""


@rule
def steps_apart(dq: int, dr: int) -> int:
    """The number of steps from a hex to the one dq, dr away.

    >>> steps_apart(2, -1)
    2
    """
    return max(abs(dq), abs(dr), abs(dq + dr))


def moved(start: Hex, way: Hex, steps: int = 1) -> Hex:
    """The hex that lies a number of steps away in a direction.

    >>> moved(Hex(0, 0), DIRECTIONS[1], 3)
    Hex(q=3, r=-3)
    """
    return Hex(start.q + steps * way.q, start.r + steps * way.r)


def neighbours(middle: Hex) -> tuple[Hex, ...]:
    """The six hexes next to one, in the order of the directions."""
    return tuple(moved(middle, way) for way in DIRECTIONS)


def distance(one: Hex, other: Hex) -> int:
    """The number of steps from one hex to another."""
    return steps_apart(other.q - one.q, other.r - one.r)


def direction(start: Hex, goal: Hex) -> int | None:
    """The index of the direction that leads straight from start to goal; None if none does."""
    far = distance(start, goal)
    for index, way in enumerate(DIRECTIONS):
        if far and moved(start, way, far) == goal:
            return index
    return None


def line(start: Hex, way: Hex) -> Iterator[Hex]:
    """Yield the hexes straight ahead of `start`, without end."""
    while True:
        start = moved(start, way)
        yield start


def opposite(place: Hex) -> Hex:
    """The image of a hex under a half turn about (0, 0)."""
    return Hex(-place.q, -place.r)


def centre(place: Hex) -> tuple[float, float]:
    """The centre of a hex of radius 1, with that of (0, 0) at the origin."""
    return WIDTH * (place.q + place.r / 2), 1.5 * place.r


# ---- hexes in one row of cells


class Lattice(NamedTuple):
    """Hexes as cells of a list: a step in a direction is the same offset from every cell.

    Neighbours off the board are cells of the list too, distinct from those of hexes, so a walk only
    has to test whether a cell is a hex. Adjacent rows share the cells between them:

        cells    .  .  .  .  .  .  .
                  a  b  c  .  d  e  .  f  g  h  ...        3, 2, 3 hexes in rows of width 4
    """

    width: int  # from a hex to the one south-east of it
    base: int  # the cell of Hex(0, 0)
    size: int  # the number of cells

    def cell(self, place: Hex) -> int:
        """The cell of a hex, or of a neighbour of one."""
        return self.base + self.width * place.r + place.q

    def steps(self) -> tuple[int, ...]:
        """The offset from a cell to its neighbour, for each direction."""
        return tuple(self.width * way.r + way.q for way in DIRECTIONS)


def pack(hexes: Iterable[Hex]) -> Lattice:
    """The narrowest lattice for these hexes; ValueError if there are none."""
    places = set(hexes)
    if not places:
        raise ValueError("expected at least one hex, got none")
    beside = {near for place in places for near in neighbours(place)} - places
    widest = max(p.q for p in beside) - min(p.q for p in beside) + 1
    width = next(w for w in range(2, widest + 1) if _keeps_apart(w, places, beside))
    cells = [width * place.r + place.q for place in beside]
    return Lattice(width, -min(cells), max(cells) - min(cells) + 1)


def _keeps_apart(width: int, places: set[Hex], beside: set[Hex]) -> bool:
    """True if no two hexes share a cell, nor a hex and a neighbour off the board."""
    cells = {width * place.r + place.q for place in places}
    return len(cells) == len(places) and not any(
        width * place.r + place.q in cells for place in beside
    )
