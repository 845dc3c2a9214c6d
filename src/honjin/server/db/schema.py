"""The schema of the database: its revisions, and the migrations from one to the next.

Revisions are numbers, 0001 and up. A database at one that this version does not know was upgraded
by a newer version: it is left alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from honjin.core.errors import HonjinError
from honjin.core.version import full_version

MIGRATING: Final = 7_018_001_001
"""The number of the lock that is held during a migration."""

_LIMITS: Final = ("idle_in_transaction_session_timeout", "lock_timeout", "statement_timeout")
"""PostgreSQL's limits, which hosted databases set: a backup and a migration take their time."""

Before = Callable[[str, str], None]
"""Called with the old and the new revision before a database with data is migrated."""


_MIGRATIONS: Final = Path(__file__).with_name("migrations")
_STATE: Final = sa.table("alembic_version", sa.column("version_num"))


class UnknownSchema(HonjinError):
    """The database has a schema that this version does not know, or not the newest one."""


@cache
def known_schemas() -> tuple[str, ...]:
    """The revisions that this version knows, the newest last: each file begins with its own."""
    files = (_MIGRATIONS / "versions").glob("[0-9]*.py")
    return tuple(sorted(file.name.partition("_")[0] for file in files))


def newer(schema: str) -> str:
    """Describe a database whose schema this version does not know."""
    return (
        f"is of a newer version of Honjin: it has schema {schema}, and this one, {full_version()}, "
        f"knows schemas up to {known_schemas()[-1]}"
    )


def migrate(engine: sa.Engine, schema: str = "", before: Before | None = None) -> None:
    """Migrate the database to the newest schema, or to an older one: all or nothing."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # of several processes that start, one does it
            for limit in _LIMITS:
                connection.exec_driver_sql(f"SET LOCAL {limit} = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
        else:  # otherwise each step is committed by itself
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        migrate_within(connection, schema, before)


def migrate_within(
    connection: sa.Connection, schema: str = "", before: Before | None = None
) -> None:
    """Migrate the database in the transaction of a connection."""
    known = known_schemas()
    found, target = schema_of(connection), schema or known[-1]
    if found is not None and found not in known:
        raise UnknownSchema(
            f"it {newer(found)}; use the version that upgraded it, or restore the backup that was "
            "made before the upgrade"
        )
    if found is not None and known.index(found) >= known.index(target):
        return
    if found is not None and before is not None:
        before(found, target)
    _upgrade(connection, target)


def schema_of(connection: sa.Connection) -> str | None:
    """The revision of a database; None if it is empty."""
    if not sa.inspect(connection).has_table(_STATE.name):
        return None
    found: str | None = connection.scalar(sa.select(_STATE.c.version_num))
    return found


def require_newest(connection: sa.Connection) -> None:
    """Raise UnknownSchema unless the database has the newest schema that this version knows."""
    found, known = schema_of(connection), known_schemas()
    if found == known[-1]:
        return
    if found is not None and found not in known:
        raise UnknownSchema(f"the database {newer(found)}; use the version that upgraded it")
    which = f"of an older version of Honjin, with schema {found}" if found else "empty"
    raise UnknownSchema(f"the database is {which}; start the server of this one once")


def _upgrade(connection: sa.Connection, target: str) -> None:
    # Imported when it has something to do: it takes 6 MB, and most starts find nothing to migrate.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, target)
    except CommandError as problem:
        raise UnknownSchema(str(problem)) from None
