"""A database in which no table is empty, whatever its schema, and its rows to compare."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from honjin.server.copies.crossing import OF_POSTGRES, OF_SQLITE, QUEUE, VERSION

HARD: Final = "\t\"'\\N\\\n\r\\.\b\v 本陣🏯 {a} %s"
"""Text that must not be taken for what separates values, or for NULL."""
LARGE: Final = 300_000
NUMBERS: Final = (0, 2**31 - 1, -(2**31))
LARGE_NUMBERS: Final = (0, 2**63 - 1, -(2**63))
FRACTIONS: Final = (0.1, 1.7976931348623157e308, 5e-324)
BYTES: Final = (bytes(range(256)), b"", b"\\x\t\n\0")
LOG: Final = ('[["t",0,[1,"本"]],["u",5,[{"a":null}]]]', '[["t",2,[3]]]')
"""Entries that are not written out yet, and the runs that they become."""
RUNS: Final = (("t", 0, '[1,"本",3]'), ("u", 5, '[{"a":null}]'))
DUE: Final = 1_790_000_000_123


class Job(NamedTuple):
    """A job in SQLite's queue."""

    name: str
    payload: str
    due: int
    job_key: str | None
    tries: int
    failed: bool

    @property
    def is_carried(self) -> bool:
        """Whether it is neither given up nor made at each start anyway."""
        return not self.failed and self.job_key != f"{self.name}:next"


JOBS: Final = (
    Job("challenge.end", '{"table": "本"}', DUE, "challenge.end:本", 0, failed=False),
    Job("under.way", '{"n": 1}', DUE, None, 2, failed=False),
    Job("given.up", "{}", DUE, None, 5, failed=True),
    Job("people.tidy", "{}", DUE, "people.tidy:next", 0, failed=False),
)


def reflected(connection: sa.Connection) -> dict[str, sa.Table]:
    found = sa.MetaData()
    found.reflect(connection)
    return found.tables  # type: ignore[return-value]


def fill(connection: sa.Connection) -> None:
    """Three rows in each table: with NULL where it may be, extremes, and hard and large text."""
    for table in reflected(connection).values():
        if table.name == "log":
            rows: Any = [{"changes": one} for one in LOG]
        elif table.name == "jobs":
            rows = [one._asdict() for one in JOBS]
        elif table.name == VERSION or table.name in OF_POSTGRES:
            continue
        else:
            columns = [c for c in table.columns if not _is_numbered(table, c)]
            rows = [{c.name: value(c, n) for c in columns} for n in range(3)]
        connection.execute(table.insert(), rows)


def value(column: sa.Column[Any], n: int) -> Any:
    """The value of a column in row n; keys differ from row to row."""
    kind = column.type
    if column.nullable and n == 1:
        return None
    if isinstance(kind, sa.Boolean):
        return n != 1
    if isinstance(kind, sa.BigInteger):
        return LARGE_NUMBERS[n]
    if isinstance(kind, sa.Integer):
        return NUMBERS[n]
    if isinstance(kind, sa.Float):
        return FRACTIONS[n]
    if isinstance(kind, sa.LargeBinary):
        return BYTES[n]
    assert isinstance(kind, sa.String), f"what is in {column.table.name}.{column.name}?"
    text = f"{n}{HARD}"
    if kind.length is None and n == 2:
        text *= LARGE // len(text)
    return text[: kind.length]


def _is_numbered(table: sa.Table, column: sa.Column[Any]) -> bool:
    """Whether the database gives the numbers in a column."""
    return [column] == [*table.primary_key.columns] and isinstance(column.type, sa.Integer)


def rows_of(engine: sa.Engine) -> dict[str, list[str]]:
    """All rows of the tables that both kinds of database have, in an order of their own."""
    with engine.connect() as connection:
        return {
            name: sorted(repr(tuple(row)) for row in connection.execute(sa.select(table)))
            for name, table in sorted(reflected(connection).items())
            if name not in {VERSION, *OF_SQLITE, *OF_POSTGRES} and not name.startswith(QUEUE)
        }


def with_log(rows: dict[str, list[str]]) -> dict[str, list[str]]:
    """The rows where what the log holds has been written out."""
    if "runs" not in rows:  # the first schema
        return rows
    return rows | {"runs": sorted([*rows["runs"], *map(repr, RUNS)])}


def empty_tables(engine: sa.Engine) -> list[str]:
    """The names of the tables without a row."""
    with engine.connect() as connection:
        return [
            table.name
            for table in reflected(connection).values()
            if not connection.scalar(sa.select(sa.func.count()).select_from(table))
        ]


def next_ids(engine: sa.Engine) -> dict[str, int]:
    """Of each table that numbers its rows, how much further the number of a new row is."""
    found = {}
    with engine.connect() as connection:
        for name, table in reflected(connection).items():
            key = next(iter(table.primary_key.columns), None)
            if key is None or not _is_numbered(table, key) or name.startswith(QUEUE):
                continue
            last = connection.scalar(sa.select(sa.func.max(key)))
            if last is None:
                continue
            row = {c.name: value(c, 0) for c in table.columns if not c.primary_key}
            made = connection.execute(table.insert(), row).inserted_primary_key
            assert made is not None
            found[name] = made[0] - last
    return found


def waiting(connection: sa.Connection) -> list[Job]:
    """The jobs in PostgreSQL's queue, as those of SQLite's."""
    query = (
        "SELECT task_name, args, extract(epoch FROM scheduled_at) * 1000, queueing_lock, attempts "
        "FROM procrastinate_jobs WHERE status = 'todo' ORDER BY id"
    )
    return [
        Job(name, _plain(args["payload"]), int(due), lock, tries, failed=False)
        for name, args, due, lock, tries in connection.execute(sa.text(query))
    ]


def jobs_of(connection: sa.Connection) -> list[Job]:
    """The jobs in SQLite's queue."""
    query = "SELECT name, payload, due, job_key, tries, failed FROM jobs ORDER BY id"
    return [
        Job(name, _plain(json.loads(payload)), due, key, tries, bool(failed))
        for name, payload, due, key, tries, failed in connection.execute(sa.text(query))
    ]


def _plain(payload: object) -> str:
    return json.dumps(payload, ensure_ascii=False)
