"""What people reported, and lines of chat that wait to be looked at. Functions of a connection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import msgspec
import sqlalchemy as sa

from honjin.server.messages.refusals import TooMany
from honjin.server.storage.store import META

Kind = Literal["line", "name", "player", "held"]
Reason = Literal["insult", "spam", "cheating", "stalling", "name", "other"]
Outcome = Literal["", "nothing", "warned", "suspended", "renamed", "ended", "said", "dropped"]
"""What came of it; a held line was said after all, or dropped."""

REPORTS: Final = sa.Table(
    "reports",
    META,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("by", sa.String(32), nullable=False),
    sa.Column("by_name", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("who", sa.String(32), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("reason", sa.String(16), nullable=False),
    sa.Column("text", sa.String(500), nullable=False),
    sa.Column("copy", sa.Text, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("outcome", sa.String(16), nullable=False),
    sa.Column("note", sa.String(500), nullable=False),
    sa.Column("decided", sa.BigInteger, nullable=False),
    sa.Column("decider", sa.String(40), nullable=False),
)

MOST_OPEN: Final = 10
"""So many reports of one person are open at a time."""
MOST_HELD: Final = 5
"""So many lines of one person wait to be looked at."""
KEPT: Final = 365 * 24 * 3600 * 1000
"""Milliseconds for which a report is kept after it was decided."""


class CopiedLine(msgspec.Struct, omit_defaults=True):
    """A line of chat as it was; `meant` is the one that was reported."""

    at: int
    who: str
    name: str
    text: str
    seat: int | None = None
    meant: bool = False


class Report(NamedTuple):
    """A report, or a held line."""

    id: int
    at: int
    by: str
    by_name: str
    kind: Kind
    who: str
    name: str
    table: str
    reason: Reason
    text: str
    copy: str
    status: Literal["open", "done"] = "open"
    outcome: Outcome = ""
    note: str = ""
    decided: int = 0
    decider: str = ""

    def lines(self) -> tuple[CopiedLine, ...]:
        """The chat that was copied."""
        return msgspec.json.decode(self.copy, type=tuple[CopiedLine, ...])


def copied(lines: Sequence[CopiedLine]) -> str:
    """Lines of chat as they are kept."""
    return msgspec.json.encode(lines).decode()


def put_report(connection: sa.Connection, new: Report) -> None:
    """Keep a report; the same one twice is one. TooMany when enough of this person are open."""
    mine = sa.and_(REPORTS.c.by == new.by, REPORTS.c.status == "open")
    held = new.kind == "held"
    mine = sa.and_(mine, REPORTS.c.kind == "held" if held else REPORTS.c.kind != "held")
    same = sa.and_(
        REPORTS.c.kind == new.kind, REPORTS.c.who == new.who, REPORTS.c.table_id == new.table,
        REPORTS.c.copy == new.copy,
    )  # fmt: skip
    if connection.scalar(sa.select(REPORTS.c.id).where(mine, same).limit(1)) is not None:
        return
    most = MOST_HELD if held else MOST_OPEN
    if (connection.scalar(sa.select(sa.func.count()).where(mine)) or 0) >= most:
        raise TooMany(f"{most} of yours wait to be looked at")
    row = {**new._asdict(), "table_id": new.table}
    del row["id"], row["table"]
    connection.execute(sa.insert(REPORTS).values(row))


def report(connection: sa.Connection, number: int) -> Report | None:
    """A report by its number."""
    found = connection.execute(sa.select(REPORTS).where(REPORTS.c.id == number)).first()
    return Report(*found) if found else None


def list_reports(
    connection: sa.Connection, most: int, *, status: str = "open", before: int | None = None
) -> list[Report]:
    """Reports that are open, or done, the newest first."""
    query = sa.select(REPORTS).where(REPORTS.c.status == status)
    if before is not None:
        query = query.where(REPORTS.c.id < before)
    query = query.order_by(REPORTS.c.id.desc()).limit(most)
    return [Report(*found) for found in connection.execute(query)]


def reports_by(connection: sa.Connection, person: str, most: int) -> list[Report]:
    """What somebody reported, the newest first."""
    query = sa.select(REPORTS).where(REPORTS.c.by == person, REPORTS.c.kind != "held")
    query = query.order_by(REPORTS.c.id.desc()).limit(most)
    return [Report(*found) for found in connection.execute(query)]


def count_open(connection: sa.Connection) -> int:
    """How many wait."""
    return connection.scalar(sa.select(sa.func.count()).where(REPORTS.c.status == "open")) or 0


def count_about(connection: sa.Connection, person: str) -> tuple[int, int]:
    """How many reports are about somebody, and how many somebody made."""
    count = sa.select(sa.func.count())
    about = count.where(REPORTS.c.who == person, REPORTS.c.kind != "held")
    made = count.where(REPORTS.c.by == person, REPORTS.c.kind != "held")
    return connection.scalar(about) or 0, connection.scalar(made) or 0


def decide_report(
    connection: sa.Connection, number: int, outcome: Outcome, note: str, decider: str, now: int
) -> bool:
    """Decide a report; False if there is none that is open."""
    found = sa.and_(REPORTS.c.id == number, REPORTS.c.status == "open")
    told = {"status": "done", "outcome": outcome, "note": note[:500], "decided": now}
    told |= {"decider": decider[:40]}
    return connection.execute(sa.update(REPORTS).where(found).values(told)).rowcount == 1


def forget_old(connection: sa.Connection, now: int) -> None:
    """Remove reports that were decided long ago."""
    old = sa.and_(REPORTS.c.status == "done", REPORTS.c.decided < now - KEPT)
    connection.execute(sa.delete(REPORTS).where(old))


def unname(connection: sa.Connection, person: str) -> None:
    """Take the name of somebody whose account was deleted out of all reports."""
    theirs = sa.or_(REPORTS.c.by == person, REPORTS.c.who == person)
    wanted = sa.or_(theirs, REPORTS.c.copy.contains(f'"{person}"'))
    for found in list(connection.execute(sa.select(REPORTS).where(wanted))):
        one = Report(*found)
        lines = one.lines()
        for line in lines:
            if line.who == person:
                line.name = ""
        told = {"copy": copied(lines)}
        told |= {"by_name": ""} if one.by == person else {}
        told |= {"name": ""} if one.who == person else {}
        connection.execute(sa.update(REPORTS).where(REPORTS.c.id == one.id).values(told))
