"""Who has written in the chat of a table without a seat there."""

import json
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_RUNS = """SELECT table_id, entries FROM runs WHERE entries LIKE '%"chatted"%'"""
_LOG = """SELECT changes FROM log WHERE changes LIKE '%"chatted"%'"""


def upgrade() -> None:
    """Add the table, and fill it from the journals."""
    made = op.create_table(
        "speakers",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sqlite_with_rowid=False,
    )
    found = {
        (entry["who"], table)
        for table, entries in _journals(op.get_bind())
        for entry in entries
        if entry["e"] == "chatted" and entry.get("who") and entry.get("seat") is None
    }
    if found:
        op.bulk_insert(made, [{"guest": who, "table_id": table} for who, table in sorted(found)])


def _journals(connection: sa.Connection) -> Iterator[tuple[str, list[dict[str, object]]]]:
    """The tables with lines of chat, and runs of their entries."""
    for table, entries in connection.execute(sa.text(_RUNS)):
        yield table, json.loads(entries)
    if connection.dialect.name == "sqlite":
        for (changes,) in connection.execute(sa.text(_LOG)):
            for table, _, entries in json.loads(changes):
                yield table, entries


def downgrade() -> None:
    """Remove the table."""
    op.drop_table("speakers")
