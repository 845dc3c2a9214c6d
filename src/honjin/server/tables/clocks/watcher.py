"""The timer of all tables' clocks: flags that fall, vacations that begin, pauses in play.

Each process has one timer. The table decides what follows from it, so it does not matter if another
process has noticed the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
from collections.abc import Awaitable
from typing import Final

from honjin.core.errors import HonjinError
from honjin.server.db.processes.members import Members
from honjin.server.messages import refusals as no
from honjin.server.tables.clocks.clock import NEVER
from honjin.server.tables.clocks.timing import Flag, Rest, due_of
from honjin.server.tables.clocks.vacations import VacationBudget, Vacations
from honjin.server.tables.messages import answers
from honjin.server.tables.seats.seating import HOUSE
from honjin.server.tables.store.awake import BEAT, last_awake, outage, say_awake, timed_tables
from honjin.server.tables.store.live_tables import LiveTables
from honjin.server.tables.store.table import Table
from honjin.server.work.steady import LEAP, PULSE

log = logging.getLogger(__name__)

ROUND: Final = 30_000
"""Milliseconds between two checks of all tables for flags that another process has missed."""

LATE: Final = 5_000
"""Milliseconds after which a flag that has not fallen is no longer left to another process."""

MAX_TABLES: Final = 1000

AT_ONCE: Final = 10
"""The number of tables by days that are loaded after an outage before flags are looked at again."""


class ClockWatcher:
    """Watches the clocks of all tables."""

    def __init__(self, tables: LiveTables, vacations: Vacations, members: Members) -> None:
        self._tables, self.vacations, self._members = tables, vacations, members
        self._store = tables.store
        self._dues: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._news = asyncio.Event()
        self._resting: dict[str, int] = {}
        self._restful: set[str] = set()
        """Tables that are yet to be notified of a vacation."""
        self.uncharged: list[str] = []
        """Tables by days that have yet to be loaded, so that an outage is not charged there."""
        self._beaten, self._looked = 0, 0
        self._judging, self._has_slept = asyncio.Lock(), False
        tables.judge = self.judge
        tables.tell.append(self.watch)
        members.topics["vacation"] = lambda _, guest, until: self._note_rest(guest, until)

    # ---- what is watched

    def count(self) -> int:
        """The number of tables with a running clock."""
        return len(self._dues)

    def watch(self, table: Table) -> None:
        """Note when the next flag of a table falls; called when the table has changed."""
        room = table.room
        if room.clock is None:
            return
        self._note(room.id, due_of(room))
        if self._resting and room.clock.control.days and room.status == "running":
            guests = {one.who for one in room.holders if one and one.kind == "person"}
            if guests & self._resting.keys():
                self._restful.add(room.id)
                self._news.set()

    def _note(self, table: str, due: int) -> None:
        if due == NEVER:
            self._dues.pop(table, None)
            return
        first = not self._dues
        if self._dues.get(table) != due:
            self._dues[table] = due
            heapq.heappush(self._heap, (due, table))
        if first or self._heap[0] == (due, table):
            self._news.set()

    def _next(self) -> int:
        """Return when the next flag falls, dropping outdated entries."""
        heap = self._heap
        while heap and self._dues.get(heap[0][1]) != heap[0][0]:
            heapq.heappop(heap)
        return heap[0][0] if heap else NEVER

    # ---- running

    async def open(self) -> None:
        """Find out, before any table is loaded, since when nobody has been able to play."""
        alone = self._members.is_alone or not self._members.others
        found = await outage(self._store, self._tables.clock(), alone=alone)
        self._tables.leaps.clear()  # none has played yet
        self._tables.outages += [found] if found else []

    async def run(self) -> None:
        """Resume the clocks that were left running, and keep all clocks up to date."""
        await self._safely(self.resume())
        while True:
            await self._safely(self.look())
            now = self._tables.clock()
            seconds = max(0.0, min(self._next() - now, BEAT) / 1000) if not self.uncharged else 0.0
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):  # `wait_for` can swallow that it is cancelled
                    await self._news.wait()
            self._news.clear()

    async def _safely(self, work: Awaitable[None]) -> None:
        try:
            await work
        except asyncio.CancelledError:
            raise
        except (HonjinError, no.Refused) as problem:
            log.warning("clocks: %s", problem)
            await asyncio.sleep(1.0)
        except Exception:
            log.exception("clocks: something went wrong")
            await asyncio.sleep(1.0)

    async def resume(self) -> None:
        """After a start: load live games, so that their clocks run; note when days run out.

        After an outage games by days are loaded too, later: only the last outage is known then.
        """
        self._resting = await self.vacations.present(self._tables.clock())
        await self._watch_all()
        for guest in self._resting:
            await self._tell_all(guest)

    async def _watch_all(self) -> None:
        for found in await timed_tables(self._store):
            if found.control.days:
                self._note(found.table, found.end or NEVER)
                self.uncharged += [found.table] if self._tables.outages else []
            else:
                await self._load(found.table)
        self._has_slept = False

    async def _load(self, table: str) -> None:
        """Watch a table; one that cannot be loaded keeps none of the others from it."""
        try:
            self.watch(await self._tables.ready(table))
        except (HonjinError, no.Refused):
            pass
        except Exception:
            log.exception("table %s: no flag can fall", table)

    async def look(self) -> None:
        """Do what is due now."""
        now = self._tables.clock()
        await self.judge()
        if self._has_slept:
            await self._watch_all()
        while self._next() <= now:
            await self._fall(heapq.heappop(self._heap)[1])
        while self._restful:
            await self._rest(self._restful.pop())
        for _ in range(min(AT_ONCE, len(self.uncharged))):
            await self._load(self.uncharged[-1])
            self.uncharged.pop()  # only now: a sign of life before that would charge the outage
        # Until all are loaded the next start has to find this outage again.
        if self._dues and not self.uncharged and now - self._beaten >= BEAT:
            self._beaten = now
            await say_awake(self._store, now)
        if now - self._looked >= ROUND:
            self._looked = now
            await self._look_around(now)

    async def pulse(self) -> None:
        """Look at the time so often that a leap is seen as one."""
        while True:
            self._tables.clock()
            if self._tables.leaps:
                self._news.set()
            await asyncio.sleep(PULSE / 1000)

    async def judge(self) -> None:
        """Find out which leaps of the time were outages: no other process was awake meanwhile."""
        leaps = self._tables.leaps
        async with self._judging:
            while leaps:
                first, last = leaps[0]
                if not self._members.is_alone:
                    first = max(first, await last_awake(self._store))
                if last - first > LEAP:
                    log.warning("nobody could play for %.1f seconds", (last - first) / 1000)
                    self._tables.outages.append((first, last))
                    self._has_slept = True
                del leaps[0]

    async def close(self) -> None:
        """Note that the server is stopping now."""
        if self._dues and not self.uncharged:
            with contextlib.suppress(no.Refused):
                await say_awake(self._store, self._tables.clock())

    async def _fall(self, table: str) -> None:
        self._dues.pop(table, None)
        try:
            found = await self._tables.post(table, Flag(), HOUSE)
        except no.NotStored:
            self._note(table, self._tables.clock() + 1000)
        except (HonjinError, no.Refused) as problem:
            log.warning("table %s: no flag can fall: %s", table, problem)
        except Exception:
            log.exception("table %s: no flag can fall", table)
            self._note(table, self._tables.clock() + ROUND)
        else:
            due = due_of(found.room)
            if due > self._tables.clock():
                self._note(table, due)

    async def _look_around(self, now: int) -> None:
        """Find the people on vacation, and flags that another process should have dropped."""
        self._resting = await self.vacations.present(now)
        if self._store.engine.dialect.name == "sqlite":
            return
        for found in await timed_tables(self._store):
            if 0 < found.end < now - LATE:
                await self._fall(found.table)

    # ---- vacations

    async def vacation(self, guest: str, *, on: bool) -> VacationBudget:
        """Begin or end a guest's vacation, and notify all tables."""
        now = self._tables.clock()
        change = self.vacations.begin if on else self.vacations.end
        found = await change(guest, now)
        self._note_rest(guest, found.until)
        self._members.tell("vacation", guest, found.until)  # a table may begin at another process
        await self._tell_all(guest)
        return found

    def _note_rest(self, guest: str, until: int) -> None:
        if until:
            self._resting[guest] = until
        else:
            self._resting.pop(guest, None)

    async def _tell_all(self, guest: str) -> None:
        for row in await self._store.tables_of(guest, MAX_TABLES):
            if row.status == "running" and row.time is not None and row.time.days:
                with contextlib.suppress(HonjinError, no.Refused):
                    await self._tell(row.id, guest)

    async def _tell(self, table: str, guest: str) -> None:
        until = self._resting.get(guest, 0)
        await self._tables.post(table, Rest(guest, until), HOUSE)

    async def _rest(self, table: str) -> None:
        """Notify a table of the people there who are on vacation."""
        with contextlib.suppress(HonjinError, no.Refused):
            room = (await self._tables.ready(table)).room
            guests = {one.who for one in room.holders if one and one.kind == "person"}
            for guest in guests & self._resting.keys():
                await self._tell(table, guest)


def vacation_of(found: VacationBudget, budget: int) -> answers.Vacation:
    """Return a guest's vacation as a message."""
    return answers.Vacation(budget, found.left, found.until)
