"""The player that all scripts share: it takes the action that its script rates highest."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from honjin.bots import SearchRequest, SearchResult
from honjin.core.game import Game
from honjin.core.options import Options

Worth = Callable[[Any, int, str], float]
"""What an action is worth to a seat: of an observation, the seat, the action's notation."""


@dataclass(frozen=True)
class Scripted:
    """Takes the legal action worth most; equal ones are drawn from."""

    name: str
    game: str
    worth: Worth

    def suits(self, game: Game[Any], options: Options) -> bool:
        """Its own game."""
        return game.key == self.game

    def think(self, task: SearchRequest) -> SearchResult:
        """The action worth most."""
        seen, seat, write = task.observation, task.seat, task.game.notation.write_action
        rated = [(self.worth(seen, seat, write(seen, seat, a)), a) for a in task.legal()]
        most = max(worth for worth, _ in rated)
        return SearchResult(task.rng.choice([a for worth, a in rated if worth == most]))
