"""The audit log of moderators' actions: lines are only ever added.

The terminal's lines have no `by`. Lines are kept for two years, names of accounts until they are
deleted: then `by` and `about` say the rest.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, NamedTuple, get_args

import sqlalchemy as sa

from honjin.server.db.sql import META
from honjin.server.messages.parts import Answer

Did = Literal[
    "role", "suspend", "lift", "rename", "log-out", "end", "hide", "show", "decide", "invite",
    "hide-study", "show-study",
]  # fmt: skip
ACTS: Final = get_args(Did)

AUDIT: Final = sa.Table(
    "audit",
    META,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("by", sa.String(32), nullable=False),
    sa.Column("by_name", sa.String(40), nullable=False),
    sa.Column("did", sa.String(16), nullable=False),
    sa.Column("about", sa.String(32), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("note", sa.String(600), nullable=False),
)

KEPT: Final = 2 * 365 * 24 * 3600 * 1000
"""Milliseconds for which a line is kept."""


class By(NamedTuple):
    """The moderator: an account, or the terminal."""

    id: str
    name: str


TERMINAL: Final = By("", "")


Persons = Collection[str] | sa.Select[tuple[str]]
"""The ids of people, or a query for them."""


class AuditEntry(Answer):
    """One action in the moderation log; if it was done from the terminal there is no `by`.

    A deleted account has no name.
    """

    id: int
    at: int
    by: str
    by_name: str
    did: Did
    about: str
    name: str
    note: str


def log_act(
    connection: sa.Connection, by: By, did: Did, about: str, now: int, *, name: str = "",
    note: str = "",
) -> None:  # fmt: skip
    """Add a line."""
    row = {
        "at": now, "by": by.id, "by_name": by.name, "did": did, "about": about, "name": name,
        "note": note[:600],
    }  # fmt: skip
    connection.execute(sa.insert(AUDIT).values(row))


def audit_lines(
    connection: sa.Connection, most: int, before: int | None = None
) -> tuple[AuditEntry, ...]:
    """The last lines, the newest first; or those before line number `before`."""
    query = sa.select(AUDIT).order_by(AUDIT.c.id.desc()).limit(most)
    if before is not None:
        query = query.where(AUDIT.c.id < before)
    return tuple(AuditEntry(*found) for found in connection.execute(query))


def forget_old(connection: sa.Connection, now: int) -> None:
    """Remove lines past their retention time."""
    connection.execute(sa.delete(AUDIT).where(AUDIT.c.at < now - KEPT))


def decided_by(connection: sa.Connection, persons: Persons) -> list[int]:
    """The numbers of the reports that some people have decided: their lines begin with them."""
    query = sa.select(AUDIT.c.note).where(AUDIT.c.by.in_(persons), AUDIT.c.did == "decide")
    return [int(note.split()[0]) for note in connection.scalars(query.where(AUDIT.c.by_name != ""))]


def unname(connection: sa.Connection, persons: Persons) -> None:
    """Remove the names of people whose accounts were deleted, also those that they were given."""
    by = sa.and_(AUDIT.c.by.in_(persons), AUDIT.c.by_name != "")
    connection.execute(sa.update(AUDIT).where(by).values(by_name=""))
    about = sa.and_(AUDIT.c.about.in_(persons), AUDIT.c.name != "")
    renamed = sa.and_(about, AUDIT.c.did == "rename")
    connection.execute(sa.update(AUDIT).where(renamed).values(note=""))
    connection.execute(sa.update(AUDIT).where(about).values(name=""))
