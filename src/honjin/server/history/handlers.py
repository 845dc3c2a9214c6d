"""The handlers of routes about finished games, people and ratings."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final, get_args

import sqlalchemy as sa

from honjin.server.history import messages as m
from honjin.server.history import ranking
from honjin.server.history import store as history
from honjin.server.history.store import FinishedGame, GameQuery, ProfileOwner
from honjin.server.messages import refusals as no
from honjin.server.people import requests
from honjin.server.people.ratings import ratings
from honjin.server.people.ratings.ratings import Key, Rating, Shown
from honjin.server.people.ratings.skill import NEW, Skill, bot_skill
from honjin.server.people.requests import RequestContext
from honjin.server.people.traces import DAY
from honjin.server.tables.listing import UNFINISHED, lines_of, rating_of
from honjin.server.tables.session.outcome import pace_of, unrated_so_far
from honjin.server.tables.session.room import Room
from honjin.server.tables.site import TableSite
from honjin.server.tables.store.rows import Row

MAX_TURNS: Final = 50
_MAX_TEXT: Final = {"opening": 160, "before": 40}
_MAX_VALUE: Final = 64
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_PACES: Final = get_args(m.Pace)
_FILTERS: Final = ("game", "scenario", "outcome", "against", "rated", "opponent", "opening")
_CHOICES: Final = {
    "outcome": ("won", "drawn", "lost"),
    "against": ("persons", "bots", "alone"),
    "rated": ("yes", "no"),
    "pace": _PACES,
}


# ---------------------------------------------------------------- the query


def _text(context: RequestContext, name: str) -> str:
    """Return a query parameter; Unreadable if it is too long or not one of the choices."""
    text = (context.all(name) or [""])[-1]
    most = _MAX_TEXT.get(name, _MAX_VALUE)
    if len(text) > most:
        raise no.Unreadable(f"?{name}= expects at most {most} characters, got {len(text)}")
    if "\0" in text:
        raise no.Unreadable(f"?{name}= expects visible characters, got U+0000")
    choices = _CHOICES.get(name)
    if text and choices and text not in choices:
        raise no.Unreadable(f"?{name}= expects one of {', '.join(choices)}, got {text!r}")
    return text


def _day(context: RequestContext, name: str, *, end: bool = False) -> int:
    """Return when a day such as 2026-11-01 begins, or when it ends; 0 if none is given."""
    text = _text(context, name)
    if not text:
        return 0
    with contextlib.suppress(ValueError, OverflowError):
        day = datetime.strptime(text[:10], "%Y-%m-%d").replace(tzinfo=UTC)
        if _DAY.fullmatch(text):
            return max(1, int((day + timedelta(days=end)).timestamp() * 1000))
    raise no.Unreadable(f"?{name}= expects a day such as 2026-11-01, got {text!r}")


def _wanted(context: RequestContext) -> GameQuery:
    before = _text(context, "before")
    if before:
        requests.read_cursor(before)
    filters: dict[str, Any] = {name: _text(context, name) for name in _FILTERS}
    since, until = _day(context, "first"), _day(context, "last", end=True)
    return GameQuery(before=before, since=since, until=until)._replace(**filters)


# ---------------------------------------------------------------- history


async def get_history(site: TableSite, context: RequestContext) -> m.History:
    """Finished games of the caller, or of `who`, 30 at a time, filtered by the query.

    `game`, `scenario`, `outcome` (won, drawn, lost), `against` (persons, bots, alone) and `rated`
    (yes, no) filter; `first` and `last` are days in UTC; `opponent` is part of a name, or a handle;
    `opening` is how the moves begin. `before` is the `after` of the previous page.
    """
    wanted = _wanted(context)
    who = await _handle(site, _text(context, "who") or context.caller.id)
    person, page = await site.store.ask(partial(_page, who=who, context=context, wanted=wanted))
    games = tuple(_game(kept) for kept in page.games)
    return m.History(person.who, games, person.name, page.after)


def _page(
    connection: sa.Connection, who: str, context: RequestContext, wanted: GameQuery
) -> tuple[ProfileOwner, history.Page]:
    person = _person(connection, who, context)
    wanted = wanted._replace(public=person.who != context.caller.id)
    return person, history.games_of(connection, person.who, wanted)


def _person(connection: sa.Connection, handle: str, context: RequestContext) -> ProfileOwner:
    """Return a person whom the caller may look at; otherwise UnknownPerson or HiddenProfile."""
    own = context.caller
    if handle == own.id:
        return ProfileOwner(own.id, own.name, history.is_hidden(connection, own.id))
    found = history.person(connection, handle)
    if found is None:
        raise no.UnknownPerson(f"no one person here is called {handle[:_MAX_VALUE]!r}")
    if found.hidden and found.who != own.id:
        raise no.HiddenProfile("this person's profile is private")
    return found


def _game(kept: FinishedGame) -> m.HistoryGame:
    one = kept.result
    return m.HistoryGame(
        one.table_id, one.game, one.begun, one.ended, one.steps, one.reason, one.pace, one.against,
        tuple(_seat(one.game, seat, kept.changes.get(seat.who)) for seat in kept.seats),
        one.scenario, _public_reason(one.unrated), one.opening,
    )  # fmt: skip


def _seat(game: str, seat: Any, change: Any) -> m.HistorySeat:
    info = m.HistorySeat(
        seat.seat, seat.kind, seat.name, seat.who if seat.kind == "person" else "", seat.role,
        seat.score, seat.place, seat.outcome,
    )  # fmt: skip
    if change is not None:
        before = Skill(change.mu_before, change.sigma_before).shown
        info.rating, info.change = before, _shown_after(change) - before
    elif seat.kind == "bot" and (skill := bot_skill(game, seat.who)):
        info.rating = skill.shown
    return info


def _shown_after(change: Any) -> int:
    return Skill(change.mu_after, change.sigma_after).shown


def _public_reason(reason: str) -> m.Unrated:
    """Why a game is not rated, in public terms: not what two persons have in common."""
    found: Any = "alike" if reason in ("address", "device") else reason
    return found  # type: ignore[no-any-return]


# ---------------------------------------------------------------- people


async def get_person(site: TableSite, context: RequestContext) -> m.Profile:
    """A person's profile: how their finished games ended, and their ratings.

    By handle, or by a name that only one person has had.
    """
    handle = await _handle(site, context.path("who")[:_MAX_VALUE])
    found = await site.store.ask(partial(_profile, handle=handle, context=context))
    known = (await site.people.find([found.who])).get(found.who)
    if known is not None and known.kind != "guest":
        found.name = known.name
    return found


async def _handle(site: TableSite, text: str) -> str:
    """Return the id of the account that has, or had, this name; else the given string."""
    known = await site.people.named(text)
    return known.id if known else text


def _profile(connection: sa.Connection, handle: str, context: RequestContext) -> m.Profile:
    person = _person(connection, handle, context)
    counts = (
        m.ProfileCount(one.game, one.seat, one.against, one.outcome, one.n, one.scenario)  # type: ignore[arg-type]
        for one in sorted(history.counts_of(connection, person.who))
    )
    months = (
        m.ProfileMonth(*one)  # type: ignore[arg-type]
        for one in sorted(history.months_of(connection, person.who))
    )
    rated = ratings.ratings_of(connection, [person.who]).values()
    infos = (_rating(connection, one) for one in sorted(rated))
    is_own = person.who == context.caller.id
    return m.Profile(
        person.who, person.name, is_own, person.hidden, (*counts,), (*months,), (*infos,)
    )


def _rating(connection: sa.Connection, one: Rating) -> m.RatingInfo:
    course = ranking.course(connection, one.who, one.game, one.pace)
    points = tuple((at, skill.shown) for at, skill in course)
    pace: Any = one.pace
    return m.RatingInfo(
        one.game, pace, one.shown, one.skill.spread, one.games, one.won, one.last, not one.sure,
        points,
    )  # fmt: skip


async def post_profile(
    site: TableSite, context: RequestContext, order: m.ShowProfile
) -> m.ProfileShown:
    """Show or hide the caller's profile and history; statistics and ratings continue."""
    hide = partial(history.hide, who=context.caller.id, hidden=order.hidden)
    await site.store.change(hide)
    return m.ProfileShown(order.hidden)


async def get_ranks(site: TableSite, context: RequestContext) -> m.Ranks:
    """The ranking of a game at a `pace` (none, days, live); the same for every caller."""
    game = site.tables.game(context.path("key"))
    pace: Any = _text(context, "pace") or "none"
    now = site.now()
    found = await site.store.ask(partial(ranking.ranks, game=game.key, pace=pace, now=now))
    rows = tuple(
        m.Rank(one.who, one.shown, one.skill.spread, one.games, one.won, one.last, one.name)
        for one in found
    )
    return m.Ranks(game.key, pace, ranking.ACTIVE // DAY, rows)


# ---------------------------------------------------------------- tables


async def get_turns(site: TableSite, context: RequestContext) -> m.Turns:
    """The tables that wait for the caller, the longest waiting first."""
    if context.is_new:
        return m.Turns(())
    rows = await site.store.tables_of(context.caller.id, UNFINISHED, over=False)
    waiting = [row for row in rows if _is_turn(row, context.caller.id)]
    waiting.sort(key=lambda row: (row.since or row.changed, row.id))
    return m.Turns(await lines_of(site, context, waiting[:MAX_TURNS]))


def _is_turn(row: Row, who: str) -> bool:
    held = (row.holders[seat] for seat in row.awaits if seat < len(row.holders))
    return any(one is not None and one[:2] == ("person", who) for one in held)


async def get_table_people(site: TableSite, context: RequestContext) -> m.TablePeople:
    """The ratings of a table's players, whether the game counts, and how it changed them."""
    room, entries = await site.tables.archive.look(
        (await site.tables.ready(context.path("id"))).room.id
    )
    kept = await site.store.ask(partial(history.games, tables=[room.id]))
    where = room.game.key, pace_of(room.opened)
    keys = {(one.who, *where) for one in room.holders if one and one.kind == "person"}
    known = await site.store.ask(partial(ratings.shown_of, keys=keys))
    if room.status == "over" and kept:
        reason = _public_reason(kept[0].result.unrated)
    else:
        reason = _public_reason(unrated_so_far(room, entries))
    seats = _people(room, known, kept)
    return m.TablePeople(pace_of(room.opened), tuple(seats), reason, bool(kept))


def _people(
    room: Room, known: Mapping[Key, Shown], kept: Sequence[FinishedGame]
) -> Iterable[m.SeatPerson]:
    changes = kept[0].changes if kept else {}
    left = {one.who for one in (kept[0].seats if kept else ()) if one.role == "left"}
    where = room.game.key, pace_of(room.opened)
    for one in room.holders:
        if one is None:
            yield m.SeatPerson()
            continue
        rating, unsure = rating_of(one.kind, one.who, where, known)
        info = m.SeatPerson(one.who if one.kind == "person" else "", rating, unsure)
        if change := changes.get(one.who):
            before = Skill(change.mu_before, change.sigma_before).shown
            info.rating, info.change = _shown_after(change), _shown_after(change) - before
            info.first, info.left = change.sigma_before == NEW.sigma, one.who in left
        yield info
