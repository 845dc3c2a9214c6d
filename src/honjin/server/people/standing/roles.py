"""The roles of moderators. Functions of a connection, for `Store.ask` and `Store.change`."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import sqlalchemy as sa

from honjin.server.db.sql import META, put
from honjin.server.people.people import PEOPLE

Role = Literal["admin", "moderator"]

ROLES: Final = sa.Table(
    "roles",
    META,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
)


class RoleHolder(NamedTuple):
    """An account with a role."""

    person: str
    name: str
    role: Role
    since: int


def role_of(connection: sa.Connection, person: str) -> Role | None:
    """The role of an account, if it has one."""
    found: Role | None = connection.scalar(
        sa.select(ROLES.c.role)
        .join(PEOPLE, PEOPLE.c.id == ROLES.c.person)
        .where(ROLES.c.person == person, PEOPLE.c.kind == "account")
    )
    return found


def give_role(connection: sa.Connection, person: str, role: Role | None, now: int) -> None:
    """Give an account a role, another one, or none."""
    if role is None:
        connection.execute(sa.delete(ROLES).where(ROLES.c.person == person))
        return
    put(connection, ROLES, {"person": person, "role": role, "since": now})


def holders(connection: sa.Connection) -> list[RoleHolder]:
    """Everybody with a role, admins first."""
    query = sa.select(ROLES.c.person, PEOPLE.c.name, ROLES.c.role, ROLES.c.since)
    query = query.join(PEOPLE, PEOPLE.c.id == ROLES.c.person)
    query = query.order_by(ROLES.c.role, ROLES.c.since)
    return [RoleHolder(*found) for found in connection.execute(query)]
