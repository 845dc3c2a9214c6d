"""Messages for those who look after the house. To everybody else these addresses do not exist."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from honjin.server.messages.order import (
    PersonId,
    ReportKind,
    ReportOutcome,
    ReportReason,
    TableId,
)
from honjin.server.messages.protocol import Answer, Body, Name, SuspensionInfo

Note = Annotated[str, Meta(max_length=500)]
Told = Annotated[str, Meta(max_length=200)]
Until = Annotated[int, Meta(ge=0, le=9_000_000_000_000)]
RoleName = Literal["admin", "moderator"]
EndReason = Literal["cheating", "abuse", "fault", "asked", "other"]


class EndTable(Body):
    """POST /api/admin/tables/end: end a table; it counts for nobody, and all there are told why."""

    table: TableId
    reason: EndReason
    note: Note = ""


class ListTable(Body):
    """POST /api/admin/tables/hide: take a table out of the lobby, or show it there again."""

    table: TableId
    hidden: bool


class Suspend(Body):
    """POST /api/admin/people/suspend: somebody may not chat, or begin games, until then.

    A time that has passed lifts it. The person is told the reason and the `told`; the note is for
    the log alone.
    """

    who: PersonId
    what: Literal["chat", "play"]
    until: Until
    reason: ReportReason
    told: Told = ""
    note: Note = ""


class CallPerson(Body):
    """POST /api/admin/people/rename: somebody has another name from now on."""

    who: PersonId
    name: Name
    note: Note = ""


class LogPersonOut(Body):
    """POST /api/admin/people/log-out: all sessions of an account end."""

    who: PersonId


class GiveRole(Body):
    """POST /api/admin/people/role: give an account a role, or take it away."""

    who: PersonId
    role: RoleName | None = None


class DecideReport(Body):
    """POST /api/admin/reports/decide: what came of a report.

    A line that was held is `said` after all, or `dropped`.
    """

    id: Annotated[int, Meta(ge=0, le=1_000_000_000)]
    outcome: ReportOutcome
    note: Note = ""


class House(Answer):
    """GET /api/admin: what the caller may do here, and how much waits.

    `fresh` is until when the last log-in is fresh enough for changes.
    """

    role: RoleName
    fresh: int
    reports: int
    running: int
    waiting: int


class HouseSeat(Answer):
    """Who holds a seat of a table."""

    kind: Literal["person", "bot", "empty"]
    who: str = ""
    name: str = ""


class HouseTable(Answer):
    """A table, as the lobby would show it: nothing of the game."""

    id: str
    game: str
    status: Literal["open", "running", "over"]
    seats: tuple[HouseSeat, ...]
    changed: int
    unlisted: bool = False


class HouseTables(Answer):
    """GET /api/admin/tables: 50 tables of a `status`, the last changed first.

    `find` is the id of one. `after` is what the next page asks for in `before`.
    """

    tables: tuple[HouseTable, ...]
    after: str = ""


class HousePerson(Answer):
    """Somebody who played here: no address, nothing of what was played."""

    who: str
    name: str
    kind: Literal["guest", "account", "gone"]
    since: int
    seen: int
    role: Literal["", "admin", "moderator"] = ""
    suspended: tuple[SuspensionInfo, ...] = ()


class HousePeople(Answer):
    """GET /api/admin/people: up to 50 whose name has `find` in it; else the last seen."""

    people: tuple[HousePerson, ...]


class PersonDetails(Answer):
    """GET /api/admin/people/{who}: what is known of somebody.

    `names` are former ones that are still kept; `tables` the last ones; `about` and `made` count
    reports; `blocked` is by how many people.
    """

    person: HousePerson
    names: tuple[str, ...] = ()
    sessions: int = 0
    mail: bool = False
    passkeys: int = 0
    about: int = 0
    made: int = 0
    blocked: int = 0
    tables: tuple[HouseTable, ...] = ()


class ReportLine(Answer):
    """A line of chat as it was when it was reported; `meant` is that line."""

    at: int
    who: str
    name: str
    text: str
    seat: int | None = None
    meant: bool = False


class ReportInfo(Answer):
    """A report, or a line of chat that waits to be looked at."""

    id: int
    at: int
    by: str
    by_name: str
    kind: ReportKind
    who: str
    name: str
    reason: ReportReason
    table: str = ""
    text: str = ""
    lines: tuple[ReportLine, ...] = ()
    done: bool = False
    outcome: ReportOutcome = ""
    note: str = ""
    decided: int = 0
    decider: str = ""


class HouseReports(Answer):
    """GET /api/admin/reports: 50 reports that are open, or with `done=yes` those that are decided.

    `after` is what the next page asks for in `before`.
    """

    reports: tuple[ReportInfo, ...]
    after: int = 0


class LimitInfo(Answer):
    """A limit: `burst` at once, then one every `every` milliseconds, for a person.

    `refused` today and in the last 30 days, by all processes together.
    """

    kind: str
    burst: int
    every: int
    today: int = 0
    month: int = 0


class HouseLimits(Answer):
    """GET /api/admin/limits: what is limited, and how often it was refused."""

    limits: tuple[LimitInfo, ...]
    on: bool = True


class DeedInfo(Answer):
    """A line of the log of those who look after the house; the terminal has no name."""

    id: int
    at: int
    by: str
    by_name: str
    did: str
    about: str
    name: str
    note: str


class HouseLog(Answer):
    """GET /api/admin/log: 50 lines, the newest first; `after` as for reports."""

    deeds: tuple[DeedInfo, ...]
    after: int = 0


__all__ = [
    "CallPerson", "DecideReport", "DeedInfo", "EndTable", "GiveRole", "House", "HouseLimits",
    "HouseLog", "HousePeople", "HousePerson", "HouseReports", "HouseSeat", "HouseTable",
    "HouseTables", "LimitInfo", "ListTable", "LogPersonOut", "PersonDetails", "ReportInfo",
    "ReportLine", "Suspend",
]  # fmt: skip
