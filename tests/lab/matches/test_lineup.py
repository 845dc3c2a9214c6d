"""Who sits where."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from honjin.lab import BadArena, Fixed, Lineup
from honjin.lab.matches.lineup import MAX_GAMES_A_ROUND


def rows(bots: int, seats: int, number: int = 0, seed: int = 1) -> list[str]:
    """The rows of a round, letters for bots."""
    seatings = Lineup(bots, seats, seed).round(number)
    return ["".join("ABCDEFGH"[bot] for bot in seating.seats) for seating in seatings]


@pytest.mark.parametrize(
    ("bots", "seats", "expected"),
    [
        (2, 2, "AB BA"),
        (3, 2, "AB BA AC CA BC CB"),
        (3, 1, "A B C"),
        (1, 1, "A"),
    ],
)
def test_small_rounds(bots: int, seats: int, expected: str) -> None:
    """Pairs swap seats; a single player plays once a round."""
    assert expected.split() == rows(bots, seats)


def test_more_seats_than_bots() -> None:
    """Two bots at three seats: each sits twice in half of the games, everywhere in turn."""
    assert ["AAB", "ABA", "ABB", "BAA", "BAB", "BBA"] == sorted(rows(2, 3))


@given(st.integers(1, 7), st.integers(1, 6), st.integers(0, 5), st.integers(0, 99))
def test_rounds_are_fair(bots: int, seats: int, number: int, seed: int) -> None:
    """In every round all bots sit on every seat equally often, and meet equally often."""
    assume(bots >= min(2, seats))
    lineup = Lineup(bots, seats, seed)
    games = [seating.seats for seating in lineup.round(number)]
    assert lineup.size == len(games)
    assert all(len(game) == seats for game in games)
    by_seat = Counter((bot, seat) for game in games for seat, bot in enumerate(game))
    assert 1 == len({by_seat[bot, seat] for bot in range(bots) for seat in range(seats)})
    met = Counter(
        tuple(sorted(pair))
        for game in games
        for pair in combinations(game, 2)
        if pair[0] != pair[1]
    )
    if seats > 1:
        assert 1 == len({met[pair] for pair in combinations(range(bots), 2)})


def test_neighbours_change() -> None:
    """From round to round others sit side by side; the same seed gives the same rows."""
    assert rows(4, 4, 3) == rows(4, 4, 3)
    assert len({tuple(rows(4, 4, number)) for number in range(10)}) > 5


@pytest.mark.parametrize(("games", "expected"), [(1, 1), (6, 1), (7, 2), (200, 34)])
def test_rounds_are_whole(games: int, expected: int) -> None:
    """As many rounds as hold the games that were asked for."""
    assert expected == Lineup(3, 2, 1).rounds_of(games)


@pytest.mark.parametrize(
    ("bots", "seats", "said"),
    [
        (0, 2, "expected two bots or more for 2 seats, got 0"),
        (1, 2, "expected two bots or more for 2 seats, got 1"),
        (0, 1, "expected two bots or more for 1 seats, got 0"),
        (30, 3, f"rounds of 12180 games; expected 1 to {MAX_GAMES_A_ROUND}, so fewer bots"),
    ],
)
def test_refuses_what_cannot_be_compared(bots: int, seats: int, said: str) -> None:
    """Too few bots, or so many that a round never ends."""
    with pytest.raises(BadArena, match=said):
        Lineup(bots, seats, 1)


# ---- nobody changes seats


@pytest.mark.parametrize(
    ("bots", "seats", "expected"), [(1, 3, (0, 0, 0)), (3, 3, (0, 1, 2)), (1, 1, (0,))]
)
def test_fixed_seats(bots: int, seats: int, expected: tuple[int, ...]) -> None:
    """One bot on all seats, or one to a seat; each game is a round."""
    lineup = Fixed(bots, seats, 1)
    assert (1, 7) == (lineup.size, lineup.rounds_of(7))
    for number in (0, 5):
        assert [(number, 0, expected)] == list(lineup.round(number))


@pytest.mark.parametrize(("bots", "seats"), [(0, 2), (2, 3), (4, 3), (2, 1)])
def test_fixed_seats_need_their_bots(bots: int, seats: int) -> None:
    """Neither one for all nor one to a seat."""
    with pytest.raises(BadArena, match=f"expected one bot.*, got {bots}"):
        Fixed(bots, seats, 1)
