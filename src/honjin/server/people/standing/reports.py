"""Reports, and lines of chat that wait for review. Functions of a connection."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, NamedTuple

import msgspec
import sqlalchemy as sa

from honjin.server.db.sql import META, count_rows
from honjin.server.messages.parts import Answer
from honjin.server.messages.refusals import TooMany
from honjin.server.people.people import hold_present

Kind = Literal["line", "name", "player", "study", "held"]
Reason = Literal["insult", "spam", "cheating", "stalling", "name", "other"]
Outcome = Literal[
    "", "nothing", "warned", "suspended", "renamed", "ended", "hidden", "said", "dropped"
]  # fmt: skip
"""The outcome; a held line was published after all, or dropped."""

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

MAX_OPEN: Final = 10
"""The number of reports that one person can have open."""
MAX_HELD: Final = 5
"""The number of one person's lines that can wait for review."""
KEPT: Final = 365 * 24 * 3600 * 1000
"""Milliseconds for which a report is kept after it was decided."""


class ReportLine(Answer):
    """A copied line of chat, a title or a comment; `meant` is the one that was reported."""

    at: int
    who: str
    name: str
    text: str
    seat: int | None = None
    meant: bool = False


class Report(NamedTuple):
    """A report, or a held line. The `table` of a report of a study is that study."""

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

    def lines(self) -> tuple[ReportLine, ...]:
        """The chat that was copied."""
        return msgspec.json.decode(self.copy, type=tuple[ReportLine, ...])

    def place(self) -> tuple[str, str]:
        """The table where it happened, or the study."""
        return ("", self.table) if self.kind == "study" else (self.table, "")


def copied(lines: Sequence[ReportLine]) -> str:
    """Lines of chat in their stored form."""
    return msgspec.json.encode(lines).decode()


def put_report(connection: sa.Connection, new: Report) -> None:
    """Store a report; duplicates are merged. TooMany if enough of this person's are open."""
    hold_present(connection, new.by)  # requests at the same time count each other's reports
    mine = sa.and_(REPORTS.c.by == new.by, REPORTS.c.status == "open")
    held = new.kind == "held"
    mine = sa.and_(mine, REPORTS.c.kind == "held" if held else REPORTS.c.kind != "held")
    same = sa.and_(
        REPORTS.c.kind == new.kind, REPORTS.c.who == new.who, REPORTS.c.table_id == new.table,
        REPORTS.c.copy == new.copy,
    )  # fmt: skip
    if connection.scalar(sa.select(REPORTS.c.id).where(mine, same).limit(1)) is not None:
        return
    most = MAX_HELD if held else MAX_OPEN
    if count_rows(connection, mine) >= most:
        raise TooMany(f"{most} of yours are waiting for review")
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
    """The reports that a person made, the newest first."""
    query = sa.select(REPORTS).where(REPORTS.c.by == person, REPORTS.c.kind != "held")
    query = query.order_by(REPORTS.c.id.desc()).limit(most)
    return [Report(*found) for found in connection.execute(query)]


def count_open(connection: sa.Connection) -> int:
    """The number of open reports."""
    return count_rows(connection, REPORTS.c.status == "open")


def count_about(connection: sa.Connection, person: str) -> tuple[int, int]:
    """The number of reports about a person, and of reports that the person made."""
    sent = REPORTS.c.kind != "held"
    about = count_rows(connection, REPORTS.c.who == person, sent)
    return about, count_rows(connection, REPORTS.c.by == person, sent)


def decide_report(
    connection: sa.Connection, number: int, outcome: Outcome, note: str, decider: str, now: int
) -> bool:
    """Decide a report; False if no such report is open."""
    found = sa.and_(REPORTS.c.id == number, REPORTS.c.status == "open")
    columns = {"status": "done", "outcome": outcome, "note": note[:500], "decided": now}
    columns |= {"decider": decider[:40]}
    return connection.execute(sa.update(REPORTS).where(found).values(columns)).rowcount == 1


def forget_old(connection: sa.Connection, now: int) -> None:
    """Remove reports that were decided long ago."""
    old = sa.and_(REPORTS.c.status == "done", REPORTS.c.decided < now - KEPT)
    connection.execute(sa.delete(REPORTS).where(old))


def unname(connection: sa.Connection, person: str) -> None:
    """Remove the name of a person whose account was deleted from all reports."""
    theirs = sa.or_(REPORTS.c.by == person, REPORTS.c.who == person)
    wanted = sa.or_(theirs, REPORTS.c.copy.contains(f'"{person}"'))
    for found in list(connection.execute(sa.select(REPORTS).where(wanted))):
        one = Report(*found)
        lines = one.lines()
        for line in lines:
            if line.who == person:
                line.name = ""
        columns = {"copy": copied(lines)}
        columns |= {"by_name": ""} if one.by == person else {}
        columns |= {"name": ""} if one.who == person else {}
        connection.execute(sa.update(REPORTS).where(REPORTS.c.id == one.id).values(columns))


def unname_decider(connection: sa.Connection, numbers: Collection[int]) -> None:
    """Remove the name of the moderator from reports that one decided whose account was deleted."""
    theirs = REPORTS.c.id.in_(numbers)
    connection.execute(sa.update(REPORTS).where(theirs).values(decider=""))
