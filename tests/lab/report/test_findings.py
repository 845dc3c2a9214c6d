"""What many games come to, from matches with known answers."""

import doctest
import random
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honjin.core.parts.facts import Facts
from honjin.lab import Estimate, Fault, Findings, Kept, Match, wilson
from honjin.lab.report import findings
from honjin.lab.report.findings import ACTIONS, POINTS, Group, Source, length, shares_of


def made(
    number: int, returns: Sequence[int], *, reason: str = "end.score", facts: Facts | None = None,
    moves: int = 5, took: float = 0.5, fault: bool = False,
) -> Match:  # fmt: skip
    """A match as a worker reports it."""
    n = len(returns)
    return Match(
        round=number, place=0, seed=1, seats=(0,) * n, bots=("x",) * n, steps=99,
        moves=(moves,) * n, seconds=(0.1,) * n, slowest=(0.1,) * n, reason=reason,
        returns=() if fault else tuple(returns), facts=facts, took=took,
        fault=Fault(0, "gone", "where") if fault else None,
    )  # fmt: skip


def kept(matches: Sequence[Match], seats: int = 2, best: int = 1) -> Kept:
    found = Kept(seats, best)
    for match in matches:
        found.add(match)
    return found


def of_wins(red: int, white: int, drawn: int = 0) -> Findings:
    """Findings of a number of games won by either seat, or drawn."""
    results = [(1, -1)] * red + [(-1, 1)] * white + [(0, 0)] * drawn
    return kept([made(n, got) for n, got in enumerate(results)]).findings()


def group(found: Findings, of: str, value: str) -> Group:
    [its] = [one for one in found.groups if (one.of, one.value) == (of, value)]
    return its


def source(found: Findings, name: str) -> Source:
    [its] = [one for one in (*found.score, *found.figures) if one.name == name]
    return its


# ---- who wins


def test_wins_by_seat() -> None:
    """Won, drawn and lost are counted, a draw is half, and the interval is that of the lab."""
    found = of_wins(60, 40)
    red, white = group(found, "seat", "0"), group(found, "seat", "1")
    assert (100, 60, 0, 40) == (red.games, red.won, red.drawn, red.lost)
    assert wilson(0.6, 100) == pytest.approx(red.share)
    assert wilson(0.4, 100) == pytest.approx(white.share)
    assert 0.2 == pytest.approx(red.mean_return.value)
    assert (100, 0) == (found.games, found.drawn)
    drawn = of_wins(1, 1, drawn=2)
    assert (0.5, 2) == (group(drawn, "seat", "0").share.value, drawn.drawn)


@pytest.mark.parametrize(("red", "expected"), [(600, 1), (400, -1), (520, 0), (480, 0), (535, 1)])
def test_a_side_that_is_ahead_for_sure(red: int, expected: int) -> None:
    """Of a thousand games 53.5 % are more than even for sure, 52 % are not."""
    assert expected == group(of_wins(red, 1000 - red), "seat", "0").against_even()


@pytest.mark.slow
def test_a_fair_game_is_seldom_called_unfair() -> None:
    """Of 500 reports of fair games about one in twenty calls a side ahead, never one in ten."""
    rng = random.Random(20)
    called = sum(
        group(of_wins(red, 200 - red), "seat", "0").against_even() != 0
        for red in (sum(rng.random() < 0.5 for _ in range(200)) for _ in range(500))
    )
    assert 10 <= called <= 45


def test_a_share_of_a_game() -> None:
    """A sole winner has all of it, ties divide it, a single player goes by the sign."""
    assert (0.0, 1.0, 0.0) == shares_of((-1, 2, -1))
    assert (1 / 3,) * 3 == shares_of((0, 0, 0))
    assert [(1.0,), (0.5,), (0.0,)] == [shares_of((got,)) for got in (3, 0, -3)]


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=6))
def test_shares_of_a_game_are_one(returns: list[int]) -> None:
    """Together the seats have the whole game."""
    assert 1 == pytest.approx(sum(shares_of(returns)))


def test_marks() -> None:
    """Who bore a mark counts wherever it sat: whoever moves first wins all, no seat is ahead."""
    orders = [("first", "second"), ("second", "first")] * 10
    matches = [
        made(n, (1, -1) if order[0] == "first" else (-1, 1), facts=Facts(marks={"order": order}))
        for n, order in enumerate(orders)
    ]
    found = kept(matches).findings()
    assert 1.0 == group(found, "order", "first").share.value
    assert 0.0 == group(found, "order", "second").share.value
    assert 0.5 == group(found, "seat", "0").share.value
    assert ["0", "1", "first", "second"] == [one.value for one in found.groups]


def test_a_mark_of_several_seats_is_one_value_a_game() -> None:
    """Three seats, two of them liars: the mean of both counts once a game."""
    facts = Facts(marks={"word": ("liar", "liar", "honest")})
    found = kept([made(n, (2, -1, -1), facts=facts) for n in range(8)], 3, 2).findings()
    liars = group(found, "word", "liar")
    assert (8, 8, 8, 0.5, 1 / 3) == (
        liars.games, liars.won, liars.lost, liars.share.value, liars.even
    )  # fmt: skip
    assert (1 + 2.5) / 2 == liars.place.value


def test_a_seat_alone() -> None:
    """A single player: no even share, won and lost by the sign."""
    found = kept([made(0, (1,)), made(1, (-1,)), made(2, (0,))], 1).findings()
    alone = group(found, "seat", "0")
    assert (1, 1, 1, 0.5) == (alone.won, alone.drawn, alone.lost, alone.share.value)
    assert (None, 0, 1) == (alone.even, alone.against_even(), found.drawn)


# ---- ends and lengths


def test_ends() -> None:
    """Reasons by how often, each with its part and who won; draws are nobody's."""
    results = [("end.score", (1, -1)), ("end.score", (-1, 1)), ("end.even", (0, 0))]
    results += [("end.score", (1, -1))]
    found = kept([made(n, got, reason=why) for n, (why, got) in enumerate(results)]).findings()
    score, even = found.ends
    assert ("end.score", 3, (2, 1)) == (score.reason, score.games, score.won)
    assert ("end.even", 1, (0, 0)) == (even.reason, even.games, even.won)
    assert wilson(0.75, 4) == score.share


def test_lengths() -> None:
    """Each count of the facts and the actions of all seats: mean, deviation, five marks, games."""
    matches = [
        made(n, (1, -1), facts=Facts(counts={"turns": n + 1}), moves=n) for n in range(10)
    ]  # fmt: skip
    turns, actions = kept(matches).findings().lengths
    assert ("turns", ACTIONS) == (turns.name, actions.name)
    assert (5.5, (1, 1, 5, 9, 10)) == (turns.mean, turns.marks)
    assert 2.8723 == pytest.approx(turns.deviation, abs=1e-4)
    assert {2 * n: 1 for n in range(10)} == actions.games


@given(st.lists(st.integers(0, 50), min_size=1, max_size=60))
def test_marks_of_a_length_are_values_in_order(values: list[int]) -> None:
    """Least and most are that, and at least half do not exceed the median."""
    found = length("x", values)
    assert list(found.marks) == sorted(found.marks)
    assert (min(values), max(values)) == (found.marks[0], found.marks[4])
    assert sum(value <= found.marks[2] for value in values) * 2 >= len(values)
    assert len(values) == sum(found.games.values())


# ---- points


def scored(*results: tuple[tuple[int, int], int]) -> Findings:
    """Games as ((gold of Red, gold of White), who won); silver is one each."""
    matches = []
    for n, (gold, winner) in enumerate(results):
        facts = Facts(
            points=(gold[0] + 1, gold[1] + 1), score={"gold": gold, "silver": (1, 1)},
            figures={"lies": (n, 0)},
        )  # fmt: skip
        matches.append(made(n, {0: (1, -1), 1: (-1, 1), 2: (0, 0)}[winner], facts=facts))
    return kept(matches).findings()


def test_points_by_source() -> None:
    """Means by seat, of winners and of the others; a draw has neither; the sum has its own line."""
    found = scored(((4, 0), 0), ((2, 0), 1), ((0, 6), 1), ((2, 2), 2))
    gold = source(found, "gold")
    assert ((2.0, 2.0), 4) == (gold.seats, gold.games)
    assert (10 / 3, 2 / 3) == (gold.winners, gold.others)
    assert ["gold", "silver", POINTS] == [one.name for one in found.score]
    assert (3.0, 3.0) == source(found, POINTS).seats
    assert ["lies"] == [one.name for one in found.figures]


def test_what_a_source_is_worth() -> None:
    """Who had any of it won three of four games; where both had it the game is one half."""
    found = scored(((4, 0), 0), ((2, 0), 1), ((0, 6), 1), ((0, 3), 1), ((0, 0), 0))
    assert (0.75, 4) == (source(found, "gold").share.value, source(found, "gold").games)
    assert (0.5, 5) == (source(found, "silver").share.value, source(found, "silver").games)


def test_a_game_without_points() -> None:
    """No facts, no lines, only what follows from results."""
    found = of_wins(2, 1)
    assert ((), ()) == (found.score, found.figures)
    assert [ACTIONS] == [one.name for one in found.lengths]


# ---- order, failures, nothing at all


@given(st.permutations(range(12)))
def test_the_order_of_arrival_changes_nothing(order: list[int]) -> None:
    """Workers end games in any order; the findings are the same to the last digit."""
    matches = [
        made(n, ((1, -1), (-1, 1), (0, 0))[n % 3], took=0.1 * n, facts=Facts(counts={"t": n * n}))
        for n in range(12)
    ]
    expected = kept(matches).findings()
    assert expected == kept([matches[n] for n in order]).findings()


def test_games_that_failed_are_left_out() -> None:
    """They are reported, and count nowhere."""
    found = kept([made(0, (1, -1)), made(1, (1, -1), fault=True)]).findings()
    assert (1, 1) == (found.games, found.left_out)


def test_nothing_played() -> None:
    """Findings of no games are empty, and nothing fails."""
    found = kept([]).findings()
    assert (0, (), ()) == (found.games, found.ends, found.lengths)
    assert [] == kept([]).shares()
    assert Estimate(0.5, 0.0, 1.0) == group(found, "seat", "0").share


def test_running_shares() -> None:
    """While games come in, the share of each seat."""
    shares = kept([made(0, (1, -1)), made(1, (1, -1)), made(2, (-1, 1)), made(3, (1, -1))]).shares()
    assert [0.75, 0.25] == [share.value for share in shares]


def test_findings_survive_json() -> None:
    """What is written is read again, numbers as keys included."""
    found = scored(((4, 0), 0), ((2, 0), 1))
    assert found == msgspec.json.decode(msgspec.json.encode(found), type=Findings)


def test_examples_in_the_docstrings() -> None:
    """What the docstrings show is so."""
    done = doctest.testmod(findings)
    assert (True, 0) == (done.attempted > 0, done.failed)
