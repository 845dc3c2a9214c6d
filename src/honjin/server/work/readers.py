"""What costs time before a table is there is done beside the event loop.

Maps are read, records replayed, forks made: by few threads, for one address one after the other,
and not for long. Whoever posts at the same time is answered meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Final, TypeVar

from honjin.core.limit import time_limit
from honjin.server.messages import refusals as no
from honjin.server.work.threads import in_thread

T = TypeVar("T")

THREADS: Final = 2
MOST_WAITING: Final = 6
"""So many texts of one address are read or wait to be read."""
PATIENCE: Final = 20.0
"""Seconds that one waits at most until it is read."""


class Readers:
    """A few threads for all, one of them at a time for an address."""

    def __init__(self, seconds: float, *, limits: bool = True) -> None:
        self._seconds, self._limits = seconds, limits
        self._places = asyncio.Semaphore(THREADS)
        self._turns: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()

    async def do(self, address: str, work: Callable[[], T]) -> T:
        """What a piece of work answers; TooMany or Busy when it cannot be done soon."""
        if self._limits and self._waiting[address] >= MOST_WAITING:
            raise no.TooMany(
                f"{MOST_WAITING} texts from your address are being read; wait for them"
            )
        turn = contextlib.AsyncExitStack()
        try:
            async with asyncio.timeout(PATIENCE):
                await turn.enter_async_context(self._turn(address))
        except TimeoutError:
            raise no.Busy("others are being served; try again in a moment") from None
        return await self._done(turn, work)

    async def _done(self, turn: contextlib.AsyncExitStack, work: Callable[[], T]) -> T:
        """Do it; the turn is over when the thread is, also if nobody waits for it any more."""

        async def finish() -> T:
            async with turn:
                return await in_thread(partial(self._limited, work), "honjin-reader")

        task = asyncio.create_task(finish())
        task.add_done_callback(_look_at)
        return await asyncio.shield(task)

    def _limited(self, work: Callable[[], T]) -> T:
        with time_limit(self._seconds):
            return work()

    @contextlib.asynccontextmanager
    async def _turn(self, address: str) -> AsyncIterator[None]:
        self._waiting[address] += 1
        lock = self._turns.setdefault(address, asyncio.Lock()) if self._limits else None
        try:
            async with lock or contextlib.nullcontext(), self._places:
                yield
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
                self._turns.pop(address, None)


def _look_at(task: asyncio.Task[T]) -> None:
    """An error that nobody waits for any more has been seen."""
    if not task.cancelled():
        task.exception()
