"""Invitations to a closed club: codes for one person or several."""

from __future__ import annotations

import secrets
from typing import Final, NamedTuple

import sqlalchemy as sa

from honjin.server.db.sql import META

INVITATIONS: Final = sa.Table(
    "invitations",
    META,
    sa.Column("code", sa.String(32), primary_key=True),
    sa.Column("by", sa.String(32), nullable=False),
    sa.Column("note", sa.String(80), nullable=False),
    sa.Column("left", sa.Integer, nullable=False),
    sa.Column("used", sa.Integer, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger),
)
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


class Invitation(NamedTuple):
    """A code that admits `left` more people until `until`; `by` is empty for the operator's."""

    code: str
    by: str
    note: str
    left: int
    used: int
    made: int
    until: int | None


def invite(
    connection: sa.Connection, by: str, uses: int, now: int, *, note: str = "",
    until: int | None = None,
) -> Invitation:  # fmt: skip
    """Make an invitation, of 59 bits."""
    code = "".join(secrets.choice(_LETTERS) for _ in range(12))
    made = Invitation(code, by, note, uses, 0, now, until)
    connection.execute(sa.insert(INVITATIONS).values(made._asdict()))
    return made


def invitations(connection: sa.Connection, by: str | None = None) -> list[Invitation]:
    """Invitations, the newest first: those that one person made, or all."""
    query = sa.select(INVITATIONS).order_by(INVITATIONS.c.made.desc())
    if by is not None:
        query = query.where(INVITATIONS.c.by == by)
    return [Invitation(*found) for found in connection.execute(query)]


def take_invitation(connection: sa.Connection, code: str, now: int) -> bool:
    """Use an invitation once; False if it is no longer valid."""
    good = sa.or_(INVITATIONS.c.until.is_(None), INVITATIONS.c.until >= now)
    found = sa.and_(INVITATIONS.c.code == code, INVITATIONS.c.left > 0, good)
    columns = {"left": INVITATIONS.c.left - 1, "used": INVITATIONS.c.used + 1}
    return connection.execute(sa.update(INVITATIONS).where(found).values(columns)).rowcount == 1


def withdraw(connection: sa.Connection, code: str, by: str | None = None) -> bool:
    """Remove an invitation: only one made by `by`, or any."""
    found = INVITATIONS.c.code == code
    if by is not None:
        found = sa.and_(found, INVITATIONS.c.by == by)
    return connection.execute(sa.delete(INVITATIONS).where(found)).rowcount == 1
