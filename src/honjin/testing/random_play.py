"""Random games for tests."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from honjin.core.game import Game
from honjin.core.play import Play, pick


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
            play.act(seat, chosen.choice(play.legal(seat)))
    return play
