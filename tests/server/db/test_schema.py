"""What the migrations make is what the code declares."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from honjin import server
from honjin.server.db.sql import META
from honjin.server.settings import Settings
from honjin.server.tables.store.store import Store

UNDECLARED = {"runs", "log", "writer", "jobs", "members", "leases"}
"""Tables that only statements in SQL use."""


def declared() -> sa.MetaData:
    """All tables of the code: each is declared when its module is imported."""
    for one in pkgutil.walk_packages(server.__path__, f"{server.__name__}."):
        if "migrations" not in one.name and not one.name.endswith("__main__"):
            importlib.import_module(one.name)
    return META


def is_known(difference: Any) -> bool:
    """Whether something is left to the migrations: indexes, and tables without a declaration."""
    if not isinstance(difference, tuple):  # changes of a column
        return False
    kind, what = difference[0], difference[1]
    return kind == "remove_index" or (kind == "remove_table" and what.name in UNDECLARED)


def test_migrations_make_the_tables_that_the_code_declares(each_database: str) -> None:
    """The same columns, types and defaults, and the same ones that may be empty."""
    store = Store(Settings(database=each_database).url)
    store.open()
    with store.engine.connect() as connection:
        # SQLite reads the default "" back in another form.
        is_exact = connection.dialect.name == "postgresql"
        options = {"compare_type": True, "compare_server_default": is_exact}
        context = MigrationContext.configure(connection, opts=options)
        differences = compare_metadata(context, declared())
    store.close()
    assert [] == [one for one in differences if not is_known(one)]
