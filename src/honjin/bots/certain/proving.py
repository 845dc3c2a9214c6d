"""The analyst's bot: proofs about a decision take precedence over a search."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from honjin.bots.bot import ActionStats, Bot, Budget, SearchHandle, SearchRequest, SearchResult
from honjin.bots.certain.values import Inquiry, ProverPool, Values
from honjin.bots.precompile import compile_ahead
from honjin.core.game import Game
from honjin.core.options import Options

SHARE: Final = 0.4
"""The share of the time that is spent on proofs before the search begins."""

LINE: Final = 12
TELL: Final = 0.2  # seconds between two interim results


@dataclass(frozen=True)
class ProvingBot:
    """Searches for proofs first; another bot uses the remaining time for what they leave open."""

    bot: Bot
    provers: ProverPool
    name: str = "proving"

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True if the other bot suits the game."""
        return self.bot.suits(game, options)

    def think(self, task: SearchRequest) -> SearchResult:
        """The best choice that is proved to win, else the other bot's choice among the rest."""
        if not self._can_prove(task):
            return self.bot.think(task)
        with self.provers.asked(task.game, task.observation) as inquiry:
            begun = time.monotonic()  # reading a known proof does not count as thinking
            prove(inquiry, task, begun)
            best = _best(inquiry.values)
            line = () if best is None else inquiry.line(best, LINE)
            proofs = Proofs(task, dict(inquiry.values), line)
        if proofs.is_whole or (proofs.values and task.handle.is_stopped):
            return proofs.joined(SearchResult(task.legal()[0], seconds=time.monotonic() - begun))
        left = max(0.0, task.budget.seconds - (time.monotonic() - begun))
        rest = task._replace(
            budget=Budget(left, task.budget.work), handle=Joining(task.handle, proofs)
        )
        return proofs.joined(self.bot.think(rest))

    def _can_prove(self, task: SearchRequest) -> bool:
        if not self.provers.can_prove(task.game, task.observation):
            return False
        ready = [compile_ahead(task.game, loops) for loops in self.provers.loops]
        return all(ready)


def _best(values: Values) -> int | None:
    return max(values, key=lambda action: values[action].rank, default=None)


def prove(
    inquiry: Inquiry,
    task: SearchRequest,
    begun: float,
    *,
    is_enough: Callable[[Values], bool] = lambda _: False,
    most: int = 0,
) -> None:
    """Prove what can be proved in a share of the time, with occasional interim results.

    Ends early if `is_enough` holds or `most` actions were searched (0: no limit).
    """
    seconds, told = SHARE * task.budget.seconds, begun

    def is_over() -> bool:
        nonlocal told
        now = time.monotonic()
        task.handle.share = min(1.0, (now - begun) / max(1e-9, task.budget.seconds))
        if now - told > TELL:
            told = now
            task.handle.latest = Proofs(task, dict(inquiry.values), ()).joined(
                SearchResult(task.legal()[0], seconds=now - begun)
            )
        return task.handle.is_stopped or now - begun >= seconds or is_enough(inquiry.values)

    inquiry.run(is_over, most)


class Proofs:
    """The proved choices of a task, to be merged with a search result.

    `line` begins with the best of them.
    """

    def __init__(
        self, task: SearchRequest, values: Values, line: tuple[tuple[int, int], ...]
    ) -> None:
        self.seat, self.legal = task.seat, task.legal()
        self.values, self.line = values, line

    @property
    def is_whole(self) -> bool:
        """True if every choice is proved, so that a search has nothing to add."""
        return len(self.values) == len(self.legal)

    def joined(self, result: SearchResult) -> SearchResult:
        """The result with the proofs merged in: proved wins first, proved losses last."""
        if not self.values:
            return result
        thinks = {one.action: one for one in result.stats}
        for action in self.legal:
            thinks.setdefault(action, ActionStats(action, None, 0, ()))
        stats = sorted(
            (self._certain(one) for one in thinks.values()), key=lambda one: -self._rank(one)
        )
        best = stats[0]
        value = best.value if best.value is not None else result.value
        return result._replace(action=best.action, value=value, stats=tuple(stats))

    def _rank(self, one: ActionStats) -> int:
        """Above 0 for a proved win, below 0 for a proved loss, 0 for what is not proved."""
        return self.values[one.action].rank if one.plies else 0

    def _certain(self, one: ActionStats) -> ActionStats:
        value = self.values.get(one.action)
        if value is None:
            return one
        is_first = self.line[:1] == ((self.seat, one.action),)
        line = self.line if is_first else ((self.seat, one.action),)
        return ActionStats(one.action, float(value.result), one.visits, line, value.plies)


class Joining(SearchHandle):
    """The handle of the other bot; its interim results are reported with the proofs merged in."""

    __slots__ = ("_handle", "_proofs")

    def __init__(self, handle: SearchHandle, proofs: Proofs) -> None:
        self._handle, self._proofs = handle, proofs

    def stop(self) -> None:
        """Ask the search to return now."""
        self._handle.stop()

    def when_stopped(self, call: Callable[[], None]) -> None:
        """Have a function called when the search is stopped, or at once if it is; perhaps twice."""
        self._handle.when_stopped(call)

    @property
    def is_stopped(self) -> bool:
        """True if the search should return now."""
        return self._handle.is_stopped

    @property
    def share(self) -> float:
        """The used share of the whole time, kept by the outer handle."""
        return self._handle.share

    @share.setter
    def share(self, share: float) -> None:
        self._handle.share = SHARE + (1 - SHARE) * share

    @property
    def latest(self) -> SearchResult | None:
        """The latest interim result."""
        return self._handle.latest

    @latest.setter
    def latest(self, result: SearchResult | None) -> None:
        self._handle.latest = result and self._proofs.joined(result)
