"""Accounts: created from guests, named, deleted. Functions of a connection, for `Store.change`.

A name belongs to one account, and no other name may look like it (`alike`). After a change of name
the former one stays reserved for its account for a while, so that nobody else can pass for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import sqlalchemy as sa

from honjin.server.db.sql import count_rows, put
from honjin.server.messages.refusals import NameTaken, NoAccount, TooMany
from honjin.server.people.accounts.invitations import INVITATIONS
from honjin.server.people.accounts.logins import (
    CHALLENGES,
    MAIL_LINKS,
    PASSKEYS,
    RECOVERY,
    SESSIONS,
)
from honjin.server.people.names import alike
from honjin.server.people.people import NAMES, PEOPLE, hold

DAY: Final = 24 * 3600 * 1000
KEPT: Final = 90 * DAY
"""Milliseconds for which a former name stays reserved for its account."""
MAX_NAMES: Final = 5
"""The most names of an account, including former ones that are still reserved."""


def make_account(connection: sa.Connection, person: str, name: str, now: int) -> None:
    """Turn a guest into an account; NameTaken, or NoAccount if the id cannot become one."""
    kind = connection.scalar(sa.select(PEOPLE.c.kind).where(PEOPLE.c.id == person))
    if kind not in (None, "guest"):
        raise NoAccount("there is an account of this guest already; log in")
    row = _new_person(person, name, "account", now)
    put(connection, PEOPLE, row, "name", "kind", "member", "seen", "changed")
    take_name(connection, person, name, now)


def take_name(connection: sa.Connection, person: str, name: str, now: int) -> None:
    """Give an account a name; NameTaken if it is another's, TooMany if it has had too many."""
    if hold(connection, person) != "account":
        raise NoAccount("the account was deleted")
    _let_names_go(connection, now)
    key = alike(name)
    owner = connection.scalar(sa.select(NAMES.c.person).where(NAMES.c.alike == key))
    if owner not in (None, person):
        raise NameTaken(f"another account has the name {name!r}, or one that looks like it")
    mine = NAMES.c.person == person
    if count_rows(connection, mine, NAMES.c.alike != key) >= MAX_NAMES:
        raise TooMany(f"at most {MAX_NAMES} names in {KEPT // DAY} days")
    current = sa.and_(mine, NAMES.c.until.is_(None))
    connection.execute(sa.update(NAMES).where(current).values(until=now))
    row = {"alike": key, "person": person, "name": name, "since": now, "until": None}
    # If another has just taken the name, no row is changed, and the check below finds it.
    put(connection, NAMES, row, "name", "since", "until", where=mine)
    if connection.scalar(sa.select(NAMES.c.person).where(NAMES.c.alike == key)) != person:
        raise NameTaken(f"another account has the name {name!r}, or one that looks like it")
    connection.execute(
        sa.update(PEOPLE).where(PEOPLE.c.id == person).values(name=name, changed=now)
    )


def _let_names_go(connection: sa.Connection, now: int) -> None:
    old = NAMES.c.until < now - KEPT
    whose = sa.select(NAMES.c.person).where(old)
    connection.execute(sa.update(PEOPLE).where(PEOPLE.c.id.in_(whose)).values(changed=now))
    connection.execute(sa.delete(NAMES).where(old))


def names_of(connection: sa.Connection, person: str) -> list[Any]:
    """The names of an account, the current one first: name, since, until."""
    query = sa.select(NAMES.c.name, NAMES.c.since, NAMES.c.until).where(NAMES.c.person == person)
    return list(connection.execute(query.order_by(NAMES.c.since.desc())))


Forget = Callable[[sa.Connection, str, int], None]


def delete_account(connection: sa.Connection, person: str, now: int, forget: Forget) -> None:
    """Delete everything about an account but its id: its games keep the id, without a name.

    `forget` removes what is stored about it elsewhere.
    """
    hold(connection, person)  # nothing is added to it meanwhile
    for table in (NAMES, PASSKEYS, SESSIONS, RECOVERY):
        connection.execute(sa.delete(table).where(table.c.person == person))
    mail = connection.scalar(sa.select(PEOPLE.c.mail).where(PEOPLE.c.id == person))
    connection.execute(
        sa.delete(MAIL_LINKS).where(
            sa.or_(MAIL_LINKS.c.address == mail, MAIL_LINKS.c.browser == person)
        )
    )
    forget(connection, person, now)
    connection.execute(sa.delete(CHALLENGES).where(CHALLENGES.c.browser == person))
    connection.execute(sa.delete(INVITATIONS).where(INVITATIONS.c.by == person))
    gone = {"name": "", "kind": "gone", "member": False, "mail": None, "changed": now}
    connection.execute(sa.update(PEOPLE).where(PEOPLE.c.id == person).values(gone))


def admit(connection: sa.Connection, person: str, name: str, now: int) -> None:
    """Let a guest play where the club is closed."""
    put(connection, PEOPLE, _new_person(person, name, "guest", now), "member", "changed")


def _new_person(person: str, name: str, kind: str, now: int) -> dict[str, Any]:
    return {
        "id": person, "name": name, "kind": kind, "member": True, "since": now, "seen": now,
        "changed": now,
    }  # fmt: skip


def is_admitted(connection: sa.Connection, person: str) -> bool:
    """Whether a person may play where the club is closed."""
    return bool(connection.scalar(sa.select(PEOPLE.c.member).where(PEOPLE.c.id == person)))
