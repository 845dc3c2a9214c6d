"""The tables of finished games, ratings, profiles and traces; made by migrations 0006 and 0014."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

META: Final = sa.MetaData()

RESULTS: Final = sa.Table(
    "results",
    META,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("scenario", sa.String(64), nullable=False),
    sa.Column("begun", sa.BigInteger, nullable=False),
    sa.Column("ended", sa.BigInteger, nullable=False),
    sa.Column("steps", sa.Integer, nullable=False),
    sa.Column("reason", sa.String(64), nullable=False),
    sa.Column("pace", sa.String(8), nullable=False),
    sa.Column("against", sa.String(8), nullable=False),
    sa.Column("unrated", sa.String(16), nullable=False),
    sa.Column("private", sa.Boolean, nullable=False),
    sa.Column("opening", sa.String(160), nullable=False),
    sa.Column("rated_as", sa.Integer),
    sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""One row for each finished table. `rated_as` numbers rated games in the order of their rating;
`counted`: the choices of its opening are in `opening_choices`, or it has none that count."""

sa.Index(
    "results_uncounted", RESULTS.c.game, RESULTS.c.table_id,
    sqlite_where=RESULTS.c.counted.is_(False), postgresql_where=RESULTS.c.counted.is_(False),
)  # fmt: skip

CHOICES: Final = sa.Table(
    "opening_choices",
    META,
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("rules", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("position", sa.String(32), primary_key=True),
    sa.Column("choice", sa.String(64), primary_key=True),
    sa.Column("people", sa.Integer, nullable=False),
    sa.Column("bots", sa.Integer, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("drawn", sa.Integer, nullable=False),
    sa.Column("lost", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How often a choice was made in a position, and how these games ended for the side to move."""

SEATS: Final = sa.Table(
    "result_seats",
    META,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("alike", sa.String(128), nullable=False),
    sa.Column("role", sa.String(8), nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("outcome", sa.String(8), nullable=False),
    sa.Column("main", sa.Boolean, nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("scenario", sa.String(64), nullable=False),
    sa.Column("ended", sa.BigInteger, nullable=False),
    sa.Column("against", sa.String(8), nullable=False),
    sa.Column("met", sa.Text, nullable=False),
    sa.Column("opening", sa.String(160), nullable=False, server_default=""),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("private", sa.Boolean, nullable=False, server_default=sa.true()),
)
"""The players of each. Columns for histories and statistics are repeated here, so that one index is
enough, and no search has to look up the rows of `results` that it passes over: `met` are the
others' names, normalised by `alike`, and ids, each between bars."""

RATINGS: Final = sa.Table(
    "ratings",
    META,
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("pace", sa.String(8), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("last", sa.BigInteger, nullable=False),
    sa.Column("sure", sa.Boolean, nullable=False),
    sa.Column("shown", sa.Integer, nullable=False),
)

CHANGES: Final = sa.Table(
    "rating_changes",
    META,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("pace", sa.String(8), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("mu_before", sa.Double, nullable=False),
    sa.Column("sigma_before", sa.Double, nullable=False),
    sa.Column("mu_after", sa.Double, nullable=False),
    sa.Column("sigma_after", sa.Double, nullable=False),
)

PROFILES: Final = sa.Table(
    "profiles",
    META,
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("hidden", sa.Boolean, nullable=False),
)
"""Whether a person has hidden the profile from others; people without a row have not said."""

TRACES: Final = sa.Table(
    "traces",
    META,
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("mark", sa.String(32), primary_key=True),
    sa.Column("seen", sa.BigInteger, nullable=False),
)


def insert(connection: sa.Connection, table: sa.Table) -> Any:
    """An insert in this database's dialect, with support for rows that are there already."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    return dialect.insert(table)


def is_new(connection: sa.Connection, table: sa.Table, row: dict[str, object]) -> bool:
    """Insert a row; return whether it was not there yet."""
    return bool(insert_new(connection, table, [row]))


def insert_new(
    connection: sa.Connection, table: sa.Table, rows: Sequence[dict[str, object]]
) -> list[Any]:
    """Insert rows with the same columns; return the keys of those that were not there yet."""
    put = insert(connection, table).on_conflict_do_nothing().returning(*table.primary_key)
    return list(connection.execute(put, rows)) if rows else []
