"""TODO."""

from __future__ import annotations

from honjin.server.messages import refusals as no
from honjin.server.people.names import is_reserved, skeleton
from honjin.server.people.site import PeopleSite


def require_good_name(site: PeopleSite, person: str, name: str) -> None:
    """Raise BadName for a name that nobody may have here, or that was taken from this person."""
    refused = site.sanctions.of(person).refused
    is_refused = refused and skeleton(name) == skeleton(refused)
    if site.words.has(name) or is_reserved(name) or is_refused:
        raise no.BadName("this name is not allowed here; choose another one")
