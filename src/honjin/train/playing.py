"""Playing the games of an update, part by part, in this process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import jax
import numpy as np

from honjin.envs.engine import Engine
from honjin.envs.setting import Setting
from honjin.envs.vector import HonjinVectorEnv
from honjin.train.config import Config
from honjin.train.parts import Games, Part, parts_of
from honjin.train.ppo import Ppo, Weights
from honjin.train.rollout import Rollout

_STEP_SEED: Final = 1 << 16


class Order(NamedTuple):
    """The input of an update: its number, the network that plays, and the games of each part."""

    update: int
    weights: Weights
    games: Sequence[Games]


class Played(NamedTuple):
    """The games of each part after an update, and the processor seconds of other processes."""

    games: list[Games]
    seconds: float = 0.0


class Player:
    """Plays one part of a run's games.

    It can resume any games: those that it does not hold, it replays.
    """

    def __init__(self, setting: Setting, ppo: Ppo, part: Part) -> None:
        engine = Engine(setting, part.games)
        self._envs = HonjinVectorEnv(engine, copy=False, keep_games=True)
        self._ppo, self._part = ppo, part
        self._key = jax.random.key(ppo.config.seed)
        self._seen: dict[str, Any] | None = None

    def resume(self, games: Mapping[str, Any]) -> dict[str, Any]:
        """The observations of these games; RecordMismatch if they cannot be replayed."""
        seen, self._seen = self._seen, None
        if seen is None or not _are_same(games, self._envs.games()):
            seen, _ = self._envs.resume(games)
        self._seen = seen
        return seen

    def play(self, update: int, weights: Weights, games: Games, rollout: Rollout) -> Games:
        """Play the steps of an update into a rollout; return the games after them."""
        seen, self._seen = self.resume(games), None
        for step in range(rollout.steps):
            rollout.look(step, seen)
            key = jax.random.fold_in(self._key, update * _STEP_SEED + step)
            inputs = seen["observation"], seen["action_mask"]
            found = self._ppo.act(weights, *inputs, key, self._part.first)
            action, log_odds, value = map(np.asarray, found)
            rollout.decide(step, action, log_odds, value)
            seen, _, over, _, infos = self._envs.step(action)
            rollout.follow(step, infos["rewards"], over)
        self._seen = seen
        return self._envs.games()


class Here:
    """Plays all parts in this process, one after the other."""

    def __init__(self, setting: Setting, ppo: Ppo) -> None:
        config: Config = ppo.config
        self._parts = parts_of(config.parallel, config.parts)
        self._players = [Player(setting, ppo, part) for part in self._parts]

    def resume(self, games: Sequence[Games]) -> None:
        """Resume these games; RecordMismatch if they cannot be replayed."""
        for player, own in zip(self._players, games, strict=True):
            player.resume(own)

    def play(self, order: Order, rollout: Rollout) -> Played:
        """Play the steps of an update into a rollout."""
        every = zip(self._players, self._parts, order.games, strict=True)
        return Played([
            player.play(order.update, order.weights, games, rollout.part(part))
            for player, part, games in every
        ])  # fmt: skip


def _are_same(games: Mapping[str, Any], others: Mapping[str, Any]) -> bool:
    return all(np.array_equal(held, games[name]) for name, held in others.items())
