"""The gauges of a site: what it holds in memory, and what its database says."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import time
from typing import Final

from prometheus_client import Counter

from honjin.server.db.folder import last_backup
from honjin.server.messages import refusals as no
from honjin.server.people.standing.reports import count_open
from honjin.server.tables.site import TableSite
from honjin.server.work.jobs.jobs import Jobs
from honjin.server.work.memory import resident_memory
from honjin.server.work.meters import Meters
from honjin.server.work.search.searches import SearchService

MEASURE: Final = 5.0
"""Seconds between two updates of the gauges."""


class MeasuredSite(TableSite):
    """A site whose parts are measured."""

    jobs: Jobs
    searches: SearchService

    def __init__(self) -> None:
        super().__init__()
        self.meters, self._counted = Meters(), dict[Counter, int]()

    def connect_meters(self) -> None:
        """Have the parts count what happens in them."""
        self.limits.counted.append(lambda kind: self.meters.refused.labels(kind).inc())
        self.runner.thought.append(self.meters.bot_seconds.observe)
        self.mailer.counted.append(lambda result: self.meters.mails.labels(result).inc())

    def measure(self) -> None:
        """Update the gauges of this process."""
        meters = self.meters
        meters.tables.set(len(self.tables))
        meters.streams.set(self.live.count() + self.streams.count())
        meters.bots.set(self.runner.count())
        meters.clocks.set(self.clocks.count())
        search = self.searches.pid
        meters.memory.set(resident_memory() + (resident_memory(search) if search else 0))
        for state, count in self.store.connections().items():
            meters.database.labels(state).set(count)
        folder = self.settings.folder
        meters.disk.set(shutil.disk_usage(folder).free)
        meters.backup.set(time.time() - last_backup(folder))
        self._count(meters.commits, self.store.commits)
        self._count(meters.conflicts, self.store.conflicts)
        self._count(meters.replayed, self.tables.replayed)

    def _count(self, counter: Counter, total: int) -> None:
        """Bring a counter up to a total."""
        counter.inc(total - self._counted.get(counter, 0))
        self._counted[counter] = total

    async def keep_measuring(self) -> None:
        """Keep the gauges up to date, including those read from the database."""
        while True:
            self.measure()
            with contextlib.suppress(no.NotStored):
                waiting, failed = await self.jobs.counts()
                self.meters.jobs.labels("waiting").set(waiting)
                self.meters.jobs.labels("failed").set(failed)
                self.meters.reports.set(await self.store.ask(count_open))
            await asyncio.sleep(MEASURE)
