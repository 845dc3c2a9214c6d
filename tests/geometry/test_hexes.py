"""Hexes: what touches, how far it is, what lies straight ahead, and cells of a list."""

from itertools import islice, pairwise
from math import dist, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honjin.geometry.hexes import (
    DIRECTIONS,
    WIDTH,
    Hex,
    centre,
    direction,
    distance,
    line,
    moved,
    neighbours,
    opposite,
    pack,
    steps_apart,
)

HEXES = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))
BOARDS = st.sets(HEXES, min_size=1, max_size=60)


def test_neighbours_touch() -> None:
    """The six neighbours of a hex lie one width from its centre, a sixth of a turn apart."""
    around = [centre(near) for near in neighbours(Hex(0, 0))]
    assert all(isclose(WIDTH, dist((0, 0), point)) for point in around)
    assert all(isclose(WIDTH, dist(one, next_)) for one, next_ in pairwise(around))
    assert 6 == len(set(around))


def test_directions_turn_against_the_clock() -> None:
    """The first leads east, the second north-east, the fourth west; opposite ones cancel out."""
    x, y = centre(DIRECTIONS[1])
    assert (WIDTH, 0.0) == centre(DIRECTIONS[0])
    assert (True, True) == (x > 0, y < 0)
    assert [opposite(way) for way in DIRECTIONS[:3]] == list(DIRECTIONS[3:])


@given(HEXES, HEXES)
def test_distance_is_that_of_a_walk(one: Hex, other: Hex) -> None:
    """Some neighbour is one step nearer, none more than one; only a hex itself is at 0."""
    far = distance(one, other)
    nearer = [distance(near, other) for near in neighbours(one)]
    assert {far - 1, far, far + 1} >= set(nearer)
    assert (far == 0) == (one == other)
    assert far == 0 or far - 1 in nearer
    assert far == distance(other, one) == steps_apart(other.q - one.q, other.r - one.r)


@given(HEXES, st.sampled_from(DIRECTIONS), st.integers(1, 9))
def test_straight_ahead(start: Hex, way: Hex, steps: int) -> None:
    """The n-th hex of a line lies n steps off, in that direction and no other."""
    goal = list(islice(line(start, way), steps))[-1]
    assert moved(start, way, steps) == goal
    assert steps == distance(start, goal)
    assert DIRECTIONS.index(way) == direction(start, goal)


def test_off_the_axes_there_is_no_direction() -> None:
    """A knight's step away, and on the hex itself, nothing lies straight ahead."""
    assert None is direction(Hex(0, 0), Hex(2, -1))
    assert None is direction(Hex(3, 1), Hex(3, 1))


@given(BOARDS)
def test_cells_tell_hexes_apart(board: set[Hex]) -> None:
    """Each hex has its own cell; off the board every neighbour has a cell of no hex."""
    lattice = pack(board)
    cells = {lattice.cell(place): place for place in board}
    assert len(board) == len(cells)
    assert all(0 < cell < lattice.size - 1 for cell in cells)
    for cell, place in cells.items():
        for step, near in zip(lattice.steps(), neighbours(place), strict=True):
            assert lattice.cell(near) == cell + step
            assert 0 <= cell + step < lattice.size
            assert (near if near in board else None) == cells.get(cell + step)


def test_rows_share_what_lies_between_them() -> None:
    """Three rows of 3, 2 and 3 hexes are 4 apart, with one cell between two rows."""
    rows = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (-1, 2), (0, 2), (1, 2)]
    lattice = pack(Hex(q, r) for q, r in rows)
    cells = [lattice.cell(Hex(q, r)) for q, r in rows]
    assert 4 == lattice.width
    assert [0, 1, 2, 4, 5, 7, 8, 9] == [cell - cells[0] for cell in cells]


def test_no_hexes_are_refused() -> None:
    """A lattice needs a hex."""
    with pytest.raises(ValueError, match="at least one hex, got none"):
        pack([])
