"""Stopping early: Wald's sequential test, for scores of rounds instead of yes-or-no trials.

Two hypotheses compete: H0 "the score is `low`" and H1 "the score is `high`". After each round the
logarithm of their likelihood ratio is compared with two bounds,

    log(beta / (1 - alpha))   accept H0        log((1 - beta) / alpha)   accept H1

(Wald, Annals of Mathematical Statistics 16 (1945) 117-186). The probabilities of the scores 0, 1/4,
... 1 of a round are unknown, so each hypothesis is given the distribution with its mean that fits
the rounds best: a generalised test (Van den Bergh, "A practical introduction to the GSPRT", 2020,
in use at Fishtest). The best fit with mean s gives the value a the share

    p(a) / (1 + t (a - s))       p(a): its share of the rounds; t makes the mean s

(Owen, Biometrika 75 (1988) 237-249). `TRACE` rounds at 0 and at 1 are added so that it exists.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from honjin.core.errors import BadOption

TRACE: Final = 1e-3
_STEPS: Final = 60
_NEAR: Final = 1e-12


class Verdict(StrEnum):
    """The result of a test."""

    OPEN = "open"
    LOW = "low"  # H0 is accepted
    HIGH = "high"  # H1 is accepted


@dataclass(frozen=True)
class Sprt:
    """The hypotheses of a test, and its error rates (if H0 holds, if H1 holds)."""

    low: float = 0.5
    high: float = 0.6
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """BadOption unless 0 < low < high < 1."""
        if not 0 < self.low < self.high < 1:
            raise BadOption(
                f"the two scores of a test satisfy 0 < H0 < H1 < 1, not {self.low:g},{self.high:g}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which H0 and H1 are accepted."""
        lower = math.log(self.beta / (1 - self.alpha))
        return lower, math.log((1 - self.beta) / self.alpha)


def read_sprt(text: str) -> Sprt:
    """The test of a text such as `0.5,0.6`; BadOption says what was expected."""
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise BadOption(f"a test is two scores such as 0.5,0.6, not {text!r}") from None
    return Sprt(low, high)


@dataclass
class Running:
    """A test in progress: the scores of rounds are added in the order of the rounds."""

    test: Sprt
    verdict: Verdict = Verdict.OPEN
    decided_at: int = 0  # the number of rounds after which the verdict was reached
    ratios: list[float] = field(default_factory=list)  # after each round
    _counts: Counter[float] = field(default_factory=Counter)

    def add(self, score: float) -> None:
        """Add a round; once reached, the verdict no longer changes."""
        self._counts[score] += 1
        self.ratios.append(log_ratio(self._counts, self.test.low, self.test.high))
        if self.verdict is Verdict.OPEN:
            self._decide()

    def _decide(self) -> None:
        lower, upper = self.test.bounds
        if lower < self.ratios[-1] < upper:
            return
        self.verdict = Verdict.HIGH if self.ratios[-1] >= upper else Verdict.LOW
        self.decided_at = len(self.ratios)


def log_ratio(counts: Mapping[float, float], low: float, high: float) -> float:
    """The logarithm of the likelihood under mean `high` over that under mean `low`.

    `counts` is the number of rounds with each score, from 0 to 1.
    """
    weights = dict(counts)
    for end in (0.0, 1.0):
        weights[end] = weights.get(end, 0.0) + TRACE
    t_low, t_high = _tilt(weights, low), _tilt(weights, high)
    return math.fsum(
        n * math.log((1 + t_low * (a - low)) / (1 + t_high * (a - high)))
        for a, n in weights.items()
    )


def _tilt(weights: Mapping[float, float], mean: float) -> float:
    """The t with sum of n (a - mean) / (1 + t (a - mean)) = 0, by bounded Newton steps."""
    below, above, t = -1 / (1 - mean), 1 / mean, 0.0
    for _ in range(_STEPS):
        shares = [(n, (a - mean) / (1 + t * (a - mean))) for a, n in weights.items()]
        rest = sum(n * share for n, share in shares)  # decreases in t
        below, above = (t, above) if rest > 0 else (below, t)
        before, t = t, t + rest / sum(n * share * share for n, share in shares)
        if not below < t < above:
            t = (below + above) / 2
        if abs(t - before) < _NEAR:
            break
    return t
