"""Games between two sides that differ in weights alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import cycle, islice, product
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import numpy as np

from honjin.bots.mcts.tree import planted, sow
from honjin.bots.players import tree_search
from honjin.core.game import Game
from honjin.core.jit.compiled import batch, compiled, interpreted, warm
from honjin.core.parts.weights import usual
from honjin.envs.setting import Setting, setting
from honjin.train.weights.match_loop import PLAN, RANDOMIZES, SIMULATIONS, SPACES

LOOPS: Final = Path(__file__).with_name("match_loop.py")

Array = np.ndarray[Any, Any]


class Match(NamedTuple):
    """A match: its plan, the side of each seat, the weights of each side, each seat's return."""

    plan: Array
    side: Array
    weights: Array
    got: Array


class Place(NamedTuple):
    """A first position, and room for the games that begin there."""

    setting: Setting
    states: Any


class Table:
    """A place to play one game after the other, from each of some settings in turn."""

    def __init__(
        self, settings: Sequence[Setting], simulations: int, rules: str = "compiled"
    ) -> None:
        self._rules = rules
        self._game: Game[Any] = settings[0].game
        self._is_compiled = rules == "compiled"
        bot = tree_search(self._game, settings[0].options)
        seats = max(chosen.seats for chosen in settings)
        self._tree = planted(
            self._game, seats, simulations + 2, 1, is_compiled=self._is_compiled
        )  # fmt: skip
        bot.settle(self._tree, self._game)
        self._places = [Place(chosen, self._states(chosen)) for chosen in settings]
        plan = np.zeros(PLAN, np.int64)
        plan[SIMULATIONS], plan[RANDOMIZES] = simulations, int(bot.select == "sealed")
        weights = np.zeros((2, max(1, len(self._game.weights))), np.int64)
        self._match = Match(plan, np.zeros(seats, np.int64), weights, np.zeros(seats, np.int64))

    @cached_property
    def module(self) -> ModuleType:
        """The loops, compiled unless the rules are interpreted."""
        if not self._is_compiled:
            return interpreted(self._game, LOOPS)
        warm(self._game, LOOPS)
        return compiled(self._game, LOOPS)

    def seats(self, number: int) -> int:
        """The number of seats in the setting whose turn it is in a trial."""
        return self._places[number % len(self._places)].setting.seats

    def play(self, number: int, sides: Sequence[int], weights: Iterable[Any], seed: int) -> float:
        """Play a game of a trial, and return the first side's score from -1 to 1.

        `sides` says who plays each seat. The score compares each of its seats with each of the
        other side's by their returns.
        """
        place = self._places[number % len(self._places)]
        match = self._match
        match.side[: len(sides)] = sides
        for side, row in enumerate(weights):
            match.weights[side, : len(row)] = row
        sow(self._tree, seed)
        self.module.play_match(place.states, self._tree, match)
        got = match.got[: len(sides)].tolist()
        mine, theirs = ([got[s] for s, one in enumerate(sides) if one == k] for k in (0, 1))
        compared = [(a > b) - (a < b) for a, b in product(mine, theirs)]
        return float(sum(compared) / len(compared))

    def _states(self, chosen: Setting) -> Any:
        if not self._is_compiled:
            return [chosen.start.copy() for _ in range(SPACES)]
        return batch(self._game, chosen.start, spare=SPACES - 1)


def sides_of(seats: int, luck: np.random.Generator) -> list[int]:
    """Who plays each seat: half of them each, drawn; with an odd number one side has one more."""
    sides = list(islice(cycle((0, 1)), seats))
    return [int(side) for side in luck.permutation(sides)]


def warm_up(game: Game[Any], module: ModuleType) -> None:
    """Compile every loop by a short game."""
    if game.weigh is None:
        return
    preset = game.presets[0].key if game.presets else None
    table = Table([setting(game, preset, {})], 2)
    table.module = module
    row = usual(game.weights)
    table.play(0, sides_of(table.seats(0), np.random.default_rng(1)), (row, row), 1)
