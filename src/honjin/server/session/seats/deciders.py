"""Who decided what in the game at a table, for judging what may be taken back without them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass
class Deciders:
    """Who decided each step of the record: a guest's id or a bot's key; empty for chance."""

    steps: list[str]
    conceded: set[int] = field(default_factory=set)
    """Seats that let a decision of theirs be undone and have decided nothing since."""
    revealing: tuple[int, int, bool] = (0, 0, False)
    """A version, a step, and whether something was revealed after that step."""
    shown: tuple[int, int, bool] = (0, 0, False)
    """The same of a step of a seat's own, and what it showed to that seat."""

    def act(self, seat: int, who: str) -> None:
        """A seat decides."""
        self.steps.append(who)
        self.conceded.discard(seat)

    def fill(self, step: int) -> None:
        """Nobody decided what else there is up to a step."""
        self.steps += [""] * (step - len(self.steps))

    def go_back(self, to: int, conceding: Iterable[int]) -> None:
        """Steps are undone, and some seats have let that happen."""
        del self.steps[to:]
        self.conceded.update(conceding)
