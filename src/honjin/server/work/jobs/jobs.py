"""Background jobs: reminders, reviews of finished games, ratings, clean-up.

    jobs.task("remind", remind)                      before `open`: the task of a name
    jobs.periodic("tidy", "15 4 * * *", tidy)        by cron, UTC, once for all processes
    await jobs.defer("remind", {"table": id}, at=ms, key=id)

A deferred job survives restarts, and is run by one of the processes that know its name. If that
process dies over it, or it fails, it is run again, `MAX_TRIES` times at most: a task must tolerate
being run twice. A job that was given up is kept for `KEPT_DAYS` with its name and payload.
On PostgreSQL the queue is Procrastinate's (`queued_jobs`), on SQLite a table of ours (`own_jobs`).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Protocol, TypeVar

import sqlalchemy as sa

log = logging.getLogger(__name__)
T = TypeVar("T")

Payload = Mapping[str, Any]
"""The arguments of a job: names and values that JSON can hold."""
Do = Callable[[Payload], Awaitable[None]]

WAITS: Final = (5.0, 30.0, 180.0, 1200.0)
"""Seconds until a failed job is tried again: after the first failure, the second, ..."""
MAX_TRIES: Final = len(WAITS) + 1
AT_ONCE: Final = 4
"""The number of jobs that run in a process at the same time."""
KEPT_DAYS: Final = 30


class Database(Protocol):
    """The part of the store that jobs need."""

    @property
    def engine(self) -> sa.Engine:
        """The engine."""

    async def ask(self, read: Callable[[sa.Connection], T]) -> T:
        """The result of a read."""

    async def change(self, write: Callable[[sa.Connection], T]) -> T:
        """Run a write, whole or not at all."""


class Jobs:
    """The jobs of a server. Tasks are registered before `open`."""

    def __init__(self) -> None:
        self._tasks: dict[str, Do] = {}
        self._crons: dict[str, str] = {}
        self._is_open = False

    def task(self, name: str, do: Do) -> None:
        """Register the task of a name; it may run twice, and in another process."""
        assert not self._is_open, f"task {name} was registered after the jobs were opened"
        assert name not in self._tasks, f"there are two tasks {name}"
        self._tasks[name] = do

    def periodic(self, name: str, cron: str, do: Callable[[], Awaitable[None]]) -> None:
        """Register a task that runs at cron times in UTC: once, however many processes there are.

        A time that passed while no process ran is made up for once, or not at all.
        """

        async def ignoring(_: Payload) -> None:
            await do()

        self.task(name, ignoring)
        self._crons[name] = cron

    async def defer(
        self, name: str, payload: Payload, at: int | None = None, key: str | None = None
    ) -> bool:
        """Have a task run soon, or not before `at` (milliseconds since 1970).

        Of one name and key at most one job waits: False if one does already. A key is free again as
        soon as its job begins. Raises NotStored if the database rejects it.
        """
        raise NotImplementedError

    async def cancel(self, name: str, key: str) -> bool:
        """Cancel the waiting job with this key; False if there is none."""
        raise NotImplementedError

    async def counts(self) -> tuple[int, int]:
        """The number of jobs that wait, and of jobs that were given up."""
        raise NotImplementedError

    async def open(self) -> None:
        """Begin to work."""
        raise NotImplementedError

    async def close(self) -> None:
        """Stop; running jobs get a moment to finish, and are otherwise run again later."""
        raise NotImplementedError


def make_jobs(database: Database) -> Jobs:
    """The jobs of a database, not yet open."""
    if database.engine.dialect.name == "postgresql":
        from honjin.server.work.jobs.queued_jobs import QueuedJobs

        return QueuedJobs(database)
    from honjin.server.work.jobs.own_jobs import OwnJobs

    return OwnJobs(database)
