"""Playing the games of an update, part by part, in this process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import jax
import numpy as np

from honjin.envs.engine.engine import Engine
from honjin.envs.setting import Setting
from honjin.envs.vector import HonjinVectorEnv
from honjin.train.parts import Games, Part, parts_of
from honjin.train.ppo import Ppo, Weights
from honjin.train.rollout import Rollout
from honjin.train.rows import Rows

if TYPE_CHECKING:
    from honjin.train.methods import Method

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


class Player(ABC):
    """Plays one part of a run's games.

    It can resume any games: those that it does not hold, it replays.
    """

    def __init__(self, setting: Setting, part: Part) -> None:
        self._engine = Engine(setting, part.games)
        self._envs = HonjinVectorEnv(self._engine, copy=False, keep_games=True)
        self._part = part
        self._seen: dict[str, Any] | None = None

    def resume(self, games: Mapping[str, Any]) -> dict[str, Any]:
        """The observations of these games; RecordMismatch if they cannot be replayed."""
        seen, self._seen = self._seen, None
        if seen is None or not _are_same(games, self._envs.games()):
            seen, _ = self._envs.resume(games)
        self._seen = seen
        return seen

    def play(self, update: int, weights: Weights, games: Games, rows: Any) -> Games:
        """Play the steps of an update into rows; return the games after them."""
        seen, self._seen = self.resume(games), None
        self._begin(weights)
        for step in range(rows.steps):
            rows.look(step, seen)
            action = self._decide(update, step, seen, rows)
            seen, _, over, _, infos = self._envs.step(action)
            rows.follow(step, infos["rewards"], over)
        self._seen = seen
        return self._envs.games()

    @abstractmethod
    def _begin(self, weights: Weights) -> None:
        """Take the network that plays."""

    @abstractmethod
    def _decide(self, update: int, step: int, seen: Mapping[str, Any], rows: Any) -> Any:
        """The number of an action for each game; what is learned from goes into the rows."""


class PolicyPlayer(Player):
    """Draws actions from the network's policy."""

    def __init__(self, setting: Setting, ppo: Ppo, part: Part) -> None:
        super().__init__(setting, part)
        self._ppo, self._weights = ppo, Weights()
        self._key = jax.random.key(ppo.config.seed)

    def _begin(self, weights: Weights) -> None:
        self._weights = weights

    def _decide(self, update: int, step: int, seen: Mapping[str, Any], rows: Rollout) -> Any:
        key = jax.random.fold_in(self._key, update * _STEP_SEED + step)
        inputs = seen["observation"], seen["action_mask"]
        found = self._ppo.act(self._weights, *inputs, key, self._part.first)
        action, log_odds, value = map(np.asarray, found)
        rows.decide(step, action, log_odds, value)
        return action


class Here:
    """Plays all parts in this process, one after the other."""

    def __init__(self, method: Method) -> None:
        config = method.config
        self._parts = parts_of(config.parallel, config.parts)
        self._players = [method.player(part) for part in self._parts]

    def resume(self, games: Sequence[Games]) -> None:
        """Resume these games; RecordMismatch if they cannot be replayed."""
        for player, own in zip(self._players, games, strict=True):
            player.resume(own)

    def play(self, order: Order, rows: Rows) -> Played:
        """Play the steps of an update into rows."""
        every = zip(self._players, self._parts, order.games, strict=True)
        return Played([
            player.play(order.update, order.weights, games, rows.part(part))
            for player, part, games in every
        ])  # fmt: skip


def _are_same(games: Mapping[str, Any], others: Mapping[str, Any]) -> bool:
    return all(np.array_equal(held, games[name]) for name, held in others.items())
