"""What bots do out of turn: each seat that may act and is not awaited is asked once a change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from honjin.core.errors import Illegal
from honjin.core.game import NOTHING, Game, nothing_off_turn
from honjin.core.play import Play

MOST_OFF_TURN: Final = 100
"""So many are done between two actions that are waited for, and no more."""


class OffTurn:
    """Finds what the bots of one game do out of turn, for who plays it to its end."""

    def __init__(self) -> None:
        self._asked: dict[int, int] = {}
        """After how many steps each seat was asked last."""
        self._in_a_row = 0

    def find(self, play: Play, seats: Iterable[int]) -> tuple[int, int] | None:
        """The first (seat, action) that one of these bots does now; None until a seat acts."""
        if play.game.off_turn is nothing_off_turn or self._in_a_row >= MOST_OFF_TURN:
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
        """Whether what the seat sees has changed since it was asked; it is asked now."""
        now, before = len(play.steps), self._asked.get(seat)
        self._asked[seat] = now
        if before is None or before > now:
            return True
        return any(seat not in step.missed_by for step in play.steps[before:])


def off_turn_of(play: Play, seat: int) -> int:
    """What a bot does out of turn, shown what its seat sees; NOTHING for nothing."""
    return ask_off_turn(play.game, play.game.seen_by(play.state, seat), seat)


def ask_off_turn(game: Game[Any], observation: Any, seat: int) -> int:
    """The same for who made the observation; the bot gets a copy that it may spoil."""
    action = game.off_turn(observation.copy(), seat)
    if action != NOTHING and action not in (legal := game.legal(observation, seat)):
        raise Illegal(
            f"out of turn {game.key} has seat {seat} do {action!r}; "
            f"expected {NOTHING} or one of its {len(legal)} legal actions"
        )
    return action
