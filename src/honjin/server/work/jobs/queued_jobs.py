"""Jobs on PostgreSQL: Procrastinate's queue, processed by all processes that know a name.

Each name has its own queue, so that a process of an older release ignores jobs that it does not
know. A job whose process died is found by that process's missing heartbeat, and run again.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import json
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from procrastinate import App, BaseRetryStrategy, JobContext, PsycopgConnector, RetryDecision
from procrastinate import exceptions as wrong
from procrastinate.jobs import Job, Status
from procrastinate.schema import SchemaManager

from honjin.server.messages.refusals import NotStored
from honjin.server.work.jobs import jobs
from honjin.server.work.logs import first_line
from honjin.server.work.outages import Outage, is_outage

log = logging.getLogger(__name__)

POLL: Final = 1.0
"""Seconds between two checks for due jobs."""
PATIENCE: Final = 5.0
"""Seconds that running jobs are given when the server stops."""
BEAT, STALLED = 5.0, 20.0
"""Seconds between heartbeats; after a silence of the second length a process counts as dead."""
REVIVE: Final = "* * * * * */15"
_LOCK: Final = 7_018_003_001


class _Again(BaseRetryStrategy):
    """Bounded tries with growing pauses."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        """When to try again, or never."""
        tries, kind = job.attempts + 1, type(exception).__name__
        if tries >= jobs.MAX_TRIES:
            log.error("job %s was given up: %s", job.task_name, kind)
            return None
        if not is_outage(exception):
            log.warning("job %s failed, time %d: %s", job.task_name, tries, kind)
        return RetryDecision(retry_at=_soon(jobs.WAITS[job.attempts]))


class QueuedJobs(jobs.Jobs):
    """The jobs of a database that several processes share."""

    def __init__(
        self,
        database: jobs.Database,
        beat: float = BEAT,
        stalled: float = STALLED,
        revive: str = REVIVE,
    ) -> None:
        super().__init__()
        self._database, self._beat, self._stalled = database, beat, stalled
        url = database.engine.url.set(drivername="postgresql")
        self._app = App(
            connector=PsycopgConnector(
                conninfo=url.render_as_string(hide_password=False), min_size=1, max_size=4
            )
        )
        self._work: asyncio.Task[None] | None = None
        self.periodic("honjin.revive", revive, self._revive)
        self.periodic("honjin.forget", "30 3 * * *", self._forget)

    async def defer(
        self, name: str, payload: jobs.Payload, at: int | None = None, key: str | None = None
    ) -> bool:
        """See `Jobs.defer`."""
        assert name in self._tasks, f"there is no task {name}"
        when = None if at is None else dt.datetime.fromtimestamp(at / 1000, dt.UTC)
        lock = None if key is None else f"{name}:{key}"
        job = self._app.configure_task(name, queue=name, queueing_lock=lock, schedule_at=when)
        try:
            await job.defer_async(payload=dict(payload))
        except wrong.AlreadyEnqueued:
            return False
        except wrong.ConnectorException as problem:
            if is_outage(problem):
                raise Outage("the database does not answer; nothing was changed") from None
            log.error("not deferred: %s", first_line(problem))  # noqa: TRY400
            raise NotStored("the database rejected the change; nothing was changed") from None
        return True

    async def cancel(self, name: str, key: str) -> bool:
        """See `Jobs.cancel`."""
        manager = self._app.job_manager
        found = await manager.list_jobs_async(queueing_lock=f"{name}:{key}", status="todo")
        gone = [await manager.cancel_job_by_id_async(_id(job), delete_job=True) for job in found]
        return any(gone)

    async def counts(self) -> tuple[int, int]:
        """See `Jobs.counts`."""
        query = sa.text("SELECT status, count(*) FROM procrastinate_jobs GROUP BY status")
        rows = await self._database.ask(lambda c: c.execute(query).all())
        found = {str(status): int(count) for status, count in rows}
        return found.get("todo", 0), found.get("failed", 0)

    async def open(self) -> None:
        """Migrate the queue, and begin to work."""
        self._is_open = True
        await self._database.change(bring_up_to_date)
        for name, do in self._tasks.items():
            task = self._app.task(
                name=name, queue=name, retry=_Again(), pass_context=True,
                queueing_lock=name if name in self._crons else None,
            )(_doing(self._database, do))  # fmt: skip
            if name in self._crons:
                self._app.periodic(cron=self._crons[name])(task)
        await self._app.open_async()
        self._work = asyncio.create_task(self._keep_working())

    async def close(self) -> None:
        """See `Jobs.close`."""
        if self._work is None:
            return
        self._is_open = False
        self._work.cancel()
        await asyncio.wait([self._work], timeout=2 * PATIENCE)
        await self._app.close_async()

    async def _keep_working(self) -> None:
        """Work; start again if the database was lost."""
        # When the database is lost, the worker ends without having been cancelled.
        while self._is_open:
            try:
                await self._app.run_worker_async(
                    queues=list(self._tasks), concurrency=jobs.AT_ONCE,
                    install_signal_handlers=False, delete_jobs="successful",
                    fetch_job_polling_interval=POLL,
                    shutdown_graceful_timeout=PATIENCE, update_heartbeat_interval=self._beat,
                    stalled_worker_timeout=self._stalled,
                )  # fmt: skip
            except (wrong.ProcrastinateException, OSError) as problem:
                if not is_outage(problem):
                    log.warning("jobs have stopped: %s", first_line(problem))
            if self._is_open:
                await asyncio.sleep(1.0)

    async def _revive(self) -> None:
        """Run again the jobs of processes that are gone."""
        manager = self._app.job_manager
        for job in await manager.get_stalled_jobs(seconds_since_heartbeat=self._stalled):
            log.warning("job %s is run again: its process is gone", job.task_name)
            with contextlib.suppress(wrong.ConnectorException):  # it has ended in the meantime
                if job.attempts + 1 < jobs.MAX_TRIES:
                    await _free_key(self._database, job)
                    await manager.retry_job(job, retry_at=_soon(0))
                else:
                    await manager.finish_job(job, Status.FAILED, delete_job=False)

    async def _forget(self) -> None:
        """Delete jobs that were given up long ago."""
        await self._app.job_manager.delete_old_jobs(
            jobs.KEPT_DAYS * 24, include_failed=True, include_cancelled=True, include_aborted=True
        )


def _doing(database: jobs.Database, do: jobs.Do) -> Any:
    """A task as Procrastinate calls it; a periodic one comes with its time."""

    async def doing(
        context: JobContext, payload: jobs.Payload | None = None, timestamp: int = 0
    ) -> None:
        del timestamp
        await _free_key(database, context.job)
        await do(payload or {})

    return doing


async def _free_key(database: jobs.Database, job: Job) -> None:
    """Allow another job to wait with this one's key."""
    if job.queueing_lock is not None:
        free = sa.text("UPDATE procrastinate_jobs SET queueing_lock = NULL WHERE id = :id")
        await database.change(lambda c: c.execute(free, {"id": job.id}))


def _soon(seconds: float) -> dt.datetime:
    return dt.datetime.now(dt.UTC) + dt.timedelta(seconds=seconds)


def _id(job: Job) -> int:
    assert job.id is not None
    return job.id


def put_job(
    connection: sa.Connection,
    name: str,
    payload: jobs.Payload,
    at: int,
    lock: str | None,
    tries: int,
) -> None:
    """Put a job into the queue within a transaction, where it is due at a time in milliseconds."""
    args = json.dumps({"payload": dict(payload)})
    when = dt.datetime.fromtimestamp(at / 1000, dt.UTC)
    given = {"name": name, "lock": lock, "args": args, "at": when, "tries": tries}
    connection.execute(_PUT, given)


_PUT: Final = sa.text(
    "INSERT INTO procrastinate_jobs (queue_name, task_name, queueing_lock, args, scheduled_at, "
    "attempts) VALUES (:name, :name, :lock, CAST(:args AS jsonb), :at, :tries)"
)


# ---- the schema of its tables


def bring_up_to_date(connection: sa.Connection) -> None:
    """Give the queue's tables the schema that the installed release of Procrastinate expects.

    A release includes its whole schema, and the steps to it from the previous one. Completed steps
    are recorded; a new database has all of them.
    """
    run = connection.exec_driver_sql
    run(f"SELECT pg_advisory_xact_lock({_LOCK})")
    run("CREATE TABLE IF NOT EXISTS queue_steps (name text PRIMARY KEY)")
    done = set(run("SELECT name FROM queue_steps").scalars())
    steps = sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    new = [step for step in steps if step.name not in done]
    cursor = connection.connection.cursor()
    for text in [step.read_text("utf-8") for step in new] if done else [SchemaManager.get_schema()]:
        cursor.execute(text)  # as it is: several statements, and % is no parameter
    _note(connection, [step.name for step in new])


def _note(connection: sa.Connection, steps: Iterable[str]) -> None:
    insert = sa.text("INSERT INTO queue_steps VALUES (:name)")
    for name in steps:
        connection.execute(insert, {"name": name})
