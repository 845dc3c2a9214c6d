"""Tokens of programs, and the persons marked as programs."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the two tables."""
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False, index=True),
        sa.Column("called", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("scopes", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "programs",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("alike", sa.String(200), nullable=False, unique=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop them: programs have to be marked again, and tokens made again."""
    op.drop_table("programs")
    op.drop_table("api_tokens")
