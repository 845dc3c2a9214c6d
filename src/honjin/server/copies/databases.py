"""Copying a database that is in use, and restoring a copy: SQLite and PostgreSQL."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Final

import psycopg
import sqlalchemy as sa

from honjin.server.copies.archive import BadCopy, Kind
from honjin.server.db.processes.members import alive_members
from honjin.server.db.schema import MIGRATING
from honjin.server.settings import Settings

_DEBIAN: Final = Path("/usr/lib/postgresql")
_DUMP: Final = b"PGDMP"
"""The first bytes of a dump."""
_OF_PUBLIC: Final = (" SCHEMA - public ", " COMMENT - SCHEMA public", " ACL - SCHEMA public")
"""Dump entries about the schema, which exists already."""

NO_DATABASE: Final = "start the server once, or name its folder with --data"
"""Advice for where there is none."""


def kind_of(settings: Settings) -> Kind:
    """The kind of database of a server."""
    return "postgresql" if settings.url.startswith("postgresql") else "sqlite"


# ---------------------------------------------------------------- SQLite


def sqlite_file(settings: Settings) -> Path:
    """The file of the database."""
    found = sa.make_url(settings.url).database
    if not found or found == ":memory:":
        raise BadCopy("expected a database in a file")
    return Path(found)


def copy_sqlite(source: Path, target: Path) -> str:
    """Copy a database as of this moment, despite concurrent writers; return its revision."""
    if not source.exists():
        raise BadCopy(f"there is no database at {source}; {NO_DATABASE}")
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with (
            contextlib.closing(sqlite3.connect(source, timeout=30)) as one,
            contextlib.closing(sqlite3.connect(target)) as other,
        ):
            one.backup(other)  # in one step: one snapshot, and nobody waits for it
            other.execute("PRAGMA journal_mode = DELETE")
            return _schema(other)
    except sqlite3.Error as problem:
        raise BadCopy(f"the database could not be copied: {problem}") from None


def check_sqlite(path: Path) -> str:
    """Check that a database is sound; return its revision."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check").fetchone()
            if found != "ok":
                raise BadCopy(f"the database in the copy is damaged: {found}")
            return _schema(connection)
    except sqlite3.Error as problem:
        raise BadCopy(f"the database in the copy cannot be read: {problem}") from None


def _schema(connection: sqlite3.Connection) -> str:
    return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


# ---------------------------------------------------------------- PostgreSQL


def copy_postgres(settings: Settings, target: Path) -> str:
    """Dump a database as of this moment, in one snapshot; return its revision."""
    with _connected(settings) as connection:
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    _run(
        ["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}"],
        settings,
    )
    target.chmod(0o600)
    return str(found[0]) if found else ""


def check_postgres(path: Path) -> list[str]:
    """Check that a dump can be read; return its table of contents, without the schema."""
    with path.open("rb") as file:
        if file.read(len(_DUMP)) != _DUMP:
            raise BadCopy("the database in the copy is no dump of PostgreSQL")
    listed = _run(["pg_restore", "--list", str(path)])
    return [line for line in listed.splitlines() if not any(one in line for one in _OF_PUBLIC)]


@contextlib.contextmanager
def held_postgres(settings: Settings) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """Hold a database that no server uses; a server that starts waits for its release."""
    with _connected(settings) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", (MIGRATING,))
        if alive_members(connection):
            raise BadCopy("a server is running on this database; stop it first")
        yield connection


def is_empty(connection: psycopg.Connection[tuple[object, ...]]) -> bool:
    """Whether the database has no tables."""
    found = connection.execute(
        "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    ).fetchone()
    return found is not None and found[0] == 0


@contextlib.contextmanager
def lines_of(dump: Path, folder: Path) -> Iterator[IO[bytes]]:
    """The rows of a dump as PostgreSQL's COPY writes them, without a server of PostgreSQL."""
    said = folder / "said"
    command = [_program("pg_restore"), "--data-only", "--file=-", str(dump)]
    with (
        said.open("wb") as errors,
        subprocess.Popen(  # noqa: S603 (PostgreSQL's own program)
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors
        ) as running,
    ):
        assert running.stdout is not None
        try:
            yield running.stdout
        except BaseException:
            running.kill()
            raise
    if running.returncode:
        reason = " ".join(said.read_text("utf-8", "replace").split())[:400]
        raise BadCopy(f"pg_restore failed, and nothing was changed: {reason}")


def restore_postgres(settings: Settings, dump: Path, folder: Path) -> None:
    """Replace the whole content of the database by a dump, in one transaction."""
    contents = folder / "contents"
    contents.write_text("\n".join(check_postgres(dump)), "utf-8")
    script = folder / "script.sql"
    _run(
        ["pg_restore", "--no-owner", "--no-privileges", f"--use-list={contents}",
         f"--file={script}", str(dump)],
    )  # fmt: skip
    first = folder / "first.sql"
    first.write_text("DROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n", "utf-8")
    _run(
        ["psql", "--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1",
         "--output=/dev/null", f"--file={first}", f"--file={script}"],
        settings,
    )  # fmt: skip


@contextlib.contextmanager
def _connected(settings: Settings) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    try:
        with psycopg.connect(_address(settings), autocommit=True) as connection:
            yield connection
    except psycopg.Error as problem:
        reason = str(problem).partition("\n")[0]
        raise BadCopy(f"the database does not answer: {reason}") from None


def _address(settings: Settings) -> str:
    url = sa.make_url(settings.url).set(drivername="postgresql")
    return url.render_as_string(hide_password=False)


def _environment(settings: Settings) -> dict[str, str]:
    """The database address as environment variables, so that no command line shows a password."""
    asked = psycopg.pq.Conninfo.parse(_address(settings).encode())
    return {
        one.envvar.decode(): one.val.decode() for one in asked if one.envvar and one.val is not None
    }


def _run(command: Sequence[str], settings: Settings | None = None) -> str:
    program = _program(command[0])
    given = os.environ | (_environment(settings) if settings else {})
    done = subprocess.run(  # noqa: S603 (PostgreSQL's own programs)
        [program, *command[1:]], env=given, capture_output=True, text=True, check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    if done.returncode:
        reason = " ".join(done.stderr.split())[:400]
        raise BadCopy(f"{command[0]} failed, and nothing was changed: {reason}")
    return done.stdout


def _program(name: str) -> str:
    """One of PostgreSQL's programs: the newest, since it can read data of older servers."""
    found = sorted(_DEBIAN.glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    if found:
        return str(found[-1])
    path = shutil.which(name)
    if path is None:
        raise BadCopy(f"{name} is not installed (on Debian: apt-get install postgresql-client)")
    return path
