"""How much guests have had stored today, by address and in all; an account is not counted.

A new guest costs nothing, so what counts is the address, as a keyed hash. Each has a part of what
the others have left of the day: many addresses together never leave nothing to the next.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import sqlalchemy as sa

from honjin.server.db.sql import META, insert
from honjin.server.messages import refusals as no

DAY: Final = 24 * 3600 * 1000


class Amount(NamedTuple):
    """A number of tables and studies, and bytes."""

    made: int
    bytes: int


MAX_STORED: Final = Amount(20_000, 200_000_000)
"""The most that all guests may have stored in a day."""
PART: Final = 10
"""An address may have a tenth of what the others have left."""
EACH: Final = 500
"""The bytes that are counted for each post besides its own: authors, times, columns."""

STORED: Final = sa.Table(
    "stored",
    META,
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("mark", sa.String(32), primary_key=True),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("bytes", sa.BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""The days are those of UTC, since 1970."""


def count(connection: sa.Connection, mark: str, now: int, more: Amount) -> None:
    """Count what a guest at an address wants stored; EnoughStored, and nothing is, if too much."""
    day = now // DAY
    row, amounts = STORED.c, (STORED.c.made, STORED.c.bytes)
    put = insert(connection, STORED).values(day=day, mark=mark, **more._asdict())
    added = {column.name: column + put.excluded[column.name] for column in amounts}
    put = put.on_conflict_do_update(index_elements=["day", "mark"], set_=added)
    own = connection.execute(put.returning(*amounts)).one()
    others = sa.select(*(sa.func.coalesce(sa.func.sum(one), 0) for one in amounts))
    taken = connection.execute(others.where(row.day == day, row.mark != mark)).one()
    for mine, theirs, most in zip(own, taken, MAX_STORED, strict=True):
        if mine * PART > most - theirs:
            raise no.EnoughStored(
                "guests at this address have had as much stored as they may in a day"
            ).after((DAY - now % DAY) / 1000)


def forget_old(connection: sa.Connection, now: int) -> None:
    """Delete the counts of former days."""
    connection.execute(sa.delete(STORED).where(STORED.c.day < now // DAY))
