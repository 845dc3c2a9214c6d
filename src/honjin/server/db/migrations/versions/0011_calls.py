"""Calls: the people who are called to their tables, their channels, and what was sent."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Create the four tables."""
    op.create_table(
        "callers",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("wishes", sa.Text, nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False, index=True),
        sa.Column("lease", sa.BigInteger, nullable=False),
        sa.Column("mailed", sa.BigInteger, nullable=False),
        sa.Column("moved", sa.BigInteger, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "call_devices",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.String(90), nullable=False),
        sa.Column("secret", sa.String(26), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "call_feeds",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "calls",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(12), primary_key=True),
        sa.Column("mark", sa.String(400), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sa.Column("pushed", sa.Boolean, nullable=False),
        sa.Column("mailed", sa.Boolean, nullable=False),
        sa.Column("stands", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    """Drop them: everybody has to set up calls again."""
    for table in ("calls", "call_feeds", "call_devices", "callers"):
        op.drop_table(table)
