"""Squares in rows and columns: what borders, symmetries, and hexes in rows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honjin.geometry.hexes import distance
from honjin.geometry.squares import (
    CORNERS,
    SIDES,
    Square,
    Symmetry,
    beside,
    beside_hex,
    half_turn,
    hex_of,
    mirrored,
    orbit,
    quarter_turn,
    row_of,
)

SQUARES = st.builds(Square, st.integers(0, 9), st.integers(0, 9))


@given(SQUARES)
def test_sides_and_corners_make_a_ring(place: Square) -> None:
    """Four squares share a side, four more a corner, and none is the square itself."""
    ring = {*beside(place), *beside(place, CORNERS)}
    assert 8 == len(ring)
    assert all(max(abs(near.row - place.row), abs(near.col - place.col)) == 1 for near in ring)
    assert 4 == sum(near.row == place.row or near.col == place.col for near in beside(place, SIDES))


@pytest.mark.parametrize(("symmetry", "times"), [(quarter_turn, 4), (half_turn, 2), (mirrored, 2)])
@given(place=SQUARES)
def test_a_symmetry_comes_back(symmetry: Symmetry, times: int, place: Square) -> None:
    """Done so often it leaves every square where it was, and an orbit's size divides that."""
    image = place
    for _ in range(times):
        image = symmetry(image, 10)
    assert place == image
    assert 0 == times % len(orbit(place, symmetry, 10))


@given(SQUARES, SQUARES)
def test_symmetries_keep_neighbours(one: Square, other: Square) -> None:
    """Images border on each other when the squares do."""
    for symmetry in (quarter_turn, half_turn, mirrored):
        images = symmetry(one, 10), symmetry(other, 10)
        assert (other in beside(one)) == (images[1] in beside(images[0]))


@given(SQUARES, SQUARES)
def test_hexes_in_rows_are_hexes(one: Square, other: Square) -> None:
    """A row and column is one hex, and the six beside it are one step away."""
    assert one == row_of(hex_of(one))
    assert (other in beside_hex(one)) == (distance(hex_of(one), hex_of(other)) == 1)


def test_odd_rows_lie_further_east() -> None:
    """The hex in row 1, column 0 touches columns 0 and 1 of row 0."""
    assert {Square(0, 0), Square(0, 1)} == {p for p in beside_hex(Square(1, 0)) if p.row == 0}
    assert {Square(1, 0), Square(1, -1)} == {p for p in beside_hex(Square(0, 0)) if p.row == 1}
