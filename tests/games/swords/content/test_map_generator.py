"""Generated maps: what holds for every seed."""

from hashlib import blake2b

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honjin.games.swords.content import generator
from honjin.games.swords.content.fairness import fairness, ground_of
from honjin.games.swords.content.generator import (
    KEEPS,
    MAX_STARTS,
    MAX_UNFAIRNESS,
    PLAYERS,
    QUOTA,
    Drawn,
    draw_map,
    orbits_of,
    shuffled,
    usual_keeps,
)
from honjin.games.swords.content.mapfile import exits, remarks
from honjin.games.swords.content.maps import (
    DESIGNED,
    FORTRESS,
    IMPASSABLE,
    NEIGHBOURS,
    SIDES_ONLY,
    designed_for,
    steps,
)

WISHES = st.tuples(st.sampled_from(PLAYERS), st.sampled_from(KEEPS), st.integers(0, 10**9))
PINNED = "7255562eee85"


def is_on_edge(square: int) -> bool:
    """True if a square is on the edge of the board."""
    return square // 10 in (0, 9) or square % 10 in (0, 9)


@pytest.mark.slow
@settings(max_examples=25)
@given(WISHES)
def test_castles_of_a_drawn_map(wish: tuple[int, int, int]) -> None:
    """Rule 2: as many keeps as asked for; fortresses on the edge; castles far enough apart."""
    players, keeps, seed = wish
    found = draw_map(players, keeps, seed).map
    assert (players, players * keeps) == (found.players, len(found.keeps))
    assert all(map(is_on_edge, found.fortresses))
    gap = 2 if len(found.keeps) > 10 else 3
    assert 3 <= min(steps(0, keep, fort) for keep in found.keeps for fort in found.fortresses)
    assert gap <= min(steps(0, keep, k) for keep in found.keeps for k in found.keeps if k != keep)


@pytest.mark.slow
@settings(max_examples=25)
@given(WISHES)
def test_ground_of_a_drawn_map(wish: tuple[int, int, int]) -> None:
    """Rule 2: quotas, one piece of land, two ways out, nothing impassable beside a fortress."""
    found = draw_map(*wish).map
    for code, (low, high) in QUOTA.items():
        assert low <= found.terrain.count(code) <= high
    assert ground_of(found.terrain, SIDES_ONLY).hangs_together()
    assert 2 <= min(exits(found, fortress) for fortress in found.fortresses)
    beside = {near for fort in found.fortresses for near in NEIGHBOURS[0][fort] if near >= 0}
    assert IMPASSABLE not in {found.terrain[square] for square in beside}


@pytest.mark.slow
@settings(max_examples=25)
@given(WISHES)
def test_a_drawn_map_is_even(wish: tuple[int, int, int]) -> None:
    """Symmetrical, its unfairness within bounds, and nothing to remark on."""
    drawn = draw_map(*wish)
    for images in orbits_of(wish[0]):
        assert 1 == len({drawn.map.terrain[square] for square in images})
    assert fairness(drawn.map) == drawn.fairness
    assert drawn.fairness.unfairness <= MAX_UNFAIRNESS
    assert not drawn.is_designed
    assert () == remarks(drawn.map)


def test_a_seed_always_gives_the_same_map() -> None:
    """On every version of Python: the results for all kinds of maps are pinned."""
    digest = blake2b(digest_size=6)
    for players in PLAYERS:
        for keeps in KEEPS:
            for row in draw_map(players, keeps, 1600).map.rows():
                digest.update(row.encode())
    assert PINNED == digest.hexdigest()


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("players", PLAYERS)
def test_seeds_give_different_maps(players: int) -> None:
    """Twenty seeds in a row, twenty maps."""
    assert 20 == len({draw_map(players, seed=seed).map.terrain for seed in range(20)})


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("players", PLAYERS)
def test_fortresses_stand_as_in_the_designed_map(players: int) -> None:
    """Ruling Q70: in the same order, each at most a step away."""
    usual = designed_for(players).fortresses
    for seed in range(20):
        found = draw_map(players, seed=seed).map.fortresses
        assert 1 >= max(steps(0, one, other) for one, other in zip(found, usual, strict=True))


def test_three_keeps_for_up_to_three_players() -> None:
    """By default; otherwise two."""
    assert [3, 3, 2, 2, 2] == [usual_keeps(players) for players in PLAYERS]
    assert draw_map(3, 3, 5) == draw_map(3, seed=5)


def test_the_designed_map_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no start gives an even map; it says so, and every start was reported."""
    monkeypatch.setattr(generator, "MAX_UNFAIRNESS", -1.0)
    monkeypatch.setattr(generator, "MAX_SWAPS", 5)
    tries: list[tuple[int, int]] = []
    drawn = draw_map(5, 3, 1, lambda number, of: tries.append((number, of)))
    map_ = DESIGNED["five_provinces"]
    assert Drawn(map_, fairness(map_), MAX_STARTS, is_designed=True) == drawn
    assert [(n, MAX_STARTS) for n in range(1, MAX_STARTS + 1)] == tries


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ((1, 2), "expected 2 to 6 players, got 1"),
        ((7, 2), "expected 2 to 6 players, got 7"),
        ((4, 1), "expected 2 to 3 keeps a player, got 1"),
    ],
)
def test_other_numbers_are_refused(wish: tuple[int, int], text: str) -> None:
    """Two to six players, two or three keeps each (rule 2)."""
    with pytest.raises(ValueError, match=text):
        draw_map(*wish)


@given(st.lists(st.integers()), st.integers(1, 2**32 - 1))
def test_shuffling_keeps_all(values: list[int], seed: int) -> None:
    """In another order, which depends on the generator alone."""
    once = shuffled(values, [seed])
    assert sorted(values) == sorted(once)
    assert once == shuffled(values, [seed])


def test_every_fortress_of_a_map_is_listed() -> None:
    """In seat order, clockwise from the north-west corner."""
    found = draw_map(6, seed=3).map
    assert sorted(found.fortresses) == [
        square for square, code in enumerate(found.terrain) if code == FORTRESS
    ]
