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
    HOME,
    KEPT,
    LOOK,
    OPENING,
    PLAN,
    ROWS,
    SHARES,
    SIBLINGS,
    SIMULATIONS,
    SLIP,
    SPACES,
)

LOOPS: Final = Path(__file__).with_name("play_loop.py")

Array = np.ndarray[Any, Any]


class Plan(msgspec.Struct, frozen=True):
    """How games are played; `value.config.ValueConfig` says what the numbers mean."""

    simulations: int = 48
    look: int = 48
    opening: int = 12
    slip: float = 0.05
    kept: float = 0.1
    siblings: int = 4
    most_rows: int = 2000


class Records(NamedTuple):
    """Room for one game: a row for each recorded position as a seat sees it."""

    plan: Array
    shares: Array
    counts: Array
    picked: Array
    seen: Array
    guess: Array
    target: Array
    seat: Array
    step: Array


NAMES: Final = ("seen", "guess", "target", "seat", "step")
"""Those arrays of the records that become rows."""


@dataclass(frozen=True)
class Rows:
    """Positions as seats see them: each array has a row for each.

    seen    the observation
    guess   the logit of the game's estimate
    target  the return that a search expects for the seat, from -1 to 1
    seat    the seat
    step    the decision of the game that the position follows
    game    the number of the game
    """

    seen: Array
    guess: Array
    target: Array
    seat: Array
    step: Array
    game: Array

    @staticmethod
    def joined(many: Sequence[Rows]) -> Rows:
        """All rows, in order."""
        names = Rows.__dataclass_fields__
        return Rows(*(np.concatenate([getattr(rows, name) for rows in many]) for name in names))

    def part(self, chosen: Array) -> Rows:
        """The rows for which a mask is true."""
        return Rows(*(getattr(self, name)[chosen] for name in Rows.__dataclass_fields__))

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.game)


class Table:
    """A place to play one game after the other."""

    def __init__(self, chosen: Setting, plan: Plan, rules: str = "compiled") -> None:
        self._setting, self._rules = chosen, rules
        game = chosen.game
        self.records = new_records(chosen.size, plan)
        is_compiled = rules == "compiled"
        room = max(plan.simulations, plan.look) + 2
        self.tree = planted(game, chosen.seats, room, 1, is_compiled=is_compiled)
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

    def play(self, value: LearnedValue, seed: tuple[int, int, int]) -> Rows:
        """Play a game, which follows from the arguments.

        The seed is that of the run, the generation and the game's number.
        """
        weights = weights_for(value, self._setting.game, self._setting.options)
        sow(self.tree, int(np.random.default_rng(seed).integers(1 << 32)))
        self._module.play_game(self.states, self.tree, weights, self.records)
        return rows_of(self.records, seed[-1])


def new_records(places: int, plan: Plan) -> Records:
    """Records without a game."""
    counts, shares = np.zeros(PLAN, np.int64), np.zeros(SHARES, np.float64)
    counts[SIMULATIONS], counts[LOOK] = plan.simulations, plan.look
    counts[OPENING], counts[SIBLINGS] = plan.opening, plan.siblings
    shares[KEPT], shares[SLIP] = plan.kept, plan.slip
    most = plan.most_rows
    return Records(
        counts, shares, np.zeros(COUNTS, np.int64), np.zeros(plan.siblings, np.int64),
        np.zeros((most, places), np.int8), np.zeros(most, np.float32), np.zeros(most, np.float32),
        np.zeros(most, np.int64), np.zeros(most, np.int64),
    )  # fmt: skip


def rows_of(records: Records, number: int) -> Rows:
    """The rows of a game that was played."""
    count = int(records.counts[ROWS])
    own = {name: getattr(records, name)[:count].copy() for name in NAMES}
    return Rows(**own, game=np.full(count, number, np.int64))


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
    table = Table(chosen, Plan(simulations=2, look=2, kept=1.0, slip=1.0, most_rows=4))
    weights = weights_for(blank(game, chosen.options), game, chosen.options)
    module.play_game(table.states, table.tree, weights, table.records)
