"""The tables that the lobby lists for everybody, and how many may wait there at once.

A table that waits is shown in the lobby for `WAITING`. Its link works longer.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple
from weakref import WeakValueDictionary

from honjin.server.messages.refusals import Refused, TooMany
from honjin.server.people.ratings.ratings import Key, Shown, shown_of
from honjin.server.tables.store.rows import Row
from honjin.server.tables.store.store import Store
from honjin.server.tables.store.table import is_listed

LOBBY: Final = 100
"""The most tables that wait for players, and the most running ones, that are listed."""


class Listed(NamedTuple):
    """The rows, the known ratings, and the lines that a stranger sees, once somebody made them."""

    rows: Sequence[Row]
    known: dict[Key, Shown]
    lines: list[Any]


async def listed(store: Store, now: int) -> Listed:
    """Read what is listed now, in milliseconds."""
    rows = [
        row for row in await store.lobby(LOBBY, now - WAITING) if is_listed(row.status, row.holders)
    ]
    return Listed(rows, await ratings_at(store, players_at(rows)), [])


async def ratings_at(store: Store, keys: Iterable[Key]) -> dict[Key, Shown]:
    """The ratings of players, those that have one."""
    wanted = set(keys)
    return await store.ask(partial(shown_of, keys=wanted)) if wanted else {}


def players_at(rows: Iterable[Row]) -> set[Key]:
    """The persons at some tables, each in the game and at the pace of the table."""
    return {
        (one[1], row.game, row.pace)
        for row in rows
        for one in row.holders
        if one is not None and one[0] == "person"
    }


# ---------------------------------------------------------------- how many tables may wait


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
