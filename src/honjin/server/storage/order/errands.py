"""What the terminal asks of a running house: to end a table, to show another name at tables.

A table is changed by the servers alone, as they have it in memory. What is asked waits here, and
one of them does it within two seconds, or the next one that starts. Whoever takes an errand has
half a minute for it; then it is taken for lost, and done again.
"""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa

from honjin.server.messages.admin import EndReason
from honjin.server.storage.store import META

LOST: Final = 30_000
"""Milliseconds after which an errand that was taken is done again."""

ERRANDS: Final = sa.Table(
    "errands",
    META,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)


class EndTable(msgspec.Struct, tag="end"):
    """A table is to be ended."""

    table: str
    reason: EndReason


class ListTable(msgspec.Struct, tag="list"):
    """A table is to be taken out of the lobby, or to be shown there again."""

    table: str
    hidden: bool


class CallPerson(msgspec.Struct, tag="call"):
    """Tables are to show another name of a person."""

    person: str
    name: str


class SayLine(msgspec.Struct, tag="say"):
    """A line of chat that waited is to be said."""

    table: str
    person: str
    name: str
    text: str


Errand = EndTable | ListTable | CallPerson | SayLine


def put_errand(connection: sa.Connection, errand: Errand, now: int) -> None:
    """Ask for something."""
    body = msgspec.json.encode(errand).decode()
    connection.execute(sa.insert(ERRANDS).values(at=now, body=body))


def errands(connection: sa.Connection, now: int, most: int) -> list[tuple[int, Errand]]:
    """What waits, and nobody has taken, the oldest first."""
    due = sa.select(ERRANDS.c.id, ERRANDS.c.body).where(ERRANDS.c.at <= now)
    decode = msgspec.json.Decoder(Errand).decode
    rows = connection.execute(due.order_by(ERRANDS.c.id).limit(most))
    return [(number, decode(body)) for number, body in rows]


def take_errand(connection: sa.Connection, number: int, now: int) -> bool:
    """Take an errand; False if somebody else was quicker."""
    free = (ERRANDS.c.id == number) & (ERRANDS.c.at <= now)
    taken = connection.execute(sa.update(ERRANDS).where(free).values(at=now + LOST))
    return taken.rowcount == 1


def remove_errand(connection: sa.Connection, number: int) -> None:
    """What was asked is done."""
    connection.execute(sa.delete(ERRANDS).where(ERRANDS.c.id == number))
