"""A bot that looks one action ahead and evaluates the state right after it (`greedy_loop`).

Hidden information is sampled several times (`resample`). Chance outcomes that follow are weighted
by their odds. Seats that choose at the same time are assumed to choose at random.

It runs compiled where its loops were compiled before, as an arena or an experiment does; nothing is
compiled for it at a table, where it is fast enough. Both ways it chooses the same.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from honjin.bots.bot import ActionStats, Budget, SearchHandle, SearchRequest, SearchResult
from honjin.bots.greedy_loop import AFTER, COLUMNS
from honjin.bots.lists import Maker
from honjin.bots.precompile import is_loaded
from honjin.core.game import Game
from honjin.core.jit.compiled import batch, compiled, interpreted
from honjin.core.jit.rng import seeded
from honjin.core.options import Options
from honjin.core.play import Play
from honjin.core.seats import CHANCE_BIT, MAX_SEATS

LOOPS: Final = Path(__file__).with_name("greedy_loop.py")


class Glance(NamedTuple):
    """The lists that the loops work on; `rows`, `outs`, `weights` and `shares` are by level."""

    rows: Any
    outs: Any
    weights: Any
    shares: Any
    sums: Any  # by action
    got: Any
    rng: Any
    width: Any
    """The most outcomes of chance that are tried: they at least halve with each branching."""


class Look:
    """One look ahead: the sums of the actions' values over the worlds so far."""

    def __init__(self, module: ModuleType, task: SearchRequest, width: int) -> None:
        self._module, self._seat = module, task.seat
        self.actions = [one for one in task.legal() if one in task.only] or task.legal()
        is_compiled = module is not interpreted(task.game, LOOPS)
        self._make, levels = Maker(is_compiled), max(1, width).bit_length() + 1
        spare = AFTER - 1 + levels
        self._states: Any = (
            batch(task.game, task.observation, spare=spare)
            if is_compiled
            else [task.observation] * (1 + spare)
        )
        make, most = self._make, task.game.max_actions
        self._glance = Glance(
            make.table(levels, COLUMNS), make.table(levels, most), make.table(levels, most),
            make.floats(levels), make.floats(len(self.actions)), make.ints(MAX_SEATS),
            make.ints(1), self._ints([max(1, width)]),
        )  # fmt: skip
        self._chosen = self._ints(self.actions)
        self.worlds = 0

    def _ints(self, numbers: Sequence[int]) -> Any:
        made = self._make.ints(len(numbers))
        for i, number in enumerate(numbers):
            made[i] = number
        return made

    def go_on(self, hidden: list[int], seed: int) -> None:
        """Evaluate the actions in one more world, filled in by a generator's state `hidden`."""
        self._module.imagine(self._states, self._seat, self._ints(hidden))
        first = seeded(seed)[0]
        self._module.value_in_world(self._states, self._glance, self._seat, self._chosen, first)
        self.worlds += 1

    def sums(self) -> list[float]:
        """The sum of each action's values so far."""
        return [*map(float, self._glance.sums)]

    def best(self) -> list[int]:
        """The actions with the best sum."""
        sums = self.sums()
        best = max(sums)
        return [a for a, total in zip(self.actions, sums, strict=True) if total == best]


@dataclass(frozen=True)
class GreedyBot:
    """Takes the action with the best mean evaluation over `worlds` samples of what is hidden.

    Beyond `outcomes` chance outcomes, it samples them instead of enumerating them.
    """

    name: str = "greedy"
    worlds: int = 16
    outcomes: int = 64
    compiles: bool = True

    def suits(self, game: Game[Any], options: Options) -> bool:  # noqa: ARG002
        """Any game."""
        return True

    @property
    def more_loops(self) -> tuple[Path, ...]:
        """The loop file of its look ahead, which no table waits for; none if it does not compile.

        As `loops` it would count as a search, which is slow until it is compiled.
        """
        return (LOOPS,) if self.compiles else ()

    def think(self, task: SearchRequest) -> SearchResult:
        """The action with the best sum over all worlds; ties are broken by the task's `rng`."""
        game, rng = task.game, task.rng
        deadline = time.monotonic() + task.budget.seconds
        look = Look(self._module(game), task, self.outcomes)
        for _ in range(self._worlds(task)):
            hidden = seeded(rng.getrandbits(32)) if game.has_secrets else [1]
            look.go_on(hidden, rng.getrandbits(32))
            if task.handle.is_stopped or time.monotonic() >= deadline:
                break
        action = rng.choice(look.best())
        stats = _stats(task, look, action)
        return SearchResult(action, stats[0].value, stats, look.worlds, 1)

    def _worlds(self, task: SearchRequest) -> int:
        """The number of worlds: one is enough if nothing is hidden and nobody else chooses."""
        others = task.game.must_act(task.observation) & ~(1 << task.seat) & ~CHANCE_BIT
        return self.worlds if task.game.has_secrets or others else 1

    def _module(self, game: Game[Any]) -> ModuleType:
        if self.compiles and is_loaded(game, LOOPS):
            return compiled(game, LOOPS)
        return interpreted(game, LOOPS)


def _stats(task: SearchRequest, look: Look, chosen: int) -> tuple[ActionStats, ...]:
    """The actions with their values, the chosen one first."""
    scale = task.game.eval_scale
    means = {a: total / look.worlds for a, total in zip(look.actions, look.sums(), strict=True)}
    return tuple(
        ActionStats(a, expected_result(means[a], scale), look.worlds, ((task.seat, a),))
        for a in sorted(means, key=lambda a: (a != chosen, -means[a]))
    )


def expected_result(estimate: float, scale: int) -> float:
    """An estimate as an expected result from -1 to 1, as searches count it."""
    return estimate / (abs(estimate) + scale)


def warm_up(game: Game[Any], module: ModuleType) -> None:
    """Compile every loop by a look ahead from the start of a game."""
    play = Play(game, game.presets[0].options) if game.presets else Play(game)
    play.run_chance(lambda total: total - 1)
    seat = play.must_act()[0]
    seen, budget = game.seen_by(play.state, seat), Budget(60.0)
    task = SearchRequest(game, seen, seat, play.seats, random.Random(1), budget, SearchHandle())
    look = Look(module, task, 2)
    look.go_on([1], 1)
    look.best()
