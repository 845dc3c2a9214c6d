"""The analyst's helper: what can be proved of a decision stands above what a search thinks."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from honjin.bots.ahead import compile_ahead
from honjin.bots.bot import ActionStats, Bot, Budget, SearchHandle, SearchRequest, SearchResult
from honjin.bots.tablebase import Known
from honjin.core.game import Game
from honjin.core.options import Options

SHARE: Final = 0.4
"""So much of the time is spent on proofs before the search begins."""

LINE: Final = 12
TELL: Final = 0.2  # seconds between two thoughts told on the way


class Certain(Known, Protocol):
    """What a choice is proved to be worth: the end comes in so many plies at most."""

    @property
    def plies(self) -> int:
        """Actions of all until the end, this choice counted; 0 for a draw."""
        ...


class Inquiry(Protocol):
    """What is proved of the choices of a position so far (`solver.inquiry`)."""

    @property
    def values(self) -> Mapping[int, Certain]:
        """By action."""
        ...

    def run(self, is_over: Callable[[], bool]) -> None:
        """Go on until all is settled or the time is up."""
        ...

    def line(self, action: int, most: int) -> tuple[tuple[int, int], ...]:
        """A proved action and what may follow."""
        ...


class Proves(Protocol):
    """Somebody who proves (`solver.Provers`)."""

    @property
    def loops(self) -> tuple[Path, ...]:
        """The loops that have to be compiled for a game before."""
        ...

    def can_prove(self, game: Game[Any], s: Any) -> bool:
        """Whether positions of such a game can be proved."""
        ...

    def asked(self, game: Game[Any], s: Any) -> AbstractContextManager[Inquiry]:
        """An inquiry into a position."""
        ...


@dataclass(frozen=True)
class ProvingBot:
    """Looks for proofs first; what they leave open another bot weighs in the rest of the time."""

    bot: Bot
    proves: Proves
    name: str = "proving"

    def suits(self, game: Game[Any], options: Options) -> bool:
        """Whatever the other bot plays."""
        return self.bot.suits(game, options)

    def think(self, task: SearchRequest) -> SearchResult:
        """The best choice that is proved to win, else what the other bot makes of the rest."""
        if not self._can_prove(task):
            return self.bot.think(task)
        with self.proves.asked(task.game, task.observation) as inquiry:
            begun = time.monotonic()  # reading a proof that is known is not thinking
            _prove(inquiry, task, begun)
            best = _best(inquiry.values)
            line = () if best is None else inquiry.line(best, LINE)
            proofs = _Proofs(task, dict(inquiry.values), line)
        if proofs.is_whole or (proofs.values and task.pulse.is_stopped):
            return proofs.joined(SearchResult(task.legal()[0], seconds=time.monotonic() - begun))
        left = max(0.0, task.budget.seconds - (time.monotonic() - begun))
        rest = task._replace(
            budget=Budget(left, task.budget.work), pulse=_Joining(task.pulse, proofs)
        )
        return proofs.joined(self.bot.think(rest))

    def _can_prove(self, task: SearchRequest) -> bool:
        if not self.proves.can_prove(task.game, task.observation):
            return False
        ready = [compile_ahead(task.game, loops) for loops in self.proves.loops]
        return all(ready)


def _best(values: Mapping[int, Certain]) -> int | None:
    return max(values, key=lambda action: values[action].rank, default=None)


def _prove(inquiry: Inquiry, task: SearchRequest, begun: float) -> None:
    """Prove what can be in a share of the time, and tell of it now and then."""
    seconds, told = SHARE * task.budget.seconds, begun

    def is_over() -> bool:
        nonlocal told
        now = time.monotonic()
        task.pulse.share = min(1.0, (now - begun) / max(1e-9, task.budget.seconds))
        if now - told > TELL:
            told = now
            task.pulse.latest = _Proofs(task, dict(inquiry.values), ()).joined(
                SearchResult(task.legal()[0], seconds=now - begun)
            )
        return task.pulse.is_stopped or now - begun >= seconds

    inquiry.run(is_over)


class _Proofs:
    """What is proved of a task's choices, to be set above a thought.

    `line` begins with the best of them.
    """

    def __init__(
        self, task: SearchRequest, values: Mapping[int, Certain], line: tuple[tuple[int, int], ...]
    ) -> None:
        self.seat, self.legal = task.seat, task.legal()
        self.values, self.line = values, line

    @property
    def is_whole(self) -> bool:
        """Whether every choice is proved: a search has nothing to add."""
        return len(self.values) == len(self.legal)

    def joined(self, thought: SearchResult) -> SearchResult:
        """The thought with what is certain: proved wins before all, proved losses after all."""
        if not self.values:
            return thought
        thinks = {one.action: one for one in thought.weighed}
        for action in self.legal:
            thinks.setdefault(action, ActionStats(action, None, 0, ()))
        weighed = sorted(
            (self._certain(one) for one in thinks.values()), key=lambda one: -self._rank(one)
        )
        best = weighed[0]
        value = best.value if best.value is not None else thought.value
        return thought._replace(action=best.action, value=value, weighed=tuple(weighed))

    def _rank(self, one: ActionStats) -> int:
        """Above 0 for a win, below for a loss; what is only thought keeps its order between."""
        return self.values[one.action].rank if one.plies else 0

    def _certain(self, one: ActionStats) -> ActionStats:
        value = self.values.get(one.action)
        if value is None:
            return one
        is_first = self.line[:1] == ((self.seat, one.action),)
        line = self.line if is_first else ((self.seat, one.action),)
        return ActionStats(one.action, float(value.result), one.visits, line, value.plies)


class _Joining(SearchHandle):
    """The pulse of the other bot: what it thinks on the way is told with what is proved."""

    __slots__ = ("_proofs", "_pulse")

    def __init__(self, pulse: SearchHandle, proofs: _Proofs) -> None:
        self._pulse, self._proofs = pulse, proofs

    def stop(self) -> None:
        """Ask for an answer now."""
        self._pulse.stop()

    @property
    def is_stopped(self) -> bool:
        """Whether an answer is wanted now."""
        return self._pulse.is_stopped

    @property
    def share(self) -> float:
        """How much of the whole time is used; told by the clock of who waits."""
        return self._pulse.share

    @share.setter
    def share(self, share: float) -> None:
        self._pulse.share = SHARE + (1 - SHARE) * share

    @property
    def latest(self) -> SearchResult | None:
        """What is thought now."""
        return self._pulse.latest

    @latest.setter
    def latest(self, thought: SearchResult | None) -> None:
        self._pulse.latest = thought and self._proofs.joined(thought)
