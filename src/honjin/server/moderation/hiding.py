"""Measures that anyone can take: hide or block others, and report their lines or conduct."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from honjin.server.messages import refusals as no
from honjin.server.moderation import messages as m
from honjin.server.moderation.worker import ModerationSite
from honjin.server.people.requests import RequestContext
from honjin.server.people.standing import hides, reports
from honjin.server.people.standing.reports import Report, ReportLine
from honjin.server.tables.session.room import Room
from honjin.server.tables.session.talk import Said
from honjin.server.tables.session.viewer import readable_seats

MAX_OWN: Final = 30
LONGEST_NAME: Final = 64
AROUND: Final = 12
"""The number of lines kept with a report from before the reported one; and after it:"""
AFTER: Final = 4


# ---------------------------------------------------------------- hiding


async def get_hides(site: ModerationSite, context: RequestContext) -> m.Hidden:
    """The people whom the caller hides."""
    found = () if context.is_new else await site.hides.of(context.caller.id)
    return m.Hidden(
        tuple(m.HiddenPerson(one.who, one.name, one.kind, one.at, one.table) for one in found)
    )


async def post_hide(site: ModerationSite, context: RequestContext, order: m.HidePerson) -> m.Hidden:
    """Hide a person's chat, or block the person. They are not notified."""
    caller = context.caller
    if order.who == caller.id:
        raise no.Unreadable("expected another person, got the caller")
    if order.kind == "block" and order.table is not None:
        raise no.Unreadable("expected no table: a block applies everywhere")
    name = await _name(site, order.who, order.table or order.met)
    new = hides.Hide(order.who, order.table or "", order.kind, name, site.now())
    await site.hides.change(caller.id, partial(hides.hide, by=caller.id, new=new))
    return await get_hides(site, context)


async def post_show(site: ModerationSite, context: RequestContext, order: m.ShowPerson) -> m.Hidden:
    """Show a person's chat again."""
    by, where = context.caller.id, order.table
    await site.hides.change(by, partial(hides.show, by=by, who=order.who, table=where))
    return await get_hides(site, context)


async def _name(site: ModerationSite, who: str, table: str | None) -> str:
    """Return a person's name, as far as the caller can know it; UnknownPerson otherwise."""
    if site.people.is_gone(who):
        raise no.UnknownPerson("the account of this person was deleted")
    if table is not None:
        room = (await site.tables.ready(table)).room
        if name := _name_at(room, who):
            return name
    here = next((name for one, name in site.live.people() if one == who), "")
    if here:
        return here
    await site.write_people()
    found = (await site.people.find([who])).get(who)
    if found is None:
        raise no.UnknownPerson("nobody here has this id")
    return found.name


def _name_at(room: Room, who: str) -> str:
    """Return the name of a person who sits at a table, or has spoken there."""
    sat = (one.name for one in room.holders if one and (one.kind, one.who) == ("person", who))
    said = (line.name for line in room.talk.lines if line.line and line.who == who)
    return next(sat, "") or next(said, "")


# ---------------------------------------------------------------- reports


async def get_reports(site: ModerationSite, context: RequestContext) -> m.OwnReports:
    """The caller's reports, and whether each was acted upon."""
    if context.is_new:
        return m.OwnReports(())
    found = await site.store.ask(
        lambda connection: reports.reports_by(connection, context.caller.id, MAX_OWN)
    )
    return m.OwnReports(tuple(map(_own, found)))


def _own(one: Report) -> m.OwnReport:
    done = one.status == "done"
    acted = done and one.outcome != "nothing"
    table, study = one.place()
    return m.OwnReport(
        one.id, one.at, one.kind, one.name, one.reason, table, done, acted, study
    )  # fmt: skip


async def post_report(
    site: ModerationSite, context: RequestContext, order: m.SendReport
) -> m.OwnReports:
    """Report a line of chat, a name, a player, or a study. The words are kept with the report."""
    make = _study_report if order.kind == "study" else _report
    new = await make(site, context, order)
    if new.who == context.caller.id:
        raise no.Unreadable("expected another person, got the caller")
    await site.store.change(lambda connection: reports.put_report(connection, new))
    return await get_reports(site, context)


async def _study_report(
    site: ModerationSite, context: RequestContext, order: m.SendReport
) -> Report:
    """Return a report of a study: about the author of the comment, else about its owner."""
    if order.study is None:
        raise no.Unreadable("expected the id of a study")
    lines = await site.reported_study(context, order.study, order.chapter, order.n)
    meant, caller = lines[-1], context.caller
    return Report(
        0, site.now(), caller.id, caller.name, "study", meant.who, meant.name[:LONGEST_NAME],
        order.study[:32], order.reason, order.text.strip(), reports.copied(lines),
    )  # fmt: skip


async def _report(site: ModerationSite, context: RequestContext, order: m.SendReport) -> Report:
    caller, now = context.caller, site.now()
    lines: tuple[ReportLine, ...] = ()
    if order.table is not None:
        room = (await site.tables.ready(order.table)).room
        said = _line(room, context, order)
        lines = tuple(_copied(room, context, said, site.people.is_gone))
        who = said.who if said else order.who or ""
        name = (said.name if said else "") or _name_at(room, who)
    elif order.kind == "line":
        raise no.Unreadable("expected the table where the line was said")
    else:
        who, name = order.who or "", ""
    if lines and site.people.is_gone(who):
        name = ""
    elif not name:
        name = await _name(site, who, None)
    return Report(
        0, now, caller.id, caller.name, order.kind, who, name, order.table or "", order.reason,
        order.text.strip(), reports.copied(lines),
    )  # fmt: skip


def _line(room: Room, context: RequestContext, order: m.SendReport) -> Said | None:
    """Return the reported line, as the caller counts; Unreadable if there is none."""
    if order.kind != "line":
        return None
    for said in room.talk.lines:
        number = said.number(context.caller.id, readable_seats(room, context.caller, None))
        if said.line and number == order.n and order.private != said.aloud:
            return said
    raise no.Unreadable(f"expected the number of a line that the caller can see, got {order.n}")


def _copied(
    room: Room, context: RequestContext, meant: Said | None, is_gone: Callable[[str], bool]
) -> Iterable[ReportLine]:
    """The lines around one, or the last ones, that were sent to the same people."""
    readable = readable_seats(room, context.caller, None)
    between = set() if meant is None or meant.aloud else set(meant.pair)
    heard = [
        said for said in room.talk.lines
        if said.line and said.number(context.caller.id, readable) is not None
        and (set() if said.aloud else set(said.pair)) == between
    ]  # fmt: skip
    at = heard.index(meant) if meant in heard else len(heard) - 1
    for said in heard[max(0, at - AROUND) : at + AFTER + 1]:
        name = "" if is_gone(said.who) else said.name
        yield ReportLine(said.at, said.who, name, said.text, said.seat, said is meant)
