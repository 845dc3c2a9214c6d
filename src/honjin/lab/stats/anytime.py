"""Intervals that may be inspected, and acted on, after every game.

An interval for n values misses the true mean more often if it is inspected repeatedly and sampling
stops at will. A confidence sequence contains the mean at all times at once with its confidence.
This one bets against every mean m (Waudby-Smith & Ramdas, Journal of the Royal Statistical Society
B 86 (2024) 1-27). Gamblers stake a part of what they have on each value, moved to 0..1, and have

    K+ = prod (1 + a (x - m))      K- = prod (1 - b (x - m))        a <= C / m, b <= C / (1 - m)

which on average never grows where m is the truth: so the mean of what several have ever exceeds
2 / alpha in less than alpha / 2 of all cases (Ville's inequality), and such an m is out for good.
A stake is fixed before the value is seen. Each gambler has a number of values h to do well at:

    a = b = sqrt(2 log(2 / alpha) / (v h))          v: the variance of the values before

Nothing is asked of the values but that they lie between the bounds and that their mean is m,
whatever came before.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from honjin.lab.stats.intervals import CONFIDENCE, Estimate

POINTS: Final = 1001
"""The number of means that are bet against; an interval ends at one of them."""
HORIZONS: Final = (64, 512, 4096)
"""What the gamblers aim at. They do not follow a plan, so that more can be asked for later."""
_MOST_STAKE: Final = 0.75
_LEAST_VARIANCE: Final = 1e-4


class Anytime:
    """The mean of values from `least` to `most` that come one by one.

    `estimate` holds the true mean at all times at once with the confidence. It never gets wider.
    """

    def __init__(
        self, least: float = 0.0, most: float = 1.0, confidence: float = CONFIDENCE
    ) -> None:
        self.n, self._least, self._span = 0, least, most - least
        self._total, self._spread = 0.0, 0.25  # as if one value at the middle had been there before
        self._bar = math.log(2 / (1 - confidence))
        self._means = np.linspace(0.0, 1.0, POINTS)
        self._up = np.zeros((len(HORIZONS), POINTS))
        self._down = np.zeros((len(HORIZONS), POINTS))

    def add(self, value: float) -> None:
        """Add a value."""
        x, stakes = (value - self._least) / self._span, self._stakes()
        off = x - self._means
        with np.errstate(divide="ignore"):
            up = np.minimum(stakes, _MOST_STAKE / self._means)
            down = np.minimum(stakes, _MOST_STAKE / (1 - self._means))
        self._up += np.log1p(up * off)
        self._down += np.log1p(-down * off)
        self._count(x)
        self._narrow()

    @property
    def estimate(self) -> Estimate:
        """The mean so far, and its interval; without values, the middle of all there can be."""
        share = self._total / self.n if self.n else 0.5
        # A mean between two points may be in although one of them is out.
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
        """Leave out means against which too much was won, from both ends; never all."""
        won = np.maximum(_log_mean(self._up), _log_mean(self._down))
        left = np.flatnonzero(won < self._bar)
        if left.size:
            kept = slice(int(left[0]), int(left[-1]) + 1)
            self._means = self._means[kept]
            self._up, self._down = self._up[:, kept], self._down[:, kept]


def _log_mean(logs: Any) -> Any:
    """The logarithm of the mean of what the gamblers have."""
    return np.logaddexp.reduce(logs, axis=0) - math.log(len(HORIZONS))
