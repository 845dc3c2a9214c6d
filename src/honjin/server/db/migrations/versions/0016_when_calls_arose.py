"""When what a person should know of was first there, for feeds: `since` moves with each look."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the column, and fill it with what is known."""
    op.add_column("calls", sa.Column("arose", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE calls SET arose = since")


def downgrade() -> None:
    """Remove it."""
    op.drop_column("calls", "arose")
