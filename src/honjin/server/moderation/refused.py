"""The number of refusals per limit and day: counters of all processes together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import sqlalchemy as sa

from honjin.server.db.sql import META, insert

REFUSED: Final = sa.Table(
    "refused",
    META,
    sa.Column("day", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("count", sa.BigInteger, nullable=False),
)
DAY: Final = 24 * 3600 * 1000
KEPT_DAYS: Final = 30


class Counted(NamedTuple):
    """A limit, with its refusals today and in the last thirty days."""

    kind: str
    today: int
    month: int


def add_refused(connection: sa.Connection, counts: Mapping[str, int], now: int) -> None:
    """Add to today's counters."""
    for kind, count in sorted(counts.items()):
        put = insert(connection, REFUSED).values(day=now // DAY, kind=kind, count=count)
        columns = {"count": REFUSED.c.count + put.excluded.count}
        connection.execute(put.on_conflict_do_update(index_elements=["day", "kind"], set_=columns))


def count_refused(connection: sa.Connection, now: int) -> list[Counted]:
    """All counters by kind."""
    today = now // DAY
    day = sa.func.sum(sa.case((REFUSED.c.day == today, REFUSED.c.count), else_=0))
    query = sa.select(REFUSED.c.kind, day, sa.func.sum(REFUSED.c.count)).where(
        REFUSED.c.day > today - KEPT_DAYS
    )
    rows = connection.execute(query.group_by(REFUSED.c.kind).order_by(REFUSED.c.kind))
    return [Counted(kind, int(one), int(all_)) for kind, one, all_ in rows]


def forget_old(connection: sa.Connection, now: int) -> None:
    """Remove counters past their retention time."""
    connection.execute(sa.delete(REFUSED).where(REFUSED.c.day < now // DAY - KEPT_DAYS))
