"""Entries that other processes have stored for tables in memory here; PostgreSQL only.

A table in memory may be behind the journal. Before it is read, the database is asked whether there
is more: one query at a time, for all tables requested in the meantime. The new entries in the
answer are replayed, so a query that finds nothing new costs an index lookup per table.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import sqlalchemy as sa

from honjin.server.db.journal import entries_of
from honjin.server.messages.refusals import NotStored
from honjin.server.work.logs import first_line
from honjin.server.work.outages import Contact, Outage

if TYPE_CHECKING:
    import psycopg  # takes 7 MB, and a server with SQLite never needs it

log = logging.getLogger(__name__)
T = TypeVar("T")

ALIVE: Final[dict[str, Any]] = {
    "connect_timeout": 5, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 2,
    "tcp_user_timeout": 9_000,
}  # fmt: skip
"""How every connection notices within seconds that the database's machine cannot be reached."""
_LATER: Final = (
    "SELECT r.table_id, r.n, r.entries FROM unnest(%s::text[], %s::int[]) AS asked (id, n) "
    "JOIN runs r ON r.table_id = asked.id AND r.n >= asked.n ORDER BY r.table_id, r.n"
)


def connect(engine: sa.Engine) -> psycopg.Connection[Any]:
    """A separate connection, on which every statement is a transaction."""
    import psycopg

    url = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(url, autocommit=True, **ALIVE)


class QueryConnection:
    """A connection with its own thread, for short queries one after the other."""

    def __init__(self, engine: sa.Engine, contact: Contact) -> None:
        self._engine, self._contact = engine, contact
        self._queue: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._connection: psycopg.Connection[Any] | None = None
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def do(self, work: Callable[[psycopg.Connection[Any]], T]) -> asyncio.Future[T]:
        """The result of `work`; NotStored if the database does not answer."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        if self._is_closed:
            answer.set_exception(NotStored("the server is stopping"))
            return answer
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="honjin-line", daemon=True)
            self._thread.start()

        def tell(result: T | None, problem: Exception | None) -> None:
            if answer.done():
                return
            if problem is None:
                answer.set_result(result)  # type: ignore[arg-type]
            else:
                answer.set_exception(problem)

        def run() -> None:
            result, problem = self._tried(work)
            with contextlib.suppress(RuntimeError):  # the loop has closed
                loop.call_soon_threadsafe(tell, result, problem)

        self._queue.put(run)
        return answer

    def close(self) -> None:
        """Finish pending queries, and disconnect."""
        self._is_closed = True
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        while (run := self._queue.get()) is not None:
            run()
        self._hang_up()

    def _tried(
        self, work: Callable[[psycopg.Connection[Any]], T]
    ) -> tuple[T | None, Exception | None]:
        """Run the query; if the connection was lost, once more on a new one."""
        import psycopg

        for again in (True, False):
            try:
                if self._connection is None:
                    self._connection = connect(self._engine)
                return work(self._connection), None
            except psycopg.Error as problem:
                self._hang_up()
                if again:
                    continue
                if self._contact.note_lost(problem, writes=False):
                    return None, Outage("the database does not answer")
                log.error("query failed: %s", first_line(problem))  # noqa: TRY400
                return None, NotStored("the database does not answer")
            except Exception as problem:
                return None, problem
        raise AssertionError("unreachable")

    def _hang_up(self) -> None:
        if self._connection is not None:
            import psycopg

            with contextlib.suppress(psycopg.Error):
                self._connection.close()
            self._connection = None


class News:
    """Asks for new entries of tables."""

    def __init__(self, line: QueryConnection) -> None:
        self._line = line
        self._waiting: list[tuple[str, int, asyncio.Future[list[str]]]] = []
        self._asking: asyncio.Task[None] | None = None
        self.questions = 0

    async def of(self, table: str, entries: int) -> list[str]:
        """The entries from number `entries` on that are stored by now."""
        answer = asyncio.get_running_loop().create_future()
        self._waiting.append((table, entries, answer))
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        found: list[str] = await answer
        return found

    async def _ask(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting, []
            self.questions += 1
            try:
                later = await self._line.do(_later([(table, n) for table, n, _ in asked]))
            except NotStored as problem:
                for *_, answer in asked:
                    if not answer.done():
                        answer.set_exception(type(problem)(str(problem)))
            else:
                for table, first, answer in asked:
                    if not answer.done():
                        answer.set_result(_from(later.get(table, []), first))


Runs = list[tuple[int, str]]


def _later(asked: list[tuple[str, int]]) -> Callable[[psycopg.Connection[Any]], dict[str, Runs]]:
    ends: dict[str, int] = {}
    for table, n in asked:
        ends[table] = min(n, ends.get(table, n))

    def ask(connection: psycopg.Connection[Any]) -> dict[str, Runs]:
        found: dict[str, Runs] = {}
        for table, n, text in connection.execute(_LATER, (list(ends), list(ends.values()))):
            found.setdefault(table, []).append((n, text))
        return found

    return ask


def _from(runs: Runs, first: int) -> list[str]:
    return [
        entry for at, text in runs for n, entry in enumerate(entries_of(text), at) if n >= first
    ]
