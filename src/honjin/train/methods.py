"""What the methods of learning have in common: how one is driven by the trainer."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, Protocol

from honjin.bots.net.files import Arrays
from honjin.envs.setting import Setting
from honjin.train.config import AnyConfig, Common, Config
from honjin.train.curve import AnyRow
from honjin.train.parts import Part
from honjin.train.playing import Player
from honjin.train.ppo import Weights
from honjin.train.rows import Rows


class Learned(NamedTuple):
    """The network after an update, the optimizer's state, and the last columns of its row."""

    weights: Weights
    state: Any
    told: tuple[Any, ...]


class Method(Protocol):
    """A method of learning, with whatever it keeps between updates.

    values    the number of seats that the network's values are for: 1, the acting one, or all
    row       the kind of its rows in the curve
    loops     the loop files that playing needs compiled
    rollout   what was played in the last update
    optimizer of optax
    """

    values: int
    row: type[AnyRow]
    loops: tuple[Path, ...]
    rollout: Any
    optimizer: Any

    @property
    def config(self) -> Common:
        """The settings."""
        ...

    def player(self, part: Part) -> Player:
        """What plays a part."""
        ...

    def rows(self, games: int) -> Rows:
        """Empty rows for this number of games."""
        ...

    def learn(self, weights: Weights, state: Any, update: int) -> Learned:
        """Learn from the rollout."""
        ...

    def kept(self) -> Arrays:
        """What it keeps until the next update."""
        ...

    def take_up(self, kept: Arrays) -> None:
        """Restore what `kept` has given; ValueError for arrays that do not fit."""
        ...


def method_of(setting: Setting, config: AnyConfig) -> Method:
    """The method with these settings, at its beginning."""
    if isinstance(config, Config):
        from honjin.train.by_ppo import ByPpo

        return ByPpo(setting, config)
    from honjin.train.search.by_search import BySearch

    return BySearch(setting, config)
