"""TODO."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from honjin.core.options import Value
from honjin.server.db.sql import META
from honjin.server.tables.clocks.control import TimeControl

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
    time: TimeControl | None = None
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


class Change(msgspec.Struct, frozen=True):
    """A change of one table: entries from number `first` on, and its row if that is new.

    The guests in `spoke` wrote lines or asked for seats among the entries, and have no seat there.
    Parts of a snapshot are stored in the same way, after the entries that they sum up.
    """

    table: str
    first: int
    entries: list[str]
    row: Row | None = None
    parts: Sequence[tuple[int, bytes]] = ()
    spoke: tuple[str, ...] = ()
