"""The server's last sign of life, and the running tables with clocks.

Every process regularly records that it is awake. From the gap in these records, a process that
starts later knows since when nobody could play.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa

from honjin.server.db.sql import META
from honjin.server.tables.clocks.control import Control
from honjin.server.tables.store.rows import TABLES
from honjin.server.tables.store.store import Store

BEAT: Final = 2_000
"""Milliseconds between two signs that a process is awake."""

GONE: Final = 3 * BEAT
"""After this many milliseconds without a sign, no process is awake."""

AHEAD: Final = 60_000
"""A sign that is further in the future comes from a clock that has been put back since."""

AWAKE: Final = sa.Table(
    "awake",
    META,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)


class Timed(NamedTuple):
    """A running table with clocks: its control, and when its first time runs out, or 0."""

    table: str
    control: Control
    end: int


class _Header(msgspec.Struct):
    """The fields needed from a row's header."""

    time: Control | None = None
    ends: tuple[int, ...] = ()


async def last_awake(store: Store) -> int:
    """When the server was last awake; 0 if that is not known."""
    query = sa.select(AWAKE.c.at)
    return int(await store.ask(lambda connection: connection.scalar(query)) or 0)


async def say_awake(store: Store, now: int) -> None:
    """Record that the server is awake."""
    is_old = sa.or_(AWAKE.c.at < now, AWAKE.c.at > now + AHEAD)
    later = sa.update(AWAKE).where(is_old).values(at=now)
    # Several processes may start at the same time on a new database.
    first = sa.text("INSERT INTO awake (id, at) VALUES (1, :now) ON CONFLICT (id) DO NOTHING")

    def write(connection: sa.Connection) -> None:
        connection.execute(first, {"now": now})
        connection.execute(later)

    await store.change(write)


async def outage(store: Store, now: int, *, alone: bool) -> tuple[int, int] | None:
    """The time during which nobody could play, as found by a process that starts now.

    If it is alone, because the database is a file or no other process is there, the server was down
    however short the gap. Of several that start at the same time, one may take another for awake.
    """
    last = await last_awake(store)
    if not last or last >= now or (now - last <= GONE and not alone):
        return None
    return last, now


async def timed_tables(store: Store) -> list[Timed]:
    """The running tables with clocks, as their rows were last stored."""
    query = sa.select(TABLES.c.id, TABLES.c.header).where(TABLES.c.status == "running")
    rows = await store.ask(lambda connection: connection.execute(query).all())
    decode = msgspec.json.Decoder(_Header).decode
    found = ((table, decode(header)) for table, header in rows)
    return [
        Timed(table, header.time, min(filter(None, header.ends), default=0))
        for table, header in found
        if header.time is not None
    ]
