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

from honjin.bots.learned.weights import LearnedValue, blank, weights_for
from honjin.bots.mcts.tree import planted, sow
from honjin.bots.players import tree_search
from honjin.core.game import Game
from honjin.core.jit.compiled import batch, compiled, interpreted, warm
from honjin.envs.setting import Setting, setting
from honjin.train.value.play_loop import (
    CHOICES,
    COUNTS,
    HOME,
    KEPT,
    LOOK,
    ODDS,
    OPENING,
    PLAN,
    ROWS,
    SHARES,
    SIBLINGS,
    SIMULATIONS,
    SLIP,
    SPACES,
    TOLD,
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
    told: float = 0.1
    most_rows: int = 2000
    most_odds: int = 500
    most_edges: int = 1 << 16


class Records(NamedTuple):
    """Room for one game: a row for each recorded position as a seat sees it.

    After that, a row for each decision whose odds are recorded, and at last one for each of their
    actions.
    """

    plan: Array
    shares: Array
    counts: Array
    picked: Array
    seen: Array
    guess: Array
    target: Array
    seat: Array
    step: Array
    own: Array
    length: Array
    number: Array
    prior: Array
    odds: Array


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


@dataclass(frozen=True)
class Odds:
    """Decisions, and the odds that searches gave their actions, one decision's after another's.

    own     what the deciding seat saw
    length  the number of its actions
    game    the number of the game
    number  the number of each action, -1 for none
    prior   the logarithm of its prior by the estimate
    odds    its share of the search's visits
    """

    own: Array
    length: Array
    game: Array
    number: Array
    prior: Array
    odds: Array

    @staticmethod
    def joined(many: Sequence[Odds]) -> Odds:
        """All decisions, in order."""
        names = Odds.__dataclass_fields__
        return Odds(*(np.concatenate([getattr(one, name) for one in many]) for name in names))


class Taught(NamedTuple):
    """What games taught."""

    rows: Rows
    odds: Odds

    @staticmethod
    def joined(many: Sequence[Taught]) -> Taught:
        """All of it, in order."""
        rows, odds = zip(*many, strict=True)
        return Taught(Rows.joined(rows), Odds.joined(odds))


class Table:
    """A place to play one game after the other."""

    def __init__(self, chosen: Setting, plan: Plan, rules: str = "compiled") -> None:
        self._setting, self._rules = chosen, rules
        game = chosen.game
        self.records = new_records(chosen.size, plan)
        is_compiled = rules == "compiled"
        room = max(plan.simulations, plan.look) + 2
        self.tree = planted(game, chosen.seats, room, 1, is_compiled=is_compiled)
        tree_search(game, chosen.options).settle(self.tree, game)
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

    def play(self, value: LearnedValue, seed: tuple[int, int, int]) -> Taught:
        """Play a game, which follows from the arguments.

        The seed is that of the run, the generation and the game's number.
        """
        weights = weights_for(value, self._setting.game, self._setting.options)
        sow(self.tree, int(np.random.default_rng(seed).integers(1 << 32)))
        self._module.play_game(self.states, self.tree, weights, self.records)
        return Taught(rows_of(self.records, seed[-1]), odds_of(self.records, seed[-1]))


def new_records(places: int, plan: Plan) -> Records:
    """Records without a game."""
    counts, shares = np.zeros(PLAN, np.int64), np.zeros(SHARES, np.float64)
    counts[SIMULATIONS], counts[LOOK] = plan.simulations, plan.look
    counts[OPENING], counts[SIBLINGS] = plan.opening, plan.siblings
    shares[KEPT], shares[SLIP], shares[TOLD] = plan.kept, plan.slip, plan.told
    most, edges = plan.most_rows, plan.most_edges
    return Records(
        counts, shares, np.zeros(COUNTS, np.int64), np.zeros(plan.siblings, np.int64),
        np.zeros((most, places), np.int8), np.zeros(most, np.float32), np.zeros(most, np.float32),
        np.zeros(most, np.int64), np.zeros(most, np.int64),
        np.zeros((plan.most_odds, places), np.int8), np.zeros(plan.most_odds, np.int64),
        np.zeros(edges, np.int32), np.zeros(edges, np.float32), np.zeros(edges, np.float32),
    )  # fmt: skip


def rows_of(records: Records, number: int) -> Rows:
    """The rows of a game that was played."""
    count = int(records.counts[ROWS])
    own = {name: getattr(records, name)[:count].copy() for name in NAMES}
    return Rows(**own, game=np.full(count, number, np.int64))


def odds_of(records: Records, number: int) -> Odds:
    """The recorded decisions of a game that was played."""
    count, edges = int(records.counts[ODDS]), int(records.counts[CHOICES])
    by_edge = (getattr(records, name)[:edges].copy() for name in ("number", "prior", "odds"))
    own, length = records.own[:count].copy(), records.length[:count].copy()
    return Odds(own, length, np.full(count, number, np.int64), *by_edge)


def warm_up(game: Game[Any], module: ModuleType) -> None:
    """Compile every loop by a short game."""
    preset = game.presets[0].key if game.presets else None
    chosen = setting(game, preset, {})
    table = Table(chosen, Plan(simulations=2, look=2, kept=1.0, told=1.0, slip=1.0, most_rows=4))
    weights = weights_for(blank(game, chosen.options), game, chosen.options)
    module.play_game(table.states, table.tree, weights, table.records)
