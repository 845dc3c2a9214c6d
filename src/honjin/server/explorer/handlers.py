"""The handlers of openings: a position, its choices, their values and how often they were made."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any, Final

from honjin.core.game import Game
from honjin.core.options import Value
from honjin.core.play import Play
from honjin.core.reading.bounds import shown
from honjin.core.scene import Reason
from honjin.core.seats import SPECTATOR
from honjin.server.analysis.fair_play import require_not_playing_rated
from honjin.server.explorer import messages as m
from honjin.server.explorer.service import (
    ExploreRequest,
    ExplorerSite,
    Spot,
    Values,
    solved,
    staged,
)
from honjin.server.history import choices
from honjin.server.history.choices import Tally
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.people.requests import RequestContext, read_number
from honjin.server.tables.messages import answers
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.seats.sitting import sit_bot
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.chosen import DEPTH, MAX_MOVES, explored_steps
from honjin.server.tables.store.opening import begin, own_seat
from honjin.server.tables.store.origins import origin_of_record

MOVES: Final = "moves"
TABLE: Final = "table"
STEP: Final = "step"
PATH: Final = "path"
QUERY: Final = (MOVES, TABLE, STEP)
MAX_QUERY: Final = 4_000
"""The most bytes of options and moves together."""
_LAST: Final = 100_000
_MAX_PATH: Final = 20
_FLAGS: Final = {"true": True, "false": False}


async def get_explored(site: ExplorerSite, context: RequestContext) -> m.Explored:
    """A position of a game's opening, with the value of every choice and how often it was made.

    The options of the game are query parameters too, flags as `true` or `false`; `moves` are
    separated by spaces: `?act=1&deal=gggjjj&moves=r1c1+r2c1`. If the options leave the set-up to
    chance, the answer has one of the possible ones. `?table=abc&step=5` asks for the position of a
    finished game after five entries of its record: see `explore` in Can.
    """
    wish = await _wish(site, context)
    game = wish.game
    await require_not_playing_rated(site, context, game)
    spot = await site.texts.do(lambda: site.explorer.spot(wish), context.asker)
    values, solves = await _values(site, context, spot)
    tallies, along = await _counts(site, spot)
    return await site.texts.do(
        lambda: site.explorer.show(spot, values, tallies, along, solves), context.asker
    )


async def get_explored_why(site: ExplorerSite, context: RequestContext) -> Reason:
    """Why the side to move cannot click a path of ids: `?moves=r1c1&path=a&path=b`."""
    wish, path = await _wish(site, context), context.all(PATH)[:_MAX_PATH]
    return await site.reads.do(
        lambda: site.explorer.why(site.explorer.spot(wish), path), context.asker
    )


async def post_opening(
    site: ExplorerSite, context: RequestContext, order: m.PlayOpening
) -> answers.NewTable:
    """Open a table of the caller's from a position of an opening, alone or against a bot."""
    game = site.explorer.game(context.path("game"))
    await require_not_playing_rated(site, context, game)
    context.caller = await site.tokens.label(context.caller)
    wish, secret = ExploreRequest(game, order.options, order.moves), secrets.token_hex(32)
    spot = await site.texts.do(lambda: site.explorer.spot(wish), context.asker)
    if not spot.is_open:
        raise no.Over("the game is over in this position")
    record = spot.play.record()
    origin = await origin_of_record(site.tables, record, context.caller, context.asker, own=True)

    def make(_: str, now: int) -> e.Entries:
        return _begun(spot.play, order, context.caller, secret, now, site.bots, origin)

    return answers.NewTable(await site.tables.open(make, context.asker))


def _begun(
    play: Play, order: m.PlayOpening, caller: Caller, secret: str, now: int, bots: BotRoster,
    origin: str = "",
) -> e.Entries:  # fmt: skip
    """A table of the caller's own from a position of an opening, alone or against a bot."""
    game, record, seats = play.game, play.record(), range(play.seats)
    if order.bot is not None and (order.seat not in seats or len(seats) < 2):
        raise no.Unreadable(f"expected a seat among {len(seats)}, and another one for the bot")
    if order.bot is not None and origin:
        raise no.AnalysisClosed("this is a position of a game that you are playing")
    opened = e.Opened(
        now, game.key, record.rules, dict(play.options), secret, by=caller.id,
        actions=record.actions, private=True, origin=origin, casual=order.bot is not None,
    )  # fmt: skip
    sat = [
        own_seat(caller, seat, now, own_nonce=order.own_nonce)
        if order.bot is None or seat == order.seat
        else sit_bot(game, play.options, seat, order.bot, now, bots)
        for seat in seats
    ]
    return (opened, *sat, *begin(sat, len(seats), now))


async def _values(
    site: ExplorerSite, context: RequestContext, spot: Spot
) -> tuple[Values, float | None]:
    """The known values of a position, and how much of its table is made if that is under way."""
    if not spot.is_open:
        return Values(), None
    play = spot.play
    known = await site.exact.find(play.game, play.state)
    if known is not None:
        return solved(known), None
    making = site.exact.make(play.game, play.options, play.state)
    proved = await site.texts.do(lambda: site.explorer.proved(spot), context.asker)
    results = await site.exact.find_results(play.game, play.state)
    if results is not None:
        proved = staged(results, proved)
    return proved, None if making is None else round(making.share, 2)


async def _counts(site: ExplorerSite, spot: Spot) -> tuple[dict[str, Tally], int]:
    """The counts of a position, and the most games that came to it by the moves of the request."""
    if not spot.key:
        return {}, 0
    game = spot.play.game
    find = partial(choices.tallies, game=game.key, rules=game.version, position=spot.key)
    tallies = await site.store.ask(find)
    if not spot.line:
        return tallies, sum(one.people + one.bots for one in tallies.values())
    if len(spot.line) >= DEPTH:  # after so many moves a game is no longer counted
        return tallies, 0
    find_along = partial(
        choices.games_along, game=game.key, rules=game.version, line=spot.line
    )  # fmt: skip
    return tallies, await site.store.ask(find_along)


async def _wish(site: ExplorerSite, context: RequestContext) -> ExploreRequest:
    """The request; its length is checked before anything is read."""
    game, query = site.explorer.game(context.path("game")), context.scope["query_string"]
    if len(query) > MAX_QUERY:
        raise no.Unreadable(f"expected a query of at most {MAX_QUERY} bytes, got {len(query)}")
    given = dict(context.query_params)
    given.pop(PATH, None)
    if TABLE in given:
        step = read_number(f"?{STEP}=", given.get(STEP, "0"), _LAST)
        return await _wish_of(site, context, game, given[TABLE], step)
    moves = tuple(given.pop(MOVES, "").split())
    if len(moves) > MAX_MOVES:
        raise no.Unreadable(f"?{MOVES}= expects at most {MAX_MOVES} moves, got {len(moves)}")
    return ExploreRequest(
        game, {key: _setting(game, key, text) for key, text in given.items()}, moves
    )


async def _wish_of(
    site: ExplorerSite, context: RequestContext, game: Game[Any], table: str, step: int
) -> ExploreRequest:
    """The request for a position of a finished game."""
    room = (await site.tables.ready(table)).room
    if room.game.key != game.key:
        raise no.UnknownTable(f"expected a table of {game.key}, got one of {room.game.key}")
    if room.status != "over":
        raise no.NotOver("the opening explorer shows games that are over")
    last = explored_steps(room)
    if step > last:
        raise no.UnknownStep(f"expected a step from 0 to {last}, got {step}")
    real = room.real_step(SPECTATOR, step)
    return await site.texts.do(lambda: site.explorer.wish(game, room.play, real), context.asker)


def _setting(game: Game[Any], key: str, text: str) -> Value:
    """An option's value as the query gives it; the game checks the rest."""
    is_flag = any(one.key == key and isinstance(one.default, bool) for one in game.options)
    if is_flag and text not in _FLAGS:
        raise no.BadOption(f"option {key} is true or false, not {shown(text)}")
    return _FLAGS[text] if is_flag else text
