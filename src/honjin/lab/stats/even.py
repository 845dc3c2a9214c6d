"""The value of a number (a bid, a handicap, a limit of turns) at which a side wins half the games.

Games are played at several values x, and a side's share of them is fitted by logistic regression,

    share = 1 / (1 + exp(-(a + b x))),        even where x = -a / b

The fit is Firth's (Biometrika 80 (1993) 27-38), which stays finite where a side wins all games
beyond some value (Heinze & Schemper, Statistics in Medicine 21 (2002) 2409-2419). A drawn game is
half a win, so the interval is too wide rather than too narrow. The interval is Fieller's
(Biometrika 32 (1940) 123-134): all x at which a + b x does not differ significantly from zero. If
the slope does not either, the interval is infinite on one side or on both.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from honjin.lab.stats.intervals import CONFIDENCE, Estimate, quantile

_MAX_STEPS: Final = 200
_CLOSE: Final = 1e-10
_LONGEST_STEP: Final = 2.0


class Trial(NamedTuple):
    """A number of games at a value, and the share of them that a side won."""

    at: float
    games: int
    share: float


class Fit(NamedTuple):
    """A line a + b x for the log odds, with the covariance of a and b."""

    a: float
    b: float
    aa: float
    ab: float
    bb: float

    def share(self, x: float) -> float:
        """The share that the line predicts at a value."""
        return _logistic(self.a + self.b * x)

    def even(self, confidence: float = CONFIDENCE) -> Estimate:
        """The value at which the share is a half, with Fieller's interval."""
        z2 = quantile(confidence) ** 2
        # (a + b x)² <= z² (aa + 2 ab x + bb x²)
        square = self.b**2 - z2 * self.bb
        middle = self.a * self.b - z2 * self.ab
        rest = self.a**2 - z2 * self.aa
        value = -self.a / self.b if self.b else math.nan
        root = middle**2 - square * rest
        if square > 0:
            half = math.sqrt(max(0.0, root))
            low, high = (-middle - half) / square, (-middle + half) / square
            return Estimate(value, min(low, value), max(high, value))
        return Estimate(value, *_open_ends(value, square, middle, root))


def _open_ends(value: float, square: float, middle: float, root: float) -> tuple[float, float]:
    """The interval if the slope may be zero: everything, or everything on one side of an end."""
    if root <= 0 or square == 0:
        return -math.inf, math.inf
    half = math.sqrt(root)
    ends = sorted(((-middle - half) / square, (-middle + half) / square))
    # The excluded values lie between the ends.
    return (-math.inf, ends[0]) if value <= ends[0] else (ends[1], math.inf)


def fit(trials: Iterable[Trial]) -> Fit:
    """The line through trials at two values or more; ValueError with fewer."""
    found = [trial for trial in trials if trial.games]
    if len({trial.at for trial in found}) < 2:
        raise ValueError(f"expected games at two values or more, got {len(found)} of them")
    shift = sum(trial.at for trial in found) / len(found)
    scale = max(abs(trial.at - shift) for trial in found)
    moved = [trial._replace(at=(trial.at - shift) / scale) for trial in found]
    a, b = _climb(moved)
    aa, ab, bb = _covariance(moved, a, b)
    # Convert back to the values as given: x = shift + scale * u.
    k = shift / scale
    return Fit(
        a - b * k, b / scale, aa - 2 * k * ab + k * k * bb, (ab - k * bb) / scale, bb / scale**2
    )


def _climb(trials: Sequence[Trial]) -> tuple[float, float]:
    a = b = 0.0
    for _ in range(_MAX_STEPS):
        aa, ab, bb = _covariance(trials, a, b)
        up_a = up_b = 0.0
        for x, games, share in trials:
            p = _logistic(a + b * x)
            weight = games * p * (1 - p)
            leverage = weight * (aa + 2 * ab * x + bb * x * x)
            pull = games * (share - p) + leverage * (0.5 - p)
            up_a, up_b = up_a + pull, up_b + pull * x
        step_a, step_b = aa * up_a + ab * up_b, ab * up_a + bb * up_b
        short = min(1.0, _LONGEST_STEP / max(abs(step_a), abs(step_b), _CLOSE))
        a, b = a + short * step_a, b + short * step_b
        if max(abs(step_a), abs(step_b)) < _CLOSE:
            break
    return a, b


def _covariance(trials: Sequence[Trial], a: float, b: float) -> tuple[float, float, float]:
    """The inverse of the information matrix."""
    w = wx = wxx = 0.0
    for x, games, _ in trials:
        p = _logistic(a + b * x)
        weight = games * p * (1 - p)
        w, wx, wxx = w + weight, wx + weight * x, wxx + weight * x * x
    det = w * wxx - wx * wx
    return wxx / det, -wx / det, w / det


def _logistic(x: float) -> float:
    return 0.5 * (1 + math.tanh(x / 2))
