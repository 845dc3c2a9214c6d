"""Studies that are reported, and what moderators do about them."""

from __future__ import annotations

from functools import partial

import msgspec
import sqlalchemy as sa

from honjin.server.people.requests import RequestContext
from honjin.server.people.standing.audit import By, Did, log_act
from honjin.server.people.standing.reports import ReportLine
from honjin.server.studies import messages as m
from honjin.server.studies import orders
from honjin.server.studies import store as studies
from honjin.server.studies.fold import Study
from honjin.server.studies.reading import study_called
from honjin.server.studies.service import StudySite


def hide_study(connection: sa.Connection, by: By, study: str, *, hidden: bool, now: int) -> None:
    """Hide a study from everyone but its members, or show it again."""
    found = studies.JOURNAL.load(connection, study)
    if found is None:
        raise orders.unknown(study)
    if events := orders.hide(found, by.id, now, hidden=hidden):
        studies.append(connection, found.count, events, found.after(events))
        log_study(connection, by, found, hidden=hidden, now=now)


def log_study(connection: sa.Connection, by: By, study: Study, *, hidden: bool, now: int) -> None:
    """Log that a study was hidden, or shown again."""
    did: Did = "hide-study" if hidden else "show-study"
    title = "".join(filter(str.isprintable, study.title))
    log_act(connection, by, did, study.id, now, name=title[:64])


async def post_hide_study(
    site: StudySite, context: RequestContext, order: m.HideStudy
) -> m.HouseStudy:
    """Hide a study from everyone but its members, or show it again."""
    now, by, hidden = site.now(), By(context.caller.id, context.caller.name), order.hidden
    before = await site.studies.find(order.study[:32])
    study = await site.studies.change(
        before.id,
        lambda one: orders.hide(one, by.id, now, hidden=hidden),
        partial(log_study, by=by, study=before, hidden=hidden, now=now),
    )
    return m.HouseStudy(study.id, study.title, study.owner, study.hidden)


async def reported(
    site: StudySite, context: RequestContext, id: str, chapter: int | None, node: int | None
) -> tuple[ReportLine, ...]:
    """Return what is reported of a study that the caller sees: its title, and a node's comment.

    The last line is the one that is meant; its author is the person whom the report is about.
    """
    study = await study_called(site, context, id)
    said = _comment(study, chapter, node)
    await site.write_people()
    people = await site.people.find({study.owner, *(one.who for one in said)})
    owner = ReportLine(study.changed, study.owner, study.host, study.title, meant=not said)
    return tuple(
        msgspec.structs.replace(one, name=people[one.who].name) if one.who in people else one
        for one in (owner, *said)
    )


def _comment(study: Study, chapter: int | None, node: int | None) -> list[ReportLine]:
    """The comment on a node, if it has one."""
    if chapter is None or node is None:
        return []
    noted = orders.node_of(orders.chapter_of(study, chapter), node)
    by, text = noted.by or study.owner, noted.note.text
    return [ReportLine(study.changed, by, "", text, meant=True)] if text else []
