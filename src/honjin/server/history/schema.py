"""The tables of finished games and of profiles."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from honjin.server.db.sql import META

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


PROFILES: Final = sa.Table(
    "profiles",
    META,
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("hidden", sa.Boolean, nullable=False),
)
"""Whether a person has hidden the profile from others; people without a row have not said."""
