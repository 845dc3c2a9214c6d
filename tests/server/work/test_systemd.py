"""What systemd is told, on a real datagram socket."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from honjin.server.work.systemd import beat, notify, watchdog_seconds
from server.process.test_workers import Workers
from server.real.server_process import Server

PATIENCE = 60.0


class Told:
    """The socket of a service manager, and what has arrived there."""

    def __init__(self, address: str) -> None:
        self.address, self.lines = address, list[str]()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("\0" + address[1:] if address[0] == "@" else address)

    def until(self, *lines: str) -> None:
        """Wait until these lines have arrived, after those that were waited for before."""
        wanted = list(lines)
        self._socket.settimeout(PATIENCE)
        while wanted:
            come = self._socket.recv(4096).decode().split("\n")
            self.lines += come
            wanted = [line for line in wanted if line not in come]

    def now(self) -> list[str]:
        """What has arrived in the meantime."""
        self._socket.settimeout(0.0)
        come = list[str]()
        with contextlib.suppress(BlockingIOError):
            while True:
                come += self._socket.recv(4096).decode().split("\n")
        return come

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Told]:
    found = Told(str(tmp_path / "notify"))
    monkeypatch.setenv("NOTIFY_SOCKET", found.address)
    yield found
    found.close()


def test_assignments_arrive_as_lines_of_a_datagram(told: Told) -> None:
    """At a path."""
    notify("READY=1", "STATUS=here")
    told.until("READY=1", "STATUS=here")
    assert ["READY=1", "STATUS=here"] == told.lines


def test_a_name_in_the_abstract_namespace_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """As systemd gives it to containers."""
    told = Told(f"@honjin-test-{os.getpid()}")
    monkeypatch.setenv("NOTIFY_SOCKET", told.address)
    notify("READY=1")
    told.until("READY=1")
    told.close()


@pytest.mark.parametrize("address", ["", "relative", "vsock:2:1", "/nowhere/at/all"])
def test_nobody_has_to_listen(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing happens then."""
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    notify("READY=1")


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ({}, 0.0),
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, 0.0),
        ({"WATCHDOG_USEC": "soon"}, 0.0),
    ],
)
def test_the_watchdog_is_read_from_the_environment(
    given: dict[str, str], seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only where it is meant for this process."""
    for name in ("WATCHDOG_USEC", "WATCHDOG_PID"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert seconds == watchdog_seconds()


def test_a_check_that_hangs_gives_no_sign_of_life() -> None:
    """Until it returns again."""
    signs = list[float]()
    free = asyncio.Event()

    async def run() -> None:
        free.set()
        beating = asyncio.create_task(beat(0.04, free_at_last, lambda: signs.append(1)))
        await asyncio.sleep(0.2)
        before = len(signs)
        free.clear()
        await asyncio.sleep(0.2)
        during = len(signs) - before
        free.set()
        await asyncio.sleep(0.2)
        beating.cancel()
        assert before >= 2
        assert during <= 1
        assert len(signs) > before + during

    async def free_at_last() -> None:
        await free.wait()

    asyncio.run(run())


def test_a_check_and_the_pause_before_it_fit_into_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A check that took most of the time, and returned, came too late for the watchdog."""
    allowed, pauses = list[float](), list[float]()

    @contextlib.asynccontextmanager
    async def timeout(seconds: float) -> AsyncIterator[None]:
        allowed.append(seconds)
        yield

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        raise asyncio.CancelledError

    async def check() -> None:
        pass

    with monkeypatch.context() as patched, contextlib.suppress(asyncio.CancelledError):
        patched.setattr(asyncio, "timeout", timeout)
        patched.setattr(asyncio, "sleep", sleep)
        asyncio.run(beat(8.0, check, lambda: None))
    assert ([6.0], [2.0]) == (allowed, pauses)


def test_a_server_says_that_it_is_ready_and_lives_and_stops(
    tmp_path: Path, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ready once it can be reached; silent while it is stopped by force."""
    monkeypatch.setenv("WATCHDOG_USEC", "400000")
    server = Server(tmp_path)
    told.until("READY=1", f"STATUS=Open at http://127.0.0.1:{server.port}")
    told.until("WATCHDOG=1")
    told.until("WATCHDOG=1")
    server.process.send_signal(signal.SIGSTOP)
    told.now()
    time.sleep(0.5)
    assert [] == told.now()
    server.process.send_signal(signal.SIGCONT)
    told.until("WATCHDOG=1")
    server.process.send_signal(signal.SIGTERM)
    told.until("STOPPING=1")
    server.end(signal.SIGTERM)


@pytest.mark.slow
def test_a_worker_that_hangs_is_replaced(
    tmp_path: Path, told: Told, postgres_only: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first process speaks for all, and goes on living."""
    monkeypatch.setenv("WATCHDOG_USEC", "8000000")
    workers = Workers(tmp_path, postgres_only, 2)
    workers.database = postgres_only
    try:
        told.until("READY=1")
        pids = workers.until_workers(2, PATIENCE)
        os.kill(pids[0], signal.SIGSTOP)
        end = time.monotonic() + PATIENCE
        while pids[0] in workers.pids():
            assert time.monotonic() < end
            time.sleep(0.1)
        assert pids[1] in workers.until_workers(2, PATIENCE)
        assert {"WATCHDOG=1"} == set(told.now())
    finally:
        code = workers.end(signal.SIGTERM)
    assert 0 == code
    assert "STOPPING=1" in told.now()
