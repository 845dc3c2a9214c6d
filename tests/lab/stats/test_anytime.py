"""Intervals that may be inspected after every value."""

import random
from collections.abc import Iterator

import pytest

from honjin.lab.stats.anytime import Anytime

LONG = 1000


def differences(rng: random.Random, chances: tuple[float, float]) -> Iterator[float]:
    """The first variant's result less the second's, game by game."""
    while True:
        yield (rng.random() < chances[0]) - (rng.random() < chances[1])


def test_begins_with_all_there_can_be() -> None:
    """Before the first value nothing is known."""
    found = Anytime(-1, 1).estimate
    assert (0.0, -1.0, 1.0) == tuple(found)


def test_narrows_around_the_mean_and_never_widens() -> None:
    """The interval holds the mean, and lies in the one before it."""
    always, values = Anytime(-1, 1), differences(random.Random(3), (0.7, 0.4))
    before = always.estimate
    for _ in range(600):
        always.add(next(values))
        here = always.estimate
        assert here.low <= here.value <= here.high
        assert min(before.low, here.value) <= here.low <= here.high
        before = here
    assert before.low > 0.15
    assert before.high < 0.45


def test_values_that_are_all_alike() -> None:
    """Also where nothing varies, at the middle and at an end."""
    for value in (-1.0, 0.0, 1.0):
        always = Anytime(-1, 1)
        for _ in range(500):
            always.add(value)
        assert always.estimate.low <= value <= always.estimate.high
        assert always.estimate.half_width < 0.05


@pytest.mark.slow
@pytest.mark.parametrize("chances", [(0.5, 0.5), (0.55, 0.5), (0.95, 0.5), (0.02, 0.01)])
def test_holds_the_truth_at_all_looks(chances: tuple[float, float]) -> None:
    """Looked at after each of 1,000 games, it ever misses the truth in 5 % of cases or fewer."""
    truth, missed, runs = chances[0] - chances[1], 0, 120
    for seed in range(runs):
        always, values = Anytime(-1, 1), differences(random.Random(seed), chances)
        for _ in range(LONG):
            always.add(next(values))
        # It never widens: what was missed once is missed at the end.
        missed += not always.estimate.low <= truth <= always.estimate.high
    assert missed <= 0.05 * runs


@pytest.mark.slow
def test_sees_a_large_difference_soon() -> None:
    """A difference of 20 points is sure within 500 games, in nine experiments of ten."""
    soon = 0
    for seed in range(100):
        always, values = Anytime(-1, 1), differences(random.Random(seed), (0.6, 0.4))
        for _ in range(500):
            always.add(next(values))
        soon += always.estimate.low > 0
    assert soon >= 90
