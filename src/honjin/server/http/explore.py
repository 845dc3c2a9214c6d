"""The handler of openings: a position, its choices, their values and how often they were made."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from honjin.core.game import Game
from honjin.core.options import Value
from honjin.core.reading.bounds import shown
from honjin.server.http.web import Call
from honjin.server.messages import explore as m
from honjin.server.messages import refusals as no
from honjin.server.site import Site
from honjin.server.storage.club import choices
from honjin.server.study.explorer import MOST_MOVES, Spot, Values, Wish, solved

MOVES: Final = "moves"
MOST_QUERY: Final = 4_000
"""The most bytes of options and moves together."""
_FLAGS: Final = {"true": True, "false": False}


async def get_explored(site: Site, call: Call) -> m.Explored:
    """A position of a game's opening, with the value of every choice and how often it was made.

    The options of the game are query parameters too, flags as `true` or `false`; `moves` are
    separated by spaces: `?act=1&deal=gggjjj&moves=r1c1+r2c1`. If the options leave the set-up to
    chance, the answer has one of the possible ones.
    """
    wish = _wish(site, call)
    spot = await site.texts.do(lambda: site.explorer.spot(wish), *call.askers)
    values, solves = await _values(site, call, spot)
    game = wish.game
    find = partial(choices.tallies, game=game.key, rules=game.version, position=spot.key)
    tallies = await site.store.ask(find) if spot.key else {}
    return await site.texts.do(
        lambda: site.explorer.show(spot, values, tallies, solves), *call.askers
    )


async def _values(site: Site, call: Call, spot: Spot) -> tuple[Values, float | None]:
    """What is known of a position, and how much of its table is made if that is under way."""
    if not spot.is_open:
        return Values(), None
    play = spot.play
    known = await site.exact.find(play.game, play.state)
    if known is not None:
        return solved(known), None
    making = site.exact.make(play.game, play.options, play.state)
    proved = await site.texts.do(lambda: site.explorer.proved(spot), *call.askers)
    return proved, None if making is None else round(making.share, 2)


def _wish(site: Site, call: Call) -> Wish:
    """The request; its length is checked before anything is read."""
    game, query = site.explorer.game(call.path("game")), call.scope["query_string"]
    if len(query) > MOST_QUERY:
        raise no.Unreadable(f"expected a query of at most {MOST_QUERY} bytes, got {len(query)}")
    given = dict(call.query_params)
    moves = tuple(given.pop(MOVES, "").split())
    if len(moves) > MOST_MOVES:
        raise no.Unreadable(f"?{MOVES}= expects at most {MOST_MOVES} moves, got {len(moves)}")
    return Wish(game, {key: _setting(game, key, text) for key, text in given.items()}, moves)


def _setting(game: Game[Any], key: str, text: str) -> Value:
    """An option's value as the query gives it; the game checks the rest."""
    is_flag = any(one.key == key and isinstance(one.default, bool) for one in game.options)
    if is_flag and text not in _FLAGS:
        raise no.BadOption(f"option {key} is true or false, not {shown(text)}")
    return _FLAGS[text] if is_flag else text
