"""The tables of pools and tournaments; made by migration 0010."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

META: Final = sa.MetaData()

SEEKERS: Final = sa.Table(
    "seekers",
    META,
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("pool", sa.String(160), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("rating", sa.Integer, nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("patience", sa.Integer),
    sa.Column("program", sa.Boolean, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
"""The waiting players; the key keeps anyone from waiting twice. With a `table_id` a game was found,
and the player is expected there `until` that time."""

POOL_GAMES: Final = sa.Table(
    "pool_games",
    META,
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("met", sa.Text, nullable=False),
    sa.Column("missed", sa.Boolean, nullable=False),
)
"""The games that pools made: seat, opponents (ids separated by spaces), and missed players."""

TOURNAMENTS: Final = sa.Table(
    "tournaments",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("private", sa.Boolean, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("header", sa.Text, nullable=False),
)

EVENTS: Final = sa.Table(
    "tournament_events",
    META,
    sa.Column("tournament", sa.String(32), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)
"""The journals. Their key lets only one of two processes append."""

PLAYERS: Final = sa.Table(
    "tournament_players",
    META,
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("tournament", sa.String(32), primary_key=True),
)
"""The players who have ever entered each tournament."""
