"""A server in its own process, visitors who talk to it, and a player who measures the wait."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

HERE = Path(__file__).parent
HAMMER = HERE / "hammer.py"

WORST = 0.25
"""Seconds within which 99 of 100 actions of another player are answered during an attack."""
SLACK = 3
"""The factor by which they may be slower than without an attack, on a busy machine."""
QUIET = 50
"""The fewest actions that are measured."""


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def problem(self) -> str:
        """The kind of a refusal."""
        assert self.headers["content-type"] == "application/problem+json", self
        return str(self.json["type"]).removeprefix("/problems/")


class Visitor:
    """A client with a browser: keeps a cookie and a connection. `source` is a loopback address."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.port, self.source, self.cookie = port, source, ""
        self._line = self._connect()

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=60, source_address=(self.source, 0)
        )

    def call(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """Send a request, on a new connection if the old one has been closed."""
        sent = {"content-type": "application/json"} | headers
        if self.cookie:
            sent.setdefault("cookie", f"honjin={self.cookie}")
        try:
            self._line.request(method, path, body or None, sent)
            found = self._line.getresponse()
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            self._line.close()
            self._line = self._connect()
            self._line.request(method, path, body or None, sent)
            found = self._line.getresponse()
        named = {key.lower(): value for key, value in found.getheaders()}
        if cookie := re.search(r"honjin=([^;]+)", found.getheader("set-cookie") or ""):
            self.cookie = cookie[1]
        return Answer(found.status, named, found.read())

    def get(self, path: str, **headers: str) -> Answer:
        return self.call("GET", path, **headers)

    def post(self, path: str, **fields: Any) -> Answer:
        return self.call("POST", path, json.dumps(fields).encode())

    # ---- what players do

    def open(self, game: str, seats: list[str], **options: Any) -> str:
        """Open a table; seats are `me`, `open` or the name of a bot. Returns its id."""
        wishes = [
            {"kind": one} if one in ("me", "open") else {"kind": "bot", "bot": one} for one in seats
        ]
        answer = self.post("/api/tables", game=game, options=options, seats=wishes)
        assert answer.status == 200, answer
        return str(answer.json["id"])

    def view(self, table: str, seat: int | None = None) -> Any:
        """The view of a table from a seat."""
        answer = self.get(f"/api/tables/{table}" + ("" if seat is None else f"?seat={seat}"))
        assert answer.status == 200, answer
        return answer.json

    def act(self, table: str, seat: int, do: str, at: int) -> Answer:
        return self.post(f"/api/tables/{table}/actions", seat=seat, do=do, at=at)

    def close(self) -> None:
        self._line.close()


class RealServer:
    """`honjin.server` as people start it, with settings from the environment."""

    def __init__(self, folder: Path, files: int = 0, **settings: str) -> None:
        """`files`: no file may grow beyond this number of bytes, as on a full disk."""
        self.folder = folder
        self._visitors: list[Visitor] = []
        given = {
            "HONJIN_DATA": str(folder), "HONJIN_PORT": "0", "HONJIN_PREPARE": "0",
            "HONJIN_SOLVE": "0",
        }  # fmt: skip
        self.errors = folder.with_name(f"{folder.name}.err")
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                [sys.executable, str(HERE / "started.py"), str(files)],
                env=os.environ | given | settings, stdout=subprocess.PIPE, stderr=errors, text=True,
            )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.startswith("Honjin is open at http://127.0.0.1:"):
            self.process.wait(20)
            self.process.stdout.close()
            raise NotStarted(self.process.returncode, self.errors.read_text())
        self.port = int(line.rpartition(":")[2])
        self.room = self.process.stdout.readline().strip()

    def visitor(self, source: str = "127.0.0.1") -> Visitor:
        """A visitor from an address of this machine: 127.x.y.z."""
        self._visitors.append(Visitor(self.port, source))
        return self._visitors[-1]

    def memory(self) -> float:
        """The memory of the process, in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        kilobytes = next(line.split()[1] for line in status.splitlines() if "VmRSS" in line)
        return int(kilobytes) / 1024

    def hammer(self, attack: str, seconds: float, *more: str) -> Hammer:
        """Start an attack in its own process."""
        return Hammer([str(self.port), attack, str(seconds), *more])

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        for visitor in self._visitors:
            visitor.close()
        if self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()


class NotStarted(Exception):
    """The server ended instead of serving: its exit code and its output."""

    def __init__(self, code: int, said: str) -> None:
        super().__init__(code, said)
        self.code, self.said = code, said


Start = Callable[..., RealServer]


class Hammer:
    """A running attack; its results are known when it is over."""

    def __init__(self, arguments: list[str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(HAMMER), *arguments], stdout=subprocess.PIPE, text=True
        )

    def wait_until_begun(self) -> None:
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "begun\n"

    def end(self) -> Any:
        """Wait for its end, and return its counts."""
        out, _ = self._process.communicate(timeout=120)
        assert self._process.returncode == 0, out
        return json.loads(out.splitlines()[-1])


class Player:
    """Plays Rokumon against itself all the time, and records how long each action takes."""

    def __init__(self, server: RealServer) -> None:
        self._server, self._games = server, 0
        self.took: list[float] = []
        self.usual = 0.0
        self.failed: list[Answer] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._play)

    def __enter__(self) -> Player:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._over.set()
        self._thread.join(90)

    def _play(self) -> None:
        while not self._over.is_set() and not self.failed:
            self._games += 1
            one = self._server.visitor(f"127.0.77.{self._games % 250 + 1}")
            one.get("/api/me")
            self._play_game(one)
            one.close()

    def _play_game(self, one: Visitor) -> None:
        table = one.open("rokumon", ["me", "me"], act="4")
        view = one.view(table)
        while view["status"] == "running" and not self._over.wait(0.02):
            turn = view["turn"]
            began = time.monotonic()
            done = one.act(table, turn["seat"], turn["choices"][-1]["do"], view["version"])
            self.took.append(time.monotonic() - began)
            if done.status != 200:
                self.failed.append(done)
                return
            view = done.json

    def play_undisturbed(self) -> None:
        """Play for a while without an attack, to measure the effect of the machine's other work."""
        self.took = []
        end = time.monotonic() + 60
        while len(self.took) < QUIET and not self.failed and time.monotonic() < end:
            time.sleep(0.05)
        self.usual, self.took = max(self.usual, self.slowest()), []

    def slowest(self) -> float:
        """The time within which 99 of 100 actions were answered, in seconds."""
        assert not self.failed, self.failed
        assert len(self.took) >= QUIET, len(self.took)
        return sorted(self.took)[int(len(self.took) * 0.99)]

    def was_served(self) -> None:
        """99 of 100 actions took at most WORST; more only if they also do without an attack."""
        during, took = self.slowest(), sorted(self.took)[-10:]
        self.play_undisturbed()
        assert during < max(WORST, SLACK * self.usual), (self.usual, took)
