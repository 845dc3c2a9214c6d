"""The description of all tables, and inserts that SQLite and PostgreSQL spell differently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

META: Final = sa.MetaData()


def insert(connection: sa.Connection, table: sa.Table) -> Any:
    """An insert in this database's dialect, with support for rows that are there already."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    return dialect.insert(table)


def insert_new(
    connection: sa.Connection, table: sa.Table, rows: Sequence[dict[str, object]]
) -> list[Any]:
    """Insert rows with the same columns; return the keys of those that were not there yet."""
    put = insert(connection, table).on_conflict_do_nothing().returning(*table.primary_key)
    return list(connection.execute(put, rows)) if rows else []


def is_new(connection: sa.Connection, table: sa.Table, row: dict[str, object]) -> bool:
    """Insert a row; return whether it was not there yet."""
    return bool(insert_new(connection, table, [row]))
