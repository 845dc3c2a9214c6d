"""The notation of a game that declares its actions and phases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from honjin.core.actions.phases import Phases
from honjin.core.actions.table import Actions
from honjin.core.options import Options
from honjin.core.seats import CHANCE
from honjin.core.state import State

S = TypeVar("S", bound=State)


class TableNotation(Generic[S]):
    """Actions and outcomes as their rows define them; positions as the game does.

    `outcomes` is the largest number of outcomes that chance can have at once.
    """

    def __init__(
        self,
        actions: Actions,
        phases: Phases,
        outcomes: int,
        write_position: Callable[[S], str],
        read_position: Callable[[str, Options], S],
    ) -> None:
        self._actions, self._phases, self._outcomes = actions, phases, outcomes
        self.write_position, self.read_position = write_position, read_position

    def write_action(self, s: Any, seat: int, action: int) -> str:
        """An action or outcome in notation."""
        if seat == CHANCE:
            return self._phases.write_outcome(s, action)
        return self._actions.write(s, seat, action)

    def read_action(self, s: Any, seat: int, text: str) -> int:
        """The action or outcome that a text denotes; Unreadable if there is none."""
        if seat == CHANCE:
            return self._phases.read_outcome(s, text, self._outcomes)
        return self._actions.read(s, seat, text)
