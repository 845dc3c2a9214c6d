"""The server is killed at random moments: nothing acknowledged is lost or rolled again."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import re
import signal
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from honjin.server.db.engine import make_engine
from honjin.server.tables.view.export import verify_export
from server.real.server_process import Server

KILLS = 6
MAX_SECONDS = 60 * float(os.environ.get("HONJIN_TEST_MINUTES", "inf"))
"""There are no more kills then."""


class Player:
    """Plays both seats of a table until the server is gone; records what was acknowledged."""

    def __init__(self, seed: int) -> None:
        self.rng, self.cookie, self.table = random.Random(seed), "", ""
        # Guests at one address may have 2,000 tables made in a day.
        self.address = f"127.0.9.{seed + 1}", 0
        self.acked: list[tuple[str, int, int, str]] = []  # table, version, seat, text
        self.problems: list[str] = []

    def start(self, port: int) -> threading.Thread:
        """Play on a server until it is gone."""
        thread = threading.Thread(target=self.run, args=(port,))
        thread.start()
        return thread

    def run(self, port: int) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, 10, self.address)
        with contextlib.closing(self.line):
            try:
                self.play()
            except (OSError, http.client.HTTPException):
                return  # killed
            except Exception as problem:
                self.problems.append(repr(problem))

    def ask(self, method: str, path: str, fields: Any = None) -> Any:
        body = None if fields is None else json.dumps(fields)
        headers = {"cookie": f"honjin={self.cookie}", "content-type": "application/json"}
        self.line.request(method, path, body, headers)
        answer = self.line.getresponse()
        found = answer.read()
        if cookie := re.search(r"honjin=([^;]+)", answer.getheader("set-cookie") or ""):
            self.cookie = cookie[1]
        assert answer.status == 200, found
        return json.loads(found)

    def play(self) -> None:
        while True:
            if not self.table:
                seats = [{"kind": "me"}] * 2
                self.table = self.ask("POST", "/api/tables", {"game": "madeup", "seats": seats})[
                    "id"
                ]
            view = self.ask("GET", f"/api/tables/{self.table}")
            while "turn" in view:
                view = self.act(view)
            self.table = self.ask("POST", f"/api/tables/{self.table}/rematch", {})["id"]

    def act(self, view: Any) -> Any:
        seat, at = view["turn"]["seat"], view["version"]
        do = self.rng.choice(view["turn"]["choices"])["do"]
        path = f"/api/tables/{self.table}/actions"
        answer = self.ask("POST", path, {"seat": seat, "do": do, "at": at})
        self.acked.append((self.table, at, seat, do))
        return answer


def journals(data: Path) -> dict[str, list[Any]]:
    """The stored entries, by table: those written out as runs, then those still in the log."""
    engine, found = make_engine(f"sqlite:///{data / 'honjin.db'}"), dict[str, list[Any]]()
    with engine.connect() as connection:
        read = connection.exec_driver_sql
        stored = read("SELECT table_id, n, entries FROM runs ORDER BY table_id, n").all()
        runs = [(table, first, json.loads(entries)) for table, first, entries in stored]
        for (changes,) in read("SELECT changes FROM log ORDER BY id"):
            runs += json.loads(changes)
    for table, first, entries in runs:
        rows = found.setdefault(table, [])
        assert first == len(rows), "the numbers of a journal have no gap"
        rows += entries
    engine.dispose()
    return found


@pytest.mark.slow
def test_kill_9_loses_nothing_and_rolls_nothing_again(tmp_path: Path) -> None:
    """Six times in the middle of play: every acknowledged action is at its place in the journal."""
    loses_nothing(tmp_path, KILLS)


def loses_nothing(
    tmp_path: Path, kills: int,
    beside: Callable[[int], AbstractContextManager[object]] = contextlib.nullcontext, **more: str,
) -> None:  # fmt: skip
    """Kill a server again and again; `beside` is what its port has to bear meanwhile."""
    rng, players = random.Random(9), [Player(seed) for seed in range(8)]
    rolls: dict[str, list[Any]] = {}
    began = time.monotonic()
    for n in range(1, kills + 1):
        server = Server(tmp_path, **more)
        with beside(server.port):
            threads = [player.start(server.port) for player in players]
            time.sleep(rng.uniform(0.3, 1.2))
            server.end(signal.SIGKILL)
        for thread in threads:
            thread.join(20)
        stored = journals(tmp_path)
        check_acknowledged(stored, players)
        check_rolls(stored, rolls)
        if n % 10 == 0:
            acked = sum(len(player.acked) for player in players)
            print(f"{n} of {kills} killed; {acked} actions", flush=True)
        if time.monotonic() - began > MAX_SECONDS:
            break
    assert sum(len(player.acked) for player in players) > 100
    finished_games_verify(tmp_path, players)


def check_acknowledged(stored: dict[str, list[Any]], players: list[Player]) -> None:
    """The entry that made version v + 1 is the action that was acknowledged at v."""
    for player in players:
        assert [] == player.problems
        for table, at, seat, do in player.acked:
            entry = stored[table][at]
            assert (entry["e"], entry["seat"], entry["do"]) == ("acted", seat, do)


def check_rolls(stored: dict[str, list[Any]], rolls: dict[str, list[Any]]) -> None:
    """Rolls from before a crash are still the same; no number is used twice."""
    for table, entries in stored.items():
        now = [draw for entry in entries for draw in entry.get("draws", [])]
        before = rolls.get(table, [])
        assert before == now[: len(before)]
        rolls[table] = now


def finished_games_verify(data: Path, players: list[Player]) -> None:
    """Games played through crashes verify, draw by draw; the server stops cleanly."""
    server = Server(data)
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    checked = 0
    for table in {table for player in players for table, *_ in player.acked}:
        line.request("GET", f"/api/tables/{table}/record")
        text = line.getresponse().read()
        if b'"actions"' in text:
            report = verify_export(text, lambda _: _fair())
            assert report.ok, report
            checked += 1
    line.close()
    assert checked > 5
    assert server.end(signal.SIGTERM) in (0, -signal.SIGTERM)


def _fair() -> Any:
    from madeup.game import GAME

    return GAME
