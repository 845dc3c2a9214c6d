"""The board, travel on it, and the designed maps."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honjin.games.swords.content.fairness import Ground, fairness, ground_of, nearest_enemies
from honjin.games.swords.content.generator import QUOTA, orbits_of
from honjin.games.swords.content.mapfile import exits, remarks
from honjin.games.swords.content.maps import (
    DEFENCE,
    DESIGNED,
    EMPTY,
    FORTRESS,
    HEXES,
    IMPASSABLE,
    KEEP,
    LETTERS,
    MOVE,
    NEIGHBOURS,
    SIDES_ONLY,
    SQUARE_NAMES,
    SQUARES,
    TERRAINS,
    TILES,
    WITH_CORNERS,
    Map,
    around,
    designed_for,
    is_beside,
    steps,
)

ADJACENCIES = (SIDES_ONLY, WITH_CORNERS, HEXES)
MAPS = pytest.mark.parametrize("found", DESIGNED.values(), ids=list(DESIGNED))


def near(adjacency: int, square: int) -> list[int]:
    """The neighbours of a square."""
    return [other for other in NEIGHBOURS[adjacency][square] if other >= 0]


# ---- the board


def test_terrain_has_the_numbers_of_the_rules() -> None:
    """Rule 1: cost of movement and defence of each terrain; impassable cannot be entered."""
    numbers = {
        name: (LETTERS[code], MOVE[code], DEFENCE[code]) for code, name in enumerate(TERRAINS)
    }
    assert numbers == {
        "clear": (".", 1, 0),
        "difficult": ("d", 2, 0),
        "covered": ("c", 2, 3),
        "treacherous": ("t", 2, -5),
        "impassable": ("X", 0, 0),
        "keep": ("K", 1, 5),
        "fortress": ("F", 1, 10),
    }
    assert 0 == MOVE[EMPTY]


def test_neighbours_are_counted() -> None:
    """Ruling Q5: four by sides, eight with corners, six on hexes; fewer on the edge."""
    counted = {a: [len(near(a, square)) for square in range(SQUARES)] for a in ADJACENCIES}
    assert {SIDES_ONLY: 4, WITH_CORNERS: 8, HEXES: 6} == {a: max(n) for a, n in counted.items()}
    assert {SIDES_ONLY: 360, WITH_CORNERS: 684, HEXES: 522} == {
        a: sum(n) for a, n in counted.items()
    }


@given(st.sampled_from(ADJACENCIES), st.integers(0, 99), st.integers(0, 99))
def test_neighbours_are_asked_in_three_ways(adjacency: int, one: int, other: int) -> None:
    """The table, the packed number and the predicate agree, both ways."""
    packed, unpacked = around(adjacency, one), []
    while packed:
        unpacked.append((packed & 127) - 1)
        packed >>= 7
    assert near(adjacency, one) == unpacked
    assert unpacked == [other for other in NEIGHBOURS[adjacency][one] if other >= 0]
    assert (other in unpacked) == is_beside(adjacency, one, other)
    assert is_beside(adjacency, one, other) == is_beside(adjacency, other, one)


@pytest.mark.parametrize("adjacency", ADJACENCIES)
def test_steps_are_the_shortest_way(adjacency: int) -> None:
    """Over open board, from every square to every other one."""
    for start in range(SQUARES):
        far, reached = {start: 0}, [start]
        for square in reached:
            for other in near(adjacency, square):
                if other not in far:
                    far[other] = far[square] + 1
                    reached.append(other)
        assert far == {square: steps(adjacency, start, square) for square in range(SQUARES)}


def test_squares_are_called_by_column_and_row() -> None:
    """a1 is the north-western corner."""
    assert ["a1", "j1", "a10", "j10"] == [SQUARE_NAMES[square] for square in (0, 9, 90, 99)]


# ---- travel


def phases_by_hand(terrain: list[int], adjacency: int, start: int) -> dict[int, int]:
    """Phases with two points each: every way of spending them, phase by phase."""
    found, here = {start: 0}, {start}
    for phase in range(1, SQUARES):
        walks = [(square, 2) for square in here]
        for square, points in walks:
            for other in near(adjacency, square):
                cost = MOVE[terrain[other]]
                if 0 < cost <= points:
                    walks.append((other, points - cost))
        here = {square for square, _ in walks if square not in found}
        found |= dict.fromkeys(here, phase)
    return found


@given(
    st.lists(st.integers(0, 6), min_size=SQUARES, max_size=SQUARES),
    st.sampled_from(ADJACENCIES),
    st.integers(0, 99),
)
def test_travel_phases(terrain: list[int], adjacency: int, start: int) -> None:
    """Rule 15: two points per phase, none kept; the cost is that of the square entered."""
    terrain[start] = FORTRESS
    by_hand = phases_by_hand(terrain, adjacency, start)
    goals = range(SQUARES)
    found = ground_of(terrain, adjacency).phases(start, goals)
    assert [by_hand.get(goal, SQUARES) for goal in goals] == found


@given(
    st.lists(st.sampled_from((0, 4)), min_size=SQUARES, max_size=SQUARES),
    st.sampled_from(ADJACENCIES),
)
def test_land_hangs_together_when_all_of_it_is_reached(terrain: list[int], adjacency: int) -> None:
    """Land in one piece is what travel from any of its squares reaches."""
    terrain[0] = FORTRESS
    land = sum(code != IMPASSABLE for code in terrain)
    in_one_piece = len(phases_by_hand(terrain, adjacency, 0)) == land
    assert in_one_piece == ground_of(terrain, adjacency).hangs_together()


def test_an_empty_ground_hangs_together() -> None:
    """Nothing is cut off where there is nothing."""
    assert Ground(SIDES_ONLY, 0, 0).hangs_together()


# ---- the designed maps


def test_a_map_for_every_number_of_players() -> None:
    """Rule 2: as many fortresses as players, and their order begins in the north."""
    assert [2, 3, 4, 5, 6] == [designed_for(n).players for n in range(2, 7)]
    assert (4, 95) == designed_for(2).fortresses
    assert (2, 8, 59, 97, 91, 40) == designed_for(6).fortresses


@MAPS
def test_castles_of_a_designed_map(found: Map) -> None:
    """Rule 2: two or three keeps per player; 3 steps from fortresses, 2 from each other."""
    assert 2 <= len(found.keeps) / found.players <= 3
    assert list(found.fortresses) == [s for s in found.fortresses if found.terrain[s] == FORTRESS]
    assert list(found.keeps) == [s for s, code in enumerate(found.terrain) if code == KEEP]
    assert 3 <= min(steps(0, keep, fort) for keep in found.keeps for fort in found.fortresses)
    assert 2 <= min(steps(0, keep, k) for keep in found.keeps for k in found.keeps if k != keep)


@MAPS
def test_ground_of_a_designed_map(found: Map) -> None:
    """Rule 2: every terrain, in its quota; land in one piece, two ways out of each fortress."""
    assert set(range(EMPTY)) == set(found.terrain)
    for code, (low, high) in QUOTA.items():
        assert low <= found.terrain.count(code) <= high
    assert ground_of(found.terrain, SIDES_ONLY).hangs_together()
    assert 2 <= min(exits(found, fortress) for fortress in found.fortresses)
    assert () == remarks(found)


@MAPS
def test_a_designed_map_is_symmetrical(found: Map) -> None:
    """Half turn for 2 and 6, quarter turn for 4, mirror for 3 and 5 (ruling Q70)."""
    for images in orbits_of(found.players):
        assert 1 == len({found.terrain[square] for square in images})


FIGURES = {
    "two_banks": (7, (0, 0, 0, 0, 0)),
    "three_valleys": (6, (0.018, 0, 0, 0, 0.079)),
    "four_gates": (5, (0, 0, 0, 0, 0)),
    "five_provinces": (4, (0.071, 0, 0, 0, 0.088)),
    "six_clans": (3, (0.012, 0, 0, 0, 0)),
}


@MAPS
def test_a_designed_map_is_even(found: Map) -> None:
    """Its spreads, and the phases to the nearest fortress, which are the same for all."""
    phases, spreads = FIGURES[found.name]
    assert (phases,) * found.players == nearest_enemies(found)
    assert spreads == tuple(round(spread, 3) for spread in fairness(found))
    assert max(spreads) == round(fairness(found).unfairness, 3)


def lines() -> Iterator[Map]:
    """A strip of land from fortress to fortress, the rest impassable, with a keep on it."""
    for keep in range(1, 9):
        terrain = [FORTRESS, *[0] * 8, FORTRESS, *[IMPASSABLE] * 90]
        terrain[keep] = KEEP
        yield Map("strip", "squares", tuple(terrain), (0, 9), (keep,))


def test_a_keep_nearer_to_one_is_unfair() -> None:
    """Nine squares between two fortresses: of one keep on each, in phases of two squares."""
    assert [2.0] * 8 == [fairness(found).nearest for found in lines()]
    access = [round(fairness(found).access, 3) for found in lines()]
    assert [0.857, 0.857, 0.286, 0.286, 0.286, 0.286, 0.857, 0.857] == access


def test_stock_of_tiles() -> None:
    """Rule 26: four more tiles than squares."""
    assert (62, 9, 16, 11, 6) == TILES
    assert SQUARES + 4 == sum(TILES)
