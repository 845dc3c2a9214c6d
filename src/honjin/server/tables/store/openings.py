"""The number of waiting tables that one guest may have open, so that nobody fills the lobby.

A table that waits is shown in the lobby for `WAITING`. Its link works longer.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final
from weakref import WeakValueDictionary

from honjin.server.messages.refusals import Refused, TooMany
from honjin.server.tables.store.store import Store

WAITING: Final = 12 * 3600 * 1000
"""The lobby shows a waiting table for this many milliseconds after its last change."""
MAX_OF_GUEST: Final = 10
MAX_OF_ADDRESS: Final = 30
_MAX_KEPT: Final = 5_000


class Openings:
    """The tables that guests and addresses have opened recently and that may still be waiting."""

    def __init__(self, store: Store, *, on: bool = True) -> None:
        self._store, self._on = store, on
        self._opened: dict[str, list[str]] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @contextlib.asynccontextmanager
    async def turn(self, guest: str, address: str) -> AsyncIterator[None]:
        """Let one request at a time count the tables and open one, for a guest and an address."""
        turns = [self._turns.setdefault(key, asyncio.Lock()) for key in (guest, f"@{address}")]
        async with turns[0], turns[1]:
            yield

    async def full(self, guest: str, address: str, now: int) -> bool:
        """Whether this guest or this address has the maximum number of tables waiting."""
        if not self._on:
            return False
        for key, most in ((guest, MAX_OF_GUEST), (address, MAX_OF_ADDRESS)):
            known = self._opened.get(key, [])
            if len(known) >= most:
                known = self._opened[key] = await self._store.waiting(known, now - WAITING)
                if len(known) >= most:
                    return True
        return False

    def note(self, guest: str, address: str, table: str) -> None:
        """Note that a table that waits for players was opened."""
        for key in (guest, address) if self._on else ():
            self._opened[key] = [*self._opened.pop(key, []), table]
        while len(self._opened) > _MAX_KEPT:
            del self._opened[next(iter(self._opened))]


def too_many() -> Refused:
    """The refusal of another waiting table."""
    return TooMany(
        f"at most {MAX_OF_GUEST} tables of yours can wait for players, {MAX_OF_ADDRESS} of your "
        "address; take a seat at one, or wait until someone joins"
    )
