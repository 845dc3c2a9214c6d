"""What everybody can do about others: hide or block them, and report what they said or did."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from honjin.server.http.web import Call
from honjin.server.messages import order as o
from honjin.server.messages import refusals as no
from honjin.server.messages.names import alike
from honjin.server.session.eyes import ears_of
from honjin.server.session.room import Room
from honjin.server.session.talk import Said
from honjin.server.site import Site
from honjin.server.storage.order import hides, reports
from honjin.server.storage.order.reports import CopiedLine, Report

MOST_OWN: Final = 30
AROUND: Final = 12
"""So many lines before the one that is reported are kept with it; and:"""
AFTER: Final = 4


# ---------------------------------------------------------------- hiding


async def get_hides(site: Site, call: Call) -> o.Hidden:
    """Whom the caller hides."""
    found = () if call.is_new else await site.hides.of(call.caller.id)
    return o.Hidden(
        tuple(o.HiddenPerson(one.who, one.name, one.kind, one.at, one.table) for one in found)
    )


async def post_hide(site: Site, call: Call, order: o.HidePerson) -> o.Hidden:
    """Do not hear somebody any more, or block them. They are not told."""
    caller = call.caller
    if order.who == caller.id:
        raise no.Unreadable("expected somebody else than yourself")
    if order.kind == "block" and order.table is not None:
        raise no.Unreadable("expected no table: who is blocked is blocked everywhere")
    name = await _name(site, order.who, order.table or order.met)
    new = hides.Hide(order.who, order.table or "", order.kind, name, site.tables.clock())
    await site.hides.change(caller.id, partial(hides.hide, by=caller.id, new=new))
    return await get_hides(site, call)


async def post_show(site: Site, call: Call, order: o.ShowPerson) -> o.Hidden:
    """Hear somebody again."""
    by, where = call.caller.id, order.table
    await site.hides.change(by, partial(hides.show, by=by, who=order.who, table=where))
    return await get_hides(site, call)


async def _name(site: Site, who: str, table: str | None) -> str:
    """What somebody is called, as far as the caller can know; UnknownPerson otherwise."""
    if table is not None:
        room = (await site.tables.ready(table)).room
        if name := _name_at(room, who):
            return name
    here = next((name for one, name in site.live.people() if one == who), "")
    if here:
        return here
    await site.people.flush()  # who has just come is written some seconds later
    found = (await site.people.find([who])).get(who)
    if found is None or found.kind == "gone":
        raise no.UnknownPerson("nobody here has this id")
    return found.name


def _name_at(room: Room, who: str) -> str:
    """The name of somebody who sits at a table, or has spoken there."""
    sat = (one.name for one in room.holders if one and (one.kind, one.who) == ("person", who))
    said = (line.name for line in room.talk.lines if line.line and line.who == who)
    return next(sat, "") or next(said, "")


# ---------------------------------------------------------------- reports


async def get_reports(site: Site, call: Call) -> o.OwnReports:
    """What the caller reported, and whether something was done about it."""
    if call.is_new:
        return o.OwnReports(())
    found = await site.store.ask(
        lambda connection: reports.reports_by(connection, call.caller.id, MOST_OWN)
    )
    return o.OwnReports(tuple(map(_own, found)))


def _own(one: Report) -> o.OwnReport:
    done = one.status == "done"
    acted = done and one.outcome != "nothing"
    return o.OwnReport(one.id, one.at, one.kind, one.name, one.reason, one.table, done, acted)


async def post_report(site: Site, call: Call, order: o.SendReport) -> o.OwnReports:
    """Report a line of chat, a name, or a player. The chat around it is kept with the report."""
    new = await _report(site, call, order)
    if new.who == call.caller.id:
        raise no.Unreadable("expected somebody else than yourself")
    await site.store.change(lambda connection: reports.put_report(connection, new))
    return await get_reports(site, call)


async def _report(site: Site, call: Call, order: o.SendReport) -> Report:
    caller, now = call.caller, site.tables.clock()
    lines: tuple[CopiedLine, ...] = ()
    if order.table is not None:
        room = (await site.tables.ready(order.table)).room
        said = _line(room, call, order)
        lines = tuple(_copied(room, call, said))
        who = said.who if said else order.who or ""
        name = (said.name if said else "") or _name_at(room, who)
    elif order.kind == "line":
        raise no.Unreadable("expected the table where the line was said")
    else:
        who, name = order.who or "", ""
    if not name:
        name = await _name(site, who, None)
    return Report(
        0, now, caller.id, caller.name, order.kind, who, name, order.table or "", order.reason,
        order.text.strip(), reports.copied(lines),
    )  # fmt: skip


def _line(room: Room, call: Call, order: o.SendReport) -> Said | None:
    """The line that is meant, as the caller counts; Unreadable when there is none."""
    if order.kind != "line":
        return None
    for said in room.talk.lines:
        number = said.number(call.caller.id, ears_of(room, call.caller, None))
        if said.line and number == order.n and order.private != said.aloud:
            return said
    raise no.Unreadable(f"expected the number of a line that you were told, got {order.n}")


def _copied(room: Room, call: Call, meant: Said | None) -> Iterable[CopiedLine]:
    """The lines around one, or the last ones: those that all were told, or the same two."""
    ears = ears_of(room, call.caller, None)
    between = set() if meant is None or meant.aloud else set(meant.pair)
    told = [
        said for said in room.talk.lines
        if said.line and said.number(call.caller.id, ears) is not None
        and (set() if said.aloud else set(said.pair)) == between
    ]  # fmt: skip
    at = told.index(meant) if meant in told else len(told) - 1
    for said in told[max(0, at - AROUND) : at + AFTER + 1]:
        yield CopiedLine(said.at, said.who, said.name, said.text, said.seat, said is meant)


# ---------------------------------------------------------------- asked by other routes


async def must_be_welcome(site: Site, call: Call) -> None:
    """NotWelcome at a table whose opener has blocked the caller; not to take back an own seat."""
    room = (await site.tables.ready(call.path("id"))).room
    own = any(call.caller.id in held for held in room.held_by)
    if not own and not room.seats_of(call.caller.id):
        await site.hides.must_be_welcome(call.caller.id, [room.opened.by])


def check_name(site: Site, person: str, name: str) -> None:
    """BadName for a name that the house does not want, or that it has taken from somebody."""
    if site.words.has(name) or alike(name) == site.standings.of(person).refused:
        raise no.BadName("this house does not want that name; choose another one")
