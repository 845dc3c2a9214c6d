"""Off-turn bots: a seat that may act but need not is asked once after each change it sees.

Nobody is notified that a bot is asked, and its action takes the same path as any other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from weakref import WeakKeyDictionary

from honjin.bots import ask_off_turn
from honjin.core.contract.search import NOTHING, nothing_off_turn
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.tables.bots.thinking import OUTAGE
from honjin.server.tables.messages import bodies
from honjin.server.tables.session.held import Seated
from honjin.server.tables.session.room import Room
from honjin.server.tables.store.live_tables import LiveTables
from honjin.server.tables.view.perspective import Perspective
from honjin.server.work.threads import in_thread

log = logging.getLogger(__name__)


class OffTurn:
    """Asks the bots of all tables; each waits `pause` seconds before it acts off turn."""

    def __init__(self, tables: LiveTables, pause: float) -> None:
        self._tables, self.pause = tables, pause
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        self._jobs: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._asked: WeakKeyDictionary[Room, dict[int, int]] = WeakKeyDictionary()
        """The version, in each seat's own count, at which it was last asked."""

    def watch(self, room: Room) -> None:
        """Ask the bots that may act here and have seen something new."""
        if room.game.off_turn is nothing_off_turn:
            return
        for seat in room.bots:
            key = (room.id, seat)
            if key not in self._jobs and self._has_news(room, seat):
                self._jobs[key] = asyncio.create_task(self._ask(*key))

    async def close(self) -> None:
        """Stop asking."""
        jobs = list(self._jobs.values())
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)

    def _has_news(self, room: Room, seat: int) -> bool:
        if seat not in room.bots or seat not in room.may_act or seat in room.must_act:
            return False
        return self._asked.get(room, {}).get(seat) != room.version_of(seat)

    async def _ask(self, table: str, seat: int) -> None:
        """Ask a seat until it has seen nothing new since."""
        try:
            while await self._is_asked(table, seat):
                pass
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("the bot on seat %d of table %s does nothing off turn", seat, table)
        finally:
            self._jobs.pop((table, seat), None)

    async def _is_asked(self, table: str, seat: int) -> bool:
        """Ask a seat; False if it has seen nothing new. A wait if the database does not answer."""
        try:
            if not self._has_news((await self._tables.ready(table)).room, seat):
                return False
            await self.sleep(self.pause)
            await self._once(table, seat)
        except no.NotStored:  # the table is loaded anew, and the seat asked again
            await asyncio.sleep(OUTAGE)
        return True

    async def _once(self, table: str, seat: int) -> None:
        """Ask a seat, and carry out its answer."""
        room = (await self._tables.ready(table)).room
        player = room.player(seat)
        if player is None or not self._has_news(room, seat):
            return
        at, sight = room.version_of(seat), Perspective.of(room, seat)
        self._asked.setdefault(room, {})[seat] = at
        text = await self._answer(room, sight)
        if text:
            await self._do(table, bodies.Act(seat=seat, do=text, at=at), player)

    async def _answer(self, room: Room, sight: Perspective) -> str:
        game, seen, seat = room.game, sight.observation, sight.viewer
        action = await in_thread(lambda: ask_off_turn(game, seen, seat), f"aside-{seat}")
        return "" if action == NOTHING else game.notation.write_action(seen, seat, action)

    async def _do(self, table: str, act: bodies.Act, player: Seated) -> None:
        try:
            await self._tables.post(table, act, Caller(player.who, player.name, is_bot=True))
        except no.NotStored:
            raise
        except no.Refused as changed:  # the table has changed: the bot is asked again
            log.info("table %s, seat %d, off turn: %s", table, act.seat, changed)
