"""The decider of each step at a table, to judge which takebacks need whose consent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass
class Deciders:
    """The decider of each step of the record: a guest's id or a bot's key; empty for chance."""

    steps: list[str]
    conceded: set[int] = field(default_factory=set)
    """Seats that let a decision of theirs be undone and have decided nothing since."""
    revealing: tuple[int, int, bool] = (0, 0, False)
    """A version, a step, and whether something was revealed after that step."""
    shown: tuple[int, int, bool] = (0, 0, False)
    """A version, a seat's own step, and whether that step showed the seat something."""

    def act(self, seat: int, who: str) -> None:
        """Note a seat's decision."""
        self.steps.append(who)
        self.conceded.discard(seat)

    def fill(self, step: int) -> None:
        """Fill up to `step`: nobody decided the remaining steps."""
        self.steps += [""] * (step - len(self.steps))

    def go_back(self, to: int, conceding: Iterable[int]) -> None:
        """Undo the steps after `to`; the seats `conceding` have let that happen."""
        del self.steps[to:]
        self.conceded.update(conceding)
