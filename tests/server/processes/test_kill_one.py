"""One of three processes is killed repeatedly while people and bots play, with windows open.

Every request uses a new connection, so it reaches any of the processes. HONJIN_TEST_KILLS is the
number of kills, 300 for a release.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest

from honjin.server.session import entries as e
from honjin.server.session.room import rebuild
from server.processes.test_workers import Workers

GOES_ON: int = 5
"""Seconds within which everybody can continue."""


class Acked(NamedTuple):
    table: str
    seat: int
    do: str
    version: int
    at: float


class Player:
    """Plays game after game, alone against a bot or on both seats, with a window open."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.rng, self.cookie, self.table = port, random.Random(number), "", ""
        self.seats = [
            {"kind": "me"},
            {"kind": "bot", "bot": "random"} if number % 2 else {"kind": "me"},
        ]
        self.acked: list[Acked] = []
        self.tried: list[tuple[str, int, str]] = []
        self.moved_on: dict[str, float] = {}
        self.seen: list[tuple[str, int, float]] = []
        self.problems: list[str] = []
        self.longest = 0.0
        self.stopping = threading.Event()
        self.threads = [threading.Thread(target=run) for run in (self.run, self.look_on)]
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        self.stopping.set()
        for thread in self.threads:
            thread.join(30)

    # ---- asking

    def ask(self, method: str, path: str, fields: Any = None) -> tuple[int, Any]:
        """The answer of any process; (0, None) if that one was killed in the middle."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {"cookie": f"honjin={self.cookie}", "content-type": "application/json"}
        try:
            with contextlib.closing(line):
                line.request(method, path, None if fields is None else json.dumps(fields), headers)
                answer = line.getresponse()
                found = json.loads(answer.read())
                if cookie := re.search(r"honjin=([^;]+)", answer.getheader("set-cookie") or ""):
                    self.cookie = cookie[1]
                return answer.status, found
        except (OSError, http.client.HTTPException):
            return 0, None

    def must(self, method: str, path: str, fields: Any = None) -> Any:
        """The same, repeated until it is answered, which must not take long."""
        began = time.monotonic()
        while True:
            status, found = self.ask(method, path, fields)
            self.longest = max(self.longest, time.monotonic() - began)
            if status == 200:
                return found
            assert status in (0, 503), (method, path, found)
            time.sleep(0.05)

    # ---- playing

    def run(self) -> None:
        try:
            while not self.stopping.is_set():
                self.play()
        except Exception as problem:
            self.problems.append(repr(problem))

    def play(self) -> None:
        if not self.table:
            opened = self.must("POST", "/api/tables", {"game": "madeup", "seats": self.seats})
            self.table = opened["id"]
        view = self.must("GET", f"/api/tables/{self.table}")
        while view["status"] != "over" and not self.stopping.is_set():
            view = self.act(view) if "turn" in view else self.wait()
        if view["status"] == "over":
            following = self.must("POST", f"/api/tables/{self.table}/rematch", {})["id"]
            self.moved_on[self.table] = time.monotonic()
            self.table = following

    def wait(self) -> Any:
        """Wait for the bot to act, which it soon does, in whichever process."""
        began = time.monotonic()
        while not self.stopping.is_set():
            view = self.must("GET", f"/api/tables/{self.table}")
            self.longest = max(self.longest, time.monotonic() - began)
            if "turn" in view or view["status"] == "over":
                break
            time.sleep(0.03)
        return view

    def act(self, view: Any) -> Any:
        seat, at = view["turn"]["seat"], view["version"]
        do = self.rng.choice(view["turn"]["choices"])["do"]
        fields = {"seat": seat, "do": do, "at": at}
        self.tried.append((self.table, seat, do))
        status, answer = self.ask("POST", f"/api/tables/{self.table}/actions", fields)
        if status == 200:
            self.acked.append(Acked(self.table, seat, do, answer["version"], time.monotonic()))
            again = self.must("GET", f"/api/tables/{self.table}?seat={seat}")
            assert answer["step"] <= again["step"], "a read sees what was written before it"
            time.sleep(0.02)
        else:
            assert status in (0, 409, 503), answer
        return self.must("GET", f"/api/tables/{self.table}")

    # ---- looking on

    def look_on(self) -> None:
        while not self.stopping.is_set():
            if self.table:
                with contextlib.suppress(OSError):
                    self.follow(self.table)
            time.sleep(0.1)

    def follow(self, table: str) -> None:
        """Record each version sent, until the player has moved on or the stream breaks."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=0.3) as line:
            line.sendall(
                f"GET /api/tables/{table}/events HTTP/1.1\r\nhost: x\r\n"
                f"cookie: honjin={self.cookie}\r\n\r\n".encode()
            )
            heard = b""
            while table == self.table and not self.stopping.is_set():
                try:
                    data = line.recv(65536)
                except TimeoutError:
                    continue
                if not data:
                    return
                *whole, heard = (heard + data).split(b"\n")
                for one in whole:
                    if one.startswith(b"id: "):
                        self.seen.append((table, int(one[4:]), time.monotonic()))


@pytest.fixture
def workers(tmp_path: Path, postgres_only: str) -> Iterator[Workers]:
    found = Workers(tmp_path, postgres_only, 3)
    found.database = postgres_only
    yield found
    if found.process.poll() is None:
        found.end(signal.SIGTERM)


@pytest.mark.slow
def test_kill_9_of_one_of_three_in_play(workers: Workers) -> None:
    """Nothing acknowledged is lost, nothing is rolled or played twice, and everybody continues."""
    kills, rng = int(os.environ.get("HONJIN_TEST_KILLS", "4")), random.Random(3)
    workers.until_workers(3)
    players = [Player(workers.port, number) for number in range(4)]
    before: dict[str, list[Any]] = {}
    try:
        for n in range(kills):
            time.sleep(rng.uniform(0.2, 1.5))
            os.kill(rng.choice(workers.pids()), signal.SIGKILL)
            before = check_prefix(workers.database, before)
            workers.until_workers(3, 60)
            if n % 20 == 19:
                print(n + 1, "killed;", summary_of(players), flush=True)
        time.sleep(1)
    finally:
        for player in players:
            player.stop()
    stored = check_prefix(workers.database, before)
    print(summary_of(players), len(stored), "tables")
    for player in players:
        assert [] == player.problems
        check_acknowledged(player, stored)
        check_windows(player)
        assert player.longest < GOES_ON
    for table, entries in stored.items():
        replay(table, entries)
    assert sum(len(player.acked) for player in players) > 20 * kills


def summary_of(players: list[Player]) -> str:
    acked = sum(len(player.acked) for player in players)
    return f"{acked} actions, the longest wait {max(player.longest for player in players):.1f} s"


def journals(database: str) -> dict[str, list[Any]]:
    with psycopg.connect(database) as connection:
        rows = connection.execute("SELECT table_id, n, entries FROM runs ORDER BY table_id, n")
        found = dict[str, list[Any]]()
        for table, first, entries in rows:
            here = found.setdefault(table, [])
            assert first == len(here), "the numbers of a journal have no gap"
            here += json.loads(entries)
    return found


def check_prefix(database: str, before: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """What was once stored, rolls included, stays stored; entries are only added."""
    now = journals(database)
    for table, entries in before.items():
        assert entries == now[table][: len(entries)]
    return now


def check_acknowledged(player: Player, stored: dict[str, list[Any]]) -> None:
    """All acknowledged actions are there in order, and none that was not tried."""
    for table in {one.table for one in player.acked}:
        for seat in range(2):
            done = [x["do"] for x in stored[table] if x["e"] == "acted" and x["seat"] == seat]
            acked = [one.do for one in player.acked if (one.table, one.seat) == (table, seat)]
            rest = iter(done)
            assert all(do in rest for do in acked), (table, seat, acked, done)
            sat = next(x for x in stored[table] if x["e"] == "sat" and x["seat"] == seat)
            if sat["kind"] == "person":
                tried = iter([do for t, s, do in player.tried if (t, s) == (table, seat)])
                assert all(do in tried for do in done), (table, seat)


def check_windows(player: Player) -> None:
    """The player's window got each action within five seconds, unless it moved on."""
    for one in player.acked:
        told = [at for table, version, at in player.seen
                if table == one.table and version >= one.version]  # fmt: skip
        until = told[0] if told else player.moved_on.get(one.table, one.at)
        assert until - one.at < GOES_ON, one


def replay(table: str, entries: list[Any]) -> None:
    """Each action was legal when it was made: no bot has acted twice."""
    from madeup.game import GAME

    opened, *rest = [e.read_entry(json.dumps(entry)) for entry in entries]
    assert isinstance(opened, e.Opened)
    rebuild(table, GAME, opened, rest)
