"""An older database is backed up before it is migrated; one of a newer version is left alone."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import pytest
import sqlalchemy as sa

from honjin.core.errors import HonjinError
from honjin.core.version import full_version
from honjin.server.copies import databases
from honjin.server.copies.archive import BadCopy
from honjin.server.copies.copies import restore_copy
from honjin.server.db.database import CannotOpen
from honjin.server.db.engine import make_engine
from honjin.server.db.schema import known_schemas, migrate, schema_of
from honjin.server.moderation.terminal import act
from honjin.server.settings import Settings
from honjin.server.site import Site, make_site

OLD, NEW = known_schemas()[-2:]


def settings_at(folder: Path, database: str, schema: str = OLD) -> Settings:
    """The settings of a server whose database has an older schema."""
    folder.mkdir()
    settings = Settings(data=str(folder), database=database)
    engine = make_engine(settings.url)
    migrate(engine, schema)
    engine.dispose()
    return settings


def schema_at(settings: Settings) -> str | None:
    engine = make_engine(settings.url)
    with engine.connect() as connection:
        found = schema_of(connection)
    engine.dispose()
    return found


def start(settings: Settings) -> None:
    """Open a server's database, and close it again."""
    site: Site = make_site(settings, {})
    try:
        site.store.open()
    finally:
        site.store.close()


def test_a_backup_is_made_before_a_migration(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once, and one line says so; it can be restored, and has the former schema."""
    database = "" if database.startswith("sqlite") else database
    settings = settings_at(tmp_path / "house", database)
    start(settings)
    made = settings.folder / f"before-upgrade-{OLD}-to-{NEW}.tar"
    assert 0o600 == made.stat().st_mode & 0o777
    said = capsys.readouterr().err
    assert 1 == said.count("\n")
    assert f"is migrated from schema {OLD} to {NEW}; as it was before, it is in {made}" in said
    start(settings)
    assert "" == capsys.readouterr().err
    assert NEW == schema_at(settings)
    assert OLD == restore_copy(settings, made, replace=True).manifest.schema
    assert OLD == schema_at(settings)


def test_a_new_database_needs_no_backup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is in it."""
    settings = Settings(data=str(tmp_path / "house"))
    start(settings)
    assert [] == [*settings.folder.glob("before-*")]
    assert "" == capsys.readouterr().err


def test_the_last_three_backups_are_kept(tmp_path: Path) -> None:
    """Of the upgrades before, the oldest goes first."""
    settings = settings_at(tmp_path / "house", "")
    for n in range(4):
        (settings.folder / f"before-upgrade-000{n}-to-000{n + 1}.tar").write_bytes(b"")
    start(settings)
    kept = sorted(one.name for one in settings.folder.glob("before-upgrade-*"))
    assert [f"before-upgrade-000{n}-to-000{n + 1}.tar" for n in (2, 3)] == kept[:2]
    assert [f"before-upgrade-{OLD}-to-{NEW}.tar"] == kept[2:]


def test_a_backup_removes_what_was_cut_off_before_it(tmp_path: Path) -> None:
    """A start that is killed and tried again does not fill the disk."""
    settings = settings_at(tmp_path / "house", "")
    name = f"before-upgrade-{OLD}-to-{NEW}.tar"
    code = f"""
import os
from pathlib import Path
from honjin.server.settings import Settings
from honjin.server.copies import copies
copies.part_of = lambda _: os._exit(9)  # when the database has been copied
copies.make_copy(Settings(data={settings.data!r}), Path({str(settings.folder / name)!r}))
"""
    assert 9 == subprocess.run([sys.executable, "-c", code], check=False).returncode
    assert 1 == len([*settings.folder.glob(".*")])
    start(settings)
    assert [] == [*settings.folder.glob(".*")]
    assert (settings.folder / name).exists()


def test_without_a_backup_nothing_is_migrated(tmp_path: Path) -> None:
    """Unless a setting says so; the line names it."""
    settings = settings_at(tmp_path / "house", "")
    in_the_way = settings.folder / f"before-upgrade-{OLD}-to-{NEW}.tar"
    in_the_way.mkdir()
    with pytest.raises(BadCopy, match="Nothing was changed; HONJIN_UPGRADE_BACKUP=0 migrates it"):
        start(settings)
    assert OLD == schema_at(settings)
    start(Settings(data=settings.data, upgrade_backup=False))
    assert NEW == schema_at(settings)


def test_a_backup_may_take_longer_than_a_transaction(postgres_only: str) -> None:
    """Hosted databases end transactions that are idle; this one is while the backup is made."""
    limit = quote("-c idle_in_transaction_session_timeout=50ms")
    engine = make_engine(Settings(database=f"{postgres_only}&options={limit}").url)
    migrate(engine, OLD)
    migrate(engine, before=lambda *_: time.sleep(0.3))
    with engine.connect() as connection:
        assert NEW == schema_of(connection)
        assert "50ms" == connection.scalar(sa.text("SHOW idle_in_transaction_session_timeout"))
    engine.dispose()


@pytest.mark.slow
def test_a_missing_pg_dump_is_named(
    postgres_only: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the package that has it; the database stays as it is."""
    settings = settings_at(tmp_path / "house", postgres_only)
    monkeypatch.setattr(databases, "_DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadCopy, match=r"pg_dump is not installed .*postgresql-client"):
        start(settings)
    assert OLD == schema_at(settings)


def test_a_database_of_a_newer_version_says_so(each_database: str, tmp_path: Path) -> None:
    """Seen as "Can't locate revision identified by '0017'"; nothing is changed."""
    settings = settings_at(tmp_path / "house", each_database, NEW)
    engine = make_engine(settings.url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    this = re.escape(full_version())
    said = f"it has schema 9999, and this one, {this}, knows schemas up to {NEW}; use the"
    said = f"is of a newer version of Honjin: {said}"
    with pytest.raises(CannotOpen, match=f"cannot use the database .*: it {said} version that"):
        start(settings)
    with pytest.raises(HonjinError, match=f"the database {said}"):
        act(settings, lambda connection: connection.execute(sa.text("DELETE FROM people")))
    assert "9999" == schema_at(settings)


def test_the_terminal_asks_for_a_start_where_the_database_is_older(tmp_path: Path) -> None:
    """It does not migrate by itself."""
    settings = settings_at(tmp_path / "house", "")
    with pytest.raises(HonjinError, match=f"older version of Honjin, with schema {OLD}; start the"):
        act(settings, lambda _: None)
    assert OLD == schema_at(settings)


KILLED = """
import os, signal, sys
import sqlalchemy as sa
from honjin.server.db.schema import migrate
from honjin.server.db.engine import make_engine

def killed(connection, cursor, statement, *_):
    if "results_opening" in statement:
        os.kill(os.getpid(), signal.SIGKILL)

engine = make_engine(sys.argv[1])
sa.event.listen(engine, "before_cursor_execute", killed)
migrate(engine)
"""
"""Migrates a database, and is killed before the last statement of revision 0013."""


@pytest.mark.slow
def test_a_migration_that_was_killed_is_done_again(tmp_path: Path) -> None:
    """On SQLite each statement was committed by itself, and the next start found half of them."""
    settings = settings_at(tmp_path / "house", "", "0012")
    done = subprocess.run([sys.executable, "-c", KILLED, settings.url], check=False)
    assert -signal.SIGKILL == done.returncode
    assert "0012" == schema_at(settings)
    start(settings)
    assert NEW == schema_at(settings)


@pytest.mark.slow
def test_of_two_servers_one_migrates(postgres_only: str, tmp_path: Path) -> None:
    """Started at the same time on one database: one makes a backup, the other waits for it."""
    first = settings_at(tmp_path / "a", postgres_only)
    settings = [first, Settings(data=str(tmp_path / "b"), database=postgres_only)]
    with ThreadPoolExecutor(2) as threads:
        assert [None, None] == list(threads.map(start, settings))
    assert NEW == schema_at(first)
    assert 1 == len([*tmp_path.glob("*/before-upgrade-*.tar")])
