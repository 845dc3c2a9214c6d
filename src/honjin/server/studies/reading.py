"""Which study a request is about, and whether the caller may see it."""

from __future__ import annotations

from functools import partial
from typing import Final

from honjin.server.people.requests import RequestContext, read_number
from honjin.server.people.standing.roles import role_of
from honjin.server.studies import orders
from honjin.server.studies.fold import Study
from honjin.server.studies.service import StudySite

LARGEST: Final = 1_000_000


async def found(site: StudySite, context: RequestContext) -> Study:
    """Return the study of a request; UnknownStudy if the caller may not see it."""
    return await study_called(site, context, context.path("study"))


async def study_called(site: StudySite, context: RequestContext, id: str) -> Study:
    """Return a study by its id; UnknownStudy if the caller may not see it."""
    study = await site.studies.find(id[:32])
    await require_reader(site, study, who_of(context))
    return study


async def require_reader(site: StudySite, study: Study, who: str) -> None:
    """Raise UnknownStudy if a person may not see a study.

    Moderators see what they have hidden, unless its owner shows it to members only.
    """
    if study.hidden and study.is_open and who and not study.role(who):
        role = await site.store.ask(partial(role_of, person=who))
        if role is not None:
            return
    orders.require_reader(study, who)


def who_of(context: RequestContext) -> str:
    """Return the caller's id; empty for somebody who has not been here before."""
    return "" if context.is_new else context.caller.id


def path_number(context: RequestContext, name: str) -> int:
    """Return a number in the path."""
    return read_number(f"{{{name}}}", context.path(name), LARGEST)
