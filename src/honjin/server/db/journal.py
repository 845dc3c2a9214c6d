"""The storage of journals: as runs of entries, and on SQLite first in a log.

    runs    table_id  n   entries               entries n, n + 1, ... of a table, a JSON array
            k3v…      0   [{"e":"opened",…},…]
            k3v…      24  [{"e":"acted",…}]

    log     id  changes                         the entries of one commit, as runs: a JSON array
            7   [["k3v…",25,[{"e":"acted",…}]],["x8a…",3,[…]]]

On PostgreSQL a commit writes runs, and their key keeps two processes from writing the same entry:
each appends to what it has read, so the second finds the first's run in its place. On SQLite that
would change a page for each table in the commit. There a commit appends one row to the log, and
when the log is long its entries are written out, many of one table as one run.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from operator import attrgetter
from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPICursor

from honjin.core.errors import HonjinError
from honjin.server.db.damage import told_if_damaged
from honjin.server.messages.refusals import NotStored

CHANNEL: Final = "honjin_tables"
"""On this channel PostgreSQL notifies all processes of the new journal lengths of some tables:
[["k3v…", 25], …], as part of the commit."""
MAX_TOLD: Final = 200
"""Tables in one such message, of at most 8,000 bytes."""
MAX_LOGGED: Final = 4_000
MAX_ENDS: Final = 10_000


class Run(msgspec.Struct):
    """Entries of one table, one JSON text each, from number `first` on."""

    table: str
    first: int
    entries: list[str]


class OutOfTurn(HonjinError):
    """Entries do not follow those that are stored, or another writer has taken over."""


class Conflict(NotStored):
    """Another process was quicker: it has stored entries with these numbers."""


class Runs:
    """Writes a run for each table that a commit changes, and notifies all processes."""

    insert = (
        "INSERT INTO runs (table_id, n, entries) SELECT value->>0, (value->>1)::int, value->>2 "
        "FROM json_array_elements(CAST(%s AS json))"
    )

    def load(self, cursor: DBAPICursor) -> None:
        """Learn what `read` needs, without writing."""

    def open(self, cursor: DBAPICursor) -> None:
        """Begin to write."""

    def touch(self, cursor: DBAPICursor) -> None:
        """Write without a change; the transaction fails if the database cannot be written."""
        cursor.execute(
            "UPDATE tables SET changed = changed WHERE id = (SELECT min(id) FROM tables)"
        )

    def write(self, cursor: DBAPICursor, runs: list[Run]) -> None:
        """Write entries; the transaction fails if one of them is there already.

        Runs are sorted, so that two processes with the same tables do not wait for each other.
        """
        cursor.execute(self.insert, (_as_text(sorted(runs, key=attrgetter("table"))),))
        ends = [(run.table, run.first + len(run.entries)) for run in runs]
        parts = [ends[at : at + MAX_TOLD] for at in range(0, len(ends), MAX_TOLD)]
        cursor.execute(_NOTIFY, (CHANNEL, [msgspec.json.encode(part).decode() for part in parts]))

    def conflicts(self, cursor: DBAPICursor, runs: list[Run]) -> set[tuple[str, int]]:
        """The runs, by table and number, whose positions in the journal are occupied."""
        asked = sorted({(run.table, run.first) for run in runs})
        cursor.execute(_CONFLICTS, ([table for table, _ in asked], [n for _, n in asked]))
        return {(table, n) for table, n in cursor.fetchall()}

    def committed(self, runs: list[Run]) -> None:
        """Note that these runs are durable."""

    def is_long(self) -> bool:
        """Whether it is time to `tidy`."""
        return False

    def tidy(self, cursor: DBAPICursor) -> None:
        """Bring what was written into its final form."""

    def tidied(self) -> None:
        """Note that tidying is durable."""

    def read(self, connection: sa.Connection, table: str, first: int = 0) -> list[str]:
        """The entries of a table in order, from number `first` on; Damaged if they cannot be."""
        with told_if_damaged(f"table {table}"):
            return _from(first, self._read(connection, table, first))

    def _read(self, connection: sa.Connection, table: str, first: int) -> dict[int, str]:
        """Entries by number, including all from `first` on."""
        rows = connection.execute(_RUNS, {"id": table, "first": first})
        return {n: text for at, run in rows for n, text in enumerate(entries_of(run), at)}

    def is_conflict(self, problem: Exception) -> bool:
        """Whether a commit failed because another process was quicker."""
        return getattr(problem, "sqlstate", None) in _TOO_LATE


class Log(Runs):
    """Appends one row to a log for each commit. There is one writer: the last one to open it."""

    insert = (
        "INSERT INTO runs (table_id, n, entries) SELECT json_extract(value, '$[0]'), "
        "json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?)"
    )

    def __init__(self) -> None:
        self._token = secrets.token_hex(16)
        self._logged: dict[str, Run] = {}
        """The contents of the log, by table."""
        self._count = 0
        self._ends: dict[str, int] = {}
        """The number of the next entry, for tables written to recently."""

    def open(self, cursor: DBAPICursor) -> None:
        """Become the only writer, and write out what the last one left in the log."""
        cursor.execute("DELETE FROM writer")
        cursor.execute("INSERT INTO writer (token) VALUES (?)", (self._token,))
        self.load(cursor)
        self.tidy(cursor)

    def load(self, cursor: DBAPICursor) -> None:
        """Learn what the last writer left in the log."""
        self.tidied()
        cursor.execute("SELECT id, changes FROM log ORDER BY id")
        for n, text in cursor.fetchall():
            try:
                self.committed(_runs(text))
            except (msgspec.MsgspecError, TypeError):
                raise OutOfTurn(
                    f"row {n} of its log, with the last actions at some tables, is damaged; "
                    "restore a backup, or remove the row to go on without them"
                ) from None

    def is_conflict(self, problem: Exception) -> bool:  # noqa: ARG002 (there is one process)
        """False: no other process writes here."""
        return False

    def touch(self, cursor: DBAPICursor) -> None:
        """Write this writer's token again; OutOfTurn if another has become the writer."""
        cursor.execute("UPDATE writer SET token = token WHERE token = ?", (self._token,))
        _require_writer(cursor)

    def write(self, cursor: DBAPICursor, runs: list[Run]) -> None:
        """Append to the log; OutOfTurn if an entry does not have the next number."""
        ends = self._next(cursor, {run.table for run in runs})
        for run in runs:
            end = ends[run.table]
            if run.first != end:
                raise OutOfTurn(f"expected entry {end} of table {run.table}, got {run.first}")
            ends[run.table] = end + len(run.entries)
        cursor.execute(_APPEND, (_as_text(runs), self._token))
        _require_writer(cursor)

    def _next(self, cursor: DBAPICursor, tables: set[str]) -> dict[str, int]:
        """The numbers of the next entries of tables."""
        if unknown := tables - self._ends.keys():
            cursor.execute(_ENDS, (msgspec.json.encode(sorted(unknown)).decode(),))
            self._ends.update(cursor.fetchall())
        return {table: self._ends.get(table, 0) for table in tables}

    def committed(self, runs: list[Run]) -> None:
        """Remember the contents of the log."""
        for run in runs:
            logged = self._logged.get(run.table)
            if logged is None:
                logged = self._logged[run.table] = Run(run.table, run.first, [])
            logged.entries.extend(run.entries)
            self._count += len(run.entries)
            self._ends[run.table] = run.first + len(run.entries)

    def is_long(self) -> bool:
        """Whether the log holds enough to be written out."""
        return self._count >= MAX_LOGGED

    def tidy(self, cursor: DBAPICursor) -> None:
        """Write out the log as runs."""
        cursor.execute("UPDATE writer SET token = token WHERE token = ?", (self._token,))
        _require_writer(cursor)
        cursor.execute(
            self.insert, (_as_text(sorted(self._logged.values(), key=attrgetter("table"))),)
        )
        cursor.execute("DELETE FROM log")

    def tidied(self) -> None:
        """Note that the log is empty."""
        self._logged, self._count = {}, 0
        if len(self._ends) > MAX_ENDS:
            self._ends = {}

    def read(self, connection: sa.Connection, table: str, first: int = 0) -> list[str]:
        """The entries of a table in order, from number `first` on; Damaged if they cannot be."""
        # The log comes first: entries written out in the meantime are then read twice, not missed.
        logged = self._logged.get(table, Run(table, 0, []))
        late = dict(enumerate(logged.entries.copy(), logged.first))
        with told_if_damaged(f"table {table}"):
            return _from(first, self._read(connection, table, first) | late)


def _from(first: int, entries: dict[int, str]) -> list[str]:
    found = {n: text for n, text in entries.items() if n >= first}
    if [*found] != [*range(first, first + len(found))]:
        raise LookupError(f"expected its entries from {first} on without a gap")
    return [*found.values()]


_RUNS: Final = sa.text(
    "SELECT n, entries FROM runs WHERE table_id = :id AND n >= coalesce("
    "(SELECT max(n) FROM runs WHERE table_id = :id AND n <= :first), 0) ORDER BY n"
)
_CONFLICTS: Final = (
    "SELECT r.table_id, r.n FROM unnest(%s::text[], %s::int[]) AS asked (id, n) "
    "JOIN runs r ON r.table_id = asked.id AND r.n = asked.n"
)
_NOTIFY: Final = "SELECT pg_notify(%s, part) FROM unnest(%s::text[]) AS part"
_TOO_LATE: Final = ("23505", "40P01")
"""The entry is there already; or two processes were deadlocked, and this one gave way."""
_APPEND: Final = (
    "INSERT INTO log (changes) SELECT ? WHERE EXISTS (SELECT 1 FROM writer WHERE token = ?)"
)
_ENDS: Final = (
    "SELECT table_id, max(n + json_array_length(entries)) FROM runs "
    "WHERE table_id IN (SELECT value FROM json_each(?)) GROUP BY table_id"
)


def _require_writer(cursor: DBAPICursor) -> None:
    """Raise OutOfTurn if the last statement found that another has become the writer."""
    if cursor.rowcount != 1:
        raise OutOfTurn("another server has opened this database since")


def _as_text(runs: Iterable[Run]) -> str:
    parts = [f'["{run.table}",{run.first},[{",".join(run.entries)}]]' for run in runs]
    return f"[{','.join(parts)}]"


_decode_entries: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode
_decode_runs: Final = msgspec.json.Decoder(list[tuple[str, int, msgspec.Raw]]).decode


def entries_of(text: bytes | str | msgspec.Raw) -> list[str]:
    """The entries of a run, one JSON text each."""
    return [bytes(entry).decode() for entry in _decode_entries(text)]


def _runs(text: str) -> list[Run]:
    return [Run(table, first, entries_of(entries)) for table, first, entries in _decode_runs(text)]
