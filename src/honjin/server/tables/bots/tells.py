"""Leaks by the time that a bot takes: none where everybody can work out what the bot knows.

A search that ends when its choice is clear tells how hard the choice was. Where that depends on
what only its seat knows, it would tell about it.
"""

from __future__ import annotations

from typing import Any

from honjin.core.game import Game
from honjin.core.seats import SPECTATOR, seats_in
from honjin.server.tables.view.perspective import is_certain


def is_public(game: Game[Any], state: Any, seat: int) -> bool:
    """True if spectators can work out all that a seat knows, and no other seat may choose now.

    While several seats may choose, each choice is sealed, and the time could tell it to the others.
    """
    if not game.has_secrets:
        return True
    if seats_in(game.may_act(state)) != (seat,):
        return False
    return _knows_no_more(game, state, seat) and is_certain(game, state, seat)


def is_hidden(game: Game[Any], state: Any, seat: int, action: int) -> bool:
    """True if spectators cannot work out what a seat knows after an action of its own."""
    if not game.has_secrets:
        return False
    after = state.copy()
    game.apply_action(after, seat, action)
    return not _knows_no_more(game, after, seat)


def _knows_no_more(game: Game[Any], state: Any, seat: int) -> bool:
    """True if the seat's observation follows from that of spectators."""
    seen = game.seen_by(state, SPECTATOR)
    return bool(game.seen_by(seen, seat) == game.seen_by(state, seat))
