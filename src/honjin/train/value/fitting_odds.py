"""Fitting the odds of actions to those that searches found, in JAX.

The loss is the cross entropy of the search's visits, for priors by the game's estimate times the
odds of one narrow layer. Of an action that has no number the prior stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from honjin.bots.learned.weights import MOST_WEIGHT
from honjin.train.value.config import ValueConfig
from honjin.train.value.playing import Array, Odds

Weights = dict[str, Any]

HELD_OUT: Final = 10
"""Every tenth game is held out."""
NEVER: Final = -1e9


class FittedOdds(NamedTuple):
    """Weights, and the held-out loss with them and without."""

    weights: dict[str, Array]
    held_out: float
    before: float


class Batch(NamedTuple):
    """Decisions: what was seen, and by decision and action its number, log prior and odds."""

    seen: Any
    number: Any
    prior: Any
    odds: Any


def fit_odds(
    odds: Odds, places: Array, actions: int, config: ValueConfig, rng: np.random.Generator
) -> FittedOdds:
    """The weights of the odds that fit decisions best."""
    width = config.widths[2]
    weights: Weights = {
        "odds_first": rng.normal(0, 0.1, (len(places), width)).astype(np.float32),
        "odds_bias": np.zeros(width, np.float32),
        "odds_last": np.zeros((actions, width + 1), np.float32),
    }
    if width == 0 or len(odds.game) == 0:
        return FittedOdds({k: np.zeros_like(w) for k, w in weights.items()}, np.nan, np.nan)
    decisions = Decisions(odds, places)
    is_held = odds.game % HELD_OUT == HELD_OUT - 1
    learned, told = np.flatnonzero(~is_held), np.flatnonzero(is_held)
    if len(learned) == 0 or len(told) == 0:  # few games: all are learned from, and told about
        learned = told = np.arange(len(odds.game))
    before = decisions.loss(weights, told)
    found, least = _descend(decisions, weights, learned, told, config, rng)
    found["odds_first"] = found["odds_first"] / decisions.scale[:, None]
    bounded = {
        name: np.clip(np.asarray(weight, np.float32), -MOST_WEIGHT, MOST_WEIGHT)
        for name, weight in found.items()
    }
    return FittedOdds(bounded, least, before)


def _descend(
    decisions: Decisions, weights: Weights, learned: Array, told: Array, config: ValueConfig,
    rng: np.random.Generator,
) -> tuple[Weights, float]:  # fmt: skip
    """The weights with the least loss on what is held out, and this loss."""
    optimizer = optax.adamw(config.learning_rate, weight_decay=config.decay)
    state = optimizer.init(weights)

    def learn(weights: Weights, state: Any, batch: Batch) -> tuple[Weights, Any]:
        gradient = jax.grad(loss_of)(weights, batch)
        change, state = optimizer.update(gradient, state, weights)
        return optax.apply_updates(weights, change), state

    step = jax.jit(learn)
    best, best_epoch, least = weights, 0, float("inf")
    size = min(config.minibatch, len(learned))
    for epoch in range(1, config.epochs + 1):
        order = rng.permutation(learned)
        for first in range(0, len(order) - size + 1, size):
            weights, state = step(weights, state, decisions.batch(order[first : first + size]))
        missed = decisions.loss(weights, told)
        if missed < least:
            best, best_epoch, least = weights, epoch, missed
        if epoch - best_epoch >= config.patience:
            break
    return best, least


class Decisions:
    """Decisions that batches are taken from."""

    def __init__(self, odds: Odds, places: Array) -> None:
        self._odds, self._places = odds, places
        self._start = np.concatenate([[0], np.cumsum(odds.length)])
        self._most = int(odds.length.max())
        largest = np.zeros(len(places), np.float32)
        for part in np.array_split(np.arange(len(odds.own)), len(odds.own) // 10_000 + 1):
            largest = np.maximum(largest, np.abs(odds.own[part][:, places]).max(axis=0))
        self.scale = np.maximum(largest, 1).astype(np.float32)

    def batch(self, chosen: Array) -> Batch:
        """Some decisions, each with room for as many actions as the largest has."""
        odds, most = self._odds, self._most
        seen = odds.own[chosen][:, self._places] / self.scale
        at = self._start[chosen][:, None] + np.arange(most)
        is_there = np.arange(most) < odds.length[chosen][:, None]
        at = np.minimum(at, len(odds.number) - 1)
        return Batch(
            seen, np.where(is_there, odds.number[at], -1),
            np.where(is_there, odds.prior[at], NEVER), np.where(is_there, odds.odds[at], 0.0),
        )  # fmt: skip

    def loss(self, weights: Weights, chosen: Array) -> float:
        """The mean loss of some decisions."""
        total = 0.0
        for part in self._parts(chosen):
            total += float(_loss(weights, self.batch(part))) * len(part)
        return total / len(chosen)

    def _parts(self, chosen: Array, size: int = 1024) -> Iterator[Array]:
        for first in range(0, len(chosen), size):
            yield chosen[first : first + size]


def loss_of(weights: Weights, batch: Batch) -> Any:
    """The mean cross entropy of the odds of decisions."""
    hidden = jnp.maximum(batch.seen @ weights["odds_first"] + weights["odds_bias"], 0)
    rows = weights["odds_last"][jnp.maximum(batch.number, 0)]
    made = (rows[..., :-1] * hidden[:, None, :]).sum(-1) + rows[..., -1]
    logits = batch.prior + jnp.where(batch.number >= 0, made, 0)
    return -(batch.odds * jax.nn.log_softmax(logits)).sum(-1).mean()


_loss = jax.jit(loss_of)
