"""Bots at work on a decision: how much of their time is used, and how they are told to hurry.

The share is known by time, where the bot has one, and by what the bot says. How fast a search gets
on depends on what the bot knows, so that in a game with secrets nothing but the time is told.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from honjin.bots import Player, SearchHandle
from honjin.server.messages import protocol as p
from honjin.server.work.exact import Making

TICK: Final = 0.3
"""Seconds between two looks at a bot that thinks."""

QUICK: Final = ("greedy", "random", "perfect", "net")
"""Bots that answer at once, whatever their budget."""


class Work:
    """One bot at work on one decision, asked at version `at` of its table.

    `longest` is the longest that it has thought there before.
    """

    def __init__(self, seat: int, at: int, player: Player, longest: float, *, secret: bool) -> None:
        self.seat, self.at, self.player, self.secret = seat, at, player, secret
        self._longest = longest
        self.pulse = SearchHandle()
        self.begun = time.monotonic()
        self.thinking = 0.0
        """Since when it thinks; 0 while it waits for a thread."""
        self._is_hurried = False
        self.making: Making | None = None
        """The table that it waits for before it can think."""

    @property
    def is_quick(self) -> bool:
        """Whether it answers at once."""
        return self.player.bot.name in QUICK

    @property
    def has_time(self) -> bool:
        """Whether it is the clock that ends its thinking."""
        return not (self.player.budget.work or self.is_quick)

    @property
    def spent(self) -> float:
        """Seconds that it has thought."""
        return time.monotonic() - self.thinking if self.thinking else 0.0

    def share(self) -> float | None:
        """How much of its time is used, from 0 to 1; None where nobody may or can tell."""
        if self.secret and not self.has_time:
            return None
        told = 0.0 if self.secret else self.pulse.share
        return min(1.0, max(self.spent / self.player.budget.seconds, told))

    def told(self) -> p.Thinker:
        """What its table is told."""
        share = self.share()
        return p.Thinker(self.seat, None if share is None else round(share, 2))

    def hurry(self) -> None:
        """Answer now."""
        self.pulse.stop()
        self._is_hurried = True

    async def hold(self, pause: float, tick: Callable[[], None]) -> None:
        """Wait until it may answer: not before a pause, so that people can follow.

        In a game with secrets not before its usual time is over either, unless told to hurry: how
        soon it has finished, and whether it had a choice at all, is for its seat to know.
        """
        while (left := self._due(pause) - time.monotonic()) > 0:
            await asyncio.sleep(min(left, TICK))
            tick()

    def _due(self, pause: float) -> float:
        due = self.begun + pause
        if self.secret and not self.is_quick and not self._is_hurried:
            usual = self.player.budget.seconds if self.has_time else self._longest
            due = max(due, self.thinking + usual)
        return due
