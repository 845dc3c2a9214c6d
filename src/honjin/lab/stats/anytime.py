"""Intervals that may be inspected, and acted on, after every game.

An interval for n values misses the true mean more often if it is inspected repeatedly and sampling
stops at will. A confidence sequence contains the mean at all times simultaneously, with its stated
confidence. This one bets against every mean m (Waudby-Smith & Ramdas, Journal of the Royal
Statistical Society B 86 (2024) 1-27). Gamblers stake part of their capital on each value x, scaled
to 0..1. Their capital is

    K+ = prod (1 + a (x - m))      K- = prod (1 - b (x - m))        a <= C / m, b <= C / (1 - m)

which does not grow on average if m is the true mean. So the mean capital of several gamblers ever
exceeds 2 / alpha with a probability below alpha / 2 (Ville's inequality); an m for which it does is
excluded for good. A stake is fixed before the value is seen, and is optimal after h values:

    a = b = sqrt(2 log(2 / alpha) / (v h))          v: the variance of the values before

The values only have to lie between the bounds and to have the mean m, whatever came before.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from honjin.lab.stats.intervals import CONFIDENCE, Estimate

POINTS: Final = 1001
"""The number of means that are bet against; intervals end at such means."""
HORIZONS: Final = (64, 512, 4096)
"""The h of each gambler, independent of any planned number of games, which may be raised later."""
_MAX_STAKE: Final = 0.75
_LEAST_VARIANCE: Final = 1e-4


class Anytime:
    """The mean of values from `least` to `most` that arrive one by one.

    The interval of `estimate` contains the true mean at all times simultaneously, with the given
    confidence. It never gets wider.
    """

    def __init__(
        self, least: float = 0.0, most: float = 1.0, confidence: float = CONFIDENCE
    ) -> None:
        self.n, self._least, self._span = 0, least, most - least
        self._total, self._spread = 0.0, 0.25  # as if there had been one value in the middle before
        self._bar = math.log(2 / (1 - confidence))
        self._means = np.linspace(0.0, 1.0, POINTS)
        self._up = np.zeros((len(HORIZONS), POINTS))
        self._down = np.zeros((len(HORIZONS), POINTS))

    def add(self, value: float) -> None:
        """Add a value."""
        x, stakes = (value - self._least) / self._span, self._stakes()
        off = x - self._means
        with np.errstate(divide="ignore"):
            up = np.minimum(stakes, _MAX_STAKE / self._means)
            down = np.minimum(stakes, _MAX_STAKE / (1 - self._means))
        self._up += np.log1p(up * off)
        self._down += np.log1p(-down * off)
        self._count(x)
        self._narrow()

    @property
    def estimate(self) -> Estimate:
        """The mean so far, and its interval; without values, the middle of the range."""
        share = self._total / self.n if self.n else 0.5
        # A mean between two points may belong to the interval although one of them is excluded.
        step = 1 / (POINTS - 1)
        low, high = max(0.0, self._means[0] - step), min(1.0, self._means[-1] + step)
        found = Estimate(share, min(share, float(low)), max(share, float(high)))
        return found.through(lambda part: self._least + self._span * part)

    def _count(self, x: float) -> None:
        before = (0.5 + self._total) / (self.n + 1)
        self.n, self._total = self.n + 1, self._total + x
        self._spread += (x - before) * (x - (0.5 + self._total) / (self.n + 1))

    def _stakes(self) -> Any:
        variance = max(_LEAST_VARIANCE, self._spread / (self.n + 1))
        return np.sqrt(2 * self._bar / (variance * np.array(HORIZONS)))[:, None]

    def _narrow(self) -> None:
        """Exclude means with too much capital won against them, from both ends; never all."""
        won = np.maximum(_log_mean(self._up), _log_mean(self._down))
        left = np.flatnonzero(won < self._bar)
        if left.size:
            kept = slice(int(left[0]), int(left[-1]) + 1)
            self._means = self._means[kept]
            self._up, self._down = self._up[:, kept], self._down[:, kept]


def _log_mean(logs: Any) -> Any:
    """The logarithm of the gamblers' mean capital."""
    return np.logaddexp.reduce(logs, axis=0) - math.log(len(HORIZONS))
