"""Games of a search against itself, and what they teach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from honjin.bots import BOTS, MctsBot, read_player
from honjin.bots.learned.weights import LearnedValue, blank, weights_for
from honjin.bots.mcts.tree import planted, sow
from honjin.core.game import Game
from honjin.core.jit.compiled import batch, compiled, interpreted, warm
from honjin.envs.setting import Setting, setting
from honjin.train.value.play_loop import (
    COUNTS,
    DECISIONS,
    HOME,
    KEPT,
    OPENING,
    PLAN,
    ROWS,
    SHARES,
    SIMULATIONS,
    SLIP,
    SPACES,
)

LOOPS: Final = Path(__file__).with_name("play_loop.py")
MOST_DECISIONS: Final = 1 << 15

Array = np.ndarray[Any, Any]


class Plan(msgspec.Struct, frozen=True):
    """How games are played; `value.config.ValueConfig` says what the numbers mean."""

    simulations: int = 48
    opening: int = 12
    slip: float = 0.05
    kept: float = 0.1
    most_rows: int = 2000


class Records(NamedTuple):
    """Room for one game: a row for each position as a seat sees it, a line for each decision."""

    plan: Array
    shares: Array
    counts: Array
    line: Array
    result: Array
    seen: Array
    guess: Array
    seat: Array
    step: Array


@dataclass(frozen=True)
class Rows:
    """Positions as seats see them: each array has a row for each.

    seen    the observation
    guess   the logit of the game's estimate
    result  how the game ended for the seat, from -1 to 1
    ahead   the mean of what later searches expected and of the result, see `lookahead`
    game    the number of the game
    """

    seen: Array
    guess: Array
    result: Array
    ahead: Array
    game: Array

    @staticmethod
    def joined(many: Sequence[Rows]) -> Rows:
        """All rows, in order."""
        names = Rows.__dataclass_fields__
        return Rows(*(np.concatenate([getattr(rows, name) for rows in many]) for name in names))

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.game)


class Table:
    """A place to play one game after the other."""

    def __init__(self, chosen: Setting, plan: Plan, rules: str = "compiled") -> None:
        self._setting, self._rules = chosen, rules
        game, self._most = chosen.game, plan.simulations
        self.records = new_records(chosen.size, chosen.seats, plan)
        is_compiled = rules == "compiled"
        self.tree = planted(game, chosen.seats, plan.simulations + 2, 1, is_compiled=is_compiled)
        searcher(game, chosen.options).settle(self.tree, game)
        if is_compiled:
            self.states: Any = batch(game, spare=SPACES)
            chosen.start.write_record(self.states[HOME])
        else:
            self.states = [chosen.start.copy() for _ in range(SPACES)]

    @cached_property
    def _module(self) -> ModuleType:
        game = self._setting.game
        if self._rules != "compiled":
            return interpreted(game, LOOPS)
        warm(game, LOOPS)
        return compiled(game, LOOPS)

    def play(
        self, value: LearnedValue, seed: tuple[int, int, int], simulations: int, trace: float
    ) -> Rows | None:
        """Play a game, which follows from the arguments; None if it was too long.

        The seed is that of the run, the generation and the game's number.
        """
        self.records.plan[SIMULATIONS] = min(simulations, self._most)
        weights = weights_for(value, self._setting.game, self._setting.options)
        sow(self.tree, int(np.random.default_rng(seed).integers(1 << 32)))
        if not self._module.play_game(self.states, self.tree, weights, self.records):
            return None
        return rows_of(self.records, seed[-1], trace)


def new_records(places: int, seats: int, plan: Plan) -> Records:
    """Records without a game."""
    counts, shares = np.zeros(PLAN, np.int64), np.zeros(SHARES, np.float64)
    counts[SIMULATIONS], counts[OPENING] = plan.simulations, plan.opening
    shares[KEPT], shares[SLIP] = plan.kept, plan.slip
    most = plan.most_rows
    return Records(
        counts, shares, np.zeros(COUNTS, np.int64), np.zeros((MOST_DECISIONS, seats), np.float32),
        np.zeros(seats, np.float64), np.zeros((most, places), np.int8),
        np.zeros(most, np.float32), np.zeros(most, np.int64), np.zeros(most, np.int64),
    )  # fmt: skip


def rows_of(records: Records, number: int, trace: float) -> Rows:
    """The rows of a game that was played."""
    count = int(records.counts[ROWS])
    seat, step = records.seat[:count], records.step[:count]
    result = records.result.astype(np.float32)
    line = records.line[: int(records.counts[DECISIONS])]
    return Rows(
        records.seen[:count].copy(), records.guess[:count].copy(), result[seat],
        lookahead(line, result, trace)[step, seat], np.full(count, number, np.int64),
    )  # fmt: skip


def lookahead(line: Array, result: Array, trace: float) -> Array:
    """What each decision's search expects for each seat, mixed with what comes later (TD(λ)).

    λ is `trace`: with 1 it is the game's result, with 0 what the search expects.
    """
    found = np.zeros_like(line)
    later = result
    for step in range(len(line) - 1, -1, -1):
        later = (1 - trace) * line[step] + trace * later
        found[step] = later
    return found


def searcher(game: Game[Any], options: Any) -> MctsBot:
    """The tree search of the game's strongest level, or the usual one if that has none."""
    bot = read_player(game.levels(options)[-1]).bot
    usual = BOTS["mcts"]
    assert isinstance(usual, MctsBot)
    return bot if isinstance(bot, MctsBot) else usual


def warm_up(game: Game[Any], module: ModuleType) -> None:
    """Compile every loop by a short game."""
    preset = game.presets[0].key if game.presets else None
    chosen = setting(game, preset, {})
    table = Table(chosen, Plan(simulations=2, slip=1.0, most_rows=4))
    weights = weights_for(blank(game, chosen.options), game, chosen.options)
    module.play_game(table.states, table.tree, weights, table.records)
