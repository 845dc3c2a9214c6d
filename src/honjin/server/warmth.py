"""How far the searches of the games are compiled; meanwhile bots search on interpreted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Final

from honjin.core.game import Game

TICK: Final = 0.5
"""Seconds between two looks."""

Readiness = Callable[[Game[Any]], float]


class Warmth:
    """What is known of it. `readiness` tells the share done, 1 when nothing is under way."""

    def __init__(self, readiness: Readiness) -> None:
        self._readiness = readiness
        self._shares: dict[str, float] = {}

    def share(self, game: Game[Any]) -> float | None:
        """How much of a game's search is compiled, from 0 to 1; None when it is not under way."""
        return self._shares.get(game.key)

    async def look(self, games: Iterable[Game[Any]]) -> set[str]:
        """Find out anew; answers the games of which there is something else to tell."""
        before = dict(self._shares)
        for game in games:
            share = round(await asyncio.to_thread(self._readiness, game), 2)
            self._shares.pop(game.key, None)
            if share < 1:
                self._shares[game.key] = share
        keys = before.keys() | self._shares.keys()
        return {key for key in keys if before.get(key) != self._shares.get(key)}


def readiness(game: Game[Any]) -> float:
    """How much of a game's searches is compiled, from 0 to 1."""
    return 1.0


def prepare(game: Game[Any]) -> None:
    """See to it that a game's searches are compiled."""
