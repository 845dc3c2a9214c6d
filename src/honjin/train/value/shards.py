"""Games in shards, which workers play: processes of this machine, or actors of a Ray cluster.

A shard follows from the settings, its generation, its first game and the value to play with, all
of which are in the message.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import numpy as np

from honjin.bots.learned.files import arrays_of, value_among
from honjin.bots.learned.weights import LearnedValue
from honjin.bots.net.files import Arrays, as_json, below, read_json, under, write_arrays
from honjin.core.jit.compiled import load_game
from honjin.core.options import Value
from honjin.envs.setting import Setting
from honjin.lab import WorkerFailed
from honjin.lab.matches.compiling import compile_once
from honjin.train.generations import Order, arrays_in
from honjin.train.value.config import ValueConfig
from honjin.train.value.playing import LOOPS, MOST_DECISIONS, Plan, Rows, Table


class Work(msgspec.Struct, frozen=True):
    """What workers play: the game at `<module>[:NAME]` with these rules and options."""

    address: str
    rules: int
    options: dict[str, Value]
    config: ValueConfig


class Shard(NamedTuple):
    """A played shard; games that were too long are left out."""

    rows: Rows
    games: int


class ShardWorker:
    """The object that runs in a worker (`lab.team`)."""

    def __init__(self, work: bytes, rules: str = "compiled") -> None:
        given = msgspec.json.decode(work, type=Work)
        game = load_game(given.address)
        if game.version != given.rules:
            raise WorkerFailed(f"expected rules {given.rules} of {game.key}, got {game.version}")
        if rules == "compiled":
            compile_once(game, LOOPS, game.key)
        self._setting = Setting(game, game.read_options(given.options))
        self._config = given.config
        self._table = Table(self._setting, plan_of(given.config), rules)

    def answer(self, message: bytes) -> bytes:
        """Play a shard."""
        given = arrays_in(message)
        order = read_json(given, "order", Order, "a message")
        value = value_among(below("value", given), "a message")
        return write_arrays(as_arrays(self.play(order, value)))

    def play(self, order: Order, value: LearnedValue) -> Shard:
        """Play a shard with a value."""
        config = self._config
        numbers = range(order.first, order.first + order.games)
        seeds = [(config.seed, order.generation, number) for number in numbers]
        simulations = config.first if order.generation == 1 else config.simulations
        played = [self._table.play(value, seed, simulations, config.trace) for seed in seeds]
        found = [rows for rows in played if rows is not None]
        if not found:
            raise WorkerFailed(f"expected games of at most {MOST_DECISIONS} decisions")
        return Shard(Rows.joined(found), len(found))


def plan_of(config: ValueConfig) -> Plan:
    """How the games of a run are played."""
    most = max(config.simulations, config.first)
    return Plan(most, config.opening, config.slip, config.kept)


def message_of(order: Order, value: LearnedValue) -> bytes:
    """What a worker is told."""
    return write_arrays({"order": as_json(order)} | under("value", arrays_of(value)))


def as_arrays(shard: Shard) -> Arrays:
    """A shard as the arrays of a file."""
    rows = shard.rows
    held = {name: getattr(rows, name) for name in Rows.__dataclass_fields__}
    return held | {"games": np.array(shard.games)}


def shard_of(data: bytes) -> Shard:
    """The shard in the bytes of a file; ValueError unless its arrays fit each other."""
    held = arrays_in(data)
    rows = Rows(*(held[name] for name in Rows.__dataclass_fields__))
    if any(len(getattr(rows, name)) != len(rows) for name in Rows.__dataclass_fields__):
        raise ValueError("expected arrays of the same length")
    return Shard(rows, int(held["games"]))
