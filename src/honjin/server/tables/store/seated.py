"""The seats that a person holds or has held, and the rated game that a person is playing."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec
import sqlalchemy as sa

from honjin.server.db.damage import told_if_damaged
from honjin.server.messages import refusals as no
from honjin.server.tables.session.outcome import unrated_so_far
from honjin.server.tables.store.live_tables import LiveTables
from honjin.server.tables.store.rows import HOLDERS, TABLES, TableHeader


def require_no_seat(connection: sa.Connection, person: str) -> None:
    """Check that the person has no seat: seats are labelled when taken, and stay so."""
    rows = connection.execute(_tables_of(person, HOLDERS.c.ended == 0))
    for row in rows:
        with told_if_damaged(f"table {row.id}"):
            header = msgspec.json.decode(row.header, type=TableHeader)
        if any(one is not None and one[:2] == ("person", person) for one in header.holders):
            raise no.StillPlaying(f"finish or leave your tables first, such as {row.id}")


def _tables_of(person: str, which: Any) -> sa.Select[Any]:
    joined = sa.select(TABLES.c.id, TABLES.c.header).join(
        HOLDERS, HOLDERS.c.table_id == TABLES.c.id
    )
    return joined.where(HOLDERS.c.guest == person, which)


def has_finished(connection: sa.Connection, person: str, since: int) -> bool:
    """Whether a person has finished a game at or after a time."""
    over = sa.and_(HOLDERS.c.ended > 0, HOLDERS.c.ended >= since)
    return connection.scalar(_tables_of(person, over).limit(1)) is not None


# ---------------------------------------------------------------- rated games


async def rated_game_of(tables: LiveTables, persons: Collection[str], game: str) -> str:
    """A running table at which one of these persons plays a rated game; empty if there is none.

    A game that is rated as far as is known now: what may still make it unrated does not count.
    """
    for table in await tables.store.running_of(persons, game):
        try:
            room, entries = await tables.archive.look((await tables.ready(table)).room.id)
        except no.Refused:
            continue  # it cannot be opened any more, so nobody plays there
        sits = any(room.seats_of(person) for person in persons)
        if sits and room.status == "running" and not unrated_so_far(room, entries):
            return table
    return ""
