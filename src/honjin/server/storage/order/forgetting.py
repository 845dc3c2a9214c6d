"""Deletion of an account's moderation data."""

from __future__ import annotations

import sqlalchemy as sa

from honjin.server.storage.order.hides import HIDES
from honjin.server.storage.order.reports import unname
from honjin.server.storage.order.roles import ROLES
from honjin.server.storage.order.standings import forget_standing


def forget_order(connection: sa.Connection, person: str, now: int) -> None:
    """Forget a person's role, standing and hides in both directions; and the name in reports.

    A suspension stays until it ends, or deleting the account would be a way out of it.
    """
    connection.execute(sa.delete(ROLES).where(ROLES.c.person == person))
    connection.execute(sa.delete(HIDES).where(sa.or_(HIDES.c.by == person, HIDES.c.who == person)))
    forget_standing(connection, person, now)
    unname(connection, person)
