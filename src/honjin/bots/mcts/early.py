"""When a tree search may end before its budget: no other action can still be chosen.

The chosen action is the one with the largest weight, or it is drawn by weight from those that are
not much smaller. A weight is a number of visits, or a sum of strategies. A simulation visits the
root once, so it adds at most 1 to the weights, and an action that is further behind than the number
of simulations left cannot be chosen any more. With a limit of simulations this is exact: the choice
is that of the whole search. With a limit of time, the simulations left are estimated from the rate
so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from honjin.bots.bot import SearchRequest

CHECKS: Final = 16
FEWEST: Final = 16
"""A search with a limit of simulations is checked after each sixteenth of them, but no more often
than every 16: a check takes about as long as a few compiled simulations."""

PURSUIT: Final = 0.5
"""The share of the simulations left that an action which is behind can get at most, in a search
with a limit of time. (Exactly, it can get all of them.)"""


class EarlyEnd:
    """Decides whether one search may end early.

    An action is drawn if its weight is at least `floor` times the largest; if `floor` is 1, the
    largest is chosen.
    """

    def __init__(self, task: SearchRequest, floor: float) -> None:
        self._budget, self._floor, self.is_allowed = task.budget, floor, task.may_end_early
        self._step = max(FEWEST, task.budget.work // CHECKS) if self.is_allowed else 0

    def most(self, done: int, chunk: int) -> int:
        """The simulations to do next: about `chunk`, within the limit; 0 at the end of the work.

        With a limit of simulations they end at a check at the latest, so that it does not depend on
        the clock when a search is checked. Before half of the work nothing can be settled.
        """
        work, step = self._budget.work, self._step
        if not work:
            return chunk
        most = min(chunk, work - done)
        return min(most, step * (max(done, work // 2) // step + 1) - done) if step else most

    def is_due(self, done: int) -> bool:
        """True if the search is to be checked after this number of simulations."""
        work = self._budget.work
        return self.is_allowed and (not work or (2 * done > work and done % self._step == 0))

    def is_settled(self, weights: Sequence[float], done: int, spent: float) -> bool:
        """True if no more than one action can be chosen after the rest of the budget."""
        if len(weights) == 1:
            return True
        second, first = sorted(weights)[-2:]
        return second + self._left(done, spent) < self._floor * first

    def _left(self, done: int, spent: float) -> float:
        """The simulations left that could go to one action, after `done` in `spent` seconds."""
        budget = self._budget
        # Where the choice is drawn all of them count, so that its odds remain as they would be.
        share = PURSUIT if self._floor == 1 else 1.0
        by_clock = share * done * max(0.0, budget.seconds - spent) / max(spent, 1e-9)
        return min(by_clock, budget.work - done) if budget.work else by_clock
