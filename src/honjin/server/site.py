"""The parts of a running server, put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from typing import Any

from honjin import bots as all_bots
from honjin import games as shelf
from honjin.core.game import Game
from honjin.server.auth import Guests, server_key
from honjin.server.bots import BotRunner
from honjin.server.decide import Bots
from honjin.server.limits import Limits
from honjin.server.live import Live
from honjin.server.settings import Settings
from honjin.server.store import Store
from honjin.server.tables import Tables


class Site:
    """Store, tables, windows, bots and guests of one server."""

    def __init__(self, settings: Settings, games: Mapping[str, Game[Any]], bots: Bots) -> None:
        self.settings, self.games, self.bots = settings, games, bots
        settings.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.guests = Guests(settings.secret or server_key(settings.folder))
        self.limits = Limits(on=settings.limits)
        self.store = Store(settings.url)
        self.tables = Tables(games, bots, self.store)
        self.live = Live(self.tables)
        self.runner = BotRunner(self.tables, settings)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the store and set the bots to work; close all at the end."""
        await asyncio.to_thread(self.store.open)
        chores = [asyncio.create_task(self.runner.resume()), asyncio.create_task(self._sweep())]
        try:
            yield
        finally:
            self.live.close()
            for chore in chores:
                chore.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
            await self.runner.close()
            await asyncio.to_thread(self.store.close)

    async def _sweep(self) -> None:
        idle = self.settings.idle
        while True:
            await asyncio.sleep(min(1.0, idle))
            self.tables.sweep(
                idle, lambda table: self.live.has_windows(table) or self.runner.is_busy(table)
            )


def make_site(
    settings: Settings | None = None,
    games: Mapping[str, Game[Any]] | None = None,
    bots: Bots | None = None,
) -> Site:
    """A server's parts; without other wishes with all games of the registry and all bots."""
    if games is None:
        games = {key: shelf.load(key) for key in shelf.keys()}  # noqa: SIM118 (a module)
    return Site(settings or Settings.read(), games, all_bots.BOTS if bots is None else bots)
