"""Fitting a value to what games taught, in JAX.

The loss is the cross entropy of the expected result, as a share of the possible ones. Rows of
some games are held out; the weights with the least loss on them are kept, and fitting ends when
they have not improved for a while. Most of a loss is the uncertainty of the targets themselves, so
a value is also judged by how well it tells the actions of one decision apart (`order.ordered`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from honjin.bots.learned.learned_loop import GUESS_UNIT
from honjin.bots.learned.weights import MOST_WEIGHT, shapes_of
from honjin.train.config import BadTraining
from honjin.train.value.config import ValueConfig
from honjin.train.value.fitting_odds import HELD_OUT, fit_odds
from honjin.train.value.order import ordered
from honjin.train.value.playing import Array, Taught

Weights = dict[str, Any]

MANY: Final = 20_000
"""Rows whose loss is computed at once."""


class Fitted(NamedTuple):
    """Weights, and their losses: on the rows learned from, and on those held out.

    `before` is the held-out loss of the game's estimate alone, scaled as well as it can be.
    `ordered` and `ordered_before` are the shares of held-out pairs that the value and the estimate
    put in the order of the targets; `odds` and `priors` the held-out losses of the corrected priors
    and of those by the estimate.
    """

    weights: dict[str, Array]
    rows: int
    epochs: int
    loss: float
    held_out: float
    before: float
    ordered: float
    ordered_before: float
    odds: float
    priors: float


class Data(NamedTuple):
    """Rows as arrays for fitting."""

    seen: Any
    guess: Any
    target: Any


def fit(taught: Taught, actions: int, config: ValueConfig, generation: int) -> Fitted:
    """The weights that fit best what games taught; the same games give the same weights."""
    rows = taught.rows
    is_held = rows.game % HELD_OUT == HELD_OUT - 1
    if is_held.all():
        raise BadTraining("expected rows to learn from, the games gave none; keep more of them")
    places = varied_places(rows.seen)
    target = (1 + rows.target) / 2
    seen = rows.seen[:, places]
    data, held = (Data(seen[part], rows.guess[part], target[part]) for part in (~is_held, is_held))
    rng = np.random.default_rng((config.seed, generation))
    scale = 1 / np.maximum(np.abs(seen).max(axis=0, initial=1), 1).astype(np.float32)
    fitter = Fitter(config, scale)
    found, epochs, loss = fitter.fit(data, held, rng)
    found["first"] = found["first"].at[: len(places)].multiply(scale[:, None])
    weights = {
        name: np.clip(np.asarray(weight, np.float32), -MOST_WEIGHT, MOST_WEIGHT)
        for name, weight in found.items()
    }
    before = fitter.loss_of_estimate(data, held)
    told = rows.part(is_held if is_held.any() else ~is_held)
    own = logits(np, weights, told.seen[:, places], told.guess)
    orders = ordered(told, own), ordered(told, told.guess)
    weights["places"] = places.astype(np.int32)
    odds = fit_odds(taught.odds, places, actions, config, rng)
    weights |= odds.weights
    return Fitted(
        weights, len(data.target), epochs, *loss, before, *orders, odds.held_out, odds.before
    )


def varied_places(seen: Array) -> Array:
    """The places that are not the same in all rows."""
    varied = np.zeros(seen.shape[1], bool)
    for part in np.array_split(seen, max(1, len(seen) // 10_000)):
        varied |= (part != seen[0]).any(axis=0)
    return np.flatnonzero(varied)


class Fitter:
    """The compiled steps of one fit."""

    def __init__(self, config: ValueConfig, scale: Array) -> None:
        self._config, self._scale = config, jnp.asarray(scale)
        self._optimizer = optax.adamw(config.learning_rate, weight_decay=config.decay)
        self._step = jax.jit(self._learn)

    def fit(
        self, data: Data, held: Data, rng: np.random.Generator
    ) -> tuple[Weights, int, tuple[float, float]]:
        """The best weights, the epochs until then, and their losses."""
        weights = self._first_weights(data.seen.shape[1], rng)
        state = self._optimizer.init(weights)
        best, best_epoch, losses = weights, 0, (float("inf"), float("inf"))
        for epoch in range(1, self._config.epochs + 1):
            weights, state, loss = self._epoch(weights, state, data, rng)
            missed = self._mean_loss(weights, held if len(held.target) else data)
            if missed < losses[1]:
                best, best_epoch, losses = weights, epoch, (loss, missed)
            if epoch - best_epoch >= self._config.patience:
                break
        return best, best_epoch, losses

    def loss_of_estimate(self, data: Data, held: Data) -> float:
        """The held-out loss of the game's estimate, with the best of some weights for it."""
        told = held if len(held.target) else data
        scales = np.linspace(0, 2, 41)
        fits = [cross_entropy(data.guess * scale, data.target) for scale in scales]
        return cross_entropy(told.guess * scales[int(np.argmin(fits))], told.target)

    def _first_weights(self, places: int, rng: np.random.Generator) -> Weights:
        shapes = shapes_of(places, 0, self._config.widths)
        names = ("first", "bias", "second", "second_bias", "last")
        weights: Weights = {name: np.zeros(shapes[name], np.float32) for name in names}
        for name, spread in (("first", 0.1), ("second", np.sqrt(2 / self._config.widths[0]))):
            weights[name] = rng.normal(0, spread, shapes[name]).astype(np.float32)
        weights["last"][2:] = rng.normal(0, 0.1, shapes["last"][0] - 2)
        weights["last"][0] = 1
        return {name: jnp.asarray(weight) for name, weight in weights.items()}

    def _epoch(
        self, weights: Weights, state: Any, data: Data, rng: np.random.Generator
    ) -> tuple[Weights, Any, float]:
        size = min(self._config.minibatch, len(data.target))
        order = rng.permutation(len(data.target))
        losses = []
        for first in range(0, len(order) - size + 1, size):
            batch = Data(*(held[order[first : first + size]] for held in data))
            weights, state, loss = self._step(weights, state, batch)
            losses.append(loss)
        return weights, state, float(np.mean([float(loss) for loss in losses]))

    def _learn(self, weights: Weights, state: Any, data: Data) -> tuple[Weights, Any, Any]:
        loss, gradient = jax.value_and_grad(self._loss)(weights, data)
        change, state = self._optimizer.update(gradient, state, weights)
        return optax.apply_updates(weights, change), state, loss

    def _loss(self, weights: Weights, data: Data) -> Any:
        z = logits(jnp, weights, data.seen * self._scale, data.guess)
        return jnp.mean(optax.sigmoid_binary_cross_entropy(z, data.target))

    def _mean_loss(self, weights: Weights, data: Data) -> float:
        given = {name: np.asarray(weight) for name, weight in weights.items()}
        scale, total = np.asarray(self._scale), 0.0
        for part in np.array_split(np.arange(len(data.target)), len(data.target) // MANY + 1):
            z = logits(np, given, data.seen[part] * scale, data.guess[part])
            total += cross_entropy(z, data.target[part]) * len(part)
        return total / len(data.target)


def logits(xp: Any, weights: Mapping[str, Any], seen: Any, guess: Any) -> Any:
    """The logits of the results, with NumPy or JAX: the arithmetic of `learned_loop`."""
    first = weights["first"]
    x = seen @ first[:-1] + GUESS_UNIT * guess[:, None] * first[-1] + weights["bias"]
    y = xp.maximum(x, 0) @ weights["second"] + weights["second_bias"]
    last = weights["last"]
    return last[0] * guess + last[1] + xp.maximum(y, 0) @ last[2:]


def cross_entropy(z: Array, target: Array) -> float:
    """The mean cross entropy of logits with targets from 0 to 1."""
    return float(np.mean(np.logaddexp(0, z) - target * z))
