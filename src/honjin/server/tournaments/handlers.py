"""The handlers of the tournament routes."""

from __future__ import annotations

import csv
import io
import secrets
from functools import partial
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from honjin.core.game import Game as Rules
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people.names import unseen
from honjin.server.people.ratings import ratings
from honjin.server.people.ratings.skill import NEW
from honjin.server.people.requests import RequestContext
from honjin.server.tables.clocks.control import SECOND
from honjin.server.tables.messages.bodies import Time
from honjin.server.tables.store import opening
from honjin.server.tables.store.table import id_of
from honjin.server.tournaments import events as ev
from honjin.server.tournaments import messages as tm
from honjin.server.tournaments import orders, steps
from honjin.server.tournaments import store as kept
from honjin.server.tournaments.fold import Game, Tournament
from honjin.server.tournaments.plan import MAX_IN, TournamentPlan
from honjin.server.tournaments.runner import TournamentSite
from honjin.server.tournaments.standings import Standing, standings, tie_breaks
from honjin.server.web.answers import UncachedResponse
from honjin.server.web.watches import Watch

LATEST: Final = 60 * 24 * 3600 * 1000
"""Milliseconds from now within which a tournament may begin."""
_PARTS: Final = {"buchholz": 2, "sonneborn": 4, "direct": 2}
"""The parts of a point that tie-breaks count; the others count wins and rounds."""
_encode = msgspec.json.Encoder().encode


# ---------------------------------------------------------------- lists


async def get_tournaments(site: TournamentSite, context: RequestContext) -> tm.TournamentList:
    """Tournaments that are waiting or running, the last that are over, and the caller's own."""
    lines = await site.store.ask(kept.listed)
    listed_of = partial(kept.listed_of, who=context.caller.id)
    mine = [] if context.is_new else await site.store.ask(listed_of)
    going = (one for one in lines if one.status in ("waiting", "running"))
    over = (one for one in lines if one.status == "over")
    row = partial(_row, site)
    return tm.TournamentList((*map(row, going),), (*map(row, over),), (*map(row, mine),))


def _named(site: TournamentSite, who: str, name: str) -> str:
    """Return a person's name; empty if the account was deleted."""
    return "" if site.people.kind(who) == "gone" else name


def _row(site: TournamentSite, line: kept.TournamentLine) -> tm.TournamentRow:
    head, plan = line.header, line.header.plan
    return tm.TournamentRow(
        line.id, plan.name, plan.game, plan.preset, plan.format, plan.seats,
        line.status,  # type: ignore[arg-type]
        plan.time, head.players, head.round, head.rounds,
        _named(site, head.by, head.host), line.changed, plan.rated, plan.starts, plan.most,
        _named(site, head.champion, head.winner),
    )  # fmt: skip


# ---------------------------------------------------------------- announcing


async def post_tournaments(
    site: TournamentSite, context: RequestContext, order: tm.AnnounceTournament
) -> tm.TournamentInfo:
    """Announce a tournament; the caller is its organiser, and plays only after entering."""
    plan, id = _plan(site, order), id_of(context.caller.id, order)
    made = await site.tournaments.made(id) if order.key else None
    made = made or await site.tournaments.announce(plan, context.caller, id)
    return await _info_for(site, made, context.caller.id)


def _plan(site: TournamentSite, order: tm.AnnounceTournament) -> TournamentPlan:
    """Return the requested plan; BadTournament if it cannot be played."""
    game = site.tables.game(order.game)
    name = " ".join(order.name.split())
    if not name or unseen(name):
        raise no.BadTournament("expected a name of visible characters")
    options = game.preset_options.get(order.preset)
    if options is None:
        known = ", ".join(game.preset_options)
        raise no.BadTournament(f"preset: expected one of {known}, got {order.preset!r}")
    control = opening.read_time(order.time)
    assert control is not None
    seats = game.seats(options)
    _require_playable(site, order, game, seats, options)
    return TournamentPlan(
        name, game.key, order.preset, dict(options), seats, order.format, order.rounds, control,
        order.rated, order.starts, min(order.most, MAX_IN[order.format]), order.bot or "",
        order.fill, order.patience * SECOND, order.late, order.members, order.programs,
        secrets.token_urlsafe(9) if order.invited else "",
    )  # fmt: skip


def _require_playable(
    site: TournamentSite, order: tm.AnnounceTournament, game: Rules[Any], seats: int, options: Any
) -> None:
    now = site.now()
    bots = site.tables.bots.names(game, options)
    if seats < 2:
        raise no.BadTournament("expected a game for two or more players, got one for a single one")
    if seats > 2 and order.format == "knockout":
        raise no.BadTournament("a knock-out expects a game for two players; use another format")
    if seats > 2 and not bots:
        raise no.BadTournament("expected a game that bots can play: they fill the last seats")
    if order.format == "knockout" and order.rounds % 2 == 0:
        raise no.BadTournament(f"expected an odd number of games in a match, got {order.rounds}")
    if order.format == "robin" and seats == 2 and order.rounds > 4:
        raise no.BadTournament(f"expected at most 4 meetings of each pair, got {order.rounds}")
    if order.bot is not None and order.bot not in bots:
        raise no.BadTournament(f"bot: expected one of {', '.join(bots)}, got {order.bot!r}")
    if order.fill and order.bot is None:
        raise no.BadTournament("expected the bot that fills the free places, got none")
    if order.starts and not now <= order.starts <= now + LATEST:
        raise no.BadTournament("starts: expected a time within the next 60 days, or 0")


# ---------------------------------------------------------------- one tournament


async def _found(site: TournamentSite, context: RequestContext) -> Tournament:
    return await site.tournaments.find(context.path("tournament")[:32])


async def get_tournament(site: TournamentSite, context: RequestContext) -> tm.TournamentInfo:
    """A tournament: its plan, standings, rounds, and what the caller may do."""
    return await _info_for(site, await _found(site, context), context.caller.id)


async def get_tournament_events(site: TournamentSite, context: RequestContext) -> None:
    """Server-sent events `tournament`: the tournament, whenever something about it changes."""
    id = (await _found(site, context)).id

    async def painted() -> bytes:
        return _encode(await _info_for(site, await site.tournaments.find(id), context.caller.id))

    watch = Watch(context.caller.id)
    site.watches.join(id, watch)
    with site.sessions.stream(context.login, watch.end):
        await site.watches.listen(id, watch, b"tournament", painted, context.receive, context.send)


async def post_enter_tournament(
    site: TournamentSite, context: RequestContext, order: tm.EnterTournament
) -> tm.TournamentInfo:
    """Take part. Programs may enter if the tournament allows them, and are marked as programs."""
    context.caller = await site.tokens.label(context.caller)
    caller, now = context.caller, site.now()
    site.traces.note(caller.id, context.address, context.device)
    plan = (await _found(site, context)).plan
    rating = await site.store.ask(partial(_rating, who=caller.id, plan=plan))
    kind: ev.Kind = "program" if caller.program else "person"
    entered = ev.Entered(now, caller.id, caller.name, kind, rating)
    is_account = site.people.kind(caller.id) == "account"
    return await _changed(
        site, context,
        lambda t: orders.enter(t, entered, is_account=is_account, secret=order.secret),
    )  # fmt: skip


def _rating(connection: sa.Connection, who: str, plan: TournamentPlan) -> int:
    found = ratings.ratings_of(connection, [who]).get((who, plan.game, plan.time.kind))
    return found.shown if found else NEW.shown


async def post_withdraw_tournament(
    site: TournamentSite, context: RequestContext, _order: Body
) -> tm.TournamentInfo:
    """Play no further rounds. A game that has begun continues, with its clock running."""
    now = site.now()
    return await _changed(site, context, lambda t: orders.withdraw(t, context.caller.id, now))


async def post_start_tournament(
    site: TournamentSite, context: RequestContext, _order: Body
) -> tm.TournamentInfo:
    """Start the tournament; only for its organiser."""
    now = site.now()

    def decide(t: Tournament) -> steps.Events:
        return orders.start(t, context.caller.id, now, site.tournaments.bot_rating(t.plan))

    return await _changed(site, context, decide)


async def post_end_tournament(
    site: TournamentSite, context: RequestContext, _order: Body
) -> tm.TournamentInfo:
    """Call the tournament off; only for its organiser. Running games continue on their own."""
    now = site.now()
    return await _changed(site, context, lambda t: orders.call_off(t, context.caller.id, now))


async def _changed(site: TournamentSite, context: RequestContext, decide: Any) -> tm.TournamentInfo:
    id = (await _found(site, context)).id
    return await _info_for(site, await site.tournaments.change(id, decide), context.caller.id)


async def get_results(site: TournamentSite, context: RequestContext) -> UncachedResponse:
    """Standings and games as JSON or, with `?format=csv`, the standings as a table."""
    form = (context.all("format") or ["json"])[-1]
    if form not in ("json", "csv"):
        raise no.OtherForm(f"?format= expects json or csv, got {form[:40]!r}")
    t = await _found(site, context)
    if form == "json":
        return UncachedResponse(_encode(_info(site, t, "")))
    return UncachedResponse(_csv(site, t), media_type="text/csv; charset=utf-8")


def _csv(site: TournamentSite, t: Tournament) -> str:
    """The standings as CSV: points and tie-breaks as usual, and the points of each round."""
    text = io.StringIO()
    sheet = csv.writer(text)
    rounds = range(1, t.round + 1)
    sheet.writerow(
        ["place", "name", "kind", "rating", "points", *tie_breaks(t), *(f"r{n}" for n in rounds)]
    )
    for one in standings(t):
        player = t.players[one.who]
        brought = [_in_round(t, one.who, n) for n in rounds]
        breaks = [n / _PARTS[name] if name in _PARTS else n
                  for name, n in zip(tie_breaks(t), one.breaks, strict=True)]  # fmt: skip
        sheet.writerow(
            [one.place, plain_cell(_named(site, one.who, player.name)), player.kind, player.rating,
             one.points / 2, *breaks, *brought]
        )  # fmt: skip
    return text.getvalue()


def plain_cell(text: str) -> str:
    """Return a name that no spreadsheet reads as a formula."""
    return f"'{text}" if text[:1] in tuple("=+-@＝＋－＠\t\r") else text


def _in_round(t: Tournament, who: str, n: int) -> str:
    games = [one for one in t.games_of(n) if who in one.seats and one.points is not None]
    if games:
        return str(sum(game.of(who) for game in games) / 2)
    return "bye" if who in t.byes[n - 1] else ""


# ---------------------------------------------------------------- answers


async def _info_for(site: TournamentSite, t: Tournament, who: str) -> tm.TournamentInfo:
    """Return a tournament as a person sees it, with their table once it is open."""
    own = next((game.table for game in t.open_games if who and who in game.seats), "")
    is_there = t.status == "running" and own and await site.store.status(own)
    return _info(site, t, who, own if is_there else "")


def _info(site: TournamentSite, t: Tournament, who: str, table: str = "") -> tm.TournamentInfo:
    numbers = {player.who: player.seed for player in t.players.values()}
    players = tuple(_player(site, t, one, who) for one in standings(t))
    rounds = tuple(
        tm.TournamentRound(
            tuple(_game(game, numbers) for game in t.games_of(n)),
            tuple(numbers[one] for one in byes),
        )
        for n, byes in enumerate(t.byes, 1)
    )
    line = kept.TournamentLine(t.id, t.status, t.changed, kept.header_of(t))
    return tm.TournamentInfo(
        _row(site, line), _declared(t.plan), dict(t.plan.options), tie_breaks(t), players, rounds,
        _can(t, who), t.begun, t.ended, table,
        t.plan.secret if who and who == t.by else "",
    )  # fmt: skip


def _player(site: TournamentSite, t: Tournament, one: Standing, caller: str) -> tm.TournamentPlayer:
    player = t.players[one.who]
    return tm.TournamentPlayer(
        player.seed, _named(site, one.who, player.name), player.kind, player.rating, one.place,
        one.points, one.breaks, "" if player.kind == "bot" else one.who, player.out,
        one.who == caller,
    )  # fmt: skip


def _game(game: Game, numbers: dict[str, int]) -> tm.TournamentGame:
    seats = tuple(numbers.get(who, -1) for who in game.seats)
    return tm.TournamentGame(game.table, seats, game.points, game.how)


def _declared(plan: TournamentPlan) -> tm.AnnounceTournament:
    return tm.AnnounceTournament(
        plan.name, plan.game, plan.preset, plan.format, plan.rounds,
        Time(*msgspec.structs.astuple(plan.time)), plan.rated, plan.starts, plan.most,
        plan.bot or None, plan.fill, plan.patience // SECOND, plan.late, plan.members,
        plan.programs, plan.is_private,
    )  # fmt: skip


def _can(t: Tournament, who: str) -> tm.TournamentCan:
    player = t.players.get(who)
    inside = player is not None and not player.out
    is_late = t.plan.format == "swiss" and t.round <= t.plan.late
    is_open = t.status == "waiting" or (t.status == "running" and is_late)
    going = t.status in ("waiting", "running")
    hosts = going and bool(who) and who == t.by
    is_full = len(t.active) >= t.plan.most
    return tm.TournamentCan(
        is_open and not inside and not is_full, going and inside,
        hosts and t.status == "waiting", hosts,
    )  # fmt: skip
