"""The database of a site, SQLite or PostgreSQL, used from an event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from honjin.core.errors import HonjinError
from honjin.server.db.engine import LITTLE, has_room, make_engine
from honjin.server.db.processes.news import News, QueryConnection
from honjin.server.messages.refusals import NotStored
from honjin.server.work.logs import first_line
from honjin.server.work.outages import Contact, Outage, is_outage

log = logging.getLogger(__name__)
T = TypeVar("T")

READERS: Final = 6
"""The number of concurrent reads and changes."""

NOT_CHANGED: Final = "the database does not work at the moment; nothing was changed"


class CannotOpen(HonjinError):
    """The database cannot be used."""


class Database:
    """Reads and changes, in a few threads."""

    def __init__(self, url: str) -> None:
        self._url, self.engine = url, make_engine(url)
        self.contact = Contact(lambda: has_room(self.engine, LITTLE))
        is_shared = self.engine.dialect.name == "postgresql"
        self.line = QueryConnection(self.engine, self.contact) if is_shared else None
        self.news = News(self.line) if self.line else None
        """The changes that other processes store; None if there are none."""
        self._threads, self._is_closed = ThreadPoolExecutor(READERS, "honjin-database"), False
        self._asking = 0

    def close(self) -> None:
        """Release the database."""
        if self.line:
            self.line.close()
        self._is_closed = True
        self._threads.shutdown()  # running reads still return their connections
        self.engine.dispose()

    async def ask(self, read: Callable[[sa.Connection], T]) -> T:
        """The result of a read off the event loop; NotStored if the database does not answer."""
        try:
            return await self._in_thread(lambda: self._ask(read))
        except SQLAlchemyError as problem:
            if is_outage(problem):
                raise Outage("the database does not answer") from None
            log.error("not read: %s", first_line(problem))  # noqa: TRY400
            raise NotStored("the database does not answer") from None

    async def change(self, write: Callable[[sa.Connection], T]) -> T:
        """Run a write outside the tables, whole or not at all; durable when this returns.

        An IntegrityError is left to the caller, since it says what was taken; others become
        NotStored.
        """
        try:
            return await self._in_thread(lambda: self._change(write))
        except IntegrityError:
            raise
        except SQLAlchemyError as problem:
            if is_outage(problem):
                raise Outage(NOT_CHANGED, problem) from None
            log.error("not stored: %s", first_line(problem))  # noqa: TRY400
            raise NotStored("the database rejected the change; nothing was changed") from None

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._is_closed:
            raise NotStored("the server is stopping")
        self._asking += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._asking -= 1

    def connections(self) -> dict[str, int]:
        """The connections that are open and in use, and the uses that wait for one."""
        pool, waiting = self.engine.pool, max(0, self._asking - READERS)
        if not isinstance(pool, sa.QueuePool):
            return {"waiting": waiting}
        used = pool.checkedout()
        return {"open": pool.checkedin() + used, "used": used, "waiting": waiting}

    def _ask(self, read: Callable[[sa.Connection], T]) -> T:
        with self.contact.tried(), self.engine.connect() as connection:
            return read(connection)

    def _change(self, write: Callable[[sa.Connection], T]) -> T:
        with self.contact.tried(writes=True), self.engine.connect() as connection:
            if self.engine.dialect.name == "sqlite":
                # Otherwise a transaction that begins with a read fails as soon as another has
                # written.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            found = write(connection)
            connection.commit()
            return found
