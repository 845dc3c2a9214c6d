"""A backup of one kind of database restored into the other: every table, every row, every value."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from honjin.server.copies.archive import BadCopy
from honjin.server.copies.copies import make_copy, restore_copy
from honjin.server.db.engine import make_engine
from honjin.server.db.folder import CannotUseFolder, DataFolder
from honjin.server.db.schema import known_schemas, migrate
from honjin.server.settings import Settings
from honjin.server.tables.store.store import Store
from server.copies.filled import (
    JOBS,
    empty_tables,
    fill,
    jobs_of,
    next_ids,
    rows_of,
    waiting,
    with_log,
)
from server.site_client import open_house, two_at_table


def filled(settings: Settings, schema: str) -> None:
    """Make a database at a schema, with something in each of its tables."""
    settings.folder.mkdir()
    with opened(settings) as engine:
        migrate(engine, schema)
        with engine.begin() as connection:
            fill(connection)


@contextlib.contextmanager
def opened(settings: Settings) -> Iterator[sa.Engine]:
    engine = make_engine(settings.url)
    try:
        yield engine
    finally:
        engine.dispose()


def test_every_row_crosses_to_postgresql_and_back(postgres_only: str, tmp_path: Path) -> None:
    """With jobs that wait and entries still in the log; new rows are numbered after the old ones.

    A table that somebody else put into the database is left out, and named.
    """
    first, last = Settings(data=str(tmp_path / "first")), Settings(data=str(tmp_path / "last"))
    between = Settings(data=str(tmp_path / "first"), database=postgres_only)
    filled(first, known_schemas()[-1])
    with opened(first) as engine:
        assert [] == empty_tables(engine)
        expected = with_log(rows_of(engine))
    counts = len(expected), sum(map(len, expected.values()))
    make_copy(first, tmp_path / "copy")
    done = restore_copy(between, tmp_path / "copy", replace=False)
    assert (*counts, []) == done.crossed
    with opened(between) as engine:
        assert expected == rows_of(engine)
        assert {"audit": 1, "awake": 1, "errands": 1, "reports": 1} == next_ids(engine)
        with engine.begin() as connection:
            assert [one for one in JOBS if one.is_carried] == waiting(connection)
            connection.execute(sa.text("CREATE TABLE mine (n int)"))
            connection.execute(sa.text("INSERT INTO leases VALUES ('bots', 'gone')"))
    make_copy(between, tmp_path / "back")
    done = restore_copy(last, tmp_path / "back", replace=False)
    assert (*counts, ["mine"]) == done.crossed
    with opened(last) as engine:
        assert expected == rows_of(engine)
        assert {1} == {*next_ids(engine).values()}
        with engine.connect() as connection:
            assert [one for one in JOBS if one.is_carried] == jobs_of(connection)


OLD = ("0001", "0004", "0008", "0012", "0015")


@pytest.mark.slow
@pytest.mark.parametrize("schema", OLD)
@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
def test_an_older_backup_crosses_and_is_migrated(
    database: str, postgres_only: str, tmp_path: Path, schema: str
) -> None:
    """The next start finds the rows that it finds where the backup did not cross."""
    is_file = database.startswith("sqlite")
    source = Settings(data=str(tmp_path / "source"), database="" if is_file else database)
    filled(source, schema)
    make_copy(source, tmp_path / "copy")
    found = []
    for number, url in enumerate(["", postgres_only]):
        target = Settings(data=str(tmp_path / f"{number}"), database=url, upgrade_backup=False)
        restore_copy(target, tmp_path / "copy", replace=True)
        store = Store(target.url)
        store.open()
        store.close()
        with opened(target) as engine:
            found.append(rows_of(engine))
            assert [] == [one for one in next_ids(engine).values() if one != 1]
    assert found[0] == found[1]
    assert (3, 3) == (len(found[0]["tables"]), len(found[0]["holders"]))


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
def test_a_game_continues_in_the_other_database(
    database: str, postgres_only: str, tmp_path: Path
) -> None:
    """Both players keep their seats; what was acknowledged before the backup is there."""
    is_file = database.startswith("sqlite")
    with open_house(tmp_path / "a", database=database) as house:
        ann, bob, table = two_at_table(house)
        ann.do(table, 0, "bid1")
        before = [one.get(f"/api/tables/{table}").body for one in (ann, bob)]
        make_copy(house.site.settings, tmp_path / "copy")
    other = Settings(data=str(tmp_path / "b"), database=postgres_only if is_file else "")
    restore_copy(other, tmp_path / "copy", replace=True)
    with open_house(tmp_path / "b", database=other.database or "sqlite") as house:
        for one, seen in zip((ann, bob), before, strict=True):
            one.house = house
            assert seen == one.get(f"/api/tables/{table}").body
        assert bob.do(table, 1, "bid2").step > 3


@pytest.mark.slow
def test_what_postgresql_cannot_hold_is_named(postgres_only: str, tmp_path: Path) -> None:
    """SQLite takes a text of any length. What was in the other database stays."""
    source = Settings(data=str(tmp_path / "source"))
    filled(source, known_schemas()[-1])
    with opened(source) as engine, engine.begin() as connection:
        connection.execute(sa.text("UPDATE people SET kind = 'a guest of honour'"))
    make_copy(source, tmp_path / "copy")
    target = Settings(data=str(tmp_path / "target"), database=postgres_only)
    filled(target, known_schemas()[-1])
    with opened(target) as engine:
        before = rows_of(engine)
        with pytest.raises(BadCopy, match=r"a row of people cannot be stored: .*column kind"):
            restore_copy(target, tmp_path / "copy", replace=True)
        assert before == rows_of(engine)


KILLED = """
import os, signal, sys
from pathlib import Path
from honjin.server.settings import Settings
from honjin.server.copies.copies import restore_copy

def killed(rows, total):
    os.kill(os.getpid(), signal.SIGKILL)

settings = Settings(data=sys.argv[1], database=sys.argv[3])
restore_copy(settings, Path(sys.argv[2]), replace=True, tell=killed)
"""
"""Restores a backup, and is killed when the first thousand rows are stored."""


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
def test_a_crossing_that_was_killed_is_done_again(
    database: str, postgres_only: str, tmp_path: Path
) -> None:
    """What was there is as it was."""
    is_file = database.startswith("sqlite")
    source = Settings(data=str(tmp_path / "source"), database="" if is_file else database)
    filled(source, known_schemas()[-1])
    with opened(source) as engine:
        expected = rows_of(engine)
        with engine.begin() as connection:
            spoke = [{"guest": f"{n}", "table_id": "t"} for n in range(2000)]
            connection.execute(sa.text("INSERT INTO speakers VALUES (:guest, :table_id)"), spoke)
    make_copy(source, tmp_path / "copy")
    target = Settings(data=str(tmp_path / "target"), database=postgres_only if is_file else "")
    if is_file:
        filled(target, known_schemas()[-1])
    else:
        restore_copy(target, tmp_path / "copy", replace=False)
    with opened(target) as engine:
        before = rows_of(engine)
    command = [sys.executable, "-c", KILLED, target.folder, tmp_path / "copy", target.database]
    assert -signal.SIGKILL == subprocess.run(command, check=False).returncode
    with opened(target) as engine:
        assert before == rows_of(engine)
    if is_file:
        with pytest.raises(CannotUseFolder, match="run honjin restore again, with --replace"):
            DataFolder(target.folder, "http://here:1")
    done = restore_copy(target, tmp_path / "copy", replace=True)
    assert done.crossed is not None
    assert done.crossed.rows == 2000 + sum(
        map(len, (with_log(expected) if is_file else expected).values())
    )
    DataFolder(target.folder, "http://here:1").close()
