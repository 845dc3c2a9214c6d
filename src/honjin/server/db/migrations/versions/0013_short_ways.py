"""When a person's tables ended, and what histories filter by, where they are searched for."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_ENDED = """
UPDATE holders SET ended = (SELECT changed FROM tables WHERE tables.id = holders.table_id)
WHERE table_id IN (SELECT id FROM tables WHERE status = 'over')
"""
_REPEATED = """
UPDATE result_seats SET
    opening = (SELECT opening FROM results WHERE results.table_id = result_seats.table_id),
    rated = (SELECT unrated = '' FROM results WHERE results.table_id = result_seats.table_id),
    private = (SELECT private FROM results WHERE results.table_id = result_seats.table_id)
WHERE table_id IN (SELECT table_id FROM results)
"""


def upgrade() -> None:
    """Add the columns, fill them, and index the tables of a person that are not over."""
    op.add_column("holders", _with_default("ended", sa.BigInteger, "0"))
    op.execute(_ENDED)
    op.create_index("holders_ended", "holders", ["guest", "ended"])
    op.create_index("holders_table", "holders", ["table_id"])
    op.add_column("result_seats", _with_default("opening", sa.String(160), ""))
    op.add_column("result_seats", _with_default("rated", sa.Boolean, sa.false()))
    op.add_column("result_seats", _with_default("private", sa.Boolean, sa.true()))
    op.execute(_REPEATED)
    op.drop_index("results_opening", "results")


def _with_default(name: str, kind: Any, value: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False, server_default=value)


def downgrade() -> None:
    """Remove the columns and indexes."""
    op.create_index("results_opening", "results", ["game", "opening"])
    for name in ("opening", "rated", "private"):
        op.drop_column("result_seats", name)
    for name in ("holders_table", "holders_ended"):
        op.drop_index(name, "holders")
    op.drop_column("holders", "ended")
