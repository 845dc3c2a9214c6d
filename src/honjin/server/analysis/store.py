"""The reviews of finished games. Functions of a connection, for `Store.ask` and `Store.change`."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from honjin.server.db.sql import META

REVIEWS: Final = sa.Table(
    "reviews",
    META,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seats", sa.String(32), primary_key=True),
    sa.Column("entries", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)


def find_review(connection: sa.Connection, table: str, seats: str) -> bytes | None:
    """The stored review of a game for some seats, or None."""
    here = (REVIEWS.c.table_id == table) & (REVIEWS.c.seats == seats)
    found: bytes | None = connection.scalar(sa.select(REVIEWS.c.body).where(here))
    return found


_KEEP: Final = sa.text(
    "INSERT INTO reviews (table_id, seats, entries, body) "
    "VALUES (:table_id, :seats, :entries, :body) ON CONFLICT (table_id, seats) "
    "DO UPDATE SET entries = excluded.entries, body = excluded.body"
)


def keep_review(
    connection: sa.Connection, table: str, seats: str, entries: int, body: bytes
) -> None:
    """Store a review that covers the first `entries` entries of the game."""
    kept = {"table_id": table, "seats": seats, "entries": entries, "body": body}
    connection.execute(_KEEP, kept)
