"""Chat at a table, and the filter that a line passes before it is stored."""

from __future__ import annotations

from honjin.core.seats import SPECTATOR
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.people.names import has_ink
from honjin.server.people.requests import RequestContext
from honjin.server.people.standing import reports
from honjin.server.people.standing.chatter import has_link
from honjin.server.people.standing.reports import Report, ReportLine
from honjin.server.tables.messages import answers, bodies
from honjin.server.tables.session.decide import promise_of
from honjin.server.tables.session.room import Room
from honjin.server.tables.session.talk import Listening, Said
from honjin.server.tables.site import TableSite
from honjin.server.tables.view.parts import chat_line


async def post_chat(
    site: TableSite, context: RequestContext, order: bodies.Chat
) -> answers.ChatLine:
    """Say a line to everybody at the table, or to a seat; it may be a promise.

    A bot reads nothing; a person for whom a bot plays reads it on their return.
    """
    await _look_through(site, context, order)
    room = (await site.tables.post(context.path("id"), order, context.caller)).room
    return _as_told(site, room, context.caller, room.talk.lines[-1], room.talk.lines[-1].seat)


async def post_promise(
    site: TableSite, context: RequestContext, order: bodies.Settle
) -> answers.ChatLine:
    """Say whether a promise made to the caller's seat was kept; this can be changed later."""
    room = (await site.tables.post(context.path("id"), order, context.caller)).room
    return _as_told(site, room, context.caller, promise_of(room, order, context.caller), order.seat)


def _as_told(
    site: TableSite, room: Room, caller: Caller, said: Said, seat: int | None
) -> answers.ChatLine:
    """Return a line of chat as the caller's seat that it concerns sees it."""
    viewer, readable = (SPECTATOR, ()) if seat is None else (seat, (seat,))
    to = Listening(readable, gone=room.talk.gone(site.people.is_gone))
    line = chat_line(room, viewer, caller, to, said)
    assert line is not None
    return line


# ---------------------------------------------------------------- before it is said


async def _look_through(site: TableSite, context: RequestContext, order: bodies.Chat) -> None:
    """Replace unwanted words by asterisks; otherwise refuse it."""
    caller, table = context.caller, context.path("id")
    if not has_ink(order.text):
        raise no.Unreadable("expected a line with something to see")
    if not context.login and has_link(order.text, site.origin_of(context.scope)):
        raise no.NoLinks("guests cannot send links; make an account first")
    site.repeats.note(caller.id, table, order.text)
    found = site.words.filter(order.text)
    if found.held and (order.to is None or order.aloud):  # otherwise nobody else ever reads it
        await _hold(site, context, order)
        raise no.Held("a moderator reads the line first")
    order.text = found.text


async def _hold(site: TableSite, context: RequestContext, order: bodies.Chat) -> None:
    """Store a line for a moderator's decision."""
    caller, now = context.caller, site.now()
    room = (await site.tables.ready(context.path("id"))).room
    seat = next(iter(room.seats_of(caller.id)), None)
    line = ReportLine(now, caller.id, caller.name, order.text, seat, meant=True)
    new = Report(
        0, now, caller.id, caller.name, "held", caller.id, caller.name, room.id, "other",
        order.text, reports.copied((line,)),
    )  # fmt: skip
    await site.store.change(lambda connection: reports.put_report(connection, new))
