"""Messages about order in the house, as everybody may send them: hiding, blocking, reporting."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from honjin.server.messages.protocol import Answer, Body

PersonId = Annotated[str, Meta(min_length=1, max_length=32)]
TableId = Annotated[str, Meta(min_length=1, max_length=32)]
Words = Annotated[str, Meta(max_length=500)]
LineNumber = Annotated[int, Meta(ge=0, le=1_000_000_000)]
HideKind = Literal["block", "mute"]
ReportKind = Literal["line", "name", "player", "held"]
ReportReason = Literal["insult", "spam", "cheating", "stalling", "name", "other"]
ReportOutcome = Literal[
    "", "nothing", "warned", "suspended", "renamed", "ended", "said", "dropped"
]  # fmt: skip


class HidePerson(Body):
    """POST /api/hides: do not hear somebody any more, everywhere or at one `table`.

    Who is blocked besides cannot join tables that the caller opens, nor challenge the caller, and
    is not paired with the caller. Nobody is told. `met` is a table where both are, if there is one:
    somebody who has just come is known there first.
    """

    who: PersonId
    kind: HideKind
    table: TableId | None = None
    met: TableId | None = None


class ShowPerson(Body):
    """POST /api/hides/remove: hear somebody again; at one `table` alone if it is named."""

    who: PersonId
    table: TableId | None = None


class HiddenPerson(Answer):
    """Somebody whom the caller hides: everywhere, or at a `table`."""

    who: str
    name: str
    kind: HideKind
    at: int
    table: str = ""


class Hidden(Answer):
    """GET and POST /api/hides: whom the caller hides, the last first."""

    people: tuple[HiddenPerson, ...]


class SendReport(Body):
    """POST /api/reports: let those who look after the house see something.

    A `line` of chat is named by the table and its number `n`, as the caller counts; `private` lines
    are counted apart. The lines around it are kept with the report. A `name` or a `player` is named
    by the person, with the `table` where it was seen.
    """

    kind: Literal["line", "name", "player"]
    reason: ReportReason
    text: Words = ""
    table: TableId | None = None
    who: PersonId | None = None
    n: LineNumber | None = None
    private: bool = False


class OwnReport(Answer):
    """A report of the caller's. When it is `done`: whether something was `acted` upon it."""

    id: int
    at: int
    kind: ReportKind
    name: str
    reason: ReportReason
    table: str = ""
    done: bool = False
    acted: bool = False


class OwnReports(Answer):
    """GET and POST /api/reports: what the caller reported, the last first."""

    reports: tuple[OwnReport, ...]


__all__ = [
    "Hidden", "HiddenPerson", "HidePerson", "OwnReport", "OwnReports", "SendReport", "ShowPerson",
]  # fmt: skip
