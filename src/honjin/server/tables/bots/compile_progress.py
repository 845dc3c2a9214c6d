"""Progress of compiling the games' searches; until then bots search with interpreted code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from honjin.core.game import Game

TICK: Final = 0.5
"""Seconds between two checks."""

Readiness = Callable[[Game[Any]], float]


class CompileProgress:
    """The reported progress. `readiness` is the share done, 1 if nothing is under way."""

    def __init__(self, readiness: Readiness) -> None:
        self._readiness = readiness
        self._told: dict[str, float | None] = {}

    def share(self, game: Game[Any]) -> float | None:
        """The share of a game's search that is compiled, from 0 to 1; None if none is under way."""
        share = round(self._readiness(game), 2)
        return share if share < 1 else None

    def news(self, games: Iterable[Game[Any]]) -> set[str]:
        """The games whose progress has changed since the last call."""
        now = {game.key: self.share(game) for game in games}
        changed = {key for key, share in now.items() if share != self._told.get(key)}
        self._told |= now
        return changed
