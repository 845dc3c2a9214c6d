"""Bots at work on a decision: how much of their time is used, and how they are hurried.

The share comes from the time, where the bot has a limit, and from the bot's own reports. The
progress of a search depends on what the bot knows, so where that is secret only the time is shown.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from honjin.bots import Player, SearchHandle
from honjin.core.seats import CHANCE
from honjin.server.settings import Settings
from honjin.server.tables.messages import answers
from honjin.server.tables.session.room import Room
from honjin.server.work.exact import Making

TICK: Final = 0.3
"""Seconds between two checks of a thinking bot."""

OUTAGE: Final = 1.0
"""Seconds after which a turn is tried again if the database did not answer."""

QUICK: Final = ("greedy", "random", "perfect", "net")
"""Bots that answer at once, whatever their budget."""

AT_ONCE: Final = 0.01
"""The seconds that they take."""

RECENT: Final = 8
"""The number of searches of which the longest is a seat's usual time."""

EACH: Final = 0.001
"""The most seconds that a compiled simulation usually takes."""


def threads_of(settings: Settings) -> int:
    """The number of bots that think at the same time in this process."""
    cores = os.cpu_count() or 1
    return max(1, settings.bot_threads or cores // settings.workers)


def begins_turn(room: Room, seat: int) -> bool:
    """Whether others have acted since a seat did, as far as it knows."""
    for step in reversed(room.play.steps):
        if step.seat != CHANCE and seat not in step.missed_by:
            return step.seat != seat
    return True


class Pace:
    """The seconds that a seat's bot has thought: in its turn, and in its last searches."""

    def __init__(self) -> None:
        self.begin()
        self._recent = {one: deque[float](maxlen=RECENT) for one in (False, True)}
        """Interpreted and compiled."""

    def begin(self) -> None:
        """A turn begins: there is a pause before its first choice."""
        self.turn, self.pauses = 0.0, True

    def usual(self, is_compiled: bool) -> float:
        """The longest of its last searches."""
        return max(self._recent[is_compiled], default=0.0)

    def note(self, seconds: float, is_compiled: bool) -> None:
        """Note a search; what was found without one takes no time."""
        if seconds:
            self._recent[is_compiled].append(seconds)


class Work:
    """One bot at work on one decision, started at version `at` of its table.

    `usual` is the longest of its last searches there. `secret` is true if the time
    that it takes could tell others what it knows or chooses (`tells`).
    """

    def __init__(self, seat: int, at: int, player: Player, usual: float, *, secret: bool) -> None:
        self.seat, self.at, self.player, self.secret = seat, at, player, secret
        self._usual = usual
        self.handle = SearchHandle()
        self.begun = time.monotonic()
        self.thinking = 0.0
        """When it began to think; 0 while it waits for a thread."""
        self._is_hurried = False
        self.making: Making | None = None
        """The table that it waits for before it can think."""

    @property
    def is_quick(self) -> bool:
        """Whether it answers at once."""
        return self.player.bot.name in QUICK

    @property
    def has_time(self) -> bool:
        """Whether the clock ends its thinking."""
        return not (self.player.budget.work or self.is_quick)

    @property
    def expected(self) -> float:
        """About the most seconds that it will think."""
        if self.is_quick:
            return AT_ONCE
        budget = self.player.budget
        return min(budget.seconds, budget.work * EACH if budget.work else budget.seconds)

    @property
    def spent(self) -> float:
        """Seconds that it has thought."""
        return time.monotonic() - self.thinking if self.thinking else 0.0

    def charged(self, seconds: float) -> float:
        """What a turn is charged for a search: all of its time, where less would tell about it."""
        return self.player.budget.seconds if self.secret and self.has_time else seconds

    def share(self) -> float | None:
        """The share of its time that is used, from 0 to 1; None if it is secret or unknown."""
        if self.secret and not self.has_time:
            return None
        reported = 0.0 if self.secret else self.handle.share
        return min(1.0, max(self.spent / self.player.budget.seconds, reported))

    def message(self) -> answers.Thinker:
        """The message to its table."""
        share = self.share()
        return answers.Thinker(self.seat, None if share is None else round(share, 2))

    def hurry(self) -> None:
        """Make the bot answer now."""
        self.handle.stop()
        self._is_hurried = True

    async def hold(self, pause: float, tick: Callable[[], None]) -> float:
        """Wait until it may answer: at least a pause, so that people can follow.

        If its decision is secret, also at least its usual time, unless it is hurried: how soon it
        has finished, and whether it had a choice at all, is for its seat to know. Returns the
        seconds that were waited for the pause alone.
        """
        ready = max(time.monotonic(), self._due(0.0))
        while (left := self._due(pause) - time.monotonic()) > 0:
            await asyncio.sleep(min(left, TICK))
            tick()
        return max(0.0, self.begun + pause - ready)

    def _due(self, pause: float) -> float:
        due = self.begun + pause
        if self.secret and not self.is_quick and not self._is_hurried:
            usual = self.player.budget.seconds if self.has_time else self._usual
            due = max(due, self.thinking + usual)
        return due
