"""Games played by searches: what each search finds is what the network learns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from honjin.envs.setting import Setting
from honjin.train.config import SearchConfig
from honjin.train.parts import Part
from honjin.train.playing import Player
from honjin.train.ppo import Weights
from honjin.train.rows import Rows
from honjin.train.search.searcher import Found, Searcher


class SearchRows(Rows):
    """Rows with the odds of each action that the searches found."""

    DECIDED: ClassVar[tuple[str, ...]] = ("seen", "mask", "seat", "odds")

    def __init__(self, steps: int, games: int, seats: int, places: int, actions: int) -> None:
        super().__init__(steps, games, seats, places, actions)
        self.odds = np.zeros((steps, games, actions), np.float32)


class SearchPlayer(Player):
    """Plays by searches; each has random numbers of its own, wherever it is played."""

    def __init__(self, setting: Setting, config: SearchConfig, scale: Any, part: Part) -> None:
        super().__init__(setting, part)
        self._config, self._scale = config, scale
        self._searcher = Searcher(setting, config.simulations, config.noise)

    def _begin(self, weights: Weights) -> None:
        whole = {**weights, "scale": self._scale}
        self._searcher.follow(whole, self._config.hidden)

    def _decide(self, update: int, step: int, seen: Mapping[str, Any], rows: SearchRows) -> Any:
        lengths = self._envs.games()["lengths"]
        rows.odds[step] = 0
        actions = np.zeros(self._part.games, np.int64)
        for i, seat in enumerate(seen["to_play"].tolist()):
            seed = self._config.seed, update, step, self._part.first + i
            luck = np.random.default_rng(seed)
            found = self._searcher.think(self._engine, i, seat, luck)
            rows.odds[step, i, found.numbers] = found.odds
            is_drawn = self._searcher.is_mixed or lengths[i] < self._config.opening
            actions[i] = chosen(found, luck, is_drawn=is_drawn)
        return actions


def chosen(found: Found, luck: np.random.Generator, *, is_drawn: bool) -> int:
    """The number of an action: one drawn by the odds, or the likeliest."""
    if not is_drawn:
        return int(found.numbers[np.argmax(found.odds)])
    return int(luck.choice(found.numbers, p=found.odds))
