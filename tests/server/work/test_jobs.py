"""Jobs, with the same tests on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from honjin.server.settings import Settings
from honjin.server.tables.store.store import Store
from honjin.server.work.jobs import jobs, own_jobs, queued_jobs
from honjin.server.work.jobs.jobs import Jobs, Payload, make_jobs

EACH_SECOND = "* * * * * */1"


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queued_jobs, "POLL", 0.1)


class Process:
    """A store and its jobs, as in a server process; `done` has the completed ones."""

    def __init__(self, database: str, **given: Any) -> None:
        self.store = Store(Settings(database=database).url)
        self.store.open()
        is_sqlite = self.store.engine.dialect.name == "sqlite"
        self.jobs: Jobs = (
            make_jobs(self.store) if is_sqlite else queued_jobs.QueuedJobs(self.store, **given)
        )
        self.done: list[Any] = []
        self.jobs.task("note", self.note)

    async def note(self, payload: Payload) -> None:
        self.done.append(payload["n"])

    async def __aenter__(self) -> Process:
        await self.jobs.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.jobs.close()
        self.store.close()


async def until(is_true: Callable[[], bool], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < end, "it did not come about"
        await asyncio.sleep(0.02)


def in_ms(seconds: float) -> int:
    return own_jobs.now_ms() + int(seconds * 1000)


def test_what_is_deferred_is_done_once(database: str) -> None:
    """Soon, with its arguments, in any number."""

    async def work() -> None:
        async with Process(database) as process:
            for n in range(20):
                assert await process.jobs.defer("note", {"n": n})
            await until(lambda: len(process.done) == 20)
            await asyncio.sleep(0.1)
            assert set(range(20)) == set(process.done)

    asyncio.run(work())


def test_what_is_deferred_to_a_time_waits_for_it(database: str) -> None:
    """Not done before; done soon after, even if other jobs come later."""

    async def work() -> None:
        async with Process(database) as process:
            await process.jobs.defer("note", {"n": "late"}, at=in_ms(3600))
            await process.jobs.defer("note", {"n": "soon"}, at=in_ms(3))
            await process.jobs.defer("note", {"n": "now"})
            await until(lambda: "now" in process.done)
            assert ["now"] == process.done
            await until(lambda: len(process.done) == 2)
            assert ["now", "soon"] == process.done

    asyncio.run(work())


def test_of_a_key_one_job_waits(database: str) -> None:
    """Another is not accepted until the first has begun or failed; names are separate."""

    async def work() -> None:
        async with Process(database) as process:
            jobs = process.jobs
            assert await jobs.defer("note", {"n": 1}, at=in_ms(3600), key="k")
            assert not await jobs.defer("note", {"n": 2}, key="k")
            assert await jobs.defer("note", {"n": 3}, key="other")
            await until(lambda: [3] == process.done)
            assert await jobs.defer("note", {"n": 4}, at=in_ms(3600), key="other")
            assert await jobs.cancel("note", "k")
            assert not await jobs.cancel("note", "k")
            assert await jobs.defer("note", {"n": 5}, key="k")
            await until(lambda: [3, 5] == process.done)

    asyncio.run(work())


def test_what_fails_is_tried_again_a_few_times(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five times in all; then it is kept as failed, and other jobs run."""
    monkeypatch.setattr(jobs, "WAITS", (0.0, 0.0, 0.0, 0.0))
    tries: list[int] = []

    async def fail(payload: Payload) -> None:
        tries.append(payload["n"])
        raise RuntimeError("on purpose")

    async def work() -> None:
        process = Process(database)
        process.jobs.task("fail", fail)
        async with process:
            await process.jobs.defer("fail", {"n": 7}, key="k")
            await until(lambda: len(tries) == 5)
            await process.jobs.defer("note", {"n": 1})
            await until(lambda: [1] == process.done)
            await asyncio.sleep(0.4)
            assert [7] * 5 == tries
            assert 1 == await process.store.ask(count_failed)
            assert await process.jobs.defer("fail", {"n": 8}, at=in_ms(3600), key="k")

    asyncio.run(work())


def count_failed(connection: sa.Connection) -> Any:
    sqlite = connection.dialect.name == "sqlite"
    table, failed = ("jobs", "failed") if sqlite else ("procrastinate_jobs", "status = 'failed'")
    return connection.scalar(sa.text(f"SELECT count(*) FROM {table} WHERE {failed}"))


def test_jobs_survive_a_restart(database: str) -> None:
    """Waiting jobs, and those running when the server stopped, are done by the next one."""
    begun = asyncio.Event()

    async def stuck(_: Payload) -> None:
        begun.set()
        await asyncio.sleep(3600)

    async def work() -> None:
        first = Process(database)
        first.jobs.task("slow", stuck)
        async with first:
            await first.jobs.defer("slow", {"n": "slow"})
            await first.jobs.defer("note", {"n": "later"}, at=in_ms(0.5))
            await begun.wait()
        assert [] == first.done
        second = Process(database)
        second.jobs.task("slow", second.note)
        async with second:
            await until(lambda: len(second.done) == 2, 20)
        assert {"slow", "later"} == set(second.done)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(own_jobs, "PATIENCE", 0.1)
        patch.setattr(queued_jobs, "PATIENCE", 0.1)
        patch.setattr(jobs, "WAITS", (0.0, 0.0, 0.0, 0.0))
        asyncio.run(work())


@pytest.mark.slow
def test_what_is_periodic_is_done_once_a_period(database: str) -> None:
    """With any number of processes: one of them does it, a different one if need be."""
    times: list[float] = []

    async def tick() -> None:
        times.append(time.time())

    async def work() -> None:
        count = 1 if database.startswith("sqlite") else 3
        processes = [Process(database) for _ in range(count)]
        for process in processes:
            process.jobs.periodic("tick", EACH_SECOND, tick)
            await process.jobs.open()
        await until(lambda: len(times) >= 3)
        for process in processes:
            await process.jobs.close()
            process.store.close()
        seconds = [int(at - 0.05) for at in times]
        assert len(set(seconds)) >= len(seconds) - 1, times

    asyncio.run(work())


def test_several_processes_share_the_jobs(postgres_only: str) -> None:
    """Each job is done by one of them, and all of them get some."""

    async def work() -> None:
        async with Process(postgres_only) as one, Process(postgres_only) as other:
            for n in range(60):
                await one.jobs.defer("note", {"n": n})
            await until(lambda: len(one.done) + len(other.done) == 60, 20)
            await asyncio.sleep(0.2)
            assert sorted([*one.done, *other.done]) == list(range(60))

    asyncio.run(work())


def test_a_process_leaves_alone_what_it_does_not_know(postgres_only: str) -> None:
    """A job of a newer release waits for a process that knows it."""

    async def work() -> None:
        new = Process(postgres_only)
        new.jobs.task("new", new.note)
        async with Process(postgres_only) as old:
            async with new:
                await new.jobs.defer("new", {"n": 1}, at=in_ms(3600))
            await old.store.change(make_due)
            await asyncio.sleep(0.5)
            assert [] == [*old.done, *new.done]
        again = Process(postgres_only)
        again.jobs.task("new", again.note)
        async with again:
            await until(lambda: [1] == again.done)

    asyncio.run(work())


def make_due(connection: sa.Connection) -> None:
    """Make all deferred jobs due now."""
    connection.execute(sa.text("UPDATE procrastinate_jobs SET scheduled_at = now()"))


def test_the_jobs_of_a_dead_process_are_done_again(postgres_only: str) -> None:
    """Its heartbeat has stopped: another takes over the job it had begun."""

    async def work() -> None:
        given = {"beat": 0.2, "stalled": 1.0, "revive": EACH_SECOND}
        async with Process(postgres_only, **given) as alive:
            await alive.store.change(begin_as_dead)
            await until(lambda: ["orphan"] == alive.done, 20)

    asyncio.run(work())


def begin_as_dead(connection: sa.Connection) -> None:
    """A job that a process began long ago."""
    connection.execute(sa.text(
        "WITH dead AS (INSERT INTO procrastinate_workers (last_heartbeat) "
        "VALUES (now() - interval '1 hour') RETURNING id) "
        "INSERT INTO procrastinate_jobs (queue_name, task_name, args, status, worker_id) "
        "SELECT 'note', 'note', '{\"payload\": {\"n\": \"orphan\"}}', 'doing', id FROM dead"
    ))  # fmt: skip


def test_the_queue_is_brought_up_to_date_once(postgres_only: str) -> None:
    """By any number of processes; later migrations also run once."""

    def forms(connection: sa.Connection) -> int:
        return connection.scalar(sa.text("SELECT count(*) FROM queue_steps")) or 0

    async def work() -> None:
        async with Process(postgres_only) as one, Process(postgres_only):
            count = await one.store.ask(forms)
            assert count > 30
            gone = sa.text("DELETE FROM queue_steps WHERE name LIKE '03.04.00_50%' ")
            await one.store.change(lambda c: c.execute(gone))
            await one.store.change(queued_jobs.bring_up_to_date)
            assert count == await one.store.ask(forms)

    asyncio.run(work())
