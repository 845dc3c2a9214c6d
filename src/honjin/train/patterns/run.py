"""A run that learns weights of patterns (`train.generations`)."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, NamedTuple

from honjin.bots.patterns.files import patterns_bytes, read_patterns
from honjin.bots.patterns.weights import AboutPatterns, PatternValue, blank, rounded
from honjin.envs.setting import Setting
from honjin.train.generations import GenerationRun, Order
from honjin.train.patterns.config import PatternConfig
from honjin.train.patterns.fitting import fit
from honjin.train.patterns.playing import Rows, must_have_deals
from honjin.train.patterns.shards import PatternWork, PatternWorker, message_of, rows_in


class Generation(NamedTuple):
    """A row of the curve. Losses are cross entropies, for rows learned from and rows held out.

    `before` is the held-out loss of the estimate by which the games were played, `seconds` the
    time by the clock.
    """

    generation: int
    games: int
    rows: int
    weights: int
    loss: float
    held_out: float
    before: float
    seconds: float


class PatternRun(GenerationRun[PatternValue]):
    """A run in a folder, with a `PatternConfig`."""

    shard: ClassVar[int] = 100
    worker: ClassVar[type] = PatternWorker

    def __init__(
        self, setting: Setting, config: PatternConfig, folder: Path, rules: str = "compiled"
    ) -> None:
        must_have_deals(setting, config.without)
        super().__init__(setting, config, folder, rules)

    def _new_work(self, address: str) -> PatternWork:
        chosen = self.setting
        return PatternWork(address, chosen.game.version, dict(chosen.options), self.config)

    def _blank(self) -> PatternValue:
        return blank(self.setting.game, self.setting.options)

    def _fitted(self, generation: int) -> tuple[PatternValue, Generation]:
        config, chosen = self.config, self.setting
        rows = Rows.joined(self._learned_from(generation, rows_in))
        games = config.games * min(config.memory, generation)
        found = fit(chosen.game, rows, config, self._here.table.module, generation)
        about = AboutPatterns(
            chosen.key, chosen.game.version, dict(chosen.options), chosen.game.patterns.count,
            generation, games, found.rows, config.seed, config.without,
        )  # fmt: skip
        value = rounded(about, found.weights)
        losses = found.loss, found.held_out, found.before
        row = Generation(generation, games, found.rows, len(value.places), *losses, 0.0)
        return value, row

    def _message(self, order: Order, value: PatternValue) -> bytes:
        return message_of(order, value)

    def _read(self, place: Path) -> PatternValue:
        return read_patterns(place)

    def _bytes(self, value: PatternValue) -> bytes:
        return patterns_bytes(value)
