"""Strangers who ask a real server for more than their part, and a visitor who waits for it."""

from __future__ import annotations

import http.client
import json
import threading
import time
from itertools import count
from types import TracebackType

from hostile.attacked import RealServer, Visitor

WAIT = 120.0
"""Seconds after which a test that hangs is stopped."""


def seconds_until_answered(one: Visitor, bot: str) -> float:
    """Open a table against a bot that begins, and wait for the turn."""
    began = time.monotonic()
    table = one.open("rokumon", [bot, "me"], act="4")
    while not is_answered(one, table):
        assert time.monotonic() - began < WAIT, bot
        time.sleep(0.02)
    return time.monotonic() - began


def is_answered(one: Visitor, table: str) -> bool:
    """Whether the bot has acted, so that it is the visitor's turn."""
    return bool((one.view(table).get("turn") or {}).get("choices"))


def finished(one: Visitor) -> tuple[str, int]:
    """A table with a finished game of Rokumon, and the step of its first decision."""
    table = one.open("rokumon", ["me", "me"], act="4")
    view = one.view(table)
    first = view["step"]
    while view["status"] == "running":
        turn = view["turn"]
        view = one.act(table, turn["seat"], turn["choices"][0]["do"], view["version"]).json
    return table, int(first)


def flood(
    server: RealServer, guests: int, tables: int, bot: str, source: str
) -> list[tuple[Visitor, str]]:
    """Open tables against a bot that begins, from one address; each with its guest."""
    found = []
    for _ in range(guests):
        one = server.visitor(source)
        one.get("/api/me")
        seats = [bot, "me"]
        found += [(one, one.open("rokumon", seats, act="4")) for _ in range(tables // guests)]
    return found


class Loops:
    """Analyses asked for by strangers without a cookie, again and again, from one address."""

    def __init__(self, server: RealServer, table: str, step: int, many: int, source: str) -> None:
        self._over, self.statuses, self.places = threading.Event(), list[int](), set[int]()
        self._step, self._more = step, count()
        given = server.port, f"/api/tables/{table}/analysis", source
        self.threads = [threading.Thread(target=self._ask, args=given) for _ in range(many)]

    def _ask(self, port: int, path: str, source: str) -> None:
        while not self._over.is_set():
            line = http.client.HTTPConnection("127.0.0.1", port, 60, source_address=(source, 0))
            seconds = 2 + next(self._more) / 100  # or else an earlier result is the answer
            body = json.dumps({"step": self._step, "seconds": seconds})
            line.request("POST", path, body, {"content-type": "application/json"})
            answer = line.getresponse()
            self.statuses.append(answer.status)
            while not self._over.is_set() and (text := answer.readline()):
                if text.startswith(b"data: "):
                    self.places.add(json.loads(text.removeprefix(b"data: ")).get("place", 0))
            line.close()

    def __enter__(self) -> Loops:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._over.set()
        for thread in self.threads:
            thread.join()


def analysed(one: Visitor, table: str, step: int) -> tuple[int, list[int]]:
    """Ask for an analysis: the status, and the place in the queue that each message told."""
    answer = one.post(f"/api/tables/{table}/analysis", step=step, seconds=2)
    lines = answer.body.splitlines() if answer.status == 200 else []
    sent = [json.loads(text.removeprefix(b"data: ")) for text in lines if text[:5] == b"data:"]
    return answer.status, [message.get("place", 0) for message in sent]
