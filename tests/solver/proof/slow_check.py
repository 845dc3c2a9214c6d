"""A slow twin of the check of proofs: recursive, on interpreted rules, positions in notation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from honjin.core.game import Game
from honjin.core.parts.index import Case
from honjin.core.seats import MAX_SEATS, seats_in
from honjin.solver.proof.certificate import CIRCLE, FAULTS, NO_ACTION, NOT_WON, WANTS


class Refused(Exception):
    """The choices prove nothing."""


def plies_of(game: Game[Any], case: Case, winner: int, start: Any, choices: bytes) -> int:
    """In how many plies the choices win at most, from a start; Refused when they do not.

    Choices may be left over.
    """
    return _Walk(game, case, winner, choices).plies(start)


class _Walk:
    def __init__(self, game: Game[Any], case: Case, winner: int, choices: bytes) -> None:
        self.game, self.case, self.winner = game, case, winner
        self.asked: Iterator[int] = iter(choices)
        self.known: dict[str, int] = {}

    def plies(self, s: Any) -> int:
        """To the end at most from a running position."""
        words = [0, 0]
        self.game.index.canonical_key(s, words)  # type: ignore[union-attr]
        name = str(words)
        if self.known.get(name) == 0:
            raise Refused(FAULTS[CIRCLE])
        if name not in self.known:
            self.known[name] = 0
            seat = seats_in(self.game.may_act(s))[0]
            after = [self.after(s, seat, action) for action in self.actions(s, seat)]
            self.known[name] = 1 + max(after)
        return self.known[name]

    def actions(self, s: Any, seat: int) -> list[int]:
        """All of the loser, the chosen one of the winner."""
        found = self.game.legal(s, seat)
        if seat != self.winner:
            return found
        choice = next(self.asked, None)
        if choice is None:
            raise Refused(FAULTS[WANTS])
        if choice >= len(found):
            raise Refused(FAULTS[NO_ACTION])
        return [found[choice]]

    def after(self, s: Any, seat: int, action: int) -> int:
        """How many plies follow after an action."""
        led = s.copy()
        self.game.apply_action(led, seat, action)
        if self.game.may_act(led):
            return self.plies(led)
        out = [0] * MAX_SEATS
        reason = self.game.returns(led, out)
        if out[self.winner] <= 0:
            raise Refused(FAULTS[NOT_WON])
        return int(self.game.reasons[reason] in self.case.late)
