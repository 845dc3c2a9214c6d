"""What goes of order in the house when an account is deleted."""

from __future__ import annotations

import sqlalchemy as sa

from honjin.server.storage.order.hides import HIDES
from honjin.server.storage.order.reports import unname
from honjin.server.storage.order.roles import ROLES
from honjin.server.storage.order.standings import STANDINGS


def forget_order(connection: sa.Connection, person: str) -> None:
    """Forget a role, whom somebody hides, by whom they are hidden; and the name in reports."""
    connection.execute(sa.delete(ROLES).where(ROLES.c.person == person))
    connection.execute(sa.delete(HIDES).where(sa.or_(HIDES.c.by == person, HIDES.c.who == person)))
    connection.execute(sa.delete(STANDINGS).where(STANDINGS.c.person == person))
    unname(connection, person)
