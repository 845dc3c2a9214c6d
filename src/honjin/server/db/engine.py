"""The engine of the database: SQLite, or PostgreSQL."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from honjin.server.db.processes.news import ALIVE
from honjin.server.messages.refusals import NoRoom

ROOM: Final = 10_000_000
"""Bytes of the disk with which an SQLite file is opened as usual again."""
SPARED: Final = 50_000_000
"""Bytes of the disk that are left to what people play."""
LITTLE: Final = 1_000_000
"""With no more than that a disk that was full is still."""


def make_engine(url: str, *, alone: bool = False) -> sa.Engine:
    """The engine of a database; an SQLite file is set to WAL and full durability.

    `alone` is for a full disk: a single connection, which shares nothing with others.
    """
    is_file, asked = url.startswith("sqlite"), sa.make_url(url).query
    alive = {} if is_file else {name: one for name, one in ALIVE.items() if name not in asked}
    pool = {"pool_size": 1, "max_overflow": 0} if alone else {}
    engine = sa.create_engine(
        url, pool_pre_ping=not is_file, hide_parameters=True, connect_args=alive, **pool
    )
    if is_file:
        sa.event.listen(engine, "connect", partial(_prepare_sqlite, alone=alone))
    return engine


def has_room(engine: sa.Engine, room: int = ROOM) -> bool:
    """Whether more than `room` bytes of the disk of an SQLite file are free."""
    return shutil.disk_usage(Path(engine.url.database or ".").parent).free > room


def require_room(folder: Path) -> None:
    """Raise NoRoom for something large unless enough of the disk is left to what people play."""
    if shutil.disk_usage(folder).free < SPARED:
        raise NoRoom("the server's disk is nearly full")


_PRAGMAS: Final = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "busy_timeout = 10000",
    "cache_size = -32000",
    "soft_heap_limit = 16000000",  # of all connections: seven full caches would be 228 MB
    "temp_store = MEMORY",
)


def _prepare_sqlite(connection: Any, _record: Any, *, alone: bool) -> None:
    for pragma in ("locking_mode = EXCLUSIVE", *_PRAGMAS) if alone else _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
