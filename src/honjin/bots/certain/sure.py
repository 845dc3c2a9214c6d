"""A level that plays by what is certain: tables and proofs first, its own search for the rest.

Where a table holds the position, every choice is known, and it plays as the perfect bot does. Else
up to two fifths of its budget go into proofs, and what is left into its search:

- a choice that is proved to win is played, of several the one whose win comes soonest. What it
  rests on is remembered, so that after each reply the end is at least two plies nearer: it comes.
- choices that are proved to lose are not searched. Where all of them are, the one that sets the
  hardest problem is played (`problems`).
- a draw that can be had at once is taken, unless the search expects more than HOPE.

With a budget of work alone (simulations or nodes) the same request, asked in the same order since
`anew`, gets the same answer. With one of seconds it depends on the machine, as any search does.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from honjin.bots.bot import (
    ActionStats,
    Bot,
    Budget,
    SearchRequest,
    SearchResult,
    actions_a_unit,
    loops_of,
)
from honjin.bots.certain.problems import LOOPS_OF_PROBLEMS, play_certain
from honjin.bots.certain.proving import SHARE, Joining, Proofs, prove
from honjin.bots.certain.tablebase import known_values
from honjin.bots.certain.values import Knowledge, Values
from honjin.bots.precompile import compile_ahead
from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.core.options import Options

log = logging.getLogger(__name__)

HOPE: Final = 0.25
"""A search that expects more than this does not take a draw."""

LOOK: Final = 20_000
"""Actions that are spent on the replies to one lost choice."""


@dataclass(frozen=True)
class SureBot:
    """Plays by what is known for certain, and like another bot where nothing is."""

    bot: Bot
    knowledge: Knowledge

    @property
    def name(self) -> str:
        """That of the bot it plays like."""
        return self.bot.name

    @property
    def loops(self) -> Path | None:
        """What the other searches with."""
        return loops_of(self.bot)

    @property
    def more_loops(self) -> tuple[Path, ...]:
        """What it proves with."""
        return (*self.knowledge.provers.loops, *LOOPS_OF_PROBLEMS)

    def fresh(self) -> SureBot:
        """The same, with nothing learned in other games."""
        return replace(self, knowledge=self.knowledge.fresh())

    def suits(self, game: Game[Any], options: Options) -> bool:
        """What the other suits."""
        return self.bot.suits(game, options)

    def think(self, task: SearchRequest) -> SearchResult:
        """What is certain, else what the other bot makes of what is left open."""
        if task.game.index is None or task.game.has_secrets or len(task.legal()) == 1:
            return self.bot.think(task)
        exact = self._exact(task.game, task.observation)
        if exact is not None:
            return play_certain(task, exact, lambda s: self._exact(task.game, s))
        if not self._can_prove(task.game, task.observation):
            return self.bot.think(task)
        return self._prove(task)

    # ---- tables

    def _exact(self, game: Game[Any], s: Any) -> Values | None:
        try:
            return known_values(self.knowledge.tables, game, s)
        except HonjinError as problem:
            log.warning("%s; it is done without", problem)
            return None

    # ---- proofs

    def _can_prove(self, game: Game[Any], s: Any) -> bool:
        if not self.knowledge.provers.can_prove(game, s):
            return False
        ready = [compile_ahead(game, loops) for loops in self.knowledge.provers.loops]
        return all(ready)

    def _prove(self, task: SearchRequest) -> SearchResult:
        with self.knowledge.provers.asked(task.game, task.observation) as inquiry:
            begun = time.monotonic()  # reading a proof that is known is not thinking
            inquiry.recall()
            if not is_won(inquiry.values):
                prove(inquiry, task, begun, is_enough=is_won, most=self._actions(task.budget))
            values = dict(inquiry.values)
        proofs, spent = Proofs(task, values, ()), time.monotonic() - begun
        if is_won(values):
            return proofs.joined(SearchResult(proofs.legal[0], seconds=spent))
        return self._unproved(task._replace(budget=self._left(task.budget, spent)), proofs)

    def _unproved(self, task: SearchRequest, proofs: Proofs) -> SearchResult:
        """What to do where no win is proved, in what is left of the budget."""
        values = proofs.values
        if proofs.is_whole:
            return play_certain(task, values, lambda s: self._replies(task, s))
        draws = [action for action, value in values.items() if value.result == 0]
        rest = tuple(action for action in proofs.legal if action not in values)
        only = rest if values else ()
        result = self.bot.think(task._replace(only=only, handle=Joining(task.handle, proofs)))
        found = proofs.joined(_among(result, rest, task))
        if draws and (found.value is None or found.value <= HOPE):
            return found._replace(action=task.rng.choice(draws), value=0.0)
        return found

    def _replies(self, task: SearchRequest, s: Any) -> Values:
        """What little work proves of the rival's replies."""
        with self.knowledge.provers.asked(task.game, s) as inquiry:
            inquiry.recall()
            inquiry.run(lambda: task.handle.is_stopped, LOOK)
            return dict(inquiry.values)

    # ---- the budget, which proofs and search share

    def _actions(self, budget: Budget) -> int:
        """How many actions proofs may look at; 0: the clock alone says when to stop."""
        return max(1, int(SHARE * budget.work) * actions_a_unit(self.bot)) if budget.work else 0

    def _left(self, budget: Budget, spent: float) -> Budget:
        work = max(1, budget.work - int(SHARE * budget.work)) if budget.work else 0
        return Budget(max(0.0, budget.seconds - spent), work)


def is_won(values: Values) -> bool:
    """Whether one of the choices wins."""
    return any(value.result > 0 for value in values.values())


def _among(result: SearchResult, rest: tuple[int, ...], task: SearchRequest) -> SearchResult:
    """A thought that chooses one of these, whatever its bot looked at."""
    stats = tuple(one for one in result.stats if one.action in rest)
    if result.action in rest and stats[:1] != () and stats[0].action == result.action:
        return result._replace(stats=stats)
    first = result.action if result.action in rest else task.rng.choice(rest)
    chosen = ActionStats(first, result.value, 0, ((task.seat, first),))
    others = tuple(one for one in stats if one.action != first)
    return result._replace(action=first, stats=(chosen, *others))
