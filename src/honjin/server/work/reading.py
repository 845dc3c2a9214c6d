"""Reads: work of more than a millisecond is done off the event loop, and some results are cached.

A few threads do it, so that few threads compete with the event loop. There are two sorts: `past`
reads are many and short (the past of a table, the games, puzzles), `text` reads are few and may be
long (a map, a record, a fork), one per address at a time, and with a time limit. Nobody can fill
the queue: each guest and each address has a few places in it.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Hashable
from contextlib import ExitStack
from functools import partial
from math import inf
from typing import Any, Final, NamedTuple, TypeVar

from honjin.core.reading.limit import time_limit
from honjin.server.messages import refusals as no
from honjin.server.work.kept import ByteCache
from honjin.server.work.threads import in_thread

T = TypeVar("T")

MOST_KEPT: Final = 6_000_000
"""The most bytes of answers that are cached in all."""


class Terms(NamedTuple):
    """The terms for a sort of reads; numbers of reads include running ones."""

    threads: int
    most_each: int
    """The most reads of a guest or an address that wait at a time."""
    most: int
    """The most that wait in all."""
    one_each: bool = False
    """Whether those of one caller are done one after the other."""
    patience: float | None = None
    """The longest wait in seconds until a read begins."""
    seconds: float = inf
    """The seconds that it may take then."""


PAST: Final = Terms(threads=1, most_each=8, most=200)
# The longest games are replayed in half of that time.
TEXT: Final = Terms(threads=2, most_each=6, most=200, one_each=True, patience=20.0, seconds=30.0)


class Reads:
    """Reads of one sort. The server's own reads name no caller, and are always admitted."""

    def __init__(
        self,
        terms: Terms,
        *,
        limits: bool = True,
        most_kept: int = MOST_KEPT,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.terms, self._limits, self.clock = terms, limits, clock
        self._threads = asyncio.Semaphore(terms.threads)
        self._turns: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()
        self._count = 0
        self.kept = ByteCache(most_kept)

    async def do(self, work: Callable[[], T], *askers: str) -> T:
        """The result of `work`, run in a thread; TooMany or Busy if too many wait."""
        askers = askers if self._limits else ()
        self._must_have_room(askers)
        with await self._place(askers) as place:
            answer = in_thread(partial(_timed, work, self.terms.seconds), "honjin-reader")
            # The place is freed with the thread, even if nobody waits for the answer any more.
            answer.add_done_callback(partial(_free, place.pop_all()))
        return await asyncio.shield(answer)

    async def once(self, key: Hashable, work: Callable[[], bytes], *askers: str) -> bytes:
        """The same for an answer that never changes; it is cached."""
        found = self.kept.get(key)
        if found is None:
            found = await self.do(work, *askers)
            self.kept.put(key, found)
        return found

    async def lately(
        self, key: Hashable, seconds: float, work: Callable[[], bytes], *askers: str
    ) -> bytes:
        """The same for an answer that may be up to `seconds` seconds old."""
        return await self.once((key, self.clock() // seconds), work, *askers)

    # ---- places

    def _must_have_room(self, askers: tuple[str, ...]) -> None:
        if askers and self._count >= self.terms.most:
            raise no.Busy("too many such requests at once; try again in a moment")
        if any(self._waiting[asker] >= self.terms.most_each for asker in askers):
            raise no.TooMany(f"at most {self.terms.most_each} such requests at a time")

    async def _place(self, askers: tuple[str, ...]) -> ExitStack:
        """Wait for the callers' turns and for a thread; closing releases everything."""
        with ExitStack() as held:
            self._enter(askers)
            held.callback(self._leave, askers)
            turns: list[asyncio.Lock | asyncio.Semaphore] = [self._threads]
            if self.terms.one_each:
                turns[:0] = [self._turns[asker] for asker in askers]
            try:
                async with asyncio.timeout(self.terms.patience):
                    for turn in turns:
                        await turn.acquire()
                        held.callback(turn.release)
            except TimeoutError:
                raise no.Busy("the server is busy; try again in a moment") from None
            return held.pop_all()

    def _enter(self, askers: tuple[str, ...]) -> None:
        self._count += 1
        for asker in askers:
            self._waiting[asker] += 1
            self._turns.setdefault(asker, asyncio.Lock())

    def _leave(self, askers: tuple[str, ...]) -> None:
        self._count -= 1
        for asker in askers:
            self._waiting[asker] -= 1
            if not self._waiting[asker]:
                del self._waiting[asker], self._turns[asker]


def _timed(work: Callable[[], T], seconds: float) -> T:
    with time_limit(seconds):
        return work()


def _free(place: ExitStack, answer: asyncio.Future[Any]) -> None:
    """Free the place, and mark an error that nobody waits for as seen."""
    place.close()
    if not answer.cancelled():
        answer.exception()
