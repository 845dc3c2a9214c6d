"""Messages about people's conduct: what anyone can do, and what moderators can.

For anyone but moderators the addresses below /api/admin do not exist.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from honjin.server.messages.parts import Answer, Body, Name, StudyId
from honjin.server.people.messages import SuspensionInfo
from honjin.server.people.standing.audit import AuditEntry
from honjin.server.people.standing.reports import ReportLine

PersonId = Annotated[str, Meta(min_length=1, max_length=32)]
TableId = Annotated[str, Meta(min_length=1, max_length=32)]
Words = Annotated[str, Meta(max_length=500)]
LineNumber = Annotated[int, Meta(ge=0, le=1_000_000_000)]
HideKind = Literal["block", "mute"]
ReportKind = Literal["line", "name", "player", "study", "held"]
ReportReason = Literal["insult", "spam", "cheating", "stalling", "name", "other"]
ReportOutcome = Literal[
    "", "nothing", "warned", "suspended", "renamed", "ended", "hidden", "said", "dropped"
]  # fmt: skip
Note = Annotated[str, Meta(max_length=500)]
Told = Annotated[str, Meta(max_length=200)]
Until = Annotated[int, Meta(ge=0, le=9_000_000_000_000)]
RoleName = Literal["admin", "moderator"]
EndReason = Literal["cheating", "abuse", "fault", "asked", "other"]


# ---------------------------------------------------------------- for everybody


class HidePerson(Body):
    """POST /api/hides: stop seeing a person's chat, everywhere or at one `table`.

    In addition, a blocked person cannot join tables that the caller opens, cannot challenge the
    caller, and is not paired with the caller. Nobody is notified. `met` is a table where both are,
    if there is one: a newcomer may be known only there at first.
    """

    who: PersonId
    kind: HideKind
    table: TableId | None = None
    met: TableId | None = None


class ShowPerson(Body):
    """POST /api/hides/remove: see a person's chat again; only at one `table` if it is given."""

    who: PersonId
    table: TableId | None = None


class HiddenPerson(Answer):
    """A person whom the caller hides, everywhere or at a `table`."""

    who: str
    name: str
    kind: HideKind
    at: int
    table: str = ""


class Hidden(Answer):
    """GET and POST /api/hides: the people whom the caller hides, the most recent first."""

    people: tuple[HiddenPerson, ...]


class SendReport(Body):
    """POST /api/reports: report something to the moderators.

    A `line` of chat is identified by the table and its number `n` as the caller counts; `private`
    lines are counted separately. The lines around it are kept with the report. A `name` or a
    `player` is identified by the person, with the `table` where it was seen. A `study` is reported
    as a whole, or for the comment on position `n` of a `chapter`; its words are kept as they are.
    """

    kind: Literal["line", "name", "player", "study"]
    reason: ReportReason
    text: Words = ""
    table: TableId | None = None
    who: PersonId | None = None
    n: LineNumber | None = None
    private: bool = False
    study: StudyId | None = None
    chapter: LineNumber | None = None


class OwnReport(Answer):
    """One of the caller's reports. Once it is `done`: whether it was `acted` upon."""

    id: int
    at: int
    kind: ReportKind
    name: str
    reason: ReportReason
    table: str = ""
    done: bool = False
    acted: bool = False
    study: str = ""


class OwnReports(Answer):
    """GET and POST /api/reports: the caller's reports, the most recent first."""

    reports: tuple[OwnReport, ...]


# ---------------------------------------------------------------- for moderators


class EndTable(Body):
    """POST /api/admin/tables/end: end a table. It counts for nobody; its players see the reason."""

    table: TableId
    reason: EndReason
    note: Note = ""


class ListTable(Body):
    """POST /api/admin/tables/hide: remove a table from the lobby, or show it there again."""

    table: TableId
    hidden: bool


class Suspend(Body):
    """POST /api/admin/people/suspend: forbid a person to chat, or to start games, until a time.

    A time in the past lifts the suspension. The person sees the reason and `told`; the note is only
    for the log.
    """

    who: PersonId
    what: Literal["chat", "play"]
    until: Until
    reason: ReportReason
    told: Told = ""
    note: Note = ""


class CallPerson(Body):
    """POST /api/admin/people/rename: give a person another name."""

    who: PersonId
    name: Name
    note: Note = ""


class LogPersonOut(Body):
    """POST /api/admin/people/log-out: end all sessions of an account."""

    who: PersonId


class GiveRole(Body):
    """POST /api/admin/people/role: give an account a role, or take it away."""

    who: PersonId
    role: RoleName | None = None


class DecideReport(Body):
    """POST /api/admin/reports/decide: record the outcome of a report.

    A line of chat that was held is `said` after all, or `dropped`.
    """

    id: Annotated[int, Meta(ge=0, le=1_000_000_000)]
    outcome: ReportOutcome
    note: Note = ""


class House(Answer):
    """GET /api/admin: what the caller may do here, and how much work is waiting.

    `fresh` is when the last login stops being recent enough to make changes.
    """

    role: RoleName
    fresh: int
    reports: int
    running: int
    waiting: int


class HouseSeat(Answer):
    """The holder of a seat of a table."""

    kind: Literal["person", "bot", "empty"]
    who: str = ""
    name: str = ""


class HouseTable(Answer):
    """A table, as the lobby would show it; nothing about the game itself."""

    id: str
    game: str
    status: Literal["open", "running", "over"]
    seats: tuple[HouseSeat, ...]
    changed: int
    unlisted: bool = False


class HouseTables(Answer):
    """GET /api/admin/tables: 50 tables of a `status`, the most recently changed first.

    `find` is the id of one table. `after` is the value of `before` for the next page.
    """

    tables: tuple[HouseTable, ...]
    after: str = ""


class HousePerson(Answer):
    """A person who has played here; no address, and nothing about their games."""

    who: str
    name: str
    kind: Literal["guest", "account", "gone"]
    since: int
    seen: int
    role: Literal["", "admin", "moderator"] = ""
    suspended: tuple[SuspensionInfo, ...] = ()


class HousePeople(Answer):
    """GET /api/admin/people: up to 50 people with `find` in their name; else those seen last."""

    people: tuple[HousePerson, ...]


class PersonDetails(Answer):
    """GET /api/admin/people/{who}: what is known about a person.

    `names` are former names that are still kept; `tables` the most recent ones; `about` and `made`
    count the reports about and by the person; `blocked` is the number of people who block them.
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


class ReportInfo(Answer):
    """A report, or a line of chat that waits for a decision.

    A report of a `study` has its title and the comment in `lines`. It is `hidden` if a moderator
    has hidden it, and `gone` if it was removed.
    """

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
    study: str = ""
    hidden: bool = False
    gone: bool = False


class HouseReports(Answer):
    """GET /api/admin/reports: 50 open reports, or with `done=yes` decided ones.

    `after` is the value of `before` for the next page.
    """

    reports: tuple[ReportInfo, ...]
    after: int = 0


class LimitInfo(Answer):
    """A rate limit: `burst` requests at once, then one every `every` milliseconds, per person.

    `today` and `month` count the requests refused today and in the last 30 days, by all processes.
    """

    kind: str
    burst: int
    every: int
    today: int = 0
    month: int = 0


class HouseLimits(Answer):
    """GET /api/admin/limits: the rate limits, and how many requests each has refused."""

    limits: tuple[LimitInfo, ...]
    on: bool = True


class HouseLog(Answer):
    """GET /api/admin/log: 50 actions, the newest first; `after` as for reports."""

    entries: tuple[AuditEntry, ...]
    after: int = 0
