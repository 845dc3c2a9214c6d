"""The rows of one kind of database put into the other: SQLite and PostgreSQL.

A database is made at the schema that the backup has, by the same migrations, and filled row by row;
the next start migrates it further, as after any restore. What only one kind has is carried or left
by name: journals that are still in SQLite's log are written out first, waiting jobs change queues,
and which processes run is of no use anywhere else. A table that Honjin does not know is left out,
and told of.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import psycopg
import sqlalchemy as sa
from psycopg import sql
from sqlalchemy.exc import SQLAlchemyError

from honjin.server.copies.archive import BadCopy
from honjin.server.copies.databases import lines_of
from honjin.server.copies.dumps import Section, reader_of, sections_of
from honjin.server.db.engine import make_engine
from honjin.server.db.journal import Log
from honjin.server.db.schema import migrate, migrate_within
from honjin.server.settings import Settings
from honjin.server.work.jobs.own_jobs import TABLE as JOBS

VERSION: Final = "alembic_version"
OF_SQLITE: Final = frozenset({"log", "writer", "jobs"})
OF_POSTGRES: Final = frozenset({"members", "leases", "queue_steps"})
QUEUE: Final = "procrastinate_"
_BATCH: Final = 1000

T = TypeVar("T")
Tell = Callable[[int, int | None], None]
"""Called now and then with the rows done, and the number of all if that is known."""


class Crossed(NamedTuple):
    """The tables and rows that were carried, and the names of tables that were not."""

    tables: int
    rows: int
    left_out: list[str]


class _Count:
    """Counts rows, and tells of them."""

    def __init__(self, tell: Tell, total: int | None = None) -> None:
        self.rows, self._tell, self._total = 0, tell, total

    def over(self, rows: Iterable[T]) -> Iterator[T]:
        """The rows, counted as they pass."""
        for row in rows:
            yield row
            self.rows += 1
            if self.rows % _BATCH == 0:
                self._tell(self.rows, self._total)


def _shared(connection: sa.Connection) -> dict[str, sa.Table]:
    """The tables that both kinds of database have, those first to which others refer."""
    found = sa.MetaData()
    found.reflect(connection)
    tables = {table.name: table for table in found.sorted_tables}
    others = {VERSION, *OF_SQLITE, *OF_POSTGRES}
    return {name: table for name, table in tables.items() if name not in others}


def _require_columns(table: sa.Table, names: Iterable[str]) -> None:
    if set(names) != set(table.columns.keys()):
        raise BadCopy(f"the table {table.name} of the backup has other columns than its schema")


def _require_tables(expected: Iterable[str], got: Iterable[str]) -> None:
    if missing := set(expected) - set(got):
        raise BadCopy(f"the backup has no table {', '.join(sorted(missing))}")


# ---------------------------------------------------------------- PostgreSQL to SQLite


def dump_to_file(dump: Path, file: Path, schema: str, tell: Tell) -> Crossed:
    """Make an SQLite file from a dump."""
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    engine = sa.create_engine(f"sqlite:///{file}", hide_parameters=True)
    try:
        migrate(engine, schema)
        with engine.begin() as connection, lines_of(dump, file.parent) as lines:
            return _fill_file(connection, sections_of(lines), _Count(tell))
    except SQLAlchemyError as problem:
        reason = str(problem).partition("\n")[0]
        raise BadCopy(f"the rows could not be stored, and nothing was changed: {reason}") from None
    finally:
        engine.dispose()


def _fill_file(connection: sa.Connection, dump: Iterable[Section], count: _Count) -> Crossed:
    tables, there, left = _shared(connection), [], []
    for section in dump:
        if (table := tables.get(section.table)) is not None:
            there.append(section.table)
            _insert_all(connection, table, section, count)
        elif section.table == f"{QUEUE}jobs":
            _insert_jobs(connection, section)
        else:
            if not _is_of_postgres(section.table):
                left.append(section.table)
            for _ in section.rows:
                pass
    _require_tables(tables, there)
    return Crossed(len(tables), count.rows, left)


def _is_of_postgres(name: str) -> bool:
    return name in {VERSION, *OF_POSTGRES} or name.startswith(QUEUE)


def _insert_all(
    connection: sa.Connection, table: sa.Table, section: Section, count: _Count
) -> None:
    _require_columns(table, section.columns)
    read = [(name, reader_of(table.columns[name])) for name in section.columns]
    rows = (
        {name: None if text is None else as_value(text)
         for (name, as_value), text in zip(read, row, strict=True)}
        for row in count.over(section.rows)
    )  # fmt: skip
    try:
        while batch := list(islice(rows, _BATCH)):
            connection.execute(table.insert(), batch)
    except (ValueError, KeyError) as problem:
        raise BadCopy(f"a row of {table.name} cannot be read: {problem}") from None


def _insert_jobs(connection: sa.Connection, section: Section) -> None:
    """Keep the jobs that wait or were under way; periodic ones are scheduled at each start."""
    jobs = []
    for row in section.rows:
        job = dict(zip(section.columns, row, strict=True))
        given = json.loads(job["args"] or b"{}")
        if job["status"] not in (b"todo", b"doing") or "payload" not in given:
            continue
        waits, lock, due = job["status"] == b"todo", job["queueing_lock"], job["scheduled_at"]
        jobs.append({
            "name": (job["task_name"] or b"").decode(), "payload": json.dumps(given["payload"]),
            "due": int(datetime.fromisoformat(due.decode()).timestamp() * 1000) if due else 0,
            "job_key": lock.decode() if lock and waits else None,
            "tries": int(job["attempts"] or 0), "failed": False,
        })  # fmt: skip
    if jobs:
        connection.execute(sa.insert(JOBS), jobs)


# ---------------------------------------------------------------- SQLite to PostgreSQL


def file_to_postgres(settings: Settings, file: Path, schema: str, tell: Tell) -> Crossed:
    """Replace the whole content of a PostgreSQL database by an SQLite file's: one transaction.

    The file is changed: what is in its log is written out.
    """
    source, target = sa.create_engine(f"sqlite:///{file}"), make_engine(settings.url)
    try:
        _write_out_log(source)
        with source.connect() as given, target.begin() as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
            migrate_within(connection, schema)
            done = _fill_postgres(given, connection, tell)
            _insert_queued(given, connection)
            return done
    except (SQLAlchemyError, psycopg.Error) as problem:
        reason = str(problem).partition("\n")[0]
        raise BadCopy(f"the rows could not be stored, and nothing was changed: {reason}") from None
    finally:
        source.dispose()
        target.dispose()


def _write_out_log(file: sa.Engine) -> None:
    """Make runs of what is in the log, which PostgreSQL has not."""
    if not sa.inspect(file).has_table("log"):
        return
    with contextlib.closing(file.raw_connection()) as connection:
        Log().open(connection.cursor())
        connection.commit()


def _fill_postgres(given: sa.Connection, connection: sa.Connection, tell: Tell) -> Crossed:
    tables, sources = _shared(connection), _shared(given)
    _require_tables(tables, sources)
    rows = sum(
        given.scalar(sa.select(sa.func.count()).select_from(sources[name])) or 0 for name in tables
    )
    count = _Count(tell, rows)
    for name, table in tables.items():
        _require_columns(table, sources[name].columns.keys())
        stored = given.execution_options(yield_per=_BATCH).execute(sa.select(sources[name]))
        try:
            _copy_rows(connection, sources[name], count.over(stored))
        except psycopg.Error as problem:
            raise BadCopy(f"a row of {name} cannot be stored: {_reason(problem)}") from None
        _set_sequences(connection, table)
    return Crossed(len(tables), count.rows, sorted(sources.keys() - tables.keys()))


def _copy_rows(connection: sa.Connection, source: sa.Table, rows: Iterable[sa.Row[Any]]) -> None:
    names = [sql.Identifier(column) for column in source.columns.keys()]  # noqa: SIM118 (no dict)
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(source.name), sql.SQL(", ").join(names)
    )
    with connection.connection.cursor().copy(statement) as copy:
        for row in rows:
            copy.write_row(row)


def _reason(problem: psycopg.Error) -> str:
    """The message of the database, and where: not the value itself."""
    said, where = str(problem).partition("\n")[0], problem.diag.context
    return f"{said} ({where.partition(': ')[0]})" if where else said


def _set_sequences(connection: sa.Connection, table: sa.Table) -> None:
    """Let the numbers that the database gives begin after those that are there."""
    for column in table.columns:
        named = sa.func.pg_get_serial_sequence(f'"{table.name}"', column.name)
        if sequence := connection.scalar(sa.select(named)):
            last = connection.scalar(sa.select(sa.func.max(column)))
            connection.execute(sa.select(sa.func.setval(sequence, last or 1, last is not None)))


def _insert_queued(given: sa.Connection, connection: sa.Connection) -> None:
    """Keep the jobs that wait or were under way; periodic ones are scheduled by the queue."""
    from honjin.server.work.jobs.queued_jobs import bring_up_to_date, put_job

    bring_up_to_date(connection)
    if not sa.inspect(given).has_table(JOBS.name):  # before schema 0004
        return
    for job in given.execute(sa.select(JOBS).where(JOBS.c.failed.is_(False))):
        if job.job_key != f"{job.name}:next":
            put_job(connection, job.name, json.loads(job.payload), job.due, job.job_key, job.tries)
