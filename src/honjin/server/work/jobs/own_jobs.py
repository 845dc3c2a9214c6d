"""Jobs on SQLite: a table of ours, processed by the only process that uses the database.

jobs    id  name    payload        due            job_key  tries  failed
        7   remind  {"table":"…"}  1790000000000  k3v…     0      false
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from typing import Any, Final

import sqlalchemy as sa

from honjin.server.messages.refusals import NotStored
from honjin.server.work.jobs import jobs
from honjin.server.work.steady import now_ms

log = logging.getLogger(__name__)

LONGEST: Final = 60.0
"""The most seconds between two checks for due jobs."""
PATIENCE: Final = 5.0
"""Seconds that running jobs are given when the server stops."""

TABLE: Final = sa.table(
    "jobs",
    sa.column("id", sa.Integer),
    sa.column("name", sa.String),
    sa.column("payload", sa.Text),
    sa.column("due", sa.BigInteger),
    sa.column("job_key", sa.String),
    sa.column("tries", sa.Integer),
    sa.column("failed", sa.Boolean),
)
_WAITING: Final = TABLE.c.failed.is_(False)


class OwnJobs(jobs.Jobs):
    """The jobs of a database that only one process uses."""

    def __init__(self, database: jobs.Database) -> None:
        super().__init__()
        self._database = database
        self._news = asyncio.Event()
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._work: asyncio.Task[None] | None = None

    async def defer(
        self, name: str, payload: jobs.Payload, at: int | None = None, key: str | None = None
    ) -> bool:
        """See `Jobs.defer`."""
        assert name in self._tasks, f"there is no task {name}"
        row = {
            "name": name, "payload": json.dumps(payload), "due": now_ms() if at is None else at,
            "job_key": None if key is None else f"{name}:{key}", "tries": 0, "failed": False,
        }  # fmt: skip
        try:
            await self._database.change(lambda c: c.execute(sa.insert(TABLE), row))
        except sa.exc.IntegrityError:
            return False
        self._news.set()
        return True

    async def cancel(self, name: str, key: str) -> bool:
        """See `Jobs.cancel`."""
        gone = sa.delete(TABLE).where(TABLE.c.job_key == f"{name}:{key}")
        return bool(await self._database.change(lambda c: c.execute(gone).rowcount))

    async def counts(self) -> tuple[int, int]:
        """See `Jobs.counts`."""
        query = sa.select(TABLE.c.failed, sa.func.count()).group_by(TABLE.c.failed)
        rows = await self._database.ask(lambda c: c.execute(query).all())
        found = {bool(failed): int(count) for failed, count in rows}
        return found.get(False, 0), found.get(True, 0)

    async def open(self) -> None:
        """Begin to work; jobs that ran when the last process ended are run again."""
        self._is_open = True
        old = now_ms() - jobs.KEPT_DAYS * 86_400_000
        gone = sa.delete(TABLE).where(TABLE.c.failed, TABLE.c.due < old)
        await self._database.change(lambda c: c.execute(gone))
        for name in self._crons:
            await self._defer_next(name)
        self._work = asyncio.create_task(self._keep_working())

    async def close(self) -> None:
        """See `Jobs.close`."""
        if self._work is None:
            return
        self._work.cancel()
        await asyncio.gather(self._work, return_exceptions=True)
        tasks = list(self._under_way.values())
        if tasks:
            await asyncio.wait(tasks, timeout=PATIENCE)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ---- working

    async def _keep_working(self) -> None:
        while True:
            self._news.clear()
            try:
                pause = await self._begin()
            except NotStored:
                pause = 1.0
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):  # `wait_for` can swallow a cancellation
                    await self._news.wait()

    async def _begin(self) -> float:
        """Begin due jobs; return the seconds until the next one is due."""
        free, known = jobs.AT_ONCE - len(self._under_way), list(self._tasks)
        mine, doing = TABLE.c.name.in_(known), list(self._under_way)
        waiting = sa.select(TABLE).where(_WAITING, mine, TABLE.c.id.not_in(doing))
        query = waiting.order_by(TABLE.c.due, TABLE.c.id).limit(free + 1)
        found = await self._database.ask(lambda c: list(c.execute(query)))
        now = now_ms()
        due = [row for row in found if row.due <= now][:free]
        if due:
            await self._database.change(lambda c: _note_begun(c, [row.id for row in due]))
        for row in due:
            if row.tries < jobs.MAX_TRIES:
                self._under_way[row.id] = asyncio.create_task(self._do(row))
        if free == 0 or len(due) == len(found):
            return LONGEST  # whatever ends, or arrives, wakes the loop
        pause: float = max(0, found[len(due)].due - now_ms()) / 1000
        return min(LONGEST, pause)

    async def _do(self, row: sa.Row[Any]) -> None:
        """Run one job, and store its result."""
        try:
            if row.name in self._crons:
                await self._defer_next(row.name)
            await self._tasks[row.name](json.loads(row.payload))
        except Exception as problem:
            log.exception("job %s failed, time %d", row.name, row.tries + 1)
            if row.tries + 1 >= jobs.MAX_TRIES:
                log.error("job %s was given up: %s", row.name, type(problem).__name__)  # noqa: TRY400
            await self._end(_failed(row))
        else:
            await self._end(sa.delete(TABLE).where(TABLE.c.id == row.id))
        finally:
            self._under_way.pop(row.id, None)
            self._news.set()

    async def _end(self, statement: sa.Executable) -> None:
        with contextlib.suppress(NotStored):  # which is logged; the job is run again
            await self._database.change(lambda c: c.execute(statement))

    async def _defer_next(self, name: str) -> None:
        """Schedule the next run of a periodic job."""
        from croniter import croniter

        at = croniter(self._crons[name], time.time()).get_next(float)
        await self.defer(name, {}, int(at * 1000), key="next")


def _note_begun(connection: sa.Connection, ids: list[int]) -> None:
    """Count the try, in case the process dies over it, and free the key; give up the last."""
    begun = sa.update(TABLE).where(TABLE.c.id.in_(ids))
    connection.execute(begun.values(tries=TABLE.c.tries + 1, job_key=None))
    lost = sa.update(TABLE).where(TABLE.c.tries > jobs.MAX_TRIES)
    connection.execute(lost.values(failed=True))


def _failed(row: sa.Row[Any]) -> sa.Update:
    """Schedule a failed job again, or give it up."""
    this = sa.update(TABLE).where(TABLE.c.id == row.id)
    if row.tries + 1 >= jobs.MAX_TRIES:
        return this.values(failed=True, due=now_ms())
    return this.values(due=now_ms() + int(jobs.WAITS[row.tries] * 1000))
