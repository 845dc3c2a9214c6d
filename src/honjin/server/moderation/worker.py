"""Carries out moderators' decisions at the tables, whether made here or in the terminal."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

import sqlalchemy as sa

from honjin.core.errors import HonjinError
from honjin.server.messages import refusals as no
from honjin.server.moderation import errands, refused
from honjin.server.moderation.forgetting import unname_gone
from honjin.server.people.caller import Caller
from honjin.server.people.requests import RequestContext
from honjin.server.people.standing import audit, reports, sanctions
from honjin.server.people.standing.reports import ReportLine
from honjin.server.tables.messages import bodies
from honjin.server.tables.renaming import naming, rename_at
from honjin.server.tables.session.dissolving import Dissolve, SetHidden
from honjin.server.tables.site import TableSite
from honjin.server.tables.store.live_tables import LiveTables
from honjin.server.web.limits import Limits

log = logging.getLogger(__name__)

LOOK: Final = 2.0
"""Seconds between two checks for errands."""
FLUSH: Final = 10.0
"""Seconds after which counted refusals are written."""
MAX_ERRANDS: Final = 50
_NOBODY: Final = Caller("", "")


class ModerationWorker:
    """Works on errands. `renamed` is called with each person who has a new name."""

    def __init__(self, tables: LiveTables, limits: Limits) -> None:
        self._tables, self._store, self._limits = tables, tables.store, limits
        self._lock = asyncio.Lock()
        self.renamed: list[Callable[[Caller], None]] = []

    async def ask(self, write: Callable[[sa.Connection], Any]) -> Any:
        """Run a write that may leave errands, and the errands; durable when this returns."""
        done = await self._store.change(write)
        await self.work()
        return done

    async def work(self) -> None:
        """Carry out pending errands."""
        async with self._lock:
            now = self._tables.clock()
            for number, errand in await self._store.ask(
                partial(errands.pending, now=now, most=MAX_ERRANDS)
            ):
                if await self._store.change(partial(errands.take, number=number, now=now)):
                    await self._do(errand)
                    await self._store.change(partial(errands.remove, number=number))

    async def _do(self, errand: errands.Errand) -> None:
        """Carry out one errand; an impossible one is dropped, and stays in the audit log."""
        try:
            match errand:
                case errands.EndTableErrand(table=table, reason=reason):
                    await self._tables.post(table, Dissolve(reason), _NOBODY)
                case errands.ListTableErrand(table=table, hidden=hidden):
                    await self._tables.post(table, SetHidden(hidden), _NOBODY)
                case errands.CallPersonErrand(person=person, name=name):
                    await self._call(Caller(person, name))
                case errands.SayLineErrand(table=table, person=person, name=name, text=text):
                    await self._tables.post(table, bodies.Chat(text), Caller(person, name))
        except no.NotStored:
            raise
        except (no.Refused, HonjinError) as problem:
            log.warning("an errand was given up: %s", type(problem).__name__)

    async def _call(self, caller: Caller) -> None:
        for tell in self.renamed:
            tell(caller)
        await rename_at(self._tables, await naming(self._store, caller), caller)

    async def flush(self) -> None:
        """Write the refusals by limits since the last time."""
        counts = self._limits.take_counts()
        if counts:
            now = self._tables.clock()
            await self._store.change(partial(refused.add_refused, counts=counts, now=now))

    async def tidy(self) -> None:
        """Remove data past its retention time."""
        now = self._tables.clock()
        olds = (audit.forget_old, reports.forget_old, refused.forget_old, sanctions.forget_old)
        for forget in olds:
            await self._store.change(partial(forget, now=now))
        await self._store.change(unname_gone)

    async def watch(self) -> None:
        """Check for errands and write refusals until cancelled."""
        loop = asyncio.get_running_loop()
        written = loop.time()
        while True:
            await asyncio.sleep(LOOK)
            with contextlib.suppress(no.NotStored):
                await self.work()
                if loop.time() - written >= FLUSH:
                    await self.flush()
                    written = loop.time()


class ModerationSite(TableSite):
    """A site with moderators; studies are reached through two functions that it is given."""

    moderation: ModerationWorker
    reported_study: Callable[
        [RequestContext, str, int | None, int | None], Awaitable[tuple[ReportLine, ...]]
    ]
    """The title, and the comment on a node, of a study that the caller sees."""
    hidden_studies: Callable[..., dict[str, bool]]
    """Whether studies are hidden, by id, given a connection and their `ids`."""

    async def write_refused(self) -> None:
        """Write the refusals by limits, of all processes."""
        await asyncio.gather(self.moderation.flush(), self.members.ask("refused"))
