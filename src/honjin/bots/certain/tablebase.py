"""A bot that does not search: it looks up the exact value of every action."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from honjin.bots.alphabeta.bot import AlphaBetaBot
from honjin.bots.bot import Bot, SearchRequest, SearchResult
from honjin.bots.certain.problems import LOOPS_OF_PROBLEMS, play_certain
from honjin.bots.certain.values import Tablebase, Values
from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.parts.index import Unsolvable

log = logging.getLogger(__name__)

SEARCH: Final = AlphaBetaBot()


@dataclass(frozen=True)
class TablebaseBot:
    """Plays perfectly: wins as soon as possible, and holds every draw.

    Where it cannot win, it sets the rival the hardest problem (`certain.problems`). If a table
    cannot be read, a search takes its place.
    """

    tablebase: Tablebase
    name: str = "perfect"
    search: Bot = SEARCH

    @property
    def more_loops(self) -> tuple[Path, ...]:
        """The loops by which it chooses between actions of equal value."""
        return LOOPS_OF_PROBLEMS

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True if the tablebase knows every position of the game."""
        return self.tablebase.suits(game, options)

    def think(self, task: SearchRequest) -> SearchResult:
        """One of the best actions; ties are broken by the task's `rng`."""
        game = task.game
        try:
            values = _values(self.tablebase, game, task.observation)
        except Unsolvable as problem:
            log.warning("%s; searching instead", problem)
            values = None
        if values is None:
            return self.search.think(task)
        return play_certain(task, values, lambda s: known_values(self.tablebase, game, s))


def known_values(tablebase: Tablebase, game: Game[Any], s: Any) -> Values | None:
    """The action values of a position; None if no table holds it, or if that cannot be read."""
    try:
        return _values(tablebase, game, s)
    except Unsolvable:
        return None


def _values(tablebase: Tablebase, game: Game[Any], s: Any) -> Values | None:
    """The same, but raises Unsolvable if no table holds it."""
    try:
        return tablebase.action_values(game, s)
    except Unsolvable:
        raise
    except (HonjinError, OSError) as problem:
        log.warning("%s; continuing without it", problem)
        return None


def known_results(tablebase: Tablebase, game: Game[Any], s: Any) -> Mapping[int, int] | None:
    """The result of every action of a position; None if nothing says it, or cannot be read."""
    try:
        return tablebase.action_results(game, s)
    except Unsolvable:
        return None
    except (HonjinError, OSError) as problem:
        log.warning("%s; continuing without it", problem)
        return None
