"""A player who plays on while server processes are killed, and records all that is promised."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import re
import socket
import threading
import time
from typing import Any, NamedTuple

TIME = {"main": 3600, "increment": 1}
"""The time of tables with clocks: no flag falls while the processes are killed."""


class Acked(NamedTuple):
    """An action that was acknowledged."""

    table: str
    seat: int
    do: str
    version: int
    at: float


class ShownClock(NamedTuple):
    """The clocks in an answer, with the wall time at which it was requested, made and received."""

    table: str
    viewer: int
    version: int
    seats: Any
    asked: int
    made: int
    received: int


class Player:
    """Plays game after game, alone against a bot or on both seats, with a window open."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.rng, self.cookie, self.table = port, random.Random(number), "", ""
        # Guests at one address may have 2,000 tables made in a day.
        self.address = f"127.0.9.{number + 1}", 0
        other = {"kind": "bot", "bot": "random"} if number % 2 else {"kind": "me"}
        self.wish: dict[str, Any] = {"game": "madeup", "seats": [{"kind": "me"}, other]}
        if number % 4 >= 2:
            self.wish["time"] = TIME
        self.acked: list[Acked] = []
        self.tried: list[tuple[str, int, str]] = []
        self.moved_on: dict[str, float] = {}
        self.seen: list[tuple[str, int, float]] = []
        self.clocks: list[ShownClock] = []
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
        line = http.client.HTTPConnection("127.0.0.1", self.port, 10, self.address)
        headers = {"cookie": f"honjin={self.cookie}", "content-type": "application/json"}
        asked = wall()
        try:
            with contextlib.closing(line):
                line.request(method, path, None if fields is None else json.dumps(fields), headers)
                answer = line.getresponse()
                found = json.loads(answer.read())
                if cookie := re.search(r"honjin=([^;]+)", answer.getheader("set-cookie") or ""):
                    self.cookie = cookie[1]
        except (OSError, http.client.HTTPException):
            return 0, None
        if answer.status == 200 and (clock := found.get("clock")):
            viewer = found.get("viewer")
            where = self.table, -1 if viewer is None else viewer, found["version"]
            self.clocks.append(ShownClock(*where, clock["seats"], asked, clock["now"], wall()))
        return answer.status, found

    def must(self, method: str, path: str, fields: Any = None) -> Any:
        """The same, repeated until it is answered, which must not take long."""
        began = time.monotonic()
        while True:
            status, found = self.ask(method, path, fields)
            self.longest = max(self.longest, time.monotonic() - began)
            if status == 200:
                return found
            if status == 429:  # with limits, games can be too short for them
                time.sleep(1)
                began = time.monotonic()
                continue
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
            self.table = self.must("POST", "/api/tables", self.wish)["id"]
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
            assert status in (0, 409, 429, 503), answer
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


def wall() -> int:
    """The time in milliseconds since 1970, as servers on this machine have it."""
    return time.time_ns() // 1_000_000
