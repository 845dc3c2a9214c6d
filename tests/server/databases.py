"""A private PostgreSQL for the tests, if its programs are installed."""

from __future__ import annotations

import atexit
import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from honjin.server.settings import Settings
from honjin.server.tables.store.store import Store


def find_pg_ctl() -> str | None:
    """The newest pg_ctl, on the path or where Debian installs it."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=_version)
    return str(found[-1]) if found else shutil.which("pg_ctl")


_SHARED = contextlib.ExitStack()
_made: dict[str, str] = {}
_TEMPLATE = "honjin_template"


def usual_database(folder: Path) -> str:
    """The database of a data folder in this test run; "" is a file there, with the current schema.

    With HONJIN_TEST_DATABASE=postgresql each folder has its own database, on one private server.
    """
    if os.environ.get("HONJIN_TEST_DATABASE") != "postgresql":
        put_file(folder / "honjin.db")
        return ""
    if "" not in _made:
        _made[""] = _SHARED.enter_context(private_postgres())
        atexit.register(_SHARED.close)
        run_sql(_made[""], f"CREATE DATABASE {_TEMPLATE}")
        store = Store(Settings(database=_named(_made[""], _TEMPLATE)).url)
        store.open()
        store.close()
    key = str(folder.resolve())
    if key not in _made:
        name = f"honjin_{len(_made)}"
        run_sql(_made[""], f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
        _made[key] = _named(_made[""], name)
    return _made[key]


def put_file(there: Path) -> None:
    """Put a copy of an empty database where there is none: making its tables takes longest."""
    if there.exists():
        return
    if "file" not in _made:
        made = Path(_SHARED.enter_context(tempfile.TemporaryDirectory(prefix="honjin-db-")))
        atexit.register(_SHARED.close)
        store = Store(Settings(data=str(made)).url)
        store.open()
        store.close()
        _made["file"] = str(made / "honjin.db")
    there.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(_made["file"], there)


def _named(url: str, name: str) -> str:
    return url.replace("/postgres?", f"/{name}?")


def run_sql(url: str, text: str) -> None:
    """Run a statement outside any transaction."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(text)


def _version(path: Path) -> float:
    return float(path.parts[-3])


def as_server_user() -> list[str]:
    """The start of a command line that runs as a user other than root, as PostgreSQL requires."""
    if os.geteuid() != 0:
        return []
    name = next((n for n in ("postgres", "nobody") if _exists(n)), None)
    assert name is not None, "expected a user postgres or nobody to run PostgreSQL as"
    return ["runuser", "-u", name, "--"]


def _exists(name: str) -> bool:
    with contextlib.suppress(KeyError):
        return bool(pwd.getpwnam(name))
    return False


class Cluster:
    """A private PostgreSQL on a socket in its own folder, which can be stopped and started."""

    def __init__(self, run: list[str], folder: str, fsync: str) -> None:
        self.url = f"postgresql://honjin@/postgres?host={folder}"
        self._run, self._folder = run, folder
        self._options = f"-c fsync={fsync} -c listen_addresses='' -c max_connections=100"
        _must([*run, "initdb", "-s", "-o", "-A trust -U honjin --no-locale -E UTF8"])

    def start(self) -> None:
        options, log = f"{self._options} -k {self._folder}", f"{self._folder}/log"
        _must([*self._run, "-w", "-l", log, "-o", options, "start"])

    def stop(self, how: str = "fast") -> None:
        """Stop it; "fast" as an administrator does, "immediate" as when it crashes."""
        _must([*self._run, "-m", how, "stop"])


@contextlib.contextmanager
def private_postgres(fsync: str = "off") -> Iterator[str]:
    """Run a private cluster; gives its URL."""
    with private_cluster(fsync) as cluster:
        yield cluster.url


@contextlib.contextmanager
def private_cluster(fsync: str = "off") -> Iterator[Cluster]:
    """A private cluster, which runs."""
    pg_ctl = find_pg_ctl()
    if pg_ctl is None:
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL is not installed (on Debian: apt-get install postgresql)")
        pytest.skip("PostgreSQL is not installed")
    # Not in pytest's folder, which the user that PostgreSQL runs as cannot read.
    with tempfile.TemporaryDirectory(prefix="honjin-pg-") as folder:
        user = as_server_user()
        if user:
            shutil.chown(folder, user[2])
        cluster = Cluster([*user, pg_ctl, "-D", f"{folder}/cluster"], folder, fsync)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop("immediate")


def _must(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, cwd="/")
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
