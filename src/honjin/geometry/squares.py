"""Squares of a board in rows and columns; row 0 is north, column 0 west.

Also their symmetries, and hexes in rows: every odd row lies half a hex further east.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from honjin.geometry.hexes import DIRECTIONS, Hex, moved


class Square(NamedTuple):
    """A square, or the step from one to another."""

    row: int
    col: int


SIDES: Final = (Square(-1, 0), Square(0, 1), Square(1, 0), Square(0, -1))
"""The steps to the squares that share a side: north first, then clockwise."""
CORNERS: Final = (Square(-1, 1), Square(1, 1), Square(1, -1), Square(-1, -1))
"""The steps to the squares that share only a corner."""


def beside(place: Square, ways: tuple[Square, ...] = SIDES) -> tuple[Square, ...]:
    """The squares one step away.

    >>> beside(Square(3, 3))[0]
    Square(row=2, col=3)
    """
    return tuple(Square(place.row + way.row, place.col + way.col) for way in ways)


# ---- symmetries of a board of `size` rows and columns

Symmetry = Callable[[Square, int], Square]


def quarter_turn(place: Square, size: int) -> Square:
    """The image of a square under a clockwise quarter turn.

    >>> quarter_turn(Square(0, 4), 10)
    Square(row=4, col=9)
    """
    return Square(place.col, size - 1 - place.row)


def half_turn(place: Square, size: int) -> Square:
    """The image of a square under a half turn."""
    return Square(size - 1 - place.row, size - 1 - place.col)


def mirrored(place: Square, size: int) -> Square:  # noqa: ARG001
    """The image of a square under reflection in the north-west to south-east diagonal."""
    return Square(place.col, place.row)


def orbit(place: Square, symmetry: Symmetry, size: int) -> tuple[Square, ...]:
    """A square and all its images under a symmetry, each once.

    >>> len(orbit(Square(0, 4), quarter_turn, 10))
    4
    """
    images = [place]
    while (image := symmetry(images[-1], size)) != place:
        images.append(image)
    return tuple(images)


# ---- hexes in rows


def hex_of(place: Square) -> Hex:
    """The axial coordinates of the hex in a row and column.

    >>> hex_of(Square(2, 0)), hex_of(Square(3, 0))
    (Hex(q=-1, r=2), Hex(q=-1, r=3))
    """
    return Hex(place.col - place.row // 2, place.row)


def row_of(place: Hex) -> Square:
    """The row and column of a hex: the inverse of `hex_of`."""
    return Square(place.r, place.q + place.r // 2)


def beside_hex(place: Square) -> tuple[Square, ...]:
    """The rows and columns of the six hexes next to one, in the order of `hexes.DIRECTIONS`."""
    return tuple(row_of(moved(hex_of(place), way)) for way in DIRECTIONS)
