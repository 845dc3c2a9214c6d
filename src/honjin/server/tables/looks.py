"""Views of a table: now, in the past, and as it changes; and the stream of a person's tables."""

from __future__ import annotations

import re
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from honjin.core.parts.facts import Facts
from honjin.core.scene import Reason
from honjin.core.seats import SPECTATOR
from honjin.server.messages import refusals as no
from honjin.server.people.caller import HIDDEN_SEAT, NOBODY, Caller
from honjin.server.people.requests import RequestContext, read_number
from honjin.server.tables.live.live import Subscription
from honjin.server.tables.live.streams import PersonStream
from honjin.server.tables.live.together import MAX_STREAMS, serve_together
from honjin.server.tables.messages import games
from honjin.server.tables.session.room import Room
from honjin.server.tables.session.talk import Listening
from honjin.server.tables.session.viewer import readable_seats, since_of, viewer_of
from honjin.server.tables.site import TableSite
from honjin.server.tables.store.table import Table
from honjin.server.tables.view.export import exporting
from honjin.server.web.answers import problem

MAX_STEPS: Final = 100_000


_MAX_SEAT: Final = 7

WATCH: Final = "watch"


def view_seat_of(context: RequestContext) -> int | None:
    """Return the viewer asked for: a seat, HIDDEN_SEAT, or None for the default."""
    if not context.scope["query_string"]:
        return None
    match context.all("seat")[-1:]:
        case ["curtain"]:
            return HIDDEN_SEAT
        case ["watch"] if is_watching(context):
            return None
    return context.number("seat", _MAX_SEAT)


def is_watching(context: RequestContext) -> bool:
    """True if the caller only looks, and as an anonymous spectator: pages that embed a table do."""
    return context.method == "GET" and context.all("seat")[-1:] == [WATCH]


def looker(context: RequestContext) -> Caller:
    """Return the viewer: the caller, or NOBODY."""
    return NOBODY if is_watching(context) else context.caller


def viewer_asked(room: Room, context: RequestContext) -> int:
    """Return the viewer that the caller asked for."""
    asked = view_seat_of(context)
    return viewer_of(room, looker(context), asked)


def view_for(
    site: TableSite, table: Table, caller: Caller, asked: int | None, since: int,
    hidden: frozenset[str] | None = None,
) -> bytes:  # fmt: skip
    """Return a view; with chat, without the lines of `hidden`, unless `hidden` is None."""
    room, chat = table.room, None
    viewer, since = viewer_of(room, caller, asked), since_of(room, caller, asked, since)
    if hidden is not None:
        readable, gone = readable_seats(room, caller, asked), room.talk.gone(site.people.is_gone)
        chat = Listening(readable, hidden, gone)
    now = site.now() if room.clock else 0
    return table.painter.view(viewer, caller, site.live.online(room), since, chat=chat, now=now)


async def get_table(site: TableSite, context: RequestContext) -> bytes:
    """Everything the caller can see of a table, from seat `seat` or from the one to act.

    With `seat=curtain` from none, if the caller holds several seats of a game with secrets.
    """
    asked, since = view_seat_of(context), context.number("since", MAX_STEPS) or 0
    hidden = await hidden_to(site, context)
    table = await _logged(site, context, asked)
    return view_for(site, table, looker(context), asked, since, hidden)


async def hidden_to(site: TableSite, context: RequestContext) -> frozenset[str]:
    """Return the people whose chat is hidden from the caller at a table."""
    if context.is_new or is_watching(context):
        return frozenset()
    return await site.hides.at(context.caller.id, context.path("id"))


async def _logged(site: TableSite, context: RequestContext, asked: int | None) -> Table:
    """Return a table; a long log that is to be shown is first encoded off the event loop."""
    while True:
        table = await site.tables.ready(context.path("id"))
        backlog = table.painter.long_backlog(viewer_of(table.room, looker(context), asked))
        if backlog is None:
            return table
        table.painter.keep(backlog, await site.reads.do(backlog.write))


async def get_step(site: TableSite, context: RequestContext) -> bytes:
    """The view after `n` entries of the record."""
    text = context.path("n")
    try:
        step = read_number("step", text, MAX_STEPS)
    except no.Unreadable as problem:
        raise no.UnknownStep(str(problem)) from None
    table = await site.tables.ready(context.path("id"))
    past = table.painter.past(viewer_asked(table.room, context), step)
    return past.whole(await site.reads.once(past.key, past.paint, context.asker))


async def get_why(site: TableSite, context: RequestContext) -> Reason:
    """Why a seat cannot click a path of ids: `?seat=0&path=a&path=b`."""
    table, viewer = await _asking(site, context)
    return await site.reads.do(table.painter.why(viewer, context.all("path")[:20]), context.asker)


async def get_reference(site: TableSite, context: RequestContext) -> games.TableReference:
    """The reference tables of this game: where a file has its cards or pieces, theirs."""
    table = await site.tables.ready(context.path("id"))
    game, options = table.room.game, table.room.opened.options

    def made() -> games.TableReference:
        return games.TableReference(game.reference.of(options))

    return await site.texts.do(made, context.asker)


async def get_facts(site: TableSite, context: RequestContext) -> Facts:
    """The figures of a game that is over: its score line by line, and others."""
    table = await site.tables.ready(context.path("id"))
    return table.painter.facts()


async def get_gestures(site: TableSite, context: RequestContext) -> bytes:
    """The gestures by which a seat does several actions: `?seat=0`. Empty while it cannot act."""
    table, viewer = await _asking(site, context)
    asked = table.painter.gestures(viewer)
    return await site.reads.once(asked.key, asked.answer, context.asker)


async def get_ahead(site: TableSite, context: RequestContext) -> bytes:
    """The choices that a waiting seat would have now: `?seat=0`, to plan an action."""
    table, viewer = await _asking(site, context)
    asked = table.painter.ahead(viewer)
    return await site.reads.once(asked.key, asked.answer, context.asker)


async def _asking(site: TableSite, context: RequestContext) -> tuple[Table, int]:
    """Return the table, and the seat that asks; NotYourSeat for spectators."""
    table = await site.tables.ready(context.path("id"))
    viewer = viewer_asked(table.room, context)
    if viewer == SPECTATOR:
        raise no.NotYourSeat("only players at this table can ask what a seat may do")
    return table, viewer


async def get_record(site: TableSite, context: RequestContext) -> bytes:
    """The record with its dice; of a running game with secrets, what the caller's seat knows."""
    table = await site.tables.ready(context.path("id"))
    work = exporting(table.room, viewer_asked(table.room, context))
    return await site.reads.do(work, context.asker)


async def get_events(site: TableSite, context: RequestContext) -> None:
    """Server-sent events: `view` (id = version), `chat`, `presence`, `thinking`.

    `since` or the header Last-Event-ID is the version that the page has.

    The first event is a view; its log has the lines since that version. With `changes=1` later ones
    are a `change` of it where they can be.
    """
    seat, since = view_seat_of(context), context.number("since", MAX_STEPS) or 0
    last = context.header(b"last-event-id")
    if last:
        since = read_number("Last-Event-ID", last, MAX_STEPS)
    hidden = await hidden_to(site, context)
    table = await _logged(site, context, seat)
    subscription = Subscription(
        table.room.id, looker(context), seat, since, hidden, site.people.is_gone,
        changes=bool(context.number("changes", 1)),
    )  # fmt: skip
    site.live.join(subscription)
    with site.sessions.stream(context.login, subscription.end):
        await site.live.listen(subscription, context.receive, context.send)


async def get_together(site: TableSite, context: RequestContext) -> None:
    """Several streams of server-sent events as one, for browsers: `?of=<address>&of=<address>`."""
    addresses = context.all("of")
    if not 1 <= len(addresses) <= MAX_STREAMS:
        raise no.Unreadable(
            f"?of= expects 1 to {MAX_STREAMS} addresses of streams, got {len(addresses)}"
        )
    app = _counted(site, context.scope["app"], context.address)
    await serve_together(app, context.scope, addresses, context.receive, context.send)


def _counted(site: TableSite, app: ASGIApp, address: str) -> ASGIApp:
    """The application for streams that are held as one: an address has only so many of them."""

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        if not site.streams_held.enter(address):
            most = site.streams_held.each or site.streams_held.most
            await problem(no.TooMany(f"at most {most} streams"))(scope, receive, send)
            return
        try:
            await app(scope, receive, send)
        finally:
            site.streams_held.leave(address)

    return counted


# ---------------------------------------------------------------- all of a person's tables


_TIME: Final = re.compile(r"[0-9]{1,15}")


async def get_stream(site: TableSite, context: RequestContext) -> None:
    """The events of all of the caller's tables, as server-sent events.

    `challenge`, `declined`, `begun`, `turn`, `over`: see Stream. With the header Last-Event-ID,
    also the games that have ended since that event.
    """
    stream = PersonStream(context.caller, _since(context.header(b"last-event-id")))
    site.streams.join(stream)
    with site.sessions.stream(context.login, stream.end):
        await site.streams.listen(stream, context.receive, context.send)


def _since(text: str) -> int | None:
    if text and not _TIME.fullmatch(text):
        raise no.Unreadable(f"Last-Event-ID expects the id of an event, got {text[:40]!r}")
    return int(text) if text else None
