"""Requests from the terminal to a running server: to end a table, to show another name.

Only the servers change tables, since they have them in memory. A request waits here until one of
them carries it out, within two seconds, or until the next one starts. A server that takes an errand
has half a minute for it; after that it counts as lost and is done again.
"""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa

from honjin.server.db.sql import META
from honjin.server.moderation.messages import EndReason

LOST: Final = 30_000
"""Milliseconds after which an errand that was taken is done again."""

ERRANDS: Final = sa.Table(
    "errands",
    META,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)


class EndTableErrand(msgspec.Struct, tag="end"):
    """End a table."""

    table: str
    reason: EndReason


class ListTableErrand(msgspec.Struct, tag="list"):
    """Take a table out of the lobby, or put it back."""

    table: str
    hidden: bool


class CallPersonErrand(msgspec.Struct, tag="call"):
    """Show another name of a person at tables."""

    person: str
    name: str


class SayLineErrand(msgspec.Struct, tag="say"):
    """Publish a held line of chat."""

    table: str
    person: str
    name: str
    text: str


Errand = EndTableErrand | ListTableErrand | CallPersonErrand | SayLineErrand


def put(connection: sa.Connection, errand: Errand, now: int) -> None:
    """Add an errand."""
    body = msgspec.json.encode(errand).decode()
    connection.execute(sa.insert(ERRANDS).values(at=now, body=body))


def pending(connection: sa.Connection, now: int, most: int) -> list[tuple[int, Errand]]:
    """The errands that no server has taken, the oldest first."""
    due = sa.select(ERRANDS.c.id, ERRANDS.c.body).where(ERRANDS.c.at <= now)
    decode = msgspec.json.Decoder(Errand).decode
    rows = connection.execute(due.order_by(ERRANDS.c.id).limit(most))
    return [(number, decode(body)) for number, body in rows]


def take(connection: sa.Connection, number: int, now: int) -> bool:
    """Take an errand; False if another server was quicker."""
    free = (ERRANDS.c.id == number) & (ERRANDS.c.at <= now)
    taken = connection.execute(sa.update(ERRANDS).where(free).values(at=now + LOST))
    return taken.rowcount == 1


def remove(connection: sa.Connection, number: int) -> None:
    """Remove an errand that is done."""
    connection.execute(sa.delete(ERRANDS).where(ERRANDS.c.id == number))
