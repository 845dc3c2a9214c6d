"""Reads: work of more than a millisecond is done off the event loop, and some results are cached.

A few threads do it, so that few threads compete with the event loop. There are two sorts: `past`
reads are many and short (the past of a table, the games, puzzles), `text` reads are few and may be
long (a map, a record, a fork), one per address at a time, and with a time limit. Addresses, and the
people of each, take turns, and nobody can fill the queue: each has a few places in it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable
from functools import partial
from itertools import count
from math import inf
from typing import Any, Final, NamedTuple, TypeVar

from honjin.core.reading.limit import time_limit
from honjin.server.messages import refusals as no
from honjin.server.work.fair import Asker, FairTurn, FairTurns
from honjin.server.work.kept import ByteCache
from honjin.server.work.threads import in_thread

T = TypeVar("T")

MAX_KEPT: Final = 6_000_000
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
    usual: float = 0.01
    """The seconds that it usually takes."""


PAST: Final = Terms(threads=1, most_each=8, most=200)
# The longest games are replayed in half of that time.
TEXT: Final = Terms(
    threads=2, most_each=6, most=200, one_each=True, patience=20.0, seconds=30.0, usual=0.5
)


class Reads:
    """Reads of one sort, in fair turns. The server's own name no asker, and are always admitted."""

    def __init__(
        self,
        terms: Terms,
        *,
        limits: bool = True,
        most_kept: int = MAX_KEPT,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.terms, self._limits, self.clock = terms, limits, clock
        one = 1 if terms.one_each else inf
        self.turns = FairTurns(terms.threads, one, one)
        self._own = count()
        self.kept = ByteCache(most_kept)

    async def do(self, work: Callable[[], T], asker: Asker | None = None) -> T:
        """The result of `work`, run in a thread; TooMany or Busy if too many wait."""
        turn = await self._turn(asker if self._limits else None)
        answer = in_thread(partial(_timed, work, self.terms.seconds), "honjin-reader")
        # The place is freed with the thread, even if nobody waits for the answer any more.
        answer.add_done_callback(partial(_free, turn))
        return await asyncio.shield(answer)

    async def once(
        self, key: Hashable, work: Callable[[], bytes], asker: Asker | None = None
    ) -> bytes:
        """Do a read whose answer never changes; it is cached."""
        found = self.kept.get(key)
        if found is None:
            found = await self.do(work, asker)
            self.kept.put(key, found)
        return found

    async def lately(
        self, key: Hashable, seconds: float, work: Callable[[], bytes], asker: Asker | None = None
    ) -> bytes:
        """Do a read whose answer may be up to `seconds` seconds old."""
        return await self.once((key, self.clock() // seconds), work, asker)

    # ---- turns

    def _require_room(self, asker: Asker) -> None:
        if self.turns.load() >= self.terms.most:
            raise no.Busy("too many such requests at once; try again in a moment")
        loads = self.turns.load(asker.person), self.turns.load(address=asker.address)
        if max(loads) >= self.terms.most_each:
            raise no.TooMany(f"at most {self.terms.most_each} such requests at a time")

    async def _turn(self, asker: Asker | None) -> FairTurn:
        """Wait for the asker's turn; each read of the server's own has a line of its own."""
        if asker is not None:
            self._require_room(asker)
        own = f"{next(self._own)}"
        turn = self.turns.join(asker or Asker(own, own), self.terms.usual)
        try:
            async with asyncio.timeout(self.terms.patience):
                await turn.came.wait()
        except BaseException as problem:
            turn.leave()
            if isinstance(problem, TimeoutError):
                raise no.Busy("the server is busy; try again in a moment") from None
            raise
        return turn


def _timed(work: Callable[[], T], seconds: float) -> T:
    with time_limit(seconds):
        return work()


def _free(turn: FairTurn, answer: asyncio.Future[Any]) -> None:
    """Free the place, and mark an error that nobody waits for as seen."""
    turn.leave()
    if not answer.cancelled():
        answer.exception()
