"""`honjin serve --workers`: several real processes on one port."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families

from server.real.server_process import Server


class Workers(Server):
    """A real server of several processes."""

    def __init__(self, data: Path, database: str, count: int, **more: str) -> None:
        super().__init__(data, DATABASE=database, WORKERS=str(count), **more)

    def pids(self) -> list[int]:
        """The processes of its workers."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return sorted(map(int, path.read_text().split()))

    def until_workers(self, count: int, seconds: float = 20.0) -> list[int]:
        """Wait until `n` processes are members."""
        end = time.monotonic() + seconds
        while len(self.pids()) != count or self.members() != count:
            assert time.monotonic() < end, (self.pids(), self.members())
            time.sleep(0.05)
        return self.pids()

    def until_replaced(self, before: set[int], seconds: float) -> None:
        """Wait until one of the members `before` is gone, and another has come.

        A process that was just killed may still have its lock: counting members is not enough.
        """
        end = time.monotonic() + seconds
        while len(now := self.locks()) != len(before) or now == before:
            assert time.monotonic() < end, (before, now, self.pids())
            time.sleep(0.05)

    def members(self) -> int:
        return len(self.locks())

    def locks(self) -> set[int]:
        """The locks of the processes that are members; each has its own."""
        with psycopg.connect(self.database) as connection:
            query = "SELECT lock FROM members JOIN pg_locks ON objid = lock AND granted"
            return {int(lock) for (lock,) in connection.execute(query)}


@pytest.fixture
def workers(tmp_path: Path, postgres_only: str) -> Iterator[Workers]:
    found = Workers(tmp_path, postgres_only, 3)
    found.database = postgres_only
    yield found
    if found.process.poll() is None:
        found.end(signal.SIGTERM)


SCRIPT = """
import os, signal, sys
from pathlib import Path
from honjin.server.settings import Settings
from honjin.server.workers import WorkerPool, is_worker, keep_port, tell_parent

if is_worker():
    seen = Path(sys.argv[1])
    (seen / str(os.getpid())).touch()
    if sys.argv[2] == "never":
        signal.pause()
    if len(list(seen.iterdir())) == 2:
        sys.exit(1)
    tell_parent("open")
    signal.pause()
settings = Settings(workers=2, secret="s", database="postgresql://a@b/c")
with keep_port("127.0.0.1", 0) as kept:
    WorkerPool(settings, kept.getsockname()[1]).run(lambda message: print(message, flush=True))
"""
"""Starts two workers that serve nothing: they never listen, or the second to start ends at once."""


def started(folder: Path, how: str) -> subprocess.Popen[bytes]:
    """The script, which is running; each worker leaves a file in the folder."""
    (folder / "script.py").write_text(SCRIPT, "utf-8")
    (folder / "seen").mkdir()
    command = [sys.executable, str(folder / "script.py"), str(folder / "seen"), how]
    return subprocess.Popen(command, stdout=subprocess.PIPE)


def test_no_worker_is_started_once_all_are_to_stop(tmp_path: Path) -> None:
    """While the first one migrated the database, a stop started the second, which went on."""
    with started(tmp_path, "never") as running:
        end = time.monotonic() + 20.0
        while not list((tmp_path / "seen").iterdir()):
            assert time.monotonic() < end
            time.sleep(0.05)
        running.send_signal(signal.SIGTERM)
        try:
            assert 0 == running.wait(20)
        finally:
            running.kill()
    assert 1 == len(list((tmp_path / "seen").iterdir()))


def test_a_worker_that_fails_at_first_delays_the_message(tmp_path: Path) -> None:
    """Seen as a unit that systemd held to be starting for ever: nothing was said then."""
    with started(tmp_path, "fails") as running:
        try:
            assert running.stdout is not None
            os.set_blocking(running.stdout.fileno(), False)
            end = time.monotonic() + 20.0
            while not (said := running.stdout.read()):
                assert time.monotonic() < end
                time.sleep(0.05)
        finally:
            running.send_signal(signal.SIGTERM)
    assert (b"open\n", 3) == (said, len(list((tmp_path / "seen").iterdir())))


def listening(pid: int) -> set[int]:
    """The ports at which a process listens."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ports = {
        f"socket:[{row[9]}]": int(row[1].rpartition(":")[2], 16) for row in rows if row[3] == "0A"
    }
    files = [os.readlink(file) for file in Path(f"/proc/{pid}/fd").iterdir() if file.exists()]
    return {ports[file] for file in files if file in ports}


def free_block(count: int) -> int:
    """A port after which as many are free."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as one:
            port = int(one.getsockname()[1])
        with contextlib.suppress(OSError, OverflowError), contextlib.ExitStack() as held:
            for n in range(1, count + 1):
                held.enter_context(socket.create_server(("127.0.0.1", port + n)))
            return port


@pytest.mark.slow
def test_each_worker_has_a_port_of_its_own_as_well(tmp_path: Path, postgres_only: str) -> None:
    """So a proxy can reach one of them; who replaces a worker has its port."""
    port = free_block(2)
    workers = Workers(tmp_path, postgres_only, 2, PORT=str(port))
    workers.database = postgres_only
    try:
        pids = workers.until_workers(2)
        ports = {pid: listening(pid) for pid in pids}
        assert [{port, port + 1}, {port, port + 2}] == sorted(ports.values(), key=max)
        assert "version" in ask(port + 2, "/api/health")
        before = workers.locks()
        os.kill(pids[0], signal.SIGKILL)
        workers.until_replaced(before, 20.0)
        (new,) = set(workers.until_workers(2)) - {*pids}
        assert ports[pids[0]] == listening(new)
    finally:
        workers.end(signal.SIGTERM)


def test_a_worker_whose_port_is_taken_is_named(tmp_path: Path) -> None:
    port = free_block(2)
    given = {"HONJIN_DATABASE": "postgresql://a@b/c", "HONJIN_DATA": str(tmp_path)}
    command = [sys.executable, "-m", "honjin", "serve", "--no-open", "--workers", "2"]
    with socket.create_server(("127.0.0.1", port + 2)):
        done = subprocess.run(
            [*command, "--port", str(port)], env=os.environ | given, capture_output=True, text=True
        )
    assert 0 != done.returncode
    assert f"a worker cannot listen at port {port + 2}, its own" in done.stderr


def ask(port: int, path: str) -> Any:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    with contextlib.closing(line):
        line.request("GET", path)
        return json.loads(line.getresponse().read())


@pytest.mark.slow
def test_several_workers_serve_on_one_port(workers: Workers) -> None:
    """The address is printed once; a worker that is killed is replaced; all stop together."""
    pids = workers.until_workers(3)
    assert 3 == len(set(pids))
    for _ in range(30):
        assert "version" in ask(workers.port, "/api/health")
    os.kill(pids[0], signal.SIGKILL)
    end = time.monotonic() + 20
    while pids[0] in workers.pids() or len(workers.pids()) < 3:
        assert time.monotonic() < end
        time.sleep(0.05)
    now = workers.until_workers(3)
    assert set(pids[1:]) < set(now)
    began = time.monotonic()
    assert 0 == workers.end(signal.SIGTERM)
    assert time.monotonic() - began < 10
    assert not any(Path(f"/proc/{pid}").exists() for pid in now)
    assert 0 == workers.members()


@pytest.mark.slow
def test_connections_are_shared_out(workers: Workers) -> None:
    """Of 300 connections each of three workers gets a fair part."""
    workers.until_workers(3)
    lines = [http.client.HTTPConnection("127.0.0.1", workers.port) for _ in range(300)]
    for line in lines:
        line.request("GET", "/api/health")
        line.getresponse().read()
    inside = Counter[int]()
    for pid in workers.pids():
        inside[pid] = sum(
            "socket:" in os.readlink(fd) for fd in Path(f"/proc/{pid}/fd").iterdir() if fd.exists()
        )
    for line in lines:
        line.close()
    assert min(inside.values()) > 60, inside


@pytest.mark.slow
def test_workers_end_when_their_parent_is_killed(workers: Workers) -> None:
    """Nobody is left on the port."""
    pids = workers.until_workers(3)
    workers.end(signal.SIGKILL)
    end = time.monotonic() + 15
    while any(_lives(pid) for pid in pids):
        assert time.monotonic() < end
        time.sleep(0.05)


def _lives(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.slow
def test_several_workers_on_sqlite_are_refused_in_one_line(tmp_path: Path) -> None:
    """It says what is needed."""
    env = os.environ | {"HONJIN_WORKERS": "2", "HONJIN_DATA": str(tmp_path), "HONJIN_PORT": "0"}
    command = [sys.executable, "-m", "honjin.server"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert 1 == done.returncode
    assert done.stderr.startswith("honjin: 2 workers need PostgreSQL")
    assert 1 == done.stderr.count("\n")


@pytest.mark.slow
def test_requests_are_counted_over_all_workers(workers: Workers) -> None:
    """Any of them returns the sum, including one that was killed; gauges cover the living."""
    pids = workers.until_workers(3)
    for _ in range(60):
        ask(workers.port, "/api/health")
    before = workers.locks()
    os.kill(pids[0], signal.SIGKILL)
    workers.until_replaced(before, 20)
    line = http.client.HTTPConnection("127.0.0.1", workers.port, timeout=20)
    with contextlib.closing(line):
        line.request("GET", "/metrics")
        text = line.getresponse().read().decode()
    assert 60 == counted(text, "honjin_requests_total", "GET /api/health")
    assert 0 == counted(text, "honjin_tables")
    assert 3 * 50_000_000 < counted(text, "honjin_memory_bytes")
    assert 0 < counted(text, "honjin_disk_free_bytes")
    assert inf == counted(text, "honjin_backup_age_seconds")


def counted(text: str, name: str, route: str | None = None) -> float:
    return sum(
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == name and sample.labels.get("route") == route
    )
