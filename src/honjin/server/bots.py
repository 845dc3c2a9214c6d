"""Bots at the tables: asked in threads of their own, shown their observation and nothing else.

A bot that fails, answers something illegal or never answers costs its seat a random action; the
table goes on.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import threading
import time
from typing import Any, Final

from honjin.bots import ask_seen
from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.server import protocol as p
from honjin.server import refusals as no
from honjin.server.decide import Caller
from honjin.server.room import Room, Seated
from honjin.server.settings import Settings
from honjin.server.sight import Sight, look
from honjin.server.tables import Table, Tables

log = logging.getLogger(__name__)

PATIENCE: Final = 60.0
"""Seconds beyond its budget after which a bot is given up; a first search may have to compile."""


class BotRunner:
    """Keeps the bots of all tables at work."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self._tables, self._settings = tables, settings
        self._jobs: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._free = asyncio.Semaphore(max(1, settings.bot_threads))
        self.patience = PATIENCE
        tables.tell.append(self.watch)

    def watch(self, table: Table) -> None:
        """Set the bots to work that this table waits for."""
        for seat in table.room.bots_awaited():
            key = (table.room.id, seat)
            if key not in self._jobs:
                self._jobs[key] = asyncio.create_task(self._work(*key))

    def is_busy(self, table: str) -> bool:
        """Whether a bot is at work at a table."""
        return any(key[0] == table for key in self._jobs)

    async def resume(self) -> None:
        """After a restart: wake the bots of all running tables."""
        for table in await self._tables.store.with_bots():
            try:
                self.watch(await self._tables.ready(table))
            except (HonjinError, no.Refused) as problem:
                log.warning("table %s cannot go on: %s", table, problem)

    async def close(self) -> None:
        """Stop asking."""
        jobs = list(self._jobs.values())
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)

    async def _work(self, table: str, seat: int) -> None:
        """Act for a seat as long as the table waits for it."""
        try:
            while await self._turn(table, seat):
                pass
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("the bot on seat %d of table %s has stopped", seat, table)
        finally:
            self._jobs.pop((table, seat), None)

    async def _turn(self, table: str, seat: int) -> bool:
        """One action of a bot; False when the table does not wait for it any more."""
        room = (await self._tables.ready(table)).room
        holder = room.holders[seat]
        if seat not in room.bots_awaited() or holder is None:
            return False
        began, at = time.monotonic(), room.version
        text = await self._chosen(room, look(room, seat), holder)
        await asyncio.sleep(max(0.0, self._settings.bot_pause - (time.monotonic() - began)))
        try:
            act = p.Act(seat=seat, do=text, at=at)
            await self._tables.post(table, act, Caller(holder.who, holder.name, is_bot=True))
        except no.NotStored:
            await asyncio.sleep(1.0)
        except no.Refused as changed:  # the table has moved on meanwhile: look again
            log.info("table %s, seat %d: %s", table, seat, changed)
            await asyncio.sleep(0.01)
        return True

    async def _chosen(self, room: Room, sight: Sight, holder: Seated) -> str:
        """What the bot does, in notation; a random action when it fails."""
        game, rng = room.game, random.Random(secrets.randbits(64))
        try:
            action = sight.legal[sight.legal.index(await self._asked(game, sight, holder.who, rng))]
        except Exception:
            log.exception("bot %s failed at %s; it acts at random", holder.who, room.id)
            action = rng.choice(sight.legal)
        return game.notation.write_action(sight.observation, sight.viewer, action)

    async def _asked(self, game: Game[Any], sight: Sight, key: str, rng: random.Random) -> int:
        bot, seconds = self._tables.bots[key], self._settings.bot_seconds
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[int] = loop.create_future()

        def think() -> None:
            try:
                action = ask_seen(bot, game, sight.observation.copy(), sight.viewer, rng, seconds)
            except Exception as problem:
                _hand_over(loop, answer, problem)
            else:
                _hand_over(loop, answer, action)

        async with self._free:
            threading.Thread(target=think, name=f"bot-{key}", daemon=True).start()
            return await asyncio.wait_for(answer, seconds + self.patience)


def _hand_over(
    loop: asyncio.AbstractEventLoop, answer: asyncio.Future[int], result: int | Exception
) -> None:
    def set_it() -> None:
        if answer.done():
            return
        if isinstance(result, Exception):
            answer.set_exception(result)
        else:
            answer.set_result(result)

    try:
        loop.call_soon_threadsafe(set_it)
    except RuntimeError:  # the server has stopped meanwhile
        log.info("a bot answered after the server had stopped")
