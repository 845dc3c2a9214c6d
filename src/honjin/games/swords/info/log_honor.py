"""Each gain and loss of honor, in the order in which the rules made it.

A state holds the result of an action, not the way to it: 7 honor lost and 3 gained look like 4
lost. So the action is applied again to a copy that records every change.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, SupportsIndex

from honjin.core.events import Event
from honjin.core.words import Say
from honjin.games.swords.info.names import clan
from honjin.games.swords.rules.play import apply_action
from honjin.games.swords.rules.state import COMMIT, HONOR, UNDECIDED, Swords


class Change(NamedTuple):
    """A gain or loss of honor of a seat, and when it happened."""

    seat: int
    n: int
    phase: int
    turn: int
    decided: bool  # the current battle, or the last one

    @property
    def on_reveal(self) -> bool:
        """True if it is a cost of revealed cards (Q44)."""
        return self.phase == COMMIT and not self.decided

    @property
    def in_battle(self) -> bool:
        """True if it is the gain or loss of a battle (rule 22)."""
        return self.phase == COMMIT and self.decided


class _Recorder(list[int]):
    """The honor of all seats, recording every change."""

    def __init__(self, s: Swords) -> None:
        super().__init__(s.honor)
        self._state, self.changes = s, list[Change]()

    def __setitem__(self, seat: SupportsIndex, honor: int) -> None:  # type: ignore[override]
        s, at = self._state, int(seat)
        if honor != self[at]:
            change = Change(at, honor - self[at], s.phase, s.turn, s.victor != UNDECIDED)
            self.changes.append(change)
        super().__setitem__(at, honor)


def honor_changes(before: Swords, seat: int, action: int, after: Swords) -> tuple[Change, ...]:
    """The changes an action makes to honor, one by one."""
    is_fought = before.phase == COMMIT != after.phase
    if before.honor == after.honor and not is_fought:
        return ()
    again = before.copy()
    recorder = again.honor = _Recorder(again)
    apply_action(again, seat, action)
    return tuple(recorder.changes)


def of_next_turn(change: Change, before: Swords) -> bool:
    """True if the change belongs to a turn that began after the action."""
    return change.phase == HONOR and change.turn != before.turn


def tell_honor(changes: Iterable[Change]) -> Iterator[Event]:
    """One line for each change."""
    for change in changes:
        key = "gains.honor" if change.n > 0 else "loses.honor"
        say = Say(key, {"who": clan(change.seat), "n": abs(change.n)})
        yield Event(say, change.seat, (f"honor:{change.seat}",), "10")
