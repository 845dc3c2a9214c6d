"""Who the caller is, as its own page is told, and the names that people can take."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import normalize

from honjin.server.messages import refusals as no
from honjin.server.people.messages import Me, SuspensionInfo
from honjin.server.people.names import is_reserved, skeleton, unseen
from honjin.server.people.requests import RequestContext
from honjin.server.people.site import PeopleSite
from honjin.server.people.standing.sanctions import Suspension


def me(site: PeopleSite, context: RequestContext, *, program: bool = False) -> Me:
    """Describe the caller, to the caller."""
    who = context.caller.id
    closed, suspended = site.is_closed_to(who), suspension_infos(site.sanctions.now(who))
    return Me(who, context.caller.name, bool(context.login), closed, program, suspended)


def read_name(text: str) -> str:
    """Return a name with single spaces; Unreadable if empty, BadName if not all is visible."""
    name = normalize("NFC", " ".join(text.split()))
    if not name:
        raise no.Unreadable("expected a name, got only spaces")
    if bad := unseen(name):
        raise no.BadName(f"expected visible characters, got {bad}")
    return name


def require_good_name(site: PeopleSite, person: str, name: str) -> None:
    """Raise BadName for a name that nobody may have here, or that was taken from this person."""
    refused = site.sanctions.of(person).refused
    is_refused = refused and skeleton(name) == skeleton(refused)
    if site.words.has(name) or is_reserved(name) or is_refused:
        raise no.BadName("this name is not allowed here; choose another one")


def suspension_infos(found: Iterable[Suspension]) -> tuple[SuspensionInfo, ...]:
    """Suspensions as messages."""
    return tuple(
        SuspensionInfo(one.what, one.until, one.reason, one.note)  # type: ignore[arg-type]
        for one in found
    )
