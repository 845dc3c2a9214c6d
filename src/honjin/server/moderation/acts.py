"""The actions of moderators, each with its line in the log, as one transaction.

The page and the terminal use the same functions. Changes to tables are left as errands (`errands`).
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from honjin.server.messages import refusals as no
from honjin.server.moderation import errands
from honjin.server.moderation.messages import EndReason, RoleName
from honjin.server.people.accounts import logins
from honjin.server.people.accounts.store import take_name
from honjin.server.people.people import PEOPLE
from honjin.server.people.standing import reports
from honjin.server.people.standing.audit import By, log_act
from honjin.server.people.standing.reports import Outcome, Report
from honjin.server.people.standing.roles import give_role, role_of
from honjin.server.people.standing.sanctions import Suspension, call_guest, suspend
from honjin.server.tables.store.rows import TABLES

_HELD: Final = ("said", "dropped")


class Subject(NamedTuple):
    """A person who is the subject of a decision."""

    id: str
    name: str
    kind: str


def known(connection: sa.Connection, person: str) -> Subject:
    """A person by id; UnknownPerson if nobody here has it."""
    query = sa.select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.kind).where(PEOPLE.c.id == person)
    found = connection.execute(query).first()
    if found is None or found.kind == "gone":
        raise no.UnknownPerson(f"expected a person who is known here, got {person[:32]!r}")
    return Subject(*found)


def _require_authority(connection: sa.Connection, by: By, person: str) -> None:
    """Check that nobody decides about themselves, and only admins about people with a role."""
    if not by.id:
        return
    if by.id == person:
        raise no.NoAccount("expected a person other than yourself")
    if role_of(connection, person) and role_of(connection, by.id) != "admin":
        raise no.NoAccount("only an admin can decide about people with a role")


def set_role(connection: sa.Connection, by: By, who: str, role: RoleName | None, now: int) -> None:
    """Give an account a role, or take it away; NoAccount for a guest."""
    one = known(connection, who)
    _require_authority(connection, by, who)
    if one.kind != "account":
        raise no.NoAccount(f"expected an account, got the guest {one.name!r}")
    give_role(connection, who, role, now)
    log_act(connection, by, "role", who, now, name=one.name, note=role or "none")


def set_suspension(
    connection: sa.Connection, by: By, who: str, new: Suspension, note: str, now: int
) -> None:
    """Suspend a person from chat or play until a time; a time in the past lifts it."""
    one = known(connection, who)
    _require_authority(connection, by, who)
    suspend(connection, who, new, now)
    did, detail = ("lift", new.what) if new.until <= now else ("suspend", _described(new))
    words = ". ".join(filter(None, (detail, note)))
    log_act(connection, by, did, who, now, name=one.name, note=words)  # type: ignore[arg-type]


def _described(new: Suspension) -> str:
    until = datetime.fromtimestamp(new.until / 1000, UTC).strftime("%Y-%m-%dT%H:%MZ")
    return ". ".join(filter(None, (f"{new.what} {until} {new.reason}", new.note)))


def rename(
    connection: sa.Connection, by: By, who: str, name: str, note: str, now: int
) -> None:  # fmt: skip
    """Give a person another name: at once, and at their tables."""
    one = known(connection, who)
    _require_authority(connection, by, who)
    if one.kind == "account":
        take_name(connection, who, name, now)
    else:
        call_guest(connection, who, one.name, name, now)
        named = sa.update(PEOPLE).where(PEOPLE.c.id == who).values(name=name)
        connection.execute(named)
    errands.put(connection, errands.CallPersonErrand(who, name), now)
    words = ". ".join(filter(None, (name, note)))
    log_act(connection, by, "rename", who, now, name=one.name, note=words)


def log_out(connection: sa.Connection, by: By, who: str, now: int) -> None:
    """End all sessions of an account."""
    one = known(connection, who)
    _require_authority(connection, by, who)
    mine = logins.SESSIONS.c.person == who
    connection.execute(sa.delete(logins.SESSIONS).where(mine))
    log_act(connection, by, "log-out", who, now, name=one.name)


def end_table(
    connection: sa.Connection, by: By, table: str, reason: EndReason, note: str, now: int
) -> None:
    """End a table that waits or runs."""
    row = _table(connection, table)
    if row.status == "over":
        raise no.Over("the game is over; its result stays")
    errands.put(connection, errands.EndTableErrand(table, reason), now)
    words = ". ".join(filter(None, (reason, note)))
    log_act(connection, by, "end", table, now, name=row.game, note=words)


def list_table(connection: sa.Connection, by: By, table: str, *, hidden: bool, now: int) -> None:
    """Take a table out of the lobby, or put it back."""
    row = _table(connection, table)
    errands.put(connection, errands.ListTableErrand(table, hidden), now)
    log_act(connection, by, "hide" if hidden else "show", table, now, name=row.game)


def _table(connection: sa.Connection, table: str) -> Any:
    query = sa.select(TABLES.c.status, TABLES.c.game).where(TABLES.c.id == table)
    found = connection.execute(query).first()
    if found is None:
        raise no.UnknownTable(f"there is no table {table[:40]!r}")
    return found


def decide(
    connection: sa.Connection, by: By, id: int, outcome: Outcome, note: str, now: int
) -> Report:
    """Decide a report; a held line is published after all, or dropped."""
    found = reports.report(connection, id)
    if found is None or found.status == "done":
        raise no.UnknownReport(f"no report {id} is open")
    if not outcome or (outcome in _HELD) != (found.kind == "held"):
        expected = "said or dropped" if found.kind == "held" else "an outcome of a report"
        raise no.Unreadable(f"expected {expected}, got {outcome!r}")
    if outcome == "hidden" and found.kind != "study":
        raise no.Unreadable("expected another outcome: only a study is hidden")
    name = by.name or "terminal"
    if not reports.decide_report(connection, id, outcome, note, name, now):
        raise no.UnknownReport(f"no report {id} is open")
    if outcome == "said":
        errands.put(
            connection, errands.SayLineErrand(found.table, found.who, found.name, found.text), now
        )
    words = ". ".join(filter(None, (f"{id} {outcome}", note)))
    log_act(connection, by, "decide", found.who, now, name=found.name, note=words)
    return found
