"""Outages of the database: the log tells their start and their end, once each.

Whoever uses the database reports here what became of it. During an outage everybody gets an
`Outage`, and lines that would only repeat it are not written (`is_repetition`). Of the workers on
one machine the first to notice an outage reports it, and the others stay silent.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout
from sqlalchemy.exc import DBAPIError

from honjin.server.messages.refusals import NotStored
from honjin.server.work.logs import first_line
from honjin.server.work.meters import FOLDER

log = logging.getLogger(__name__)


class Outage(NotStored):
    """The database does not work at the moment, for anybody."""

    def __init__(self, said: str, problem: BaseException | None = None) -> None:
        super().__init__(said)
        self.full = problem is not None and is_full(problem)


_CLASSES: Final = {"08", "53", "57", "58"}
"""PostgreSQL's classes of errors: connection, resources, operator, system."""
_CANCELLED: Final = "57014"
_CODES: Final = {
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_READONLY,
}  # fmt: skip


def is_outage(problem: BaseException | None) -> bool:
    """Whether the database failed as a whole: it cannot be reached, or its disk is full."""
    match problem:
        case None:
            return False
        case Outage():
            return True
        case DBAPIError():
            return isinstance(problem.orig, OSError) or is_outage(problem.orig)
        case sqlite3.Error():
            return getattr(problem, "sqlite_errorcode", 0) & 0xFF in _CODES
    psycopg = sys.modules.get("psycopg")  # whoever raises its errors has imported it
    if psycopg and isinstance(problem, psycopg.OperationalError):
        state = problem.sqlstate
        return state is None or (state[:2] in _CLASSES and state != _CANCELLED)
    return is_outage(problem.__cause__)  # a library's own error


def is_full(problem: BaseException) -> bool:
    """Whether there is no room on the disk of an SQLite file, or for the files beside it."""
    found = problem.orig if isinstance(problem, DBAPIError) else problem
    code = getattr(found, "sqlite_errorcode", 0)
    return isinstance(found, sqlite3.Error) and code in (
        sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE
    )  # fmt: skip


def is_repetition(record: logging.LogRecord) -> bool:
    """Whether a line of the log only says that there is an outage, or what follows from it."""
    given = record.args if isinstance(record.args, tuple) else ()
    if any(isinstance(one, BaseException) and is_outage(one) for one in given):
        return True
    if record.exc_info and is_outage(record.exc_info[1]):
        return True
    return record.name == "psycopg.pool"  # it warns of lost connections only


def _lock_in(folder: str) -> FileLock:
    """The lock of the worker that reports; one thread takes it, and another may release it."""
    return FileLock(Path(folder) / "outage.lock", thread_local=False)


class Contact:
    """The contact of this process with its database."""

    def __init__(self, has_room: Callable[[], bool] = lambda: True) -> None:
        self._has_room, self._is_full = has_room, False
        self._lock = threading.Lock()
        self._since: float | None = None
        self._cannot_write = False
        folder = os.environ.get(FOLDER)
        self._reporter = None if folder is None else _lock_in(folder)
        self._reports = True

    @property
    def is_full(self) -> bool:
        """Whether the disk is full: what changes nothing may still be written."""
        return self._is_full and not self._has_room()

    @contextlib.contextmanager
    def tried(self, *, writes: bool = False) -> Iterator[None]:
        """Note whether a use of the database works."""
        began = time.monotonic()
        try:
            yield
        except Exception as problem:
            self.note_lost(problem, writes=writes)
            raise
        self.note_works(began, writes=writes)

    def note_lost(self, problem: Exception, *, writes: bool) -> bool:
        """Note that a use has failed; True if that was an outage, which is reported here."""
        if not is_outage(problem):
            return False
        with self._lock:
            self._cannot_write |= writes
            self._is_full |= is_full(problem)
            if self._since is None:
                self._since, self._reports = time.monotonic(), self._may_report()
                if self._reports:
                    log.error("the database does not work: %s", first_line(problem))
        return True

    def note_works(self, began: float, *, writes: bool) -> None:
        """Note that a use that began then was successful.

        Only one that began during the outage shows that it is over, and where nothing could be
        written, only a write; on a full disk there has to be room again.
        """
        if self._since is None:
            return
        with self._lock:
            if self._since is None or began < self._since or (self._cannot_write and not writes):
                return
            if self.is_full:
                return
            seconds, self._since = time.monotonic() - self._since, None
            self._cannot_write = self._is_full = False
            if self._reports:
                log.warning("the database works again after %.0f seconds", seconds)
                if self._reporter is not None:
                    self._reporter.release()

    def _may_report(self) -> bool:
        """Whether none of the other workers reports this outage."""
        if self._reporter is None:
            return True
        try:
            self._reporter.acquire(timeout=0)
        except Timeout:
            return False
        except OSError:  # their folder cannot be used: rather all tell it than none
            return True
        return True
