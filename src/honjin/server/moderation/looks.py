"""The data that moderators see. Functions of a connection; nothing of the games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from honjin.server.db.damage import readable
from honjin.server.db.sql import count_rows
from honjin.server.moderation import messages as m
from honjin.server.people.accounts import logins
from honjin.server.people.accounts.store import names_of
from honjin.server.people.introduction import suspension_infos
from honjin.server.people.names import alike
from honjin.server.people.people import PEOPLE
from honjin.server.people.standing import reports
from honjin.server.people.standing.hides import HIDES
from honjin.server.people.standing.roles import ROLES
from honjin.server.people.standing.sanctions import STANDINGS, Sanctions, suspensions
from honjin.server.tables.store.rows import HOLDERS, TABLES, TableHeader

LAST_TABLES: Final = 12
MAX_LOOKED_AT: Final = 100_000
"""The most people that a search for a name scans, the last seen first."""


class Counts(NamedTuple):
    """The numbers of open reports and tables."""

    reports: int
    running: int
    waiting: int


def count(connection: sa.Connection) -> Counts:
    """Count open reports, and tables that run or wait."""
    query = sa.select(TABLES.c.status, sa.func.count()).where(TABLES.c.status != "over")
    rows = connection.execute(query.group_by(TABLES.c.status))
    by = {row.status: int(row[1]) for row in rows}
    return Counts(reports.count_open(connection), by.get("running", 0), by.get("open", 0))


def tables(
    connection: sa.Connection, status: str, most: int, *, before: str = "", find: str = ""
) -> list[m.HouseTable]:
    """Tables, the last changed first; `before` is the end of the previous page."""
    query = sa.select(TABLES).order_by(TABLES.c.changed.desc(), TABLES.c.id.desc()).limit(most)
    if find:
        query = query.where(TABLES.c.id == find)
    elif status:
        query = query.where(TABLES.c.status == status)
    if before:
        changed, _, last = before.partition("-")
        place = sa.tuple_(TABLES.c.changed, TABLES.c.id)
        query = query.where(place < sa.tuple_(sa.literal(int(changed)), sa.literal(last)))
    return [*readable("table", connection.execute(query), _table)]


def _table(row: Any) -> m.HouseTable:
    header = msgspec.json.decode(row.header, type=TableHeader)
    seats = tuple(
        m.HouseSeat("empty") if one is None else m.HouseSeat(*one)  # type: ignore[arg-type]
        for one in header.holders
    )
    return m.HouseTable(row.id, row.game, row.status, seats, row.changed, row.private)


_PERSON: Final = (
    sa.select(
        PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.kind, PEOPLE.c.since, PEOPLE.c.seen, ROLES.c.role,
        *(STANDINGS.c[name] for name in Sanctions._fields[1:]),
    )
    .outerjoin(ROLES, ROLES.c.person == PEOPLE.c.id)
    .outerjoin(STANDINGS, STANDINGS.c.person == PEOPLE.c.id)
)  # fmt: skip


def people(connection: sa.Connection, find: str, most: int, now: int) -> list[m.HousePerson]:
    """People with a name that seems to contain `find`, or with that id; the last seen first."""
    query = _PERSON.where(PEOPLE.c.kind != "gone").order_by(PEOPLE.c.seen.desc(), PEOPLE.c.id)
    if not find:
        return [_person(row, now) for row in connection.execute(query.limit(most))]
    return [_person(row, now) for row in _named(connection, query, find, most)]


def _named(
    connection: sa.Connection, query: sa.Select[Any], find: str, most: int
) -> Iterable[Any]:  # fmt: skip
    wanted, found = alike(find), 0
    rows = connection.execute(query.limit(MAX_LOOKED_AT).execution_options(yield_per=500))
    for row in rows:
        if row.id == find or wanted in alike(row.name):
            yield row
            found += 1
            if found == most:
                rows.close()
                return


def _person(row: Any, now: int) -> m.HousePerson:
    person, name, kind, since, seen, role, *rest = row
    sanctions = Sanctions(person, *rest) if rest[0] is not None else Sanctions(person)
    return m.HousePerson(
        person, name, kind, since, seen, role or "", suspension_infos(suspensions(sanctions, now))
    )


def details(connection: sa.Connection, person: str, now: int) -> m.PersonDetails | None:
    """Everything moderators can see about a person; None for an unknown id."""
    row = connection.execute(_PERSON.where(PEOPLE.c.id == person)).first()
    if row is None:
        return None
    about, made = reports.count_about(connection, person)
    mail = connection.scalar(sa.select(PEOPLE.c.mail).where(PEOPLE.c.id == person))
    blocked = count_rows(connection, HIDES.c.who == person, HIDES.c.kind == "block")
    joined = sa.select(TABLES).join(HOLDERS, HOLDERS.c.table_id == TABLES.c.id)
    last = joined.where(HOLDERS.c.guest == person).order_by(TABLES.c.changed.desc())
    return m.PersonDetails(
        _person(row, now),
        tuple(name for name, _, until in names_of(connection, person) if until is not None),
        len(logins.sessions_of(connection, person)),
        mail is not None,
        len(logins.passkeys_of(connection, person)),
        about,
        made,
        blocked,
        tuple(_table(one) for one in connection.execute(last.limit(LAST_TABLES))),
    )
