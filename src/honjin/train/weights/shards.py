"""Trials in shards, which workers play: processes of this machine, or actors of a Ray cluster.

A shard follows from the settings, its generation, its first trial and the weights so far, all of
which are in the message.
"""

from __future__ import annotations

import msgspec

from honjin.bots.weighed.learned import LearnedWeights
from honjin.core.options import Value
from honjin.envs.setting import Setting
from honjin.train.generations import Order, game_of_work
from honjin.train.weights.config import WeightConfig
from honjin.train.weights.playing import LOOPS, Table, sides_of
from honjin.train.weights.trials import trial


class WeightWork(msgspec.Struct, frozen=True):
    """What workers play: the game at `<module>[:NAME]` with these rules, and options in turn.

    The weights are for games with the options `named`, whatever the others are. `start` are the
    weights to begin with, if not the usual ones.
    """

    address: str
    rules: int
    options: tuple[dict[str, Value], ...]
    named: dict[str, Value]
    config: WeightConfig
    start: LearnedWeights | None = None
    method: str = "weights"


class Asked(msgspec.Struct, frozen=True):
    """A message to a worker."""

    order: Order
    weights: LearnedWeights


class Scores(msgspec.Struct, frozen=True):
    """A shard: the first side's score in each trial, from -1 to 1, beginning with a number."""

    first: int
    scores: tuple[float, ...]

    def __post_init__(self) -> None:
        """Raise ValueError for a score that no trial has."""
        if wrong := [score for score in self.scores if not -1 <= score <= 1]:
            raise ValueError(f"expected scores from -1 to 1, got {wrong[0]:g}")


def trials_of(order: Order) -> range:
    """The numbers of the trials of a shard: each is two games."""
    return range(order.first // 2, (order.first + order.games) // 2)


def scores_in(data: bytes) -> Scores:
    """The shard in the bytes of a file; MsgspecError if it holds none."""
    return msgspec.json.decode(data, type=Scores)


class WeightWorker:
    """The object that runs in a worker (`lab.team`)."""

    def __init__(self, work: bytes, rules: str = "compiled") -> None:
        given = msgspec.json.decode(work, type=WeightWork)
        game = game_of_work(given.address, given.rules, LOOPS, rules)
        self._config = given.config
        settings = [Setting(game, game.read_options(options)) for options in given.options]
        self._table = Table(settings, given.config.simulations, rules)

    def answer(self, message: bytes) -> bytes:
        """Play a shard."""
        asked = msgspec.json.decode(message, type=Asked)
        order = asked.order
        numbers = trials_of(order)
        scores = tuple(self.score(asked.weights, order.generation, one) for one in numbers)
        return msgspec.json.encode(Scores(numbers.start, scores))

    def score(self, weights: LearnedWeights, generation: int, number: int) -> float:
        """Play a trial: both sides play every seat."""
        tried = trial(self._config, weights, generation, number)
        sides = sides_of(self._table.seats(number), tried.luck)
        seed = int(tried.luck.integers(1 << 32))
        rows = (tried.first, tried.second)
        there = self._table.play(number, sides, rows, seed)
        back = self._table.play(number, [1 - side for side in sides], rows, seed)
        return (there + back) / 2
