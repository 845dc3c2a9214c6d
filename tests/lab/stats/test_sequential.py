"""The sequential test, and how often it errs."""

import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honjin.core.errors import BadOption
from honjin.lab import Running, Sprt, Verdict, log_ratio, read_sprt
from honjin.lab.stats.sequential import TRACE

PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)
counts = st.dictionaries(st.sampled_from(PENTANOMIAL), st.integers(1, 50), min_size=1)


def test_of_yes_and_no_it_is_walds() -> None:
    """Rounds that end 0 or 1 give the ratio of Wald's test of two shares."""
    expected = 30 * math.log(0.6 / 0.5) + 20 * math.log(0.4 / 0.5)
    assert expected == pytest.approx(log_ratio({1.0: 30, 0.0: 20}, 0.5, 0.6), abs=2 * TRACE)


def test_a_ratio_found_by_hand() -> None:
    """Pairs of 1/2 and 1: the best fit with mean 3/4 has them alike, with 7/8 one to three."""
    expected = math.log(0.25 * 0.75) - math.log(0.5 * 0.5)
    assert expected == pytest.approx(log_ratio({0.5: 1, 1.0: 1}, 0.75, 0.875), abs=0.01)


@given(counts, st.floats(0.05, 0.9), st.floats(0.01, 0.09))
def test_turned_round_it_is_the_same(seen: dict[float, int], low: float, gap: float) -> None:
    """The other bot's test, its claims mirrored, has the opposite ratio."""
    mirrored = {1 - score: n for score, n in seen.items()}
    other = log_ratio(mirrored, 1 - low - gap, 1 - low)
    assert log_ratio(seen, low, low + gap) == pytest.approx(-other, abs=1e-6)


@given(counts, st.floats(0.05, 0.9), st.floats(0.01, 0.09))
def test_no_fit_beats_the_mean_that_was_seen(
    seen: dict[float, int], low: float, gap: float
) -> None:
    """Moving a claim towards the mean score makes it likelier."""
    mean = sum(score * n for score, n in seen.items()) / sum(seen.values())
    ratio = log_ratio(seen, low, low + gap)
    if mean >= low + gap:
        assert ratio > -0.05
    elif mean <= low:
        assert ratio < 0.05


@given(counts)
def test_a_round_won_speaks_for_the_higher_claim(seen: dict[float, int]) -> None:
    """One more clean round raises the ratio, one lost lowers it."""
    now = log_ratio(seen, 0.5, 0.6)
    assert log_ratio({**seen, 1.0: seen.get(1.0, 0) + 1}, 0.5, 0.6) > now
    assert log_ratio({**seen, 0.0: seen.get(0.0, 0) + 1}, 0.5, 0.6) < now


def decided(odds: tuple[float, ...], runs: int = 300) -> Counter[Verdict]:
    """The verdicts of a number of simulated matches, each played until there is one."""
    rng, found = random.Random(11), Counter[Verdict]()
    for _ in range(runs):
        running = Running(Sprt())
        while running.verdict is Verdict.OPEN:
            running.add(rng.choices(PENTANOMIAL, odds)[0])
        found[running.verdict] += 1
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "odds", [(0.25, 0, 0.5, 0, 0.25), (0, 0.2, 0.6, 0.2, 0), (0.05, 0, 0.9, 0, 0.05)]
)
def test_rarely_takes_h1_for_h0(odds: tuple[float, ...]) -> None:
    """With a true score of 50 %, H1 (60 %) is taken in 5 % of matches, give or take chance."""
    assert decided(odds)[Verdict.HIGH] <= 300 * 0.05 + 2 * math.sqrt(300 * 0.05 * 0.95)


@pytest.mark.slow
@pytest.mark.parametrize(
    "odds", [(0.16, 0, 0.48, 0, 0.36), (0, 0.1, 0.4, 0.5, 0), (0.02, 0, 0.76, 0, 0.22)]
)
def test_rarely_takes_h0_for_h1(odds: tuple[float, ...]) -> None:
    """With a true score of 60 %, H0 (50 %) is taken in 5 % of matches, give or take chance."""
    assert decided(odds)[Verdict.LOW] <= 300 * 0.05 + 2 * math.sqrt(300 * 0.05 * 0.95)


def test_a_verdict_stays() -> None:
    """It falls once, at the round that crossed the bound; later rounds are still counted."""
    running = Running(Sprt())
    for _ in range(40):
        running.add(1.0)
    at = running.decided_at
    assert Verdict.HIGH is running.verdict
    assert running.ratios[at - 2] < Sprt().bounds[1] <= running.ratios[at - 1]
    for _ in range(200):
        running.add(0.0)
    assert (Verdict.HIGH, at, 240) == (running.verdict, running.decided_at, len(running.ratios))
    assert running.ratios[-1] < Sprt().bounds[0]


def test_bounds_are_walds() -> None:
    """With 5 % of either error, log 19 to both sides."""
    assert (-math.log(19), math.log(19)) == pytest.approx(Sprt().bounds)


def test_reads_a_test() -> None:
    """Two scores with a comma between."""
    assert Sprt(0.65, 0.75) == read_sprt("0.65,0.75")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0.6,0.5", "0 < H0 < H1 < 1, not 0.6,0.5"),
        ("0,0.5", "0 < H0 < H1 < 1, not 0,0.5"),
        ("0.5,1", "0 < H0 < H1 < 1, not 0.5,1"),
        ("nan,0.5", "0 < H0 < H1 < 1"),
        ("0.5", "two scores such as 0.5,0.6, not '0.5'"),
        ("", "two scores such as 0.5,0.6, not ''"),
        ("a,b", "two scores such as 0.5,0.6, not 'a,b'"),
    ],
)
def test_refuses_what_is_no_test(text: str, said: str) -> None:
    """Anything else is refused, naming what was expected and what came."""
    with pytest.raises(BadOption, match=said):
        read_sprt(text)
