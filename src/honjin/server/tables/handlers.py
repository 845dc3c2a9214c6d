"""The handlers of the main routes. The table of routes is in routes.py."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from typing import Final

import msgspec

from honjin.core.record import read_record
from honjin.core.revealing import is_revealing
from honjin.server.db.journal import Conflict
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people.caller import HIDDEN_SEAT, Caller
from honjin.server.people.introduction import me, read_name, require_good_name
from honjin.server.people.messages import Introduce, Me
from honjin.server.people.names import is_guest_name
from honjin.server.people.ratings.ratings import ratings_of
from honjin.server.people.ratings.skill import NEW
from honjin.server.people.requests import RequestContext
from honjin.server.tables.catalogue import game_info, game_page, rules_of
from honjin.server.tables.clocks.watcher import vacation_of
from honjin.server.tables.listing import lines_of, listed_lines, own_rows
from honjin.server.tables.looks import view_for, view_seat_of
from honjin.server.tables.messages import answers, bodies
from honjin.server.tables.renaming import AT_ONCE, naming, rename_at
from honjin.server.tables.seats.guests import guests_of
from honjin.server.tables.seats.rematch import Choose
from honjin.server.tables.seats.sitting import PutBot
from honjin.server.tables.seats.takeback import is_weighed
from honjin.server.tables.session.decide import require_rematch
from honjin.server.tables.session.entries import Entries, Started
from honjin.server.tables.session.outcome import pace_of
from honjin.server.tables.session.room import Room
from honjin.server.tables.session.viewer import require_running, viewer_of
from honjin.server.tables.site import TableSite
from honjin.server.tables.store import opening
from honjin.server.tables.store.lobby import too_many
from honjin.server.tables.store.origins import origin_of_record
from honjin.server.tables.store.table import Table, concerns, id_of
from honjin.server.web.answers import Nothing, UncachedResponse

FRESH: Final = 10.0
"""Seconds for which answers about games are cached: the bots that play them can change."""


# ---------------------------------------------------------------- guests and games


async def get_me(site: TableSite, context: RequestContext) -> Me:
    """The caller; a first-time visitor becomes a guest."""
    known = context.caller if context.is_new else await site.tokens.label(context.caller)
    return me(site, context, program=known.program)


async def post_me(site: TableSite, context: RequestContext, order: Introduce) -> Me:
    """Take a name; it is shown on the caller's seats at tables that are not over.

    A guest may take any name that nobody present and no account has. For an account it becomes the
    name of the account; the former one stays reserved for it for some months.
    """
    name = read_name(order.name)
    require_good_name(site, context.caller.id, name)
    if site.is_present(name, context.caller.id):
        raise no.NameTaken(f"somebody here is already called {name!r}")
    known = not context.is_new
    await _require_free_name(site, context.caller.id, name)
    if context.login:
        await _rename_account(site, context, name)
    else:
        context.is_new = True  # for a new cookie
    context.caller = await site.tokens.label(Caller(context.caller.id, name))
    await site.sanctions.chosen(context.caller.id)
    if known:
        await site.tokens.rename(context.caller.id, name)
        site.live.rename(context.caller)
        await rename_at_tables(site, context.caller)
    return me(site, context, program=context.caller.program)


async def _require_free_name(site: TableSite, person: str, name: str) -> None:
    """Raise NameTaken if another account has the name, even one that another process just made."""
    await site.people.refresh()
    if site.people.owner(name) not in (None, person):
        raise no.NameTaken(f"an account is called {name!r}, or something that looks like it")


async def _rename_account(site: TableSite, context: RequestContext, name: str) -> None:
    if is_guest_name(name):
        raise no.BadName("expected a name of your own, got a guest's name")
    await site.accounts.rename(context.caller.id, name)


async def rename_at_tables(site: TableSite, caller: Caller) -> None:
    """Show a person's new name at the tables that are not over."""
    found = await naming(site.store, caller)
    await rename_at(site.tables, found[:AT_ONCE], caller)
    if found[AT_ONCE:]:
        site.later(rename_at(site.tables, found[AT_ONCE:], caller))


async def get_games(site: TableSite, context: RequestContext) -> bytes:
    """All games, with their options, presets, bots and words."""
    games = site.games.values()
    return await _made(
        site, context, "games", lambda: [game_info(game, site.bots) for game in games]
    )


async def get_game(site: TableSite, context: RequestContext) -> bytes:
    """One game as its tables show it."""
    game = site.tables.game(context.path("key"))
    return await _made(site, context, ("game", game.key), lambda: game_page(game, site.bots))


async def get_rules(site: TableSite, context: RequestContext) -> bytes:
    """The rules of a game, and its reference tables."""
    game = site.tables.game(context.path("key"))
    return await _made(site, context, ("rules", game.key), lambda: rules_of(game))


async def _made(
    site: TableSite, context: RequestContext, key: Hashable, make: Callable[[], object]
) -> bytes:
    """Return what `make` returns, encoded, off the event loop; kept for a while under the key."""
    return await site.reads.lately(key, FRESH, lambda: msgspec.json.encode(make()), context.asker)


# ---------------------------------------------------------------- the lobby


async def get_tables(site: TableSite, context: RequestContext) -> answers.Tables:
    """Public tables that wait for players or at which persons meet, and the caller's own."""
    own = [] if context.is_new else await own_rows(site, context.caller.id)
    own = [row for row in own if concerns(row, context.caller.id)]
    return answers.Tables(await listed_lines(site, context), await lines_of(site, context, own))


async def post_tables(
    site: TableSite, context: RequestContext, order: bodies.OpenTable
) -> answers.NewTable:
    """Open a table; the game begins at once if no seat stays open."""
    table = id_of(context.caller.id, order)
    async with site.openings.turn(context.caller.id, context.address):
        if not (order.key and await site.store.rows_of([table])):
            with contextlib.suppress(Conflict):  # another process was quicker with the same order
                await _open(site, context, order, table)
    return answers.NewTable(table)


async def _open(
    site: TableSite, context: RequestContext, order: bodies.OpenTable, table: str
) -> None:
    game, secret = site.tables.game(order.game), secrets.token_hex(32)
    context.caller = await site.tokens.label(context.caller)
    guests = await guests_of(site, context, order)
    if order.strength is not None:
        control = opening.read_time(order.time)
        pace = control.kind if control else "none"
        context.caller = await _known_caller(site, context.caller, game.key, pace)
    guest, address = context.caller.id, context.address
    full = await site.openings.full(guest, address, site.now())

    def make(_: str, now: int) -> Entries:
        entries = opening.open_table(game, order, context.caller, secret, now, site.bots, guests)
        if full and not isinstance(entries[-1], Started):
            raise too_many()
        return entries

    await site.tables.open(make, context.asker, table)
    site.traces.note(guest, address, context.device)
    room = site.tables.here(table)
    if room is not None and room.status == "open":
        site.openings.note(guest, address, table)
    if room is not None and room.reserved:
        for tell in site.on_reserved:
            await tell(room)


async def post_records(
    site: TableSite, context: RequestContext, order: bodies.ImportRecord
) -> answers.NewTable:
    """Open a table to browse a record, and to fork from it."""
    table = id_of(context.caller.id, order)
    if not (order.key and await site.store.rows_of([table])):
        site.require_room()
        with contextlib.suppress(Conflict):  # the same order was carried out meanwhile
            await _import(site, context, order, table)
    return answers.NewTable(table)


async def _import(
    site: TableSite, context: RequestContext, order: bodies.ImportRecord, table: str
) -> None:
    secret = secrets.token_hex(32)
    record = await site.texts.do(partial(read_record, order.record), context.asker)
    game = site.tables.game(record.game)
    origin = await origin_of_record(site.tables, record, context.caller, context.asker)

    def make(_: str, now: int) -> Entries:
        return (opening.import_record(game, record, context.caller, secret, now, origin),)

    await site.tables.open(make, context.asker, table)


# ---------------------------------------------------------------- a table


async def _posted(site: TableSite, context: RequestContext, order: Body) -> bytes:
    """Carry out the order and return the view, even if the seat asked for was just left."""
    table, caller, asked = await _done(site, context, order)
    return view_for(site, table, caller, asked, getattr(order, "at", 0))


async def _done(
    site: TableSite, context: RequestContext, order: Body
) -> tuple[Table, Caller, int | None]:
    """Carry out the order; return its table, and who looks on from which seat now."""
    asked = view_seat_of(context)
    caller = context.caller
    if asked is not None:
        caller = caller._replace(view_seat=asked)
    table = await site.tables.post(context.path("id"), order, caller)
    site.traces.note(caller.id, context.address, context.device)
    if asked is not None and asked != HIDDEN_SEAT and asked not in table.room.seats_of(caller.id):
        asked = HIDDEN_SEAT
    return table, caller, asked


def posting(name: str, body: type[Body]) -> Callable[..., Awaitable[bytes | Nothing]]:
    """Make a handler that only carries out its order, documented by the docstring of the body."""

    async def post(site: TableSite, context: RequestContext, order: Body) -> bytes | Nothing:
        if not context.wants_little:
            return await _posted(site, context, order)
        table, caller, asked = await _done(site, context, order)
        return Nothing(table.room.version_of(viewer_of(table.room, caller, asked)))

    about = (body.__doc__ or "").partition(": ")[2]
    post.__name__, post.__doc__ = name, about[:1].upper() + about[1:]
    return post


async def post_sit(site: TableSite, context: RequestContext, order: bodies.Sit) -> bytes:
    """Take an empty seat, or put a bot there; the game begins when the last seat is taken."""
    context.caller = await site.tokens.label(context.caller)
    if order.bot is None:
        await _require_welcome(site, context)
    opened = (await site.tables.ready(context.path("id"))).room.opened
    if opened.strength is not None or opened.members:
        context.caller = await _known_caller(site, context.caller, opened.game, pace_of(opened))
    return await _posted(site, context, order)


async def _require_welcome(site: TableSite, context: RequestContext) -> None:
    """Raise NotWelcome if the table's opener has blocked the caller, except from a former seat."""
    room = (await site.tables.ready(context.path("id"))).room
    own = any(context.caller.id in held for held in room.held_by)
    if not own and not room.seats_of(context.caller.id):
        await site.hides.require_welcome(context.caller.id, [room.opened.by])


async def _known_caller(site: TableSite, caller: Caller, game: str, pace: str) -> Caller:
    """Return the caller with their rating in a game at a pace, and whether they have an account."""
    who = caller.id
    found = (await site.store.ask(partial(ratings_of, persons=[who]))).get((who, game, pace))
    account = site.people.kind(who) == "account"
    return caller._replace(rating=found.shown if found else NEW.shown, account=account)


async def post_substitute(
    site: TableSite, context: RequestContext, order: bodies.Substitute
) -> bytes:
    """Let a bot play a seat: the caller's, one given up, or one awaited for too long."""
    room = (await site.tables.ready(context.path("id"))).room
    return await _posted(site, context, PutBot(order.seat, order.bot, site.live.absent(room)))


async def post_ask(site: TableSite, context: RequestContext, order: bodies.AskSeat) -> bytes:
    """Ask for a seat that was given up. Its previous player gets it at once."""
    context.caller = await site.tokens.label(context.caller)
    await _require_welcome(site, context)
    return await _posted(site, context, order)


async def post_ask_answer(
    site: TableSite, context: RequestContext, order: bodies.AnswerSeat
) -> bytes:
    """Agree or refuse to let a person take a seat that was given up; or withdraw the request."""
    room = (await site.tables.ready(context.path("id"))).room
    asked = room.requests.find(order.n)
    if order.agree and asked and asked.who in site.tables.barred():
        raise no.UnknownRequest(f"request {order.n} cannot be granted any more")
    return await _posted(site, context, order)


async def post_takeback(
    site: TableSite, context: RequestContext, order: bodies.AskTakeback
) -> bytes:
    """Ask the other persons at the table to undo the seat's last action.

    Bots agree, but past a roll or a revelation only at a casual table. A bot that plays for an
    absent person, or on a seat that was given up, lets only its own last decision be undone, and
    nothing past a roll or a revelation.
    """
    room = (await site.tables.ready(context.path("id"))).room
    if order.seat in room.seats_of(context.caller.id):
        await _weigh(room, context.caller, room.last_own_step(order.seat))
    return await _posted(site, context, order)


async def post_answer(
    site: TableSite, context: RequestContext, order: bodies.AnswerTakeback
) -> bytes:
    """Agree to a takeback or not; a "no" of the asking seat withdraws the request."""
    room = (await site.tables.ready(context.path("id"))).room
    asked = room.question
    if asked and order.agree and order.seat in asked.waiting and room.holders[asked.by]:
        await _weigh(room, context.caller, asked.to)
    return await _posted(site, context, order)


async def _weigh(room: Room, caller: Caller, to: int | None) -> None:
    """Find out in a thread what was revealed since a step, if that matters."""
    if to is None or not (room.status == "running" and is_weighed(room, caller.id)):
        return
    version, steps = room.version, room.play.steps[to:]
    found = await asyncio.to_thread(is_revealing, room.play, steps, to)
    room.deciders.revealing = (version, to, found)


async def post_rematch(
    site: TableSite, context: RequestContext, order: bodies.Rematch
) -> answers.NewTable:
    """Play again, with everybody one seat further, or with the loser on the seat chosen."""
    caller, secret = context.caller, secrets.token_hex(32)
    room = (await site.tables.ready(context.path("id"))).room
    await site.hides.require_welcome(caller.id, [one.who for one in room.holders if one])
    table = await site.tables.follow(
        context.path("id"),
        lambda room: require_rematch(room, order, caller),
        lambda room, _, now: opening.rematch(room, order, caller, secret, now),
        context.asker,
    )
    if order.seat is not None:  # the other player may have asked for the next game before
        await site.tables.post(table, Choose(order.seat), caller)
    return answers.NewTable(table)


async def post_fork(
    site: TableSite, context: RequestContext, order: bodies.Fork
) -> answers.NewTable:
    """Open a table of the caller's from a step of this one; hidden information is made up."""
    asked = view_seat_of(context)
    context.caller = await site.tokens.label(context.caller)
    room = (await site.tables.ready(context.path("id"))).room
    secret, seed = secrets.token_hex(32), secrets.randbits(32)
    real = min(room.real_step(viewer_of(room, context.caller, asked), order.step), room.step)
    await site.reads.do(partial(room.play.state_at, real), context.asker)  # found at once below
    table = await site.tables.open(
        lambda _, now: opening.fork(room, order, context.caller, asked, secret, seed, now),
        context.asker,
    )
    return answers.NewTable(table)


async def post_hurry(
    site: TableSite, context: RequestContext, _order: bodies.Hurry
) -> answers.Thinking:
    """Make the bots of the table answer at once with the best they have; returns those thinking.

    Only for persons who hold a seat at the table.
    """
    room = (await site.tables.ready(context.path("id"))).room
    if not room.seats_of(context.caller.id):
        raise no.NotYourSeat("only players at the table can make its bots hurry")
    require_running(room)
    site.runner.hurry(room.id)
    return answers.Thinking(site.runner.thinkers(room.id))


# ---------------------------------------------------------------- other routes


async def get_problem(_site: TableSite, context: RequestContext) -> UncachedResponse:
    """The meaning of a refusal."""
    found = no.KINDS.get(context.path("kind"))
    if found is None:
        raise no.UnknownPath(f"expected one of {', '.join(no.KINDS)}")
    text = f"{found.kind} ({found.status}): {found.title}.\n"
    return UncachedResponse(text, media_type="text/plain; charset=utf-8")


# ---------------------------------------------------------------- vacations


async def get_vacation(site: TableSite, context: RequestContext) -> answers.Vacation:
    """How much vacation the caller has left, and whether they are on vacation."""
    vacations = site.clocks.vacations
    found = await vacations.of(context.caller.id, site.now())
    return vacation_of(found, vacations.budget)


async def post_vacation(
    site: TableSite, context: RequestContext, order: bodies.TakeVacation
) -> answers.Vacation:
    """Go on vacation, so that none of the caller's days are charged until it ends; or return.

    It ends by itself when the budget is used up, and costs at least one day.
    """
    found = await site.clocks.vacation(context.caller.id, on=order.on)
    for tell in site.on_vacation:
        await tell(context.caller.id)
    return vacation_of(found, site.clocks.vacations.budget)
