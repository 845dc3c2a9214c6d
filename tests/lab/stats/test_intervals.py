"""Means and their intervals."""

import doctest
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honjin.lab import Estimate, Moments, bounded_mean, elo, quantile, wilson
from honjin.lab.stats import intervals, tally

PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)
scores = st.lists(st.sampled_from(PENTANOMIAL), min_size=1, max_size=60)


@pytest.mark.parametrize("module", [intervals, tally])
def test_examples_in_the_docstrings(module: object) -> None:
    """What the docstrings show is so."""
    done = doctest.testmod(module, optionflags=doctest.ELLIPSIS)  # type: ignore[arg-type]
    assert done.attempted > 0
    assert 0 == done.failed


# ---- Wilson


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
     (1, 29, 0.0061, 0.1718)],
)  # fmt: skip
def test_wilson_as_published(successes: int, n: int, low: float, high: float) -> None:
    """The four examples of Newcombe, Statistics in Medicine 17 (1998) 857-872, method 3."""
    found = wilson(successes / n, n)
    assert (low, high) == (round(found.low, 4), round(found.high, 4))


def test_wilson_solves_its_equation() -> None:
    """Its ends are the shares from which what was seen is z standard deviations away."""
    found, z = wilson(0.3, 40), quantile()
    for end in (found.low, found.high):
        assert abs(0.3 - end) == pytest.approx(z * math.sqrt(end * (1 - end) / 40))


def test_of_nothing_everything_is_possible() -> None:
    """Without a single trial the interval is the whole range."""
    assert Estimate(0.5, 0, 1) == bounded_mean(Moments())
    assert Estimate(1.5, 1, 2) == bounded_mean(Moments(), 1, 2)


# ---- means of values between bounds


@pytest.mark.parametrize(("ones", "n"), [(0, 7), (3, 7), (7, 7), (40, 50), (500, 1000)])
def test_of_yes_and_no_it_is_wilsons(ones: int, n: int) -> None:
    """Rounds that end 0 or 1 only have Wilson's interval for n trials."""
    found = bounded_mean(Moments([1.0] * ones + [0.0] * (n - ones)))
    assert tuple(wilson(ones / n, n)) == pytest.approx(tuple(found))


def test_pairs_that_split_are_known_better() -> None:
    """A hundred pairs of 1-1 say more of a score of one half than fifty 2-0 and fifty 0-2."""
    split = bounded_mean(Moments([0.5] * 100))
    swept = bounded_mean(Moments([0.0, 1.0] * 50))
    assert split.value == swept.value == 0.5
    assert split.half_width < swept.half_width / 4


@given(scores)
def test_holds_the_mean_within_the_bounds(values: list[float]) -> None:
    """Whatever is averaged, the interval is in the range and the mean in the interval."""
    found = bounded_mean(Moments(values))
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high
    assert sum(values) / len(values) == pytest.approx(found.value)


@given(scores, st.integers(2, 5))
def test_shrinks_as_more_of_the_same_comes_in(values: list[float], times: int) -> None:
    """The same values over again make the interval narrower."""
    once, often = bounded_mean(Moments(values)), bounded_mean(Moments(values * times))
    assert often.half_width < once.half_width


@given(scores)
def test_grows_with_confidence(values: list[float]) -> None:
    """To be surer, one has to claim less."""
    sure, surer = (bounded_mean(Moments(values), confidence=c) for c in (0.9, 0.99))
    assert surer.low <= sure.low
    assert sure.high <= surer.high
    assert sure.half_width < surer.half_width


@given(scores)
def test_mirrors(values: list[float]) -> None:
    """The other side's interval is this one's, flipped."""
    value, low, high = bounded_mean(Moments(values))
    other = bounded_mean(Moments(1 - v for v in values))
    assert (1 - value, 1 - high, 1 - low) == pytest.approx(tuple(other))


@given(scores, st.floats(-5, 5), st.floats(0.1, 9))
def test_moves_with_its_bounds(values: list[float], least: float, span: float) -> None:
    """Places from 1 to 4 or returns from -3 to 3 have the interval of the shares they stand for."""
    moved = bounded_mean(Moments(least + span * v for v in values), least, least + span)
    share = bounded_mean(Moments(values)).through(lambda part: least + span * part)
    assert tuple(share) == pytest.approx(tuple(moved), abs=1e-4)


@pytest.mark.parametrize(
    "odds",
    [
        (0.25, 0, 0.5, 0, 0.25),  # independent games of equals
        (0.01, 0.02, 0.15, 0.02, 0.8),  # one much stronger
        (0.02, 0, 0.96, 0, 0.02),  # who moves first wins
        (0, 0.1, 0.75, 0.15, 0),  # many draws
        (0.3, 0.1, 0.3, 0.1, 0.2),
    ],
)
@pytest.mark.parametrize("pairs", [10, 50, 200])
def test_covers_the_truth(odds: tuple[float, ...], pairs: int) -> None:
    """Of a thousand simulated arenas, the 95 % interval holds the true score in 93 % or more."""
    rng = random.Random(pairs)
    truth = sum(p * v for p, v in zip(odds, PENTANOMIAL, strict=True))
    found = [bounded_mean(Moments(rng.choices(PENTANOMIAL, odds, k=pairs))) for _ in range(1000)]
    assert sum(one.low <= truth <= one.high for one in found) >= 930


# ---- Elo


@pytest.mark.parametrize(
    ("score", "points"),
    [(0.5, 0), (10 / 11, 400), (1 / 11, -400), (0.75, 190.85), (1, math.inf), (0, -math.inf)],
)
def test_elo(score: float, points: float) -> None:
    """400 points are odds of ten to one; a clean score is beyond all points."""
    assert points == pytest.approx(elo(score), abs=0.005)


@given(st.floats(0.001, 0.999))
def test_elo_is_one_sides_gain(score: float) -> None:
    """What one has more, the other has less."""
    assert elo(score) == pytest.approx(-elo(1 - score), abs=1e-6)
