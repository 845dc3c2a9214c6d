"""The queues of pools and the games they made, and tournaments with their journals."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create the five tables."""
    op.create_table(
        "seekers",
        sa.Column("who", sa.String(32), primary_key=True),
        sa.Column("pool", sa.String(160), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("patience", sa.Integer),
        sa.Column("program", sa.Boolean, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "pool_games",
        sa.Column("who", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False, index=True),
        sa.Column("met", sa.Text, nullable=False),
        sa.Column("missed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
    )
    op.create_index("tournaments_shown", "tournaments", ["status", "private", "changed"])
    op.create_table(
        "tournament_events",
        sa.Column("tournament", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "tournament_players",
        sa.Column("who", sa.String(32), primary_key=True),
        sa.Column("tournament", sa.String(32), primary_key=True),
    )


def downgrade() -> None:
    """Drop them: the queues are empty, and tournaments are lost; their games stay."""
    for name in (
        "seekers", "pool_games", "tournaments", "tournament_events", "tournament_players",
    ):  # fmt: skip
        op.drop_table(name)
