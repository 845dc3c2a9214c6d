"""Learning by proximal policy optimization: from each decision once, with the credit it earned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np

from honjin.bots.net.files import Arrays, below, under
from honjin.bots.net.network import scale_of
from honjin.envs.engine.engine import LOOPS
from honjin.envs.setting import Setting
from honjin.train.config import Config
from honjin.train.curve import AnyRow, Row
from honjin.train.methods import Learned
from honjin.train.parts import Part
from honjin.train.playing import PolicyPlayer
from honjin.train.ppo import Batch, Ppo, Weights
from honjin.train.rollout import Rollout


class ByPpo:
    """A method of learning (`methods.Method`)."""

    values = 1
    row: type[AnyRow] = Row
    loops: tuple[Path, ...] = (LOOPS,)

    def __init__(self, setting: Setting, config: Config) -> None:
        self.config, self._setting = config, setting
        self.ppo = Ppo(scale_of(setting.game, setting.options), config)
        self.optimizer = self.ppo.optimizer
        self.rollout = self.rows(config.parallel)

    def player(self, part: Part) -> PolicyPlayer:
        """What plays a part."""
        return PolicyPlayer(self._setting, self.ppo, part)

    def rows(self, games: int) -> Rollout:
        """An empty rollout of this number of games."""
        chosen = self._setting
        sizes = chosen.seats, chosen.size, len(chosen.actions)
        return Rollout(self.config.steps, games, *sizes)

    def learn(self, weights: Weights, state: Any, update: int) -> Learned:
        """Learn from the settled decisions of the rollout, and carry the pending ones over."""
        advantage, is_settled = self.rollout.credit(self.config.discount, self.config.trace)
        rows = np.flatnonzero(is_settled)
        target = advantage + self.rollout.value
        known = advantage.reshape(-1)[rows]
        spread = (advantage - known.mean()) / (known.std() + 1e-8)
        batch = self._batch(spread, target)
        every: list[Any] = []
        for epoch in range(self.config.epochs):
            rng = np.random.default_rng((self.config.seed, update, epoch))
            for part, counts in _parts(rng.permutation(rows), self.config.minibatch):
                weights, state, losses = self.ppo.learn(
                    weights, state, batch, jnp.array(part), jnp.array(counts)
                )
                every.append(losses)
        means = np.mean([[float(loss) for loss in losses] for losses in every], axis=0)
        policy, value, entropy, drift, clipped = map(float, means)
        variance = float(target.reshape(-1)[rows].var())
        explained = 1 - float(known.var()) / variance if variance > 0 else 0.0
        self.rollout.carry(is_settled)
        return Learned(weights, state, (policy, value, entropy, explained, drift, clipped))

    def kept(self) -> Arrays:
        """The pending decisions."""
        return under("waiting", self.rollout.waiting())

    def take_up(self, kept: Arrays) -> None:
        """Restore the pending decisions; ValueError for arrays that do not fit."""
        self.rollout.take_up(below("waiting", kept))

    def _batch(self, advantage: Any, target: Any) -> Batch:
        held = self.rollout
        columns = (held.seen, held.mask, held.action, held.log_odds, advantage, target)
        # Copies, since the arrays are overwritten while JAX may still read them.
        return Batch(*(jnp.array(c.reshape(-1, *c.shape[2:]), copy=True) for c in columns))


def _parts(rows: Any, most: int) -> list[tuple[Any, Any]]:
    """Rows in minibatches of about the same size, padded to one size, with masks of real rows."""
    parts = np.array_split(rows, -(-len(rows) // most))
    found = []
    for part in parts:
        filled = np.zeros(most, np.int32)
        filled[: len(part)] = part
        found.append((filled, (np.arange(most) < len(part)).astype(np.float32)))
    return found
