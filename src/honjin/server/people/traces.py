"""The origins of people, kept only to detect that two of them may be one.

The server keeps keyed hashes of addresses (of IPv6 the /64) and of a cookie that identifies the
browser, for thirty days. They are compared with each other when a game ends, and serve no other
purpose. Without the server's key, no address can be derived from a hash.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, Literal

import sqlalchemy as sa

from honjin.server.db.database import Database
from honjin.server.db.sql import META, put
from honjin.server.messages.refusals import NotStored

DAY: Final = 24 * 3600 * 1000
KEPT: Final = 30 * DAY
"""The milliseconds for which a trace is kept, and no longer."""
SOON: Final = 0.2
"""Seconds until new traces are stored."""
_MAX_NOTED: Final = 20_000
Kind = Literal["address", "device"]
Trace = tuple[str, Kind, str]


class Traces:
    """Notes the origins of people at tables, once a day for each."""

    def __init__(self, store: Database, key: str, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock
        self._key = hashlib.blake2b(f"honjin.trace {key}".encode()).digest()
        self._noted: dict[Trace, int] = {}
        self._last: dict[str, tuple[str, str, int]] = {}
        """The address, browser and day that were noted last for each person."""
        self._waiting: list[Trace] = []
        self._writing = asyncio.Lock()
        self._flushing: asyncio.Future[None] | None = None

    def note(self, who: str, address: str, device: str) -> None:
        """Remember the origin of an action; it is stored a little later, many at once."""
        today = self._clock() // DAY
        if self._last.get(who) == (address, device, today):
            return
        self._last[who] = (address, device, today)
        marks: list[Trace] = [(who, *mark) for mark in self.marks(address, device).items()]
        fresh = [mark for mark in marks if self._noted.get(mark) != today]
        if fresh:
            self._remember(fresh, today)
            self._waiting += fresh
            if self._flushing is None or self._flushing.done():
                self._flushing = asyncio.ensure_future(self._flush_soon())

    def marks(self, address: str, device: str) -> dict[Kind, str]:
        """The marks of an address and a browser, as far as they are known."""
        given: tuple[tuple[Kind, str], ...] = (("address", address), ("device", device))
        return {kind: self._mark(kind, text) for kind, text in given if text}

    async def _flush_soon(self) -> None:
        await asyncio.sleep(SOON)
        await self.flush()

    def _mark(self, kind: Kind, text: str) -> str:
        found = hashlib.blake2b(f"{kind} {text}".encode(), key=self._key, digest_size=12)
        return found.hexdigest()

    def _remember(self, fresh: list[Trace], today: int) -> None:
        if len(self._noted) >= _MAX_NOTED:
            self._noted = {mark: day for mark, day in self._noted.items() if day == today}
        if len(self._noted) >= _MAX_NOTED:
            self._noted = {}
        if len(self._last) >= _MAX_NOTED:
            self._last = {}
        self._noted.update(dict.fromkeys(fresh, today))

    async def flush(self) -> None:
        """Store the noted traces, and wait for any being stored. A failure stops nobody."""
        async with self._writing:
            await self._flush()

    async def _flush(self) -> None:
        fresh, self._waiting = self._waiting, []
        if not fresh:
            return
        try:
            await self._store.change(partial(_write, fresh, self._clock()))
        except NotStored:
            for mark in fresh:
                self._noted.pop(mark, None)
                self._last.pop(mark[0], None)


def _write(fresh: Iterable[Trace], seen: int, connection: sa.Connection) -> None:
    rows = [
        {"who": who, "kind": kind, "mark": mark, "seen": seen}
        for who, kind, mark in dict.fromkeys(fresh)
    ]
    put(connection, TRACES, rows)


def shared(connection: sa.Connection, persons: Iterable[str], since: int) -> Kind | None:
    """The traces that any two of some persons have shared since a time: browser, else address."""
    query = sa.select(TRACES.c.kind, TRACES.c.mark).where(
        TRACES.c.who.in_(set(persons)), TRACES.c.seen >= since
    )
    count = Counter((row.kind, row.mark) for row in connection.execute(query))
    found: set[Kind] = {kind for (kind, _), times in count.items() if times > 1}
    return "device" if "device" in found else "address" if found else None


def forget_old(connection: sa.Connection, now: int) -> None:
    """Delete traces past their retention time."""
    connection.execute(sa.delete(TRACES).where(TRACES.c.seen < now - KEPT))


def forget(connection: sa.Connection, who: str) -> None:
    """Delete what is known about a person."""
    connection.execute(sa.delete(TRACES).where(TRACES.c.who == who))


TRACES: Final = sa.Table(
    "traces",
    META,
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("mark", sa.String(32), primary_key=True),
    sa.Column("seen", sa.BigInteger, nullable=False),
)
