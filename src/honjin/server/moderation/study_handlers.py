"""Reports of studies, and what moderators do about them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

import msgspec

from honjin.server.messages import refusals as no
from honjin.server.moderation import acts
from honjin.server.moderation import admin_messages as a
from honjin.server.moderation import messages as o
from honjin.server.people.requests import RequestContext
from honjin.server.people.standing import reports
from honjin.server.people.standing.audit import By
from honjin.server.people.standing.reports import CopiedLine, Report
from honjin.server.site import Site
from honjin.server.studies import orders
from honjin.server.studies import store as kept
from honjin.server.studies.fold import Study
from honjin.server.studies.reading import study_called

LONGEST_NAME: Final = 64


async def study_report(site: Site, context: RequestContext, order: o.SendReport) -> Report:
    """Return a report of a study that the caller sees, with its title and the reported comment.

    It is about the author of the comment; without one, about the owner of the study.
    """
    if order.study is None:
        raise no.Unreadable("expected the id of a study")
    study, caller = await study_called(site, context, order.study), context.caller
    said = _comment(study, order)
    await site.write_people()
    people = await site.people.find({study.owner, *(one.who for one in said)})
    owner = CopiedLine(study.changed, study.owner, study.host, study.title, meant=not said)
    lines = [
        msgspec.structs.replace(one, name=people[one.who].name) if one.who in people else one
        for one in (owner, *said)
    ]
    meant = lines[-1]
    return Report(
        0, site.now(), caller.id, caller.name, "study", meant.who, meant.name[:LONGEST_NAME],
        study.id, order.reason, order.text.strip(), reports.copied(lines),
    )  # fmt: skip


def _comment(study: Study, order: o.SendReport) -> list[CopiedLine]:
    """The comment on the position that a report names, if it has one."""
    if order.chapter is None or order.n is None:
        return []
    chapter = orders.chapter_of(study, order.chapter)
    orders.require_node(chapter, order.n)
    node = chapter.tree.nodes[order.n]
    by = node.by or study.owner
    text = node.note.text
    return [CopiedLine(study.changed, by, "", text, meant=True)] if text else []


async def infos(site: Site, found: Iterable[Report]) -> tuple[a.ReportInfo, ...]:
    """Reports as moderators see them."""
    found = list(found)
    about = {one.table for one in found if one.kind == "study"}
    hidden = await site.store.ask(partial(kept.hidden_among, ids=about)) if about else {}
    return tuple(_info(one, hidden) for one in found)


def _info(one: Report, hidden: dict[str, bool]) -> a.ReportInfo:
    lines = (
        a.ReportLine(line.at, line.who, line.name, line.text, line.seat, line.meant)
        for line in one.lines()
    )
    table, study = one.place()
    return a.ReportInfo(
        one.id, one.at, one.by, one.by_name, one.kind, one.who, one.name, one.reason, table,
        one.text, tuple(lines), one.status == "done", one.outcome, one.note, one.decided,
        one.decider, study, hidden.get(study, False), bool(study) and study not in hidden,
    )  # fmt: skip


async def post_hide_study(site: Site, context: RequestContext, order: a.HideStudy) -> a.HouseStudy:
    """Hide a study from everyone but its members, or show it again."""
    now, by, hidden = site.now(), By(context.caller.id, context.caller.name), order.hidden
    before = await site.studies.find(order.study[:32])
    study = await site.studies.change(
        before.id,
        lambda one: orders.hide(one, by.id, now, hidden=hidden),
        partial(acts.log_study, by=by, study=before, hidden=hidden, now=now),
    )
    return a.HouseStudy(study.id, study.title, study.owner, study.hidden)
