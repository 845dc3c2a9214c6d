"""Learning from searches: the network learns what each search found and how its game ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np

from honjin.bots.net.files import Arrays
from honjin.bots.net.guided import LOOPS
from honjin.bots.net.network import scale_of
from honjin.envs.engine import engine
from honjin.envs.setting import Setting
from honjin.train.config import SearchConfig
from honjin.train.curve import AnyRow, SearchRow
from honjin.train.methods import Learned
from honjin.train.parts import Part
from honjin.train.ppo import Weights
from honjin.train.search.imitation import Imitation, Lesson
from honjin.train.search.playing import SearchPlayer, SearchRows
from honjin.train.search.replay import Replay


class BySearch:
    """A method of learning (`methods.Method`)."""

    row: type[AnyRow] = SearchRow
    loops: tuple[Path, ...] = (engine.LOOPS, LOOPS)

    def __init__(self, setting: Setting, config: SearchConfig) -> None:
        self.config, self._setting = config, setting
        self.values = setting.seats
        self._scale = scale_of(setting.game, setting.options)
        self.imitation = Imitation(self._scale, config)
        self.optimizer = self.imitation.optimizer
        self.rollout = self.rows(config.parallel)
        self.replay = Replay(config.buffer, config.parallel, *self._sizes())

    def _sizes(self) -> tuple[int, int, int]:
        return self._setting.seats, self._setting.size, len(self._setting.actions)

    def player(self, part: Part) -> SearchPlayer:
        """What plays a part."""
        return SearchPlayer(self._setting, self.config, self._scale, part)

    def rows(self, games: int) -> SearchRows:
        """Empty rows for this number of games."""
        return SearchRows(self.config.steps, games, *self._sizes())

    def learn(self, weights: Weights, state: Any, update: int) -> Learned:
        """Take in the decisions of the rollout, and learn from some of those in the buffer."""
        settled = self.replay.add(self.rollout)
        steps = -(-self.config.epochs * settled // self.config.minibatch)
        rng = np.random.default_rng((self.config.seed, update))
        every: list[Any] = []
        for _ in range(steps):
            rows = rng.integers(len(self.replay), size=self.config.minibatch)
            weights, state, losses = self.imitation.learn(weights, state, self._lesson(rows))
            every.append(losses)
        return Learned(weights, state, self._told(every))

    def _lesson(self, rows: Any) -> Lesson:
        held = self.replay.settled
        return Lesson(*(jnp.array(held[name][rows]) for name in Lesson._fields))

    def _told(self, every: list[Any]) -> tuple[Any, ...]:
        if not every:
            return 0.0, 0.0, 0.0, 0.0, 0.0, len(self.replay)
        means = np.mean([[float(loss) for loss in losses] for losses in every], axis=0)
        policy, value, entropy, ahead, missed = map(float, means)
        variance = float(self.replay.settled["result"][:, 0].var())
        explained = 1 - missed / variance if variance > 0 else 0.0
        return policy, value, entropy, explained, ahead, len(self.replay)

    def kept(self) -> Arrays:
        """The decisions that wait, and those to learn from."""
        return self.replay.kept()

    def take_up(self, kept: Arrays) -> None:
        """Restore the decisions; ValueError for arrays that do not fit."""
        self.replay.take_up(kept)
