"""Reads that cost more than a millisecond: done beside the event loop, one at a time, and kept.

One thread does them all, so that whoever acts never waits for more than one of them to give way.
Nobody can fill its queue: each guest and each address has a few places in it.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from honjin.server.messages import refusals as no
from honjin.server.work.kept import ByteCache

T = TypeVar("T")

MOST_EACH: Final = 8
"""So many reads of a guest or an address wait at a time."""

MOST_WAITING: Final = 200

MOST_KEPT: Final = 24_000_000
"""Bytes of answers that are kept, all together."""


class Reader:
    """The thread that reads."""

    def __init__(self, most_kept: int = MOST_KEPT) -> None:
        self._pool = ThreadPoolExecutor(1, "reader")
        self._waiting: Counter[str] = Counter()
        self._count = 0
        self.kept = ByteCache(most_kept)

    async def read(self, work: Callable[[], T], *askers: str) -> T:
        """What `work` gives, done in the thread; TooMany or Busy when too much waits there."""
        if self._count >= MOST_WAITING:
            raise no.Busy("too many ask about the past at once; ask again in a moment")
        if any(self._waiting[asker] >= MOST_EACH for asker in askers):
            raise no.TooMany(f"at most {MOST_EACH} such requests at a time")
        self._count += 1
        self._waiting.update(askers)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._count -= 1
            self._waiting.subtract(askers)
            for asker in askers:
                if self._waiting[asker] <= 0:
                    del self._waiting[asker]

    async def once(self, key: Hashable, work: Callable[[], bytes], *askers: str) -> bytes:
        """The same for an answer that never changes; it is kept for those who ask again."""
        found = self.kept.get(key)
        if found is None:
            found = await self.read(work, *askers)
            self.kept.put(key, found)
        return found

    async def lately(
        self, key: Hashable, seconds: float, work: Callable[[], bytes], *askers: str
    ) -> bytes:
        """The same for an answer that may be so many seconds old."""
        return await self.once((key, time.monotonic() // seconds), work, *askers)

    def close(self) -> None:
        """Let go of what still waits."""
        self._pool.shutdown(wait=False, cancel_futures=True)
