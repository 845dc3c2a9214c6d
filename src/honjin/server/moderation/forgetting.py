"""Deletion of an account's moderation data."""

from __future__ import annotations

import sqlalchemy as sa

from honjin.server.people.people import PEOPLE
from honjin.server.people.standing import audit, reports
from honjin.server.people.standing.hides import HIDES
from honjin.server.people.standing.roles import ROLES
from honjin.server.people.standing.sanctions import forget_sanctions


def forget_moderation(connection: sa.Connection, person: str, now: int) -> None:
    """Forget a person's role, sanctions and hides in both directions; and the name elsewhere.

    A suspension stays until it ends, or deleting the account would be a way out of it.
    """
    connection.execute(sa.delete(ROLES).where(ROLES.c.person == person))
    connection.execute(sa.delete(HIDES).where(sa.or_(HIDES.c.by == person, HIDES.c.who == person)))
    forget_sanctions(connection, person, now)
    reports.unname(connection, person)
    _unname(connection, [person])


def unname_gone(connection: sa.Connection) -> None:
    """Remove names of deleted accounts that earlier versions or slower processes left behind."""
    _unname(connection, sa.select(PEOPLE.c.id).where(PEOPLE.c.kind == "gone"))


def _unname(connection: sa.Connection, persons: audit.Persons) -> None:
    """Remove names from the log, and from the reports that these people decided as moderators."""
    reports.unname_decider(connection, audit.decided_by(connection, persons))
    audit.unname(connection, persons)
