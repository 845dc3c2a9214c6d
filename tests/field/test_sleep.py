"""A server that slept, and one whose clock is wrong for a while: no game ends by that.

Set back and forth is the clock of a real process, by libfaketime.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from server.process.test_workers import Workers, workers
from server.real.server_process import Server

__all__ = ["workers"]

ROOT = Path(__file__).parents[2]
HEAD = 30
"""Seconds that are free in the first turn."""
BRIEF: dict[str, Any] = {"main": 10, "zero": "lost"}
SECOND = 1000
DAYS = 24 * 3600


class Person:
    """A client that keeps its cookie, with a connection for each request."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port, self.cookie = port, cookie

    def ask(self, path: str, **fields: Any) -> Any:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        sent = {"content-type": "application/json", "cookie": self.cookie}
        method, body = ("POST", json.dumps(fields)) if fields else ("GET", None)
        with contextlib.closing(line):
            line.request(method, f"/api{path}", body, sent)
            answer = line.getresponse()
            if found := re.match("[^;]+", answer.getheader("set-cookie") or ""):
                self.cookie = found[0]
            assert answer.status == 200, (answer.status, answer.read())
            return json.loads(answer.read())

    def plays(self, count: int = 1, **control: Any) -> list[str]:
        """Open tables with clocks, at which this person has both seats."""
        seats, options = [{"kind": "me"}] * 2, {"offers": False}
        wish = {"game": "madeup", "options": options, "seats": seats, "time": control}
        return [str(self.ask("/tables", **wish)["id"]) for _ in range(count)]

    def clock(self, table: str) -> Any:
        return self.ask(f"/tables/{table}")["clock"]

    def left(self, table: str) -> float:
        """The seconds that the seat on turn has left by the server's clock, with the free ones."""
        told = self.clock(table)
        one = next(one for one in told["seats"] if one.get("since"))
        left = one["left"] + one.get("head", 0) - max(0, told["now"] - one["since"])
        return float(left / SECOND)

    def halts(self, table: str) -> list[int]:
        """How many seconds were not charged, by the lines at the table."""
        chat = self.ask(f"/tables/{table}").get("chat", ())
        return [round(int(one["text"]) / SECOND) for one in chat if one.get("what") == "halted"]

    def status(self, table: str) -> str:
        return str(self.ask(f"/tables/{table}")["status"])


class Moved:
    """The clock of the processes that are started from now on."""

    def __init__(self, file: Path, monkeypatch: pytest.MonkeyPatch, library: Path) -> None:
        self._file = file
        self.put("+0")
        given = {
            "LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(file),
            "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }  # fmt: skip
        for name, value in given.items():
            monkeypatch.setenv(name, value)

    def put(self, by: str) -> None:
        """Put the clock forward by so much, such as +1h; -1h is back."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{by}\n", "utf-8")
        new.replace(self._file)


@pytest.fixture
def moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Moved:
    found = list((ROOT / ".venv" / "debian").glob("usr/lib/*/faketime/libfaketimeMT.so.1"))
    if not found:
        pytest.skip("libfaketime is missing")
    return Moved(tmp_path / "moved", monkeypatch, found[0])


Start = Callable[[], Server]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers on one folder, one after the other."""
    running: list[Server] = []

    def make() -> Server:
        if running:
            running.pop().end(signal.SIGTERM)
        running.append(Server(tmp_path / "data"))
        return running[0]

    yield make
    for one in running:
        one.end(signal.SIGTERM)


@contextlib.contextmanager
def asleep(*pids: int) -> Iterator[None]:
    """Processes that are stopped meanwhile."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    yield
    for pid in pids:
        os.kill(pid, signal.SIGCONT)


def slept(person: Person, table: str, pids: list[int], seconds: float) -> float:
    """Let processes sleep for some seconds; return how many more were charged than it was awake."""
    before, began = person.left(table), time.monotonic()
    with asleep(*pids):
        time.sleep(seconds)
    after = person.left(table)
    return before - after - (time.monotonic() - began - seconds)


def test_a_sleep_is_charged_to_nobody(start: Start) -> None:
    """A stopped process charged the seats for the time in which nobody could play."""
    server, began = start(), time.monotonic()
    ann = Person(server.port)
    live, slow = ann.plays(**BRIEF)[0], ann.plays(days=2)[0]
    assert slept(ann, live, [server.process.pid], 6) < 1
    assert max(ann.halts(live)) >= 5
    assert [] == ann.halts(slow), "a short pause is not reported where days are counted"
    assert 2 * DAYS - ann.left(slow) < time.monotonic() - began - 5


@pytest.mark.slow
def test_no_live_game_ends_while_the_server_sleeps(start: Start) -> None:
    """All were lost at once when it woke up: the timer was quicker than anybody."""
    server = start()
    ann = Person(server.port)
    tables = ann.plays(20, **BRIEF)
    assert slept(ann, tables[0], [server.process.pid], HEAD + BRIEF["main"] + 5) < 1
    time.sleep(3)
    assert {"running"} == {ann.status(table) for table in tables}
    assert all(max(ann.halts(table)) >= HEAD + BRIEF["main"] + 4 for table in tables)


@pytest.mark.slow
def test_a_clock_that_is_put_forth_and_back_ends_no_game(start: Start, moved: Moved) -> None:
    """All live games were lost at once; the players are told what was not charged."""
    ann = Person(start().port)
    live, slow = ann.plays(**BRIEF)[0], ann.plays(days=2)[0]
    before, began, told = ann.left(live), time.monotonic(), ann.clock(live)["now"]
    moved.put("+1h")
    time.sleep(1)
    assert "running" == ann.status(live)
    assert 3600 in ann.halts(live)
    moved.put("+0")
    time.sleep(1)
    assert ann.clock(live)["now"] >= told + 3600 * SECOND, "time never goes back"
    assert before - ann.left(live) < time.monotonic() - began + 1
    assert "running" == ann.status(live)
    assert 2 * DAYS - ann.left(slow) < 60


@pytest.mark.slow
def test_a_clock_that_is_put_back_and_forth_ends_no_game(start: Start, moved: Moved) -> None:
    """What was done while it was back seemed to be an hour ago when it was right again."""
    ann = Person(start().port)
    live = ann.plays(**BRIEF)[0]
    moved.put("-1h")
    time.sleep(1)
    late = ann.plays(**BRIEF)[0]
    before, began = ann.left(live), time.monotonic()
    moved.put("+0")
    time.sleep(1)
    for table in (live, late):
        assert "running" == ann.status(table)
    assert 0 < before - ann.left(live) < time.monotonic() - began + 1


@pytest.mark.slow
def test_a_start_with_a_wrong_clock_ends_no_game(start: Start, moved: Moved) -> None:
    """As on a machine without a clock of its own, which is told the time after the start."""
    ann = Person(start().port)
    live = ann.plays(**BRIEF)[0]
    before, began = ann.left(live), time.monotonic()
    moved.put("-3d")
    again = Person(start().port, ann.cookie)
    assert "running" == again.status(live)
    moved.put("+0")
    time.sleep(1)
    assert "running" == again.status(live)
    assert -1 < before - again.left(live) < time.monotonic() - began + 1


@pytest.mark.slow
def test_one_of_three_processes_sleeps(workers: Workers) -> None:
    """The others were there, so the time counts; what the sleeper then stores is refused."""
    pids, ann = workers.until_workers(3), Person(workers.port)
    table = ann.plays(**BRIEF)[0]
    with asleep(pids[0]):
        time.sleep(6)
    workers.until_workers(3)
    for _ in range(12):  # any of the three answers
        assert [] == ann.halts(table)
        assert HEAD + BRIEF["main"] - 6 > ann.left(table)


@pytest.mark.slow
def test_all_of_three_processes_sleep(workers: Workers) -> None:
    """As on a machine that was suspended: each finds it out, and it is noted once."""
    pids, ann = workers.until_workers(3), Person(workers.port)
    tables = ann.plays(8, **BRIEF)
    assert slept(ann, tables[0], pids, HEAD + BRIEF["main"] + 5) < 2
    time.sleep(4)
    for table in tables:
        assert "running" == ann.status(table)
        assert 1 == sum(one >= HEAD for one in ann.halts(table))
