"""A run that learns the weights of an estimate (`train.generations`)."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from pathlib import Path
from statistics import geometric_mean
from typing import Any, ClassVar, NamedTuple

import msgspec

from honjin.bots.weighed.files import read_weights, weights_bytes
from honjin.bots.weighed.learned import LearnedWeights, usual_weights
from honjin.core.options import Options
from honjin.envs.setting import Setting
from honjin.train.config import BadTraining
from honjin.train.generations import GenerationRun, Order
from honjin.train.weights.config import WeightConfig
from honjin.train.weights.shards import (
    Asked,
    Scores,
    WeightWork,
    WeightWorker,
    scores_in,
    trials_of,
)
from honjin.train.weights.trials import learned


class Generation(NamedTuple):
    """A row of the curve.

    `decided` is the number of trials that one side won, `moved` how far the logarithms of the
    weights are from those of the usual ones, on average; `seconds` are by the clock.
    """

    generation: int
    games: int
    decided: int
    moved: float
    seconds: float


class WeightRun(GenerationRun[LearnedWeights]):
    """A run in a folder, with a `WeightConfig`.

    Trials are played with each of the settings in turn. The weights are for games with the options
    `named`, whatever the others are. Learning begins with the weights of `start`, or else with the
    usual ones.
    """

    shard: ClassVar[int] = 20
    ending: ClassVar[str] = ".json"
    worker: ClassVar[type] = WeightWorker

    def __init__(
        self, settings: Sequence[Setting], config: WeightConfig, folder: Path, named: Options,
        start: LearnedWeights | None = None, rules: str = "compiled",
    ) -> None:  # fmt: skip
        game = settings[0].game
        if game.weigh is None:
            raise BadTraining(f"{game.key} has no weights to learn")
        if start is not None and not start.suits(game, start.options):
            got = f"{start.game} (rules {start.rules})"
            raise BadTraining(f"expected weights of {game.key} as it is to start with, got {got}")
        self._named, self._settings, self._start = named, settings, start
        super().__init__(settings[0], config, folder, rules)

    def _new_work(self, address: str) -> WeightWork:
        options = tuple(dict(one.options) for one in self._settings)
        return WeightWork(
            address, self.setting.game.version, options, dict(self._named), self.config, self._start
        )  # fmt: skip

    def _blank(self) -> LearnedWeights:
        usual = usual_weights(self.setting.game, self._named)
        if self._start is None:
            return usual
        return msgspec.structs.replace(usual, weights=self._start.weights)

    def _fitted(self, generation: int) -> tuple[LearnedWeights, Generation]:
        config = self.config
        scores: dict[int, float] = {}
        for shard in self._learned_from(generation, scores_in):
            scores |= dict(enumerate(shard.scores, shard.first))
        latest = self._latest(generation)
        weights = learned(config, latest, generation, scores)
        value = msgspec.structs.replace(
            latest, weights=weights, generation=generation, games=generation * config.games,
            simulations=config.simulations, seed=config.seed,
        )  # fmt: skip
        decided = sum(score != 0 for score in scores.values())
        row = Generation(generation, value.games, decided, self._moved(value), 0.0)
        return value, row

    def _result(self, latest: LearnedWeights) -> LearnedWeights:
        """The geometric mean of the later half of the generations: steps to and fro even out.

        Averaging is by Polyak and Juditsky, SIAM J. Control Optim. 30 (1992) 838-855.
        """
        later = range(latest.generation // 2 + 1, latest.generation + 1)
        all_weights = [self._read(self._place(n) / self.value_name).weights for n in later]
        weights = {
            key: geometric_mean([one[key] for one in all_weights]) if weight else 0.0
            for key, weight in latest.weights.items()
        }
        return msgspec.structs.replace(latest, weights=weights)

    def _must_answer(self, order: Order, shard: Scores) -> None:
        expected, got = trials_of(order), range(shard.first, shard.first + len(shard.scores))
        if got != expected:
            told = f"{len(expected)} trials from number {expected.start} on"
            raise ValueError(f"{told}, got {len(got)} from {got.start}")

    def _window(self, generation: int) -> range:
        return range(generation, generation + 1)

    def _moved(self, value: LearnedWeights) -> float:
        pairs = zip(value.weights.values(), self.setting.game.weights, strict=True)
        far = [abs(log(weight / one.usual)) for weight, one in pairs if weight and one.usual]
        return sum(far) / max(1, len(far))

    def _told(self, row: Any) -> str:
        return f"{row.decided} trials decided, weights moved by {100 * row.moved:.1f} %"

    def _message(self, order: Order, value: LearnedWeights) -> bytes:
        return msgspec.json.encode(Asked(order, value))

    def _read(self, place: Path) -> LearnedWeights:
        return read_weights(place)

    def _bytes(self, value: LearnedWeights) -> bytes:
        return weights_bytes(value)
