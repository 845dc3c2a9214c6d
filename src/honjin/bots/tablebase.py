"""The bot that need not search: it asks somebody who knows what every action is worth."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Protocol

from honjin.bots.bot import ActionStats, SearchRequest, SearchResult
from honjin.core.game import Game
from honjin.core.options import Options


class Known(Protocol):
    """What an action is worth: `result` is 1, 0 or -1; `rank` is larger for what is better."""

    @property
    def result(self) -> int:
        """Won, drawn or lost."""
        ...

    @property
    def rank(self) -> int:
        """Sooner won is better, and so is later lost."""
        ...


class Tablebase(Protocol):
    """Somebody who knows: solved tables (`solver.Oracle`)."""

    def suits(self, game: Game[Any], options: Options) -> bool:
        """Whether it knows every position of such games."""
        ...

    def worth(self, game: Game[Any], s: Any) -> dict[int, Any]:
        """Every action of the side to move with what it is worth (`Known`)."""
        ...


@dataclass(frozen=True)
class TablebaseBot:
    """Never gives away half a point: wins as soon, loses as late as can be, and holds a draw."""

    knows: Tablebase
    name: str = "perfect"

    def suits(self, game: Game[Any], options: Options) -> bool:
        """Games that it knows all about."""
        return self.knows.suits(game, options)

    def think(self, task: SearchRequest) -> SearchResult:
        """One of the best actions; which one, the task's `rng` says."""
        begun = time.monotonic()
        worth: dict[int, Known] = self.knows.worth(task.game, task.observation)
        best = max(value.rank for value in worth.values())
        equals = [action for action, value in worth.items() if value.rank == best]
        ranked = sorted(worth, key=lambda action: -worth[action].rank)
        weighed = tuple(
            ActionStats(action, float(worth[action].result), 0, ((task.seat, action),))
            for action in ranked
        )
        action = task.rng.choice(equals)
        seconds = time.monotonic() - begun
        return SearchResult(action, float(worth[action].result), weighed, seconds=seconds)
