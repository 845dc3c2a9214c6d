"""Games in shards, which workers play: processes of this machine, or actors of a Ray cluster.

A shard follows from the settings, its generation, its first game and the weights to play with, all
of which are in the message.
"""

from __future__ import annotations

import msgspec

from honjin.bots.net.files import Arrays, as_json, below, read_json, under, write_arrays
from honjin.bots.patterns.files import arrays_of, patterns_among
from honjin.bots.patterns.weights import PatternValue
from honjin.core.options import Value
from honjin.envs.setting import Setting
from honjin.train.generations import Order, arrays_in, game_of_work
from honjin.train.patterns.config import PatternConfig
from honjin.train.patterns.playing import LOOPS, Rows, Table


class PatternWork(msgspec.Struct, frozen=True):
    """What workers play: the game at `<module>[:NAME]` with these rules and options."""

    address: str
    rules: int
    options: dict[str, Value]
    config: PatternConfig
    method: str = "patterns"


class PatternWorker:
    """The object that runs in a worker (`lab.team`)."""

    def __init__(self, work: bytes, rules: str = "compiled") -> None:
        given = msgspec.json.decode(work, type=PatternWork)
        game = game_of_work(given.address, given.rules, LOOPS, rules)
        self._config = given.config
        setting = Setting(game, game.read_options(given.options))
        self.table = Table(setting, given.config, rules)

    def answer(self, message: bytes) -> bytes:
        """Play a shard."""
        given = arrays_in(message)
        order = read_json(given, "order", Order, "a message")
        value = patterns_among(below("value", given), "a message")
        return write_arrays(as_arrays(self.play(order, value)))

    def play(self, order: Order, value: PatternValue) -> Rows:
        """Play a shard with a value."""
        numbers = range(order.first, order.first + order.games)
        seeds = [(self._config.seed, order.generation, number) for number in numbers]
        return Rows.joined([self.table.play(value, seed) for seed in seeds])


def message_of(order: Order, value: PatternValue) -> bytes:
    """What a worker is told."""
    return write_arrays({"order": as_json(order)} | under("value", arrays_of(value)))


def as_arrays(rows: Rows) -> Arrays:
    """A shard as the arrays of a file."""
    return {name: getattr(rows, name) for name in Rows.__dataclass_fields__}


def rows_in(data: bytes) -> Rows:
    """The shard in the bytes of a file; ValueError unless its arrays fit each other."""
    held = arrays_in(data)
    rows = Rows(*(held[name] for name in Rows.__dataclass_fields__))
    if any(len(getattr(rows, name)) != len(rows) for name in Rows.__dataclass_fields__):
        raise ValueError("expected arrays of the same length")
    return rows
