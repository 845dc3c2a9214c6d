"""Messages that anyone can send about other people's conduct: hiding, blocking, reporting."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from honjin.server.messages.parts import Answer, Body, StudyId

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
