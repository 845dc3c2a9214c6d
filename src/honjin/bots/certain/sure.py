"""A bot that uses exact knowledge: tables and proofs first, a search for the rest.

If a table holds the position, every choice is known, and the bot plays as the perfect bot does.
Otherwise up to two fifths of its budget go into proofs and the rest into its search, in which only
choices take part that keep the result, where stored stages say who wins after each:

- A choice that is proved to win is played; of several, the one with the quickest win. The proof is
  remembered, so after each reply the end is at least two plies nearer, and the win is certain.
- Choices that are proved to lose are not searched. If all of them are, the one that sets the
  hardest problem is played (`problems`).
- An immediate draw is taken unless the search expects more than HOPE.

With a budget of work alone (simulations or nodes), the same sequence of requests since `fresh` gets
the same results. With a time limit they depend on the machine, as in any search.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
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
    all_loops_of,
    loops_of,
)
from honjin.bots.certain.problems import LOOPS_OF_PROBLEMS, play_certain
from honjin.bots.certain.proving import SHARE, Joining, Proofs, prove
from honjin.bots.certain.tablebase import known_results, known_values
from honjin.bots.certain.values import Knowledge, Values
from honjin.bots.precompile import compile_ahead
from honjin.core.game import Game
from honjin.core.options import Options

HOPE: Final = 0.25
"""The expected result above which a draw is declined."""

LOOK: Final = 20_000
"""The number of actions searched for the replies to one lost choice."""


@dataclass(frozen=True)
class SureBot:
    """Plays by exact knowledge, and like another bot where there is none."""

    bot: Bot
    knowledge: Knowledge

    @property
    def name(self) -> str:
        """The other bot's name."""
        return self.bot.name

    @property
    def loops(self) -> Path | None:
        """The other bot's loop file."""
        return loops_of(self.bot)

    @property
    def more_loops(self) -> tuple[Path, ...]:
        """The loops of the provers and of problem setting, and the other bot's."""
        own = (*self.knowledge.provers.loops, *LOOPS_OF_PROBLEMS)
        return (*all_loops_of(self.bot), *own)

    def fresh(self) -> SureBot:
        """The same without anything learned in earlier games."""
        return replace(self, knowledge=self.knowledge.fresh())

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True if the other bot suits the game."""
        return self.bot.suits(game, options)

    def think(self, task: SearchRequest) -> SearchResult:
        """The best choice that is certain, else the other bot's choice among the open ones."""
        if task.game.index is None or task.game.has_secrets or len(task.legal()) == 1:
            return self.bot.think(task)
        tables, game = self.knowledge.tables, task.game
        exact = known_values(tables, game, task.observation)
        if exact is not None:
            return play_certain(task, exact, lambda s: known_values(tables, game, s))
        results = known_results(tables, game, task.observation)
        if results is None:
            return self._think(task, task.legal())
        best = max(results.values())
        keeping = [action for action, result in results.items() if result == best]
        if len(keeping) == 1:
            return SearchResult(keeping[0], float(best))
        return self._think(task, keeping)._replace(value=float(best))

    def _think(self, task: SearchRequest, keeping: Sequence[int]) -> SearchResult:
        """The choice among legal actions: those that keep the result, where it is known."""
        if self._can_prove(task.game, task.observation):
            return self._prove(task, keeping)
        if len(keeping) == len(task.legal()):
            return self.bot.think(task)
        return _among(self.bot.think(task._replace(only=tuple(keeping))), keeping, task)

    # ---- proofs

    def _can_prove(self, game: Game[Any], s: Any) -> bool:
        if not self.knowledge.provers.can_prove(game, s):
            return False
        ready = [compile_ahead(game, loops) for loops in self.knowledge.provers.loops]
        return all(ready)

    def _prove(self, task: SearchRequest, keeping: Sequence[int]) -> SearchResult:
        with self.knowledge.provers.asked(task.game, task.observation) as inquiry:
            begun = time.monotonic()  # reading a known proof does not count as thinking
            inquiry.recall()
            if not is_won(inquiry.values):
                prove(inquiry, task, begun, is_enough=is_won, most=self._actions(task.budget))
            values = dict(inquiry.values)
        proofs, spent = Proofs(task, values, ()), time.monotonic() - begun
        if is_won(values):
            return proofs.joined(SearchResult(proofs.legal[0], seconds=spent))
        left = task._replace(budget=self._left(task.budget, spent))
        return self._unproved(left, proofs, keeping)

    def _unproved(
        self, task: SearchRequest, proofs: Proofs, keeping: Sequence[int]
    ) -> SearchResult:
        """The choice where no win is proved, with the remaining budget."""
        values = proofs.values
        rest = tuple(action for action in keeping if action not in values)
        if not rest:
            kept = {action: values[action] for action in keeping}
            return play_certain(task, kept, lambda s: self._replies(task, s))
        draws = [one for one in keeping if one in values and values[one].result == 0]
        only = rest if len(rest) < len(proofs.legal) else ()
        asked = task._replace(only=only, handle=Joining(task.handle, proofs))
        if draws:  # the search's value is compared with a draw
            asked = asked._replace(may_end_early=False)
        result = self.bot.think(asked)
        found = proofs.joined(_among(result, rest, task))
        if draws and (found.value is None or found.value <= HOPE):
            return found._replace(action=task.rng.choice(draws), value=0.0)
        return found

    def _replies(self, task: SearchRequest, s: Any) -> Values:
        """Those of the rival's replies whose values can be proved with little work."""
        with self.knowledge.provers.asked(task.game, s) as inquiry:
            inquiry.recall()
            inquiry.run(lambda: task.handle.is_stopped, LOOK)
            return dict(inquiry.values)

    # ---- the budget, shared by proofs and search

    def _actions(self, budget: Budget) -> int:
        """The number of actions that proofs may search; 0: limited by the clock alone."""
        return max(1, int(SHARE * budget.work) * actions_a_unit(self.bot)) if budget.work else 0

    def _left(self, budget: Budget, spent: float) -> Budget:
        work = max(1, budget.work - int(SHARE * budget.work)) if budget.work else 0
        return Budget(max(0.0, budget.seconds - spent), work)


def is_won(values: Values) -> bool:
    """True if one of the choices wins."""
    return any(value.result > 0 for value in values.values())


def _among(result: SearchResult, rest: Sequence[int], task: SearchRequest) -> SearchResult:
    """The result restricted to these actions, which its bot may not have searched."""
    stats = tuple(one for one in result.stats if one.action in rest)
    if result.action in rest and stats[:1] != () and stats[0].action == result.action:
        return result._replace(stats=stats)
    first = result.action if result.action in rest else task.rng.choice(rest)
    chosen = ActionStats(first, result.value, 0, ((task.seat, first),))
    others = tuple(one for one in stats if one.action != first)
    return result._replace(action=first, stats=(chosen, *others))
