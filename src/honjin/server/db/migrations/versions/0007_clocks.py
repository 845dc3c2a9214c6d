"""The server's last sign of life, and people's vacations."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the two tables."""
    op.create_table(
        "awake",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "vacations",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("begun", sa.BigInteger, primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("vacations_until", "vacations", ["until"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("vacations")
    op.drop_table("awake")
