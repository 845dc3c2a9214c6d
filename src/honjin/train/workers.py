"""Parts played by workers: processes of this machine, or actors of a Ray cluster.

A worker gets the number of the update, the weights to play with and the games of a part; it returns
its rows of the rollout and the games after them. All of this is sent as arrays (`bots.net.files`),
so no message is ever executed. A worker keeps the games it has played, and replays those that
another one has.
"""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import jax.numpy as jnp
import msgspec
import numpy as np

from honjin.bots.net.files import Arrays, below, under, write_arrays
from honjin.bots.net.network import layout_of
from honjin.bots.precompile import compile_once
from honjin.core.game import Game, address_of, load_game
from honjin.core.options import Options, Value
from honjin.envs.setting import Setting
from honjin.lab import WorkerFailed
from honjin.lab.team import Team, team_of
from honjin.train.config import AnyConfig, BadTraining, Common, Workers
from honjin.train.methods import method_of
from honjin.train.parts import parts_of
from honjin.train.playing import Order, Played, Player
from honjin.train.rows import Rows


class Work(msgspec.Struct, frozen=True):
    """What a worker plays: the game at `<module>[:NAME]` with the rules and settings of this run.

    `layout` identifies places and actions (`bots.net.network`).
    """

    address: str
    rules: int
    layout: str
    options: dict[str, Value]
    config: AnyConfig


class PartWorker:
    """The object that runs in a worker (`lab.team`)."""

    def __init__(self, work: bytes) -> None:
        given = msgspec.json.decode(work, type=Work)
        game = load_game(given.address)
        options = game.read_options(given.options)
        _must_be_same(game, options, given)
        self._method = method_of(Setting(game, options), given.config)
        for loops in self._method.loops:
            compile_once(game, loops, game.key)
        self._parts = parts_of(given.config.parallel, given.config.parts)
        self._players: dict[int, Player] = {}

    def answer(self, message: bytes) -> bytes:
        """Play a part; return its rows and its games."""
        began, given = time.process_time(), _read(message)
        number, update = map(int, given["order"])
        weights = {name: jnp.array(held) for name, held in below("weights", given).items()}
        rows = self._method.rows(self._parts[number].games)
        games = self._player(number).play(update, weights, below("games", given), rows)
        found = {"seconds": np.array(time.process_time() - began)}
        return write_arrays(found | under("games", games) | under("rows", rows.played()))

    def _player(self, number: int) -> Player:
        if number not in self._players:
            self._players[number] = self._method.player(self._parts[number])
        return self._players[number]


class There:
    """Plays all parts with a team of workers."""

    def __init__(self, team: Team, config: Common) -> None:
        self._team, self._parts = team, parts_of(config.parallel, config.parts)

    def play(self, order: Order, rows: Rows) -> Played:
        """Play the steps of an update into rows; WorkerFailed if a worker fails."""
        weights = under("weights", order.weights)
        messages = [
            write_arrays({"order": np.array([k, order.update])} | weights | under("games", games))
            for k, games in enumerate(order.games)
        ]
        games, seconds = list(order.games), 0.0
        for number, answer in self._team.ask(messages):
            found = _read(answer)
            rows.part(self._parts[number]).take(below("rows", found))
            games[number] = below("games", found)
            seconds += float(found["seconds"])
        return Played(games, seconds)


@contextmanager
def players_of(
    game: Game[Any], options: Options, config: AnyConfig, workers: Workers
) -> Iterator[There]:
    """The workers of a run; they end with the `with` block."""
    address = address_of(game)
    if address is None:
        raise BadTraining(f"workers cannot find {game.key}: no module defines it as GAME")
    layout = layout_of(game, options)
    work = msgspec.json.encode(Work(address, game.version, layout, dict(options), config))
    with team_of(PartWorker, work, workers.jobs, workers.backend) as team:
        yield There(team, config)


def _must_be_same(game: Game[Any], options: Options, given: Work) -> None:
    if (game.version, layout_of(game, options)) != (given.rules, given.layout):
        raise WorkerFailed(
            f"expected rules {given.rules} of {game.key}, as in the training process, got rules "
            f"{game.version}; every machine needs the same version of Honjin"
        )


def _read(message: bytes) -> Arrays:
    with np.load(io.BytesIO(message), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}
