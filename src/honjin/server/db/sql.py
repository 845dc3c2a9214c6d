"""The description of all tables, and statements that several of them need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

META: Final = sa.MetaData()


def insert(connection: sa.Connection, table: sa.Table) -> Any:
    """An insert in this database's dialect, with support for rows that are there already."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    return dialect.insert(table)


def put(
    connection: sa.Connection, table: sa.Table,
    row: Mapping[str, Any] | Sequence[Mapping[str, Any]], *changed: str,
    where: sa.ColumnElement[bool] | None = None,
) -> None:  # fmt: skip
    """Insert a row, or rows with the same columns; where one is there, replace what is `changed`.

    By default that is all but the key.
    """
    columns = (row if isinstance(row, Mapping) else row[0]).keys()
    new, keys = insert(connection, table), table.primary_key.columns
    replaced = changed or [name for name in columns if name not in keys]
    values = {name: new.excluded[name] for name in replaced}
    statement = new.on_conflict_do_update(index_elements=[*keys], set_=values, where=where)
    connection.execute(statement, row)


def count_rows(connection: sa.Connection, *where: sa.ColumnElement[bool]) -> int:
    """The number of rows of the table that the conditions are about."""
    return connection.scalar(sa.select(sa.func.count()).where(*where)) or 0


def insert_new(
    connection: sa.Connection, table: sa.Table, rows: Sequence[dict[str, object]]
) -> list[Any]:
    """Insert rows with the same columns; return the keys of those that were not there yet."""
    put = insert(connection, table).on_conflict_do_nothing().returning(*table.primary_key)
    return list(connection.execute(put, rows)) if rows else []


def is_new(connection: sa.Connection, table: sa.Table, row: dict[str, object]) -> bool:
    """Insert a row; return whether it was not there yet."""
    return bool(insert_new(connection, table, [row]))
