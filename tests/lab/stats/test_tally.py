"""What matches come to."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from honjin.core.game import Game
from honjin.lab import Fault, Lineup, Match, Sprt, Tally, Verdict, bounded_mean
from honjin.lab.stats.intervals import Moments
from madeup.game import GAME

FAIR: Game[Any] = GAME  # its best return is 3


def made(
    number: int, place: int, seats: Sequence[int], returns: Sequence[int], *,
    fault: int | None = None, seconds: float = 0.5, steps: int = 10,
) -> Match:  # fmt: skip
    """A match as a worker reports it."""
    n = len(seats)
    return Match(
        number, place, 1, tuple(seats), ("x",) * n, steps, (2,) * n, (seconds,) * n,
        (seconds,) * n, "end.score", tuple(returns) if fault is None else (),
        None if fault is None else Fault(fault, "gone", "where"),
    )  # fmt: skip


def pairs(*results: tuple[int, int], sprt: Sprt | None = None) -> Tally:
    """Two bots at two seats; of each pair what the first bot got in either game."""
    tally = Tally(FAIR, Lineup(2, 2, 1), sprt)
    for number, (one, two) in enumerate(results):
        tally.add(made(number, 0, (0, 1), (one, -one)))
        tally.add(made(number, 1, (1, 0), (-two, two)))
    return tally


def test_counts_by_bot_and_by_seat() -> None:
    """A pair won twice, one split by the first seat, one won and drawn."""
    tally = pairs((1, 1), (1, -1), (1, 0))
    first, second = tally.bots
    assert (6, 4, 1, 1) == (first.games, first.wins, first.draws, first.losses)
    assert (6, 1, 1, 4) == (second.games, second.wins, second.draws, second.losses)
    assert [(4, 1, 1), (1, 1, 4)] == [(s.wins, s.draws, s.losses) for s in tally.seats]
    assert 0.75 == tally.score(0).value
    assert 0.25 == tally.score(1).value


def test_a_pair_is_one_value() -> None:
    """The interval is that of the pairs' scores, not of the games'."""
    tally = pairs((1, 1), (1, -1), (1, 0))
    assert bounded_mean(Moments([1, 0.5, 0.75])) == tally.score()


def test_reasons_lengths_and_times() -> None:
    """What ended the games, how long they were, how long the bots took."""
    tally = Tally(FAIR, Lineup(2, 2, 1))
    tally.add(made(0, 0, (0, 1), (1, -1), steps=8, seconds=0.1))
    tally.add(made(0, 1, (1, 0), (1, -1), steps=12, seconds=0.5))
    assert {"end.score": 2} == tally.reasons
    assert {8: 1, 12: 1} == tally.lengths
    first = tally.bots[0]
    assert (4, 0.15, 0.5) == (first.moves, pytest.approx(first.a_move), first.slowest)


def test_order_does_not_matter() -> None:
    """Games count once their round and all before it are complete, in any order of finishing."""
    games = [made(n, p, ((0, 1), (1, 0))[p], (1, -1)) for n in range(3) for p in range(2)]
    tally = Tally(FAIR, Lineup(2, 2, 1), Sprt())
    for match in (games[5], games[4], games[2], games[0]):
        tally.add(match)
        assert 0 == tally.rounds
    tally.add(games[1])
    assert 1 == tally.rounds
    tally.add(games[3])
    assert (3, 6) == (tally.rounds, tally.games)
    in_order = Tally(FAIR, Lineup(2, 2, 1), Sprt())
    for match in games:
        in_order.add(match)
    assert tally.test is not None
    assert tally.test == in_order.test


def test_a_failed_round_does_not_count() -> None:
    """Both of its games are left out; the failed bot is reported, and later rounds count."""
    tally = Tally(FAIR, Lineup(2, 2, 1))
    tally.add(made(0, 0, (0, 1), (1, -1)))
    tally.add(made(0, 1, (1, 0), (), fault=0))
    tally.add(made(1, 0, (0, 1), (1, -1)))
    tally.add(made(1, 1, (1, 0), (1, -1)))
    assert (1, 1, 2) == (tally.rounds, tally.left_out, tally.games)
    assert {1: 1} == tally.faults
    assert 0.5 == tally.score().value


def test_more_seats() -> None:
    """Three bots at three seats: scores, places and returns by comparisons within each game."""
    tally = Tally(FAIR, Lineup(3, 3, 1))
    for place, seats in enumerate([(0, 1, 2), (1, 2, 0), (2, 0, 1)]):
        gets = {0: 3, 1: -1, 2: -2 if place else -1}
        tally.add(made(0, place, seats, [gets[bot] for bot in seats]))
    scores = [tally.score(number).value for number in range(3)]
    assert [1, pytest.approx((0.25 + 0.5 + 0.5) / 3), pytest.approx(0.25 / 3)] == scores
    placings = [tally.mean_placing(bot).value for bot in tally.bots]
    assert [1, pytest.approx((2.5 + 2 + 2) / 3), pytest.approx((2.5 + 3 + 3) / 3)] == placings
    returns = [tally.mean_return(bot).value for bot in tally.bots]
    assert [3, -1, pytest.approx(-5 / 3)] == [pytest.approx(value) for value in returns]
    assert (3, 0) == (tally.bots[0].wins, tally.bots[1].wins)


def test_two_bots_at_many_seats_are_compared_with_each_other_only() -> None:
    """How the copies of one bot do against each other says nothing."""
    tally = Tally(FAIR, Lineup(2, 3, 1))
    for place, seats in enumerate(
        [(0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)]
    ):
        tally.add(made(0, place, seats, [2 if bot == 0 else -1 for bot in seats]))
    assert [1, 0] == [tally.score(number).value for number in (0, 1)]


def test_who_sits_alone_is_compared_on_the_same_luck() -> None:
    """Games of one seat are compared within their round; won and lost go by the sign."""
    tally = Tally(FAIR, Lineup(2, 1, 1))
    for number, (one, two) in enumerate([(1, 1), (1, -1), (-1, -1)]):
        tally.add(made(number, 0, (0,), (one,)))
        tally.add(made(number, 1, (1,), (two,)))
    assert [pytest.approx(2 / 3), pytest.approx(1 / 3)] == [tally.score(n).value for n in (0, 1)]
    assert (2, 0, 1) == (tally.bots[0].wins, tally.bots[0].draws, tally.bots[0].losses)


def test_one_bot_alone() -> None:
    """With nothing to compare, the score is the return on the scale from worst to best."""
    tally = Tally(FAIR, Lineup(1, 1, 1))
    for number, got in enumerate([3, 0, -3, 3]):
        tally.add(made(number, 0, (0,), (got,)))
    assert 0.625 == tally.score().value


def test_the_test_takes_the_first_bots_rounds() -> None:
    """H1 is taken for the first bot when it wins, H0 when the second one does."""
    assert Verdict.HIGH is verdict((1, 1))
    assert Verdict.LOW is verdict((-1, -1))
    assert pairs((1, 1)).test is None
    three = Tally(FAIR, Lineup(3, 2, 1), Sprt())
    assert three.test is None


def verdict(result: tuple[int, int]) -> Verdict:
    tally = pairs(*[result] * 30, sprt=Sprt())
    assert tally.test is not None
    return tally.test.verdict


def test_the_course_is_kept_for_the_plot() -> None:
    """After each round the score so far with its interval; the last is the score."""
    tally = pairs((1, 1), (-1, -1), (1, -1))
    assert [1, 0.5, 0.5] == [point.value for point in tally.bots[0].course]
    assert tally.score() == tally.bots[0].course[-1]


def test_returns_are_bounded_by_the_games_best() -> None:
    """The interval of a mean return stays within what the game can give."""
    tally = Tally(replace(FAIR, best=1), Lineup(2, 2, 1))
    for place, seats in enumerate([(0, 1), (1, 0)]):
        tally.add(made(0, place, seats, [1 if bot == 0 else -1 for bot in seats]))
    found = tally.mean_return(tally.bots[0])
    assert 1 == found.value == found.high
    assert -1 < found.low < 1
