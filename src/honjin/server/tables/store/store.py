"""The database: the journals, and a row per table for the lobby. SQLite or PostgreSQL.

One writer thread commits everything that has gathered since its last commit, so a commit (and its
wait for the disk) is shared by everybody who posted in the meantime. It waits for orders that are
just being processed: a commit costs as much as several actions. A future is resolved after the
commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
import time
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import SQLAlchemyError

from honjin.server.db.damage import readable
from honjin.server.db.database import NOT_CHANGED, CannotOpen, Database
from honjin.server.db.engine import has_room, make_engine
from honjin.server.db.journal import Conflict, Log, OutOfTurn, Run, Runs
from honjin.server.db.schema import Before, UnknownSchema, migrate
from honjin.server.messages.refusals import NotStored
from honjin.server.settings import without_password
from honjin.server.tables.store.rows import (
    END,
    HOLDERS,
    PUT,
    SIT,
    SNAPSHOTS,
    SPEAK,
    SPEAKERS,
    TABLES,
    UPSERT,
    Change,
    Row,
    TableHeader,
)
from honjin.server.work.logs import first_line
from honjin.server.work.outages import Outage, is_full, is_outage

log = logging.getLogger(__name__)
T = TypeVar("T")

ENOUGH: Final = 32
"""A commit of this many jobs waits for no more."""

QUIET: Final = 3
"""This many turns of the event loop without a new job end the wait for more."""

TRUSTED: Final = 10.0
"""For this many seconds after a commit, another one is assumed to be possible."""


class Store(Database):
    """The database with its writer of journals, used from one event loop."""

    def __init__(self, url: str, before: Before | None = None) -> None:
        super().__init__(url)
        self._before = before
        self._is_open = self._is_alone = False
        """Whether this process has become a writer; whether it began on a full disk."""
        self.commits = self.conflicts = 0
        self._failed, self._tried = False, time.monotonic()
        """Whether the last commit failed, and when that was."""
        self._queue: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._waiting: list[_Job] = []
        self._keeping: set[asyncio.Future[None]] = set()
        self._busy = False
        self._loop: asyncio.AbstractEventLoop
        self._thread: threading.Thread | None = None
        self._mistakes = self.engine.dialect.loaded_dbapi.Error
        dialect = self.engine.dialect.name
        self._journal = Log() if dialect == "sqlite" else Runs()
        self._upsert, self._sit, self._put = UPSERT[dialect], SIT[dialect], PUT[dialect]
        self._speak = SPEAK[dialect]
        self._end = END[dialect]

    # ---- opening and closing

    def open(self) -> None:
        """Migrate the database and begin to write; CannotOpen, in one line, if that fails.

        `before` is called before a database with data is migrated.
        """
        if self._thread is not None:
            return
        try:
            self._open()
        except (SQLAlchemyError, self._mistakes, UnknownSchema, OutOfTurn) as problem:
            reason = str(problem).partition("\n")[0]
            shown = without_password(self.engine.url)
            raise CannotOpen(f"cannot use the database {shown}: {reason}") from None
        self._thread = threading.Thread(target=self._write, name="honjin-writer", daemon=True)
        self._thread.start()

    def _open(self) -> None:
        try:
            migrate(self.engine, before=self._before)
            with self._cursor() as cursor:
                self._begin(cursor)
            self._begun()
        except (SQLAlchemyError, self._mistakes) as problem:
            if not is_full(problem):
                raise
            self.contact.note_lost(problem, writes=True)
            self._open_full()

    def _open_full(self) -> None:
        """Open the database to read where there is no room for the files that SQLite shares.

        One connection needs none, and can also write as soon as there is room.
        """
        self.engine.dispose()
        self.engine, self._is_alone = make_engine(self._url, alone=True), True
        self._failed = True
        migrate(self.engine, before=_require_room)
        with self._cursor() as cursor:
            self._journal.load(cursor)

    def _begin(self, cursor: DBAPICursor) -> None:
        if not self._is_open:
            self._journal.open(cursor)

    def _begun(self) -> None:
        """Note that this process writes."""
        if not self._is_open:
            self._is_open = True
            self._journal.tidied()

    def _share(self) -> None:
        """Open the database as usual, now that there is room again."""
        alone, self.engine, self._is_alone = self.engine, make_engine(self._url), False
        alone.dispose()

    def close(self) -> None:
        """Finish what is queued, and release the database."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
            self._thread = None
            self._tidy()
        super().close()

    # ---- writing

    async def save(self, changes: Sequence[Change]) -> None:
        """Store changes, all or none; they are durable when this returns. NotStored on failure.

        A Conflict means that others have stored entries with these numbers in the meantime. Without
        changes, it is only tested whether something could be stored.
        """
        begins = not self._busy
        if begins:
            # Python checks at each such call whether this is still the same process.
            self._busy, self._loop = True, asyncio.get_running_loop()
        job = _Job(changes, self._loop.create_future())
        self._waiting.append(job)
        if begins:
            self._gather()
        await job.done

    def keep(self, table: str, parts: Sequence[tuple[int, bytes]]) -> None:
        """Store parts of a table's snapshot when there is time; nobody waits for that."""
        kept = asyncio.ensure_future(self.save([Change(table, 0, [], parts=parts)]))
        self._keeping.add(kept)
        kept.add_done_callback(self._kept)

    def _kept(self, kept: asyncio.Future[None]) -> None:
        self._keeping.discard(kept)
        if not kept.cancelled():
            kept.exception()  # which is logged; the journal has everything

    @property
    def is_writing(self) -> bool:
        """Whether any change is not written yet."""
        return self._busy

    def _gather(self, before: int = 0, quiet: int = 0) -> None:
        """Wait, turn by turn of the loop, until there are enough jobs or no more arrive."""
        count = len(self._waiting)
        quiet = quiet + 1 if count == before else 0
        if count < ENOUGH and quiet < QUIET:
            self._loop.call_soon(self._gather, count, quiet)
            return
        jobs, self._waiting = self._waiting, []
        self._busy = bool(jobs)
        if jobs:
            self._queue.put(jobs)

    def _write(self) -> None:
        while (jobs := self._queue.get()) is not None:
            problems = self._commit(jobs)
            try:
                self._loop.call_soon_threadsafe(self._written, jobs, problems)
            except RuntimeError:  # the loop has closed: nobody is waiting any more
                log.warning("stored after the server had stopped")
            if self._journal.is_long():
                self._tidy()
            if self._is_alone and has_room(self.engine):
                self._share()

    def _written(self, jobs: list[_Job], problems: list[Exception | None]) -> None:
        for job, problem in zip(jobs, problems, strict=True):
            job.tell(problem)
        self._gather()

    def _commit(self, jobs: list[_Job]) -> list[Exception | None]:
        """Commit all jobs at once; if that fails, one by one, so that one cannot spoil the others.

        Jobs for which another process was quicker are left out first, if they can be identified.
        """
        problem = self._try(jobs)
        if problem is None or len(jobs) == 1:
            return [problem] * len(jobs)
        late = self._too_late(jobs) if isinstance(problem, Conflict) else set()
        if not late:
            return [self._try([job]) for job in jobs]
        rest = [job for n, job in enumerate(jobs) if n not in late]
        others = iter(self._commit(rest) if rest else ())
        return [problem if n in late else next(others) for n in range(len(jobs))]

    def _too_late(self, jobs: list[_Job]) -> set[int]:
        """The jobs, by place, whose entries another process has already stored."""
        runs = [run for job in jobs for run in job.runs()]
        try:
            with self._cursor() as cursor:
                conflicts = self._journal.conflicts(cursor, runs)
        except (SQLAlchemyError, self._mistakes):
            return set()
        return {
            n for n, job in enumerate(jobs)
            if any((run.table, run.first) in conflicts for run in job.runs())
        }  # fmt: skip

    def _try(self, jobs: list[_Job]) -> Exception | None:
        changes = [change for job in jobs for change in job.changes]
        runs = [run for job in jobs for run in job.runs()]
        rows = {one.table: one.row for one in changes if one.row}
        parts = [(one.table, n, body) for one in changes for n, body in one.parts]
        sat = sorted({(who, one.table) for one in changes for who in one.sat})
        spoke = sorted({(who, one.table) for one in changes for who in one.spoke})
        try:
            with self.contact.tried(writes=True), self._cursor() as cursor:
                self._begin(cursor)
                if not changes:
                    self._journal.touch(cursor)
                if runs:
                    self._journal.write(cursor, runs)
                if sat:
                    cursor.execute(self._sit, (_as_json(sat),))
                if rows:
                    self._write_rows(cursor, rows.values())
                if spoke:
                    cursor.execute(self._speak, (_as_json(spoke),))
                if parts:
                    bodies = [(table, n, zlib.compress(body, 1)) for table, n, body in parts]
                    cursor.executemany(self._put, bodies)
        except (SQLAlchemyError, self._mistakes, OutOfTurn) as problem:
            if self._journal.is_conflict(problem):
                self.conflicts += 1
                return Conflict("another process was quicker; nothing was changed")
            self._failed, self._tried = True, time.monotonic()
            if is_outage(problem):
                return Outage(NOT_CHANGED, problem)
            log.error("not stored: %s", first_line(problem))  # noqa: TRY400 (the message says it all)
            return NotStored("the database rejected the change; nothing was changed")
        self._failed, self._tried = False, time.monotonic()
        self._begun()
        self._journal.committed(runs)
        self.commits += bool(changes)
        return None

    @contextlib.contextmanager
    def _cursor(self) -> Iterator[DBAPICursor]:
        """A cursor in a transaction, without SQLAlchemy's work for each statement."""
        connection = self.engine.raw_connection()
        try:
            yield connection.cursor()
            connection.commit()
        finally:
            connection.close()  # back to the pool, which undoes what was not committed

    def _write_rows(self, cursor: DBAPICursor, rows: Collection[Row]) -> None:
        # Sorted, so that two processes do not wait for each other.
        values = sorted((_values(row) for row in rows), key=itemgetter(0))
        cursor.execute(self._upsert, (_as_json(values),))
        if ended := sorted((row.id, row.changed) for row in rows if row.status == "over"):
            cursor.executemany(self._end, [(changed, table) for table, changed in ended])

    def _tidy(self) -> None:
        """Bring the journal into its final form; if that fails, it is tried again later."""
        try:
            with self.contact.tried(writes=True), self._cursor() as cursor:
                self._begin(cursor)
                self._journal.tidy(cursor)
        except (SQLAlchemyError, self._mistakes, OutOfTurn) as problem:
            if not is_outage(problem):
                log.error("not tidied: %s", first_line(problem))  # noqa: TRY400
        else:
            self._journal.tidied()

    # ---- reading

    async def journal(self, table: str, first: int = 0) -> list[str]:
        """The entries of a table in order, from number `first` on; none if there is no table."""
        return await self.ask(lambda connection: self._journal.read(connection, table, first))

    async def journals(self, tables: Sequence[str]) -> list[list[str]]:
        """The entries of several tables, in the order given; see `journal`."""
        read = self._journal.read
        return await self.ask(lambda connection: [read(connection, table) for table in tables])

    async def snapshot(self, table: str) -> list[tuple[int, bytes]]:
        """The parts of a table's snapshot; those that cannot be unpacked are left out."""
        query = sa.select(SNAPSHOTS.c.part, SNAPSHOTS.c.body).where(SNAPSHOTS.c.table_id == table)
        return await self.ask(lambda connection: _unpacked(connection.execute(query)))

    async def lobby(self, last: int, since: int = 0) -> list[Row]:
        """Public tables that are open (changed after `since`) or running, the last changed first.

        Up to `last` of each, so that running tables do not push out those that wait for players.
        """
        found = await self._rows(*(
            sa.select(TABLES)
            .where(TABLES.c.status == status, TABLES.c.private.is_(False))
            .where(TABLES.c.changed >= after)
            .order_by(TABLES.c.changed.desc())
            .limit(last)
            for status, after in (("open", since), ("running", 0))
        ))  # fmt: skip
        return sorted(found, key=attrgetter("changed"), reverse=True)

    async def waiting(self, tables: Sequence[str], since: int) -> list[str]:
        """The tables among some that wait for players, and were changed after `since`."""
        query = sa.select(TABLES.c.id).where(
            TABLES.c.id.in_(tables), TABLES.c.status == "open", TABLES.c.changed >= since
        )
        return await self.ask(lambda connection: list(connection.scalars(query)))

    async def tables_of(
        self, guest: str, last: int | None = None, *, over: bool | None = None
    ) -> list[Row]:
        """The tables at which a guest has sat, the last changed first; all, or (not) over."""
        return await self._rows(_tables_of(guest, over).limit(last))

    async def spoken_at(self, guest: str, last: int) -> list[Row]:
        """Where a guest has written, or asked for a seat, without one; the last changed first."""
        query = sa.select(TABLES).join(SPEAKERS, SPEAKERS.c.table_id == TABLES.c.id)
        query = query.where(SPEAKERS.c.guest == guest).order_by(TABLES.c.changed.desc())
        return await self._rows(query.limit(last))

    async def opened_by(self, guest: str) -> list[Row]:
        """The tables that a guest has opened and that still wait for players."""
        named = TABLES.c.header.contains(f'"by":"{guest}"')
        rows = await self._rows(sa.select(TABLES).where(TABLES.c.status == "open", named))
        return [row for row in rows if row.by == guest]

    async def running_at(self, guest: str, game: str) -> list[Row]:
        """The running tables of a game at which a guest has sat, the last changed first."""
        running = (TABLES.c.game == game, TABLES.c.status == "running")
        return await self._rows(_tables_of(guest, over=False).where(*running))

    async def running_of(self, guests: Collection[str], game: str) -> list[str]:
        """The running tables of a game at which one of these guests has sat."""
        query = sa.select(TABLES.c.id).join(HOLDERS, HOLDERS.c.table_id == TABLES.c.id)
        query = query.where(HOLDERS.c.guest.in_(list(guests)), HOLDERS.c.ended == 0)
        query = query.where(TABLES.c.game == game, TABLES.c.status == "running").distinct()
        return await self.ask(lambda connection: list(connection.scalars(query)))

    async def last_tables_of(self, guest: str, running: int, over: int) -> list[Row]:
        """A guest's last tables that are not over, and then the last ones that are."""
        return await self._rows(
            _tables_of(guest, over=False).limit(running), _tables_of(guest, over=True).limit(over)
        )

    async def rows_of(self, tables: Collection[str]) -> dict[str, Row]:
        """The rows of some tables, by their ids."""
        found = await self._rows(sa.select(TABLES).where(TABLES.c.id.in_(list(tables))))
        return {row.id: row for row in found}

    async def status(self, table: str) -> str | None:
        """Whether a table is open, running or over, as last stored; None if it is unknown."""
        query = sa.select(TABLES.c.status).where(TABLES.c.id == table)
        found: str | None = await self.ask(lambda connection: connection.scalar(query))
        return found

    async def with_bots(self) -> list[str]:
        """The running tables at which a bot sits."""
        query = sa.select(TABLES.c.id).where(TABLES.c.status == "running", TABLES.c.bots)
        return await self.ask(lambda connection: list(connection.scalars(query)))

    async def require_writable(self) -> None:
        """Raise NotStored if the database does not answer, or does not accept writes."""
        await self.ask(lambda connection: connection.execute(sa.select(1)).all())
        ago = time.monotonic() - self._tried
        if self._failed and ago < 1.0:
            raise NotStored("nothing could be stored a moment ago")
        if self._failed or ago > TRUSTED:
            await self.save(())

    async def _rows(self, *queries: sa.Select[Any]) -> list[Row]:
        return await self.ask(
            lambda connection: [
                row
                for query in queries
                for row in readable("table", connection.execute(query), _row)
            ]
        )


class _Job(NamedTuple):
    """Changes to be stored together, and the future that waits for them."""

    changes: Sequence[Change]
    done: asyncio.Future[None]

    def runs(self) -> list[Run]:
        """The entries that the job adds."""
        return [Run(one.table, one.first, one.entries) for one in self.changes if one.entries]

    def tell(self, problem: Exception | None) -> None:
        """Resolve the future, if anyone still waits for it."""
        if self.done.done():
            return
        if problem is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(problem)


def _require_room(old: str, new: str) -> None:
    """A migration needs room, and so does the backup before it."""
    raise UnknownSchema(f"its disk is full, and it has to be migrated from schema {old} to {new}")


def _tables_of(guest: str, over: bool | None) -> sa.Select[Any]:
    """The tables at which a guest has sat, the last changed first; all, or (not) over."""
    query = sa.select(TABLES).join(HOLDERS, HOLDERS.c.table_id == TABLES.c.id)
    query = query.where(HOLDERS.c.guest == guest)
    if over:
        return query.where(HOLDERS.c.ended > 0).order_by(HOLDERS.c.ended.desc())
    if over is False:
        query = query.where(HOLDERS.c.ended == 0)
    return query.order_by(TABLES.c.changed.desc())


def _unpacked(rows: Iterable[sa.Row[Any]]) -> list[tuple[int, bytes]]:
    parts = []
    for row in rows:
        with contextlib.suppress(zlib.error, TypeError):
            parts.append((int(row.part), zlib.decompress(row.body)))
    return parts


def _as_json(rows: object) -> str:
    return msgspec.json.encode(rows).decode()


def _values(row: Row) -> tuple[object, ...]:
    header = TableHeader(**{name: getattr(row, name) for name in TableHeader.__struct_fields__})
    shown = _as_json(header)
    return (row.id, row.game, row.status, row.private, row.bots, row.changed, shown)


def _row(found: sa.Row[Any]) -> Row:
    header = msgspec.json.decode(found.header, type=TableHeader)
    return Row(
        found.id, found.game, found.status, found.private, found.bots, found.changed,
        **msgspec.structs.asdict(header),
    )  # fmt: skip
