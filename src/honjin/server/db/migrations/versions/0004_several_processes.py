"""Data shared by several processes, in-process jobs, and reviews."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the tables; on SQLite, with its one process, only those of jobs and reviews."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seats", sa.String(32), primary_key=True),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    if op.get_bind().dialect.name == "sqlite":
        op.create_table(
            "jobs",
            sa.Column("id", sa.Integer, primary_key=True),
            sa.Column("name", sa.String(64), nullable=False),
            sa.Column("payload", sa.Text, nullable=False),
            sa.Column("due", sa.BigInteger, nullable=False),
            sa.Column("job_key", sa.String(200), unique=True),
            sa.Column("tries", sa.Integer, nullable=False),
            sa.Column("failed", sa.Boolean, nullable=False),
        )
        op.create_index("jobs_due", "jobs", ["due"])
        return
    # Data that is valid only while processes run need not survive a crash of the database.
    for name, *columns in (
        (
            "members",
            sa.Column("id", sa.String(32), primary_key=True),
            sa.Column("lock", sa.Integer, nullable=False),
            sa.Column("beat", sa.DateTime(timezone=True), nullable=False),
            sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        ),
        (
            "leases",
            sa.Column("name", sa.String(64), primary_key=True),
            sa.Column("member", sa.String(32), nullable=False, index=True),
        ),
    ):
        op.create_table(name, *columns, prefixes=["UNLOGGED"])


def downgrade() -> None:
    """Drop them: reviews are made again, deferred jobs are lost."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    for name in ("reviews", "jobs") if sqlite else ("reviews", "members", "leases"):
        op.drop_table(name)
