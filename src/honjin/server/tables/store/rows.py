"""The rows of tables in the database, and the statements by which the store writes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from honjin.core.options import Value
from honjin.server.db.sql import META
from honjin.server.tables.clocks.control import Control

TABLES: Final = sa.Table(
    "tables",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("private", sa.Boolean, nullable=False),
    sa.Column("bots", sa.Boolean, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("header", sa.Text, nullable=False),
)


HOLDERS: Final = sa.Table(
    "holders",
    META,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("ended", sa.BigInteger, nullable=False, server_default="0"),
)
"""Who has sat at which table. `ended` is 0 until the table is over, and then its last change, so
that the few tables that a person is playing are found without looking at all the others.
"""


SPEAKERS: Final = sa.Table(
    "speakers",
    META,
    sa.Column("guest", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
)
"""Who has written in the chat of a table without a seat there."""


SNAPSHOTS: Final = sa.Table(
    "snapshots",
    META,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("part", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)


class LobbyFacts(msgspec.Struct, frozen=True, kw_only=True):
    """More facts that the lobby shows of a table; defaults apply to tables without the field.

    `awaits` are the seats of persons whom the game waits for, `since` is when it began to. With a
    `time`, `ends` are the times at which these seats will have no time left. Programs act for the
    persons on the seats `programs`. `reserved` are (seat, id, name); the guest of a reserved seat
    counts as a holder of the table.
    """

    substitutes: tuple[str | None, ...] = ()
    coach: bool = False
    awaits: tuple[int, ...] = ()
    since: int = 0
    time: Control | None = None
    ends: tuple[int, ...] = ()
    rated: bool = False
    pace: str = "none"
    programs: tuple[int, ...] = ()
    reserved: tuple[tuple[int, str, str], ...] = ()
    by: str = ""
    opened: int = 0
    strength: tuple[int, int] | None = None
    members: bool = False
    tournament: str = ""


class TableHeader(LobbyFacts, frozen=True):
    """The stored data for the lobby other than a table's columns; holders are (kind, id, name)."""

    options: dict[str, Value]
    holders: tuple[tuple[str, str, str] | None, ...]


class Row(LobbyFacts, frozen=True):
    """A table as the lobby needs it; a `private` one is not listed there."""

    id: str
    game: str
    status: str
    private: bool
    bots: bool
    changed: int
    options: dict[str, Value]
    holders: tuple[tuple[str, str, str] | None, ...]

    def guests(self) -> frozenset[str]:
        """The persons who hold a seat, or for whom one is reserved."""
        held = [one[1] for one in self.holders if one is not None and one[0] == "person"]
        return frozenset(held + [who for _, who, _ in self.reserved])


class Change(msgspec.Struct, frozen=True):
    """A change of one table: entries from number `first` on, and its row if that is new.

    The guests in `sat` hold a seat, or one is reserved for them: all of them, if that has changed.
    Those in `spoke` wrote lines or asked for seats among the entries, and have no seat there. Parts
    of a snapshot are stored in the same way, after the entries that they sum up.
    """

    table: str
    first: int
    entries: list[str]
    row: Row | None = None
    sat: frozenset[str] = frozenset()
    parts: Sequence[tuple[int, bytes]] = ()
    spoke: tuple[str, ...] = ()


# ---------------------------------------------------------------- statements, in each dialect

# All rows go in one statement: each statement releases the interpreter lock and has to wait for it.

_INTO: Final = "INSERT INTO tables (id, game, status, private, bots, changed, header) SELECT"
_OR_UPDATE: Final = (
    "ON CONFLICT (id) DO UPDATE SET status = excluded.status, private = excluded.private, "
    "bots = excluded.bots, changed = excluded.changed, header = excluded.header"
)
UPSERT: Final = {
    "sqlite": (
        f"{_INTO} json_extract(value, '$[0]'), json_extract(value, '$[1]'), "
        "json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]'), "
        "json_extract(value, '$[5]'), json_extract(value, '$[6]') FROM json_each(?) WHERE true "
        f"{_OR_UPDATE}"
    ),
    "postgresql": (
        f"{_INTO} value->>0, value->>1, value->>2, (value->>3)::boolean, (value->>4)::boolean, "
        "(value->>5)::bigint, value->>6 FROM json_array_elements(CAST(%s AS json)) "
        f"{_OR_UPDATE}"
    ),
}

_PAIRS: Final = {
    "sqlite": (
        "INSERT INTO {} (guest, table_id) SELECT json_extract(value, '$[0]'), "
        "json_extract(value, '$[1]') FROM json_each(?) WHERE true ON CONFLICT DO NOTHING"
    ),
    "postgresql": (
        "INSERT INTO {} (guest, table_id) SELECT value->>0, value->>1 "
        "FROM json_array_elements(CAST(%s AS json)) ON CONFLICT DO NOTHING"
    ),
}
SIT: Final = {dialect: text.format("holders") for dialect, text in _PAIRS.items()}
SPEAK: Final = {dialect: text.format("speakers") for dialect, text in _PAIRS.items()}

_END: Final = "UPDATE holders SET ended = {0} WHERE table_id = {0}"
_PUT: Final = (
    "INSERT INTO snapshots (table_id, part, body) VALUES ({0}, {0}, {0}) "
    "ON CONFLICT (table_id, part) DO UPDATE SET body = excluded.body"
)
_MARKS: Final = {"sqlite": "?", "postgresql": "%s"}
END: Final = {dialect: _END.format(mark) for dialect, mark in _MARKS.items()}
PUT: Final = {dialect: _PUT.format(mark) for dialect, mark in _MARKS.items()}
