"""A bot that does not search: it looks up the exact value of every action."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from honjin.bots.bot import SearchRequest, SearchResult
from honjin.bots.certain.problems import LOOPS_OF_PROBLEMS, play_certain
from honjin.bots.certain.values import Tablebase, Values
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.parts.index import Unsolvable


@dataclass(frozen=True)
class TablebaseBot:
    """Plays perfectly: wins as soon as possible, and holds every draw.

    Where it cannot win, it sets the rival the hardest problem (`certain.problems`).
    """

    tablebase: Tablebase
    name: str = "perfect"

    @property
    def more_loops(self) -> tuple[Path, ...]:
        """The loops by which it chooses between actions of equal value."""
        return LOOPS_OF_PROBLEMS

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True if the tablebase knows every position of the game."""
        return self.tablebase.suits(game, options)

    def think(self, task: SearchRequest) -> SearchResult:
        """One of the best actions; ties are broken by the task's `rng`."""

        def after(s: Any) -> Values | None:
            return known_values(self.tablebase, task.game, s)

        return play_certain(task, self.tablebase.action_values(task.game, task.observation), after)


def known_values(tablebase: Tablebase, game: Game[Any], s: Any) -> Values | None:
    """The action values of a position; None if no table holds it."""
    try:
        return tablebase.action_values(game, s)
    except Unsolvable:
        return None
