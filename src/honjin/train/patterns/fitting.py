"""Fitting weights of patterns to what games taught: a logistic regression by Adagrad.

The rows of some games are held out; the loss is the cross entropy of the expected result.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final, NamedTuple

import numpy as np

from honjin.bots.patterns.patterns_loop import FINE
from honjin.core.game import Game
from honjin.train.patterns.config import PatternConfig
from honjin.train.patterns.playing import Array, Rows

HELD_OUT: Final = 10
"""Every tenth game is held out."""
LAST_RATE: Final = 0.03
"""The learning rate at the end, as a share of the first."""


class Fitted(NamedTuple):
    """Weights in units of `patterns_loop`, and losses: on rows learned from, and on those held out.

    `before` is the held-out loss of the estimate by which the games were played, scaled as well as
    can be.
    """

    weights: Array
    rows: int
    loss: float
    held_out: float
    before: float


def fit(
    game: Game[Any], rows: Rows, config: PatternConfig, module: ModuleType, generation: int
) -> Fitted:
    """The weights that fit rows; the same rows give the same weights."""
    is_held = rows.game % HELD_OUT == HELD_OUT - 1
    taught, held = np.flatnonzero(~is_held), np.flatnonzero(is_held)
    rng = np.random.default_rng((config.seed, generation))
    weights = np.zeros(game.patterns.count, np.float32)
    squares = np.ones(game.patterns.count, np.float32)
    for epoch in range(config.epochs):
        part = 1 - epoch / config.epochs
        rate = config.learning_rate * (LAST_RATE + (1 - LAST_RATE) * part)
        pace = np.array([rate, config.decay], np.float32)
        module.descend(weights, squares, rows.places, rows.target, rng.permutation(taught), pace)
    logits = np.zeros(len(rows), np.float32)
    module.expect_all(weights, rows.places, logits)
    told = held if len(held) else taught
    loss, held_out = (cross_entropy(logits[one], rows.target[one]) for one in (taught, told))
    before = loss_of_estimate(rows.guess, rows.target, taught, told)
    return Fitted(weights * (1 << FINE), len(rows), loss, held_out, before)


def loss_of_estimate(guess: Array, target: Array, taught: Array, told: Array) -> float:
    """The loss of an estimate, with the scale that suits the rows learned from best."""
    scales = 10 ** np.linspace(-3, 0, 31)
    fits = [cross_entropy(guess[taught] * scale, target[taught]) for scale in scales]
    return cross_entropy(guess[told] * scales[int(np.argmin(fits))], target[told])


def cross_entropy(z: Array, target: Array) -> float:
    """The mean cross entropy of logits with targets from 0 to 1."""
    return float(np.mean(np.logaddexp(0, z) - target * z))
