"""A read that all who ask at the same time share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Together(Generic[T]):
    """One read at a time: who asks during one shares the next with all who do.

    So each gets what was read after they asked, and any number of them cause two reads.
    """

    def __init__(self, read: Callable[[], Awaitable[T]]) -> None:
        self._read = read
        self._now: asyncio.Task[T] | None = None
        self._next: asyncio.Task[T] | None = None
        """The read that has not begun."""

    async def ask(self) -> T:
        """The result of the read; raises its exception."""
        if self._next is None:
            self._next = asyncio.create_task(self._read_after(self._now))
        return await asyncio.shield(self._next)

    async def _read_after(self, before: asyncio.Task[T] | None) -> T:
        if before is not None:
            await asyncio.wait([before])
        self._now, self._next = self._next, None
        return await self._read()
