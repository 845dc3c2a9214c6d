"""How often choices were made in openings, and which finished games are counted there."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

# Such games are never counted, so they need not be looked at.
_NEVER = "UPDATE results SET counted = (private OR against = 'study')"


def upgrade() -> None:
    """Add the table and the marker, and index the games that are not counted yet."""
    counted = sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("results", counted)
    op.execute(_NEVER)
    waiting = sa.column("counted", sa.Boolean).is_(False)
    op.create_index(
        "results_uncounted", "results", ["game", "table_id"],
        sqlite_where=waiting, postgresql_where=waiting,
    )  # fmt: skip
    op.create_table(
        "opening_choices",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("rules", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("position", sa.String(32), primary_key=True),
        sa.Column("choice", sa.String(64), primary_key=True),
        *(
            sa.Column(name, sa.Integer, nullable=False)
            for name in ("people", "bots", "won", "drawn", "lost")
        ),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Remove both."""
    op.drop_table("opening_choices")
    op.drop_index("results_uncounted", "results")
    op.drop_column("results", "counted")
