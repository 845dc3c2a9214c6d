"""Means of values between two bounds, with their intervals. Independent of games.

Scores of games that belong together (one deal, every bot on every seat) are not independent, so
averages are taken over rounds of such games: a pair of games gives one of 0, 1/4, 1/2, 3/4, 1 (the
"pentanomial" model), a larger round some other share.

`wilson` is the score interval for a share of n yes-or-no trials:

    (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n)         Wilson, JASA 22 (1927) 209-212

`bounded_mean` applies it to any values between bounds, with an effective n in place of n:

    m, v = mean and variance of the values, scaled to 0..1, with z²/2 more at 0 and z²/2 more at 1
    n_eff = n m(1-m) / v

The added values keep v above zero when all rounds are equal (Agresti & Coull, The American
Statistician 52 (1998) 119-126); the ratio is the design effect of Kish (Survey Sampling, 1965),
used for shares as in Korn & Graubard (Survey Methodology 24 (1998) 193-201). For yes-or-no values
n_eff is n, and the interval is Wilson's; it always contains the mean and stays within the bounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95


class Estimate(NamedTuple):
    """A mean, and the ends of its interval."""

    value: float
    low: float
    high: float

    def through(self, change: Callable[[float], float]) -> Estimate:
        """This estimate under a non-decreasing function."""
        return Estimate(change(self.value), change(self.low), change(self.high))

    @property
    def half_width(self) -> float:
        """Half of the interval's length."""
        return (self.high - self.low) / 2


class Moments:
    """Count, sum and sum of squares of values that arrive one by one."""

    __slots__ = ("n", "squares", "total")

    def __init__(self, values: Iterable[float] = ()) -> None:
        self.n, self.total, self.squares = 0, 0.0, 0.0
        for value in values:
            self.add(value)

    def add(self, value: float) -> None:
        """Add a value."""
        self.n += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The mean; zero without values."""
        return self.total / self.n if self.n else 0.0

    @property
    def variance(self) -> float:
        """The mean square distance from the mean; zero without values."""
        return max(0.0, self.squares / self.n - self.mean**2) if self.n else 0.0


def quantile(confidence: float = CONFIDENCE) -> float:
    """z: a normal value lies within z standard deviations of its mean with this confidence.

    >>> round(quantile(0.95), 4)
    1.96
    """
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(share: float, n: float, confidence: float = CONFIDENCE) -> Estimate:
    """A share of n trials with Wilson's score interval; n need not be whole.

    >>> wilson(0.5, 100)
    Estimate(value=0.5, low=0.4038..., high=0.5961...)
    """
    if n <= 0:
        return Estimate(share, 0.0, 1.0)
    z2 = quantile(confidence) ** 2
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = math.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    return Estimate(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def bounded_mean(
    values: Moments, least: float = 0.0, most: float = 1.0, confidence: float = CONFIDENCE
) -> Estimate:
    """The mean of independent values from `least` to `most`, with the interval described above."""
    span = most - least
    if not values.n:
        return Estimate((least + most) / 2, least, most)
    share = min(1.0, max(0.0, (values.mean - least) / span))
    n = _effective_n(values.n, share, values.variance / span**2, confidence)
    found = wilson(share, n, confidence)
    return found.through(lambda part: least + span * part)


def _effective_n(n: int, mean: float, variance: float, confidence: float) -> float:
    z2 = quantile(confidence) ** 2
    total = n + z2
    m = (n * mean + z2 / 2) / total
    v = (n * (variance + mean * mean) + z2 / 2) / total - m * m
    return n * max(1.0, m * (1 - m) / v)


def elo(score: float) -> float:
    """The difference in Elo points that corresponds to a score; infinite at 0 and 1.

    -400 log10(1/s - 1), of the logistic model (Elo, The Rating of Chessplayers, 1978).

    >>> round(elo(0.75))
    191
    """
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else -400 * math.log10(1 / score - 1) + 0.0
