"""Random games for tests."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from honjin.core.game import Game
from honjin.core.play import Play, pick
from honjin.core.state import State


def random_play(
    game: Game[Any],
    options: Mapping[str, object] | None = None,
    *,
    seed: int = 0,
    steps: int | None = None,
) -> Play:
    """A game played at random to its end, or for at most `steps` entries."""
    play, chosen = Play(game, options), random.Random(seed)
    while play.result() is None and (steps is None or len(play.steps) < steps):
        if play.is_chance():
            play.chance(pick(game.outcomes(play.state), chosen.randrange))
        else:
            seat = chosen.choice(play.may_act())
            play.act(seat, drawn(game, play.state, seat, play.legal(seat), chosen))
    return play


def drawn(
    game: Game[Any], state: State, seat: int, legal: Sequence[int], chosen: random.Random
) -> int:
    """A legal action, drawn so that deals come about.

    Almost all actions of a game with deals change drafts. There a kind of action is drawn first,
    and every other time a kind that others learn of: offers are sent, and accepted, while they are
    short.
    """
    if not game.deals:
        return chosen.choice(legal)
    kinds: dict[str, list[int]] = {}
    for action in legal:
        kinds.setdefault(game.actions.decode(action).key, []).append(action)
    told = [kind for kind, some in kinds.items() if game.actions.reveals(state, seat, some[0])]
    among = told if told and chosen.random() < 0.5 else list(kinds)
    return chosen.choice(kinds[chosen.choice(among)])
