"""The bot that need not search: it asks somebody who knows what every action is worth."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from honjin.bots.bot import SearchRequest, SearchResult
from honjin.bots.certain.problems import LOOPS_OF_PROBLEMS, play_certain
from honjin.bots.certain.values import Tablebase, Values
from honjin.core.game import Game
from honjin.core.index import Unsolvable
from honjin.core.options import Options


@dataclass(frozen=True)
class TablebaseBot:
    """Never gives away half a point: wins as soon as can be, holds a draw.

    Where it cannot win it chooses what is hardest for the other side (`certain.problems`).
    """

    tablebase: Tablebase
    name: str = "perfect"

    @property
    def more_loops(self) -> tuple[Path, ...]:
        """What it chooses with between actions that are worth the same."""
        return LOOPS_OF_PROBLEMS

    def suits(self, game: Game[Any], options: Options) -> bool:
        """Games that it knows all about."""
        return self.tablebase.suits(game, options)

    def think(self, task: SearchRequest) -> SearchResult:
        """One of the best actions; where several are alike, the task's `rng` says which."""

        def after(s: Any) -> Values | None:
            return known_values(self.tablebase, task.game, s)

        return play_certain(task, self.tablebase.action_values(task.game, task.observation), after)


def known_values(tablebase: Tablebase, game: Game[Any], s: Any) -> Values | None:
    """What a table says of a position; None where none holds it."""
    try:
        return tablebase.action_values(game, s)
    except Unsolvable:
        return None
