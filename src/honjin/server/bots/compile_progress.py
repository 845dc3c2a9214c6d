"""How far the searches of the games are compiled; meanwhile bots search on interpreted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from honjin.core.game import Game

TICK: Final = 0.5
"""Seconds between two looks."""

Readiness = Callable[[Game[Any]], float]


class CompileProgress:
    """What can be told of it. `readiness` is the share done, 1 when nothing is under way."""

    def __init__(self, readiness: Readiness) -> None:
        self._readiness = readiness
        self._told: dict[str, float | None] = {}

    def share(self, game: Game[Any]) -> float | None:
        """How much of a game's search is compiled, from 0 to 1; None when it is not under way."""
        share = round(self._readiness(game), 2)
        return share if share < 1 else None

    def news(self, games: Iterable[Game[Any]]) -> set[str]:
        """The games of which there is something else to tell than the last time."""
        now = {game.key: self.share(game) for game in games}
        changed = {key for key, share in now.items() if share != self._told.get(key)}
        self._told |= now
        return changed
