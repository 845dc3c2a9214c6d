"""The players of games that are searched for puzzles: quick, and weak enough to leave chances.

A player compares a few random choices by the game's estimate of what it would see after them.
"""

from __future__ import annotations

import random
from typing import Any, Final

from honjin.core.game import Game
from honjin.core.jit.compiled import batch, compiled
from honjin.core.jit.rng import seeded
from honjin.core.play import Play

LOOKS: Final = 6
"""The number of choices compared."""


class WeakPlayer:
    """Plays any seat of a game."""

    def __init__(self, game: Game[Any], rng: random.Random) -> None:
        self.game, self._rng = game, rng
        self._do = compiled(game)

    def choose(self, play: Play, seat: int) -> int:
        """An action of the seat, which is to act."""
        seen = play.seen(seat).copy()
        self.game.prune_optional(seen)
        legal = self.game.legal(seen, seat)
        some = self._rng.sample(legal, min(LOOKS, len(legal)))
        if len(some) == 1:
            return some[0]
        self.game.resample(seen, seat, seeded(self._rng.getrandbits(31)))
        states = batch(self.game, seen, spare=1)
        return max(some, key=lambda action: self._estimate(states, seat, action))

    def _estimate(self, states: Any, seat: int, action: int) -> int:
        self._do.copy_state(states, 1, 0)
        self._do.act(states, 1, seat, action)
        self._do.hide(states, 1, seat)
        return int(self._do.guess(states, 1, seat))
