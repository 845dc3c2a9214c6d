"""Finished games, ratings, hidden profiles, and traces of people's origins."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create their tables; games finished before are recorded after the next start."""
    _make_results()
    _make_ratings()
    op.create_table(
        "profiles",
        sa.Column("who", sa.String(32), primary_key=True),
        sa.Column("hidden", sa.Boolean, nullable=False),
    )
    op.create_table(
        "traces",
        sa.Column("who", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("mark", sa.String(32), primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_index("traces_seen", "traces", ["seen"])


def _make_results() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("reason", sa.String(64), nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("against", sa.String(8), nullable=False),
        sa.Column("unrated", sa.String(16), nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("opening", sa.String(160), nullable=False),
        sa.Column("rated_as", sa.Integer),
    )
    op.create_index("results_rated", "results", ["rated_as"], unique=True)
    # It holds only games that wait to be rated: a few at most.
    waits = sa.text("unrated = '' AND rated_as IS NULL")
    op.create_index(
        "results_due", "results", ["ended", "table_id"], sqlite_where=waits, postgresql_where=waits
    )
    op.create_index("results_opening", "results", ["game", "opening"])
    op.create_table(
        "result_seats",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("who", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("alike", sa.String(128), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(8), nullable=False),
        sa.Column("main", sa.Boolean, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("against", sa.String(8), nullable=False),
        sa.Column("met", sa.Text, nullable=False),
    )
    # The history of a person, the latest first; and all that statistics count, without the rows.
    op.create_index("seats_history", "result_seats", ["who", "main", "ended", "table_id"])
    op.create_index(
        "seats_counted", "result_seats",
        ["who", "main", "game", "scenario", "seat", "against", "outcome", "ended"],
    )  # fmt: skip
    op.create_index("seats_alike", "result_seats", ["alike", "who"])


def _make_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("who", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("pace", sa.String(8), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("sure", sa.Boolean, nullable=False),
        sa.Column("shown", sa.Integer, nullable=False),
    )
    op.create_index("ratings_ranks", "ratings", ["game", "pace", "sure", "shown"])
    op.create_table(
        "rating_changes",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("who", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("mu_before", sa.Double, nullable=False),
        sa.Column("sigma_before", sa.Double, nullable=False),
        sa.Column("mu_after", sa.Double, nullable=False),
        sa.Column("sigma_after", sa.Double, nullable=False),
    )
    op.create_index("rating_course", "rating_changes", ["who", "game", "pace", "n"])


def downgrade() -> None:
    """Drop them: all but private profiles can be rebuilt from the journals."""
    for name in ("rating_changes", "ratings", "result_seats", "results", "traces", "profiles"):
        op.drop_table(name)
