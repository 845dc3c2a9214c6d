"""Journals as runs of entries instead of one entry a row; on SQLite, preceded by a log."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Turn each old entry into a run of one. There is no way back."""
    op.create_table(
        "runs",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("entries", sa.Text, nullable=False),
    )
    op.execute("INSERT INTO runs SELECT table_id, n, '[' || entry || ']' FROM journal")
    op.drop_table("journal")
    if op.get_bind().dialect.name == "sqlite":
        op.create_table(
            "log",
            sa.Column("id", sa.Integer, primary_key=True),
            sa.Column("changes", sa.Text, nullable=False),
        )
        op.create_table("writer", sa.Column("token", sa.String(32), primary_key=True))
