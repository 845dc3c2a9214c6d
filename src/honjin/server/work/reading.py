"""Reads: what costs more than a millisecond is done beside the event loop, and some of it is kept.

A few threads do them, so that whoever acts waits for few of them to give way. There are two sorts:
`past` reads are many and short (the past of a table, the games, puzzles), `text` reads are few and
may be long (a map, a record, a fork), one of an address after the other, and not for ever. Nobody
can fill the queue: each guest and each address has a few places in it.
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

from honjin.core.limit import time_limit
from honjin.server.messages import refusals as no
from honjin.server.work.kept import ByteCache
from honjin.server.work.threads import in_thread

T = TypeVar("T")

MOST_KEPT: Final = 24_000_000
"""Bytes of answers that are kept, all together."""


class Terms(NamedTuple):
    """On which terms a sort of reads is done; numbers of reads count those under way, too."""

    threads: int
    most_each: int
    """So many reads of a guest or an address wait at a time."""
    most: int
    """So many wait all together."""
    one_each: bool = False
    """Whether those of an asker are done one after the other."""
    patience: float | None = None
    """Seconds that one waits at most until it begins."""
    seconds: float = inf
    """Seconds that it may take then."""


PAST: Final = Terms(threads=1, most_each=8, most=200)
# The longest games are replayed in half of that time.
TEXT: Final = Terms(threads=2, most_each=6, most=200, one_each=True, patience=20.0, seconds=30.0)


class Reads:
    """Reads of one sort. Those that the server needs itself name no asker, and are let in."""

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
        """What `work` gives, done in a thread; TooMany or Busy when too much waits there."""
        askers = askers if self._limits else ()
        self._must_have_room(askers)
        with await self._place(askers) as place:
            answer = in_thread(partial(_timed, work, self.terms.seconds), "honjin-reader")
            # The place is free when the thread is, also if nobody waits for it any more.
            answer.add_done_callback(partial(_free, place.pop_all()))
        return await asyncio.shield(answer)

    async def once(self, key: Hashable, work: Callable[[], bytes], *askers: str) -> bytes:
        """The same for an answer that never changes; it is kept for those who ask again."""
        found = self.kept.get(key)
        if found is None:
            found = await self.do(work, *askers)
            self.kept.put(key, found)
        return found

    async def lately(
        self, key: Hashable, seconds: float, work: Callable[[], bytes], *askers: str
    ) -> bytes:
        """The same for an answer that may be so many seconds old."""
        return await self.once((key, self.clock() // seconds), work, *askers)

    # ---- places

    def _must_have_room(self, askers: tuple[str, ...]) -> None:
        if askers and self._count >= self.terms.most:
            raise no.Busy("too many ask for such things at once; ask again in a moment")
        if any(self._waiting[asker] >= self.terms.most_each for asker in askers):
            raise no.TooMany(f"at most {self.terms.most_each} such requests at a time")

    async def _place(self, askers: tuple[str, ...]) -> ExitStack:
        """Wait for the askers' turns and for a thread; closing gives all back."""
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
                raise no.Busy("others are being served; try again in a moment") from None
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
    """Free the place; an error that nobody waits for any more has been seen."""
    place.close()
    if not answer.cancelled():
        answer.exception()
