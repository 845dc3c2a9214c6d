"""Moderation: roles, hides, reports, standings, the audit log, errands, counters."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_ID = sa.String(32)


def upgrade() -> None:
    """Create the seven tables."""
    op.create_table(
        "roles",
        sa.Column("person", _ID, primary_key=True),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "hides",
        sa.Column("by", _ID, primary_key=True),
        sa.Column("who", _ID, primary_key=True, index=True),
        sa.Column("table_id", _ID, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "standings",
        sa.Column("person", _ID, primary_key=True),
        sa.Column("chat_until", sa.BigInteger, nullable=False),
        sa.Column("chat_reason", sa.String(16), nullable=False),
        sa.Column("chat_note", sa.String(200), nullable=False),
        sa.Column("play_until", sa.BigInteger, nullable=False),
        sa.Column("play_reason", sa.String(16), nullable=False),
        sa.Column("play_note", sa.String(200), nullable=False),
        sa.Column("called", sa.String(40), nullable=False),
        sa.Column("refused", sa.String(200), nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False, index=True),
    )
    _make_reports()
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", _ID, nullable=False),
        sa.Column("by_name", sa.String(40), nullable=False),
        sa.Column("did", sa.String(16), nullable=False),
        sa.Column("about", _ID, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("note", sa.String(600), nullable=False),
    )
    op.create_table(
        "errands",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "refused",
        sa.Column("day", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("count", sa.BigInteger, nullable=False),
    )


def _make_reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", _ID, nullable=False, index=True),
        sa.Column("by_name", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("who", _ID, nullable=False, index=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("table_id", _ID, nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("copy", sa.Text, nullable=False),
        sa.Column("status", sa.String(8), nullable=False, index=True),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("note", sa.String(500), nullable=False),
        sa.Column("decided", sa.BigInteger, nullable=False),
        sa.Column("decider", sa.String(40), nullable=False),
    )


def downgrade() -> None:
    """Drop them: nobody is blocked or suspended any more, and the log is lost."""
    for table in ("refused", "errands", "audit", "reports", "standings", "hides", "roles"):
        op.drop_table(table)
