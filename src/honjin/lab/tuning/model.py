"""Estimating the seats' shares at points where few or no games were played.

The log odds of each seat's share are a Gaussian process over what varies (Rasmussen & Williams,
Gaussian Processes for Machine Learning, 2006): a line, smooth deviations from it, and for each
point a deviation of its own, with noise that depends on the number of games played there. The next
point is chosen by Thompson sampling (Biometrika 25 (1933) 285-294): one function is drawn from the
process, and the point where it is most even is played. So each point is played in proportion to its
probability of being the most even.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from honjin.lab.errors import NoLearning

Floats = NDArray[np.float64]

DRAWS: Final = 400
_JITTER: Final = 1e-6
_OWN: Final = 1e-3
"""A length scale below the distance of any two points: neighbours say nothing of each other."""


class Seen(NamedTuple):
    """The results at a point: the number of games, and the sum of each seat's shares."""

    games: int
    sums: tuple[float, ...]


class Model:
    """The seats' shares over rows of features; `even` is the share that each should have."""

    def __init__(self, seats: int, even: float) -> None:
        self.even = even
        # With two seats, one determines the other.
        self.counted = 1 if seats <= 2 else seats
        self._processes: list[Any] = [None] * self.counted
        self._kernels: list[Any] = [None] * self.counted

    def learn(self, rows: Sequence[Sequence[float]], seen: Sequence[Seen], *, refits: bool) -> None:
        """Fit the process to the results; `refits` fits its hyperparameters as well."""
        features = np.array(rows, float)
        games = np.array([one.games for one in seen], float) + 2
        for seat in range(self.counted):
            sums = np.array([one.sums[seat] for one in seen]) + 2 * self.even
            share = np.clip(sums / games, 1 / games, 1 - 1 / games)
            noise = 1 / (games * share * (1 - share))
            self._fit(seat, features, _log_odds(share) - _log_odds(self.even), noise, refits)

    def _fit(self, seat: int, rows: Floats, odds: Floats, noise: Floats, refits: bool) -> None:
        process_of, usual = _parts()
        fresh = refits or self._kernels[seat] is None
        kernel = usual if fresh else self._kernels[seat]
        optimiser = "fmin_l_bfgs_b" if fresh else None
        process = process_of(kernel, alpha=noise, optimizer=optimiser)
        with warnings.catch_warnings():  # hyperparameters at a bound are fine
            warnings.simplefilter("ignore")
            process.fit(rows, odds)
        self._processes[seat], self._kernels[seat] = process, process.kernel_

    def draw(self, rows: Sequence[Sequence[float]], rng: np.random.Generator) -> Floats:
        """The unevenness of each row in one function drawn from the process."""
        features, shares = np.array(rows, float), []
        for process in self._processes:
            mean, spread = process.predict(features, return_cov=True)
            root = np.linalg.cholesky(spread + _JITTER * np.eye(len(mean)))
            shares.append(self._share(mean + root @ rng.normal(size=len(mean))))
        return self._uneven(np.array(shares))

    def judge(self, rows: Sequence[Sequence[float]], rng: np.random.Generator) -> Floats:
        """The unevenness of each row in DRAWS draws, as columns."""
        features, shares = np.array(rows, float), []
        for process in self._processes:
            mean, spread = process.predict(features, return_std=True)
            noise = rng.normal(size=(DRAWS, 1))  # the same noise for all rows
            shares.append(self._share(mean + spread * noise))
        return self._uneven(np.array(shares))

    def shares(self, row: Sequence[float]) -> list[float]:
        """The expected share of each modelled seat."""
        features = np.array([row], float)
        return [float(self._share(process.predict(features))[0]) for process in self._processes]

    def _share(self, odds: Floats) -> Floats:
        found: Floats = 1 / (1 + np.exp(-(odds + _log_odds(self.even))))
        return found

    def _uneven(self, shares: Floats) -> Floats:
        found: Floats = np.abs(shares - self.even).max(axis=0)
        return found


def _log_odds(share: Any) -> Any:
    """Of a share, or of an array of them."""
    return np.log(share / (1 - share))


def _parts() -> tuple[Any, Any]:
    """The process and the priors of its hyperparameters."""
    try:
        from sklearn.gaussian_process import GaussianProcessRegressor
        from sklearn.gaussian_process.kernels import ConstantKernel, DotProduct, Matern
    except ImportError:
        raise NoLearning("a search needs scikit-learn: pip install 'honjin[lab]'") from None
    line = ConstantKernel(1.0, (1e-2, 30.0)) * DotProduct(1.0, (0.1, 10.0))
    rest = ConstantKernel(0.3, (1e-3, 20.0)) * Matern(0.5, (0.1, 5.0), nu=2.5)
    # Games are rougher than any smooth model: by five points of a share or more (0.2 in log odds).
    own = ConstantKernel(0.1, (0.05, 2.0)) * Matern(_OWN, "fixed", nu=0.5)
    return GaussianProcessRegressor, line + rest + own
