"""Studies: a row for each by which it is found, its journal, and the people in it."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create the three tables."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(32), nullable=False, index=True),
        sa.Column("visibility", sa.String(8), nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False, index=True),
        sa.Column("header", sa.Text, nullable=False),
    )
    op.create_table(
        "study_events",
        sa.Column("study", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "study_people",
        sa.Column("who", sa.String(32), primary_key=True),
        sa.Column("study", sa.String(32), primary_key=True),
    )


def downgrade() -> None:
    """Drop them: all studies are lost."""
    for table in ("study_people", "study_events", "studies"):
        op.drop_table(table)
