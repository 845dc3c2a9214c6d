"""Games in shards, which workers play: processes of this machine, or actors of a Ray cluster.

A shard follows from the settings, its generation, its first game and the value to play with, all
of which are in the message.
"""

from __future__ import annotations

import msgspec

from honjin.bots.learned.files import arrays_of, value_among
from honjin.bots.learned.weights import LearnedValue
from honjin.bots.net.files import Arrays, as_json, below, read_json, under, write_arrays
from honjin.core.options import Value
from honjin.envs.setting import Setting
from honjin.train.generations import Order, arrays_in, game_of_work
from honjin.train.value.config import ValueConfig
from honjin.train.value.playing import LOOPS, Odds, Plan, Rows, Table, Taught


class Work(msgspec.Struct, frozen=True):
    """What workers play: the game at `<module>[:NAME]` with these rules and options."""

    address: str
    rules: int
    options: dict[str, Value]
    config: ValueConfig


class ShardWorker:
    """The object that runs in a worker (`lab.team`)."""

    def __init__(self, work: bytes, rules: str = "compiled") -> None:
        given = msgspec.json.decode(work, type=Work)
        game = game_of_work(given.address, given.rules, LOOPS, rules)
        self._setting = Setting(game, game.read_options(given.options))
        self._config = given.config
        self._table = Table(self._setting, plan_of(given.config), rules)

    def answer(self, message: bytes) -> bytes:
        """Play a shard; most places of an observation are 0, so it is compressed."""
        given = arrays_in(message)
        order = read_json(given, "order", Order, "a message")
        value = value_among(below("value", given), "a message")
        return write_arrays(arrays_taught(self.play(order, value)), compressed=True)

    def play(self, order: Order, value: LearnedValue) -> Taught:
        """Play a shard with a value."""
        numbers = range(order.first, order.first + order.games)
        seeds = [(self._config.seed, order.generation, number) for number in numbers]
        return Taught.joined([self._table.play(value, seed) for seed in seeds])


def plan_of(config: ValueConfig) -> Plan:
    """How the games of a run are played."""
    names = ("simulations", "look", "opening", "slip", "kept", "siblings", "told")
    return Plan(**{name: getattr(config, name) for name in names})


def message_of(order: Order, value: LearnedValue) -> bytes:
    """What a worker is told."""
    return write_arrays({"order": as_json(order)} | under("value", arrays_of(value)))


def arrays_taught(taught: Taught) -> Arrays:
    """A shard as the arrays of a file."""
    rows, odds = (vars(part) for part in taught)
    return under("rows", rows) | under("odds", odds)


def taught_in(data: bytes) -> Taught:
    """What the bytes of a file taught; ValueError unless its arrays fit each other."""
    held = arrays_in(data)
    rows, odds = Rows(**below("rows", held)), Odds(**below("odds", held))
    by_action = {len(part) for part in (odds.number, odds.prior, odds.odds)}
    by_decision = {len(part) for part in (odds.own, odds.length, odds.game)}
    if any(len(part) != len(rows) for part in vars(rows).values()) or len(by_decision) > 1:
        raise ValueError("expected arrays of the same length")
    if by_action != {int(odds.length.sum())}:
        raise ValueError("expected the actions of every decision")
    return Taught(rows, odds)
