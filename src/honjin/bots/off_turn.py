"""Off-turn actions of bots: each seat that may act but need not is asked once per change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from honjin.core.contract.search import NOTHING, nothing_off_turn
from honjin.core.errors import Illegal
from honjin.core.game import Game
from honjin.core.play import Play

MAX_OFF_TURN: Final = 100
"""The maximum number of off-turn actions between two required actions."""


class OffTurn:
    """Finds the off-turn actions of the bots of one game, over the whole game."""

    def __init__(self) -> None:
        self._asked: dict[int, int] = {}
        """The number of steps played when each seat was last asked."""
        self._in_a_row = 0

    def find(self, play: Play, seats: Iterable[int]) -> tuple[int, int] | None:
        """The first off-turn (seat, action) of these bots; None until a seat acts again."""
        if play.game.off_turn is nothing_off_turn or self._in_a_row >= MAX_OFF_TURN:
            self._in_a_row = 0
            return None
        idle = set(play.may_act()) - set(play.must_act())
        for seat in seats:
            if seat in idle and self._has_news(play, seat):
                action = off_turn_of(play, seat)
                if action != NOTHING:
                    self._in_a_row += 1
                    return seat, action
        self._in_a_row = 0
        return None

    def _has_news(self, play: Play, seat: int) -> bool:
        """True if the seat's view has changed since it was last asked; marks it as asked."""
        now, before = len(play.steps), self._asked.get(seat)
        self._asked[seat] = now
        if before is None or before > now:
            return True
        return any(seat not in step.missed_by for step in play.steps[before:])


def off_turn_of(play: Play, seat: int) -> int:
    """A bot's off-turn action, from its seat's observation; NOTHING if it does not act."""
    return ask_off_turn(play.game, play.game.seen_by(play.state, seat), seat)


def ask_off_turn(game: Game[Any], observation: Any, seat: int) -> int:
    """The same for a given observation; the bot gets a copy that it may modify."""
    action = game.off_turn(observation.copy(), seat)
    if action != NOTHING and action not in (legal := game.legal(observation, seat)):
        raise Illegal(
            f"out of turn {game.key} has seat {seat} do {action!r}; "
            f"expected {NOTHING} or one of its {len(legal)} legal actions"
        )
    return action
