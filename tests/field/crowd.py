"""Strangers who ask a real server for more than their part, and a visitor who waits for an answer."""

from __future__ import annotations

import http.client
import json
import threading
import time
from types import TracebackType
from typing import Any

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


def finished(one: Visitor) -> str:
    """A table with a finished game of Rokumon."""
    table = one.open("rokumon", ["me", "me"], act="4")
    view = one.view(table)
    while view["status"] == "running":
        turn = view["turn"]
        view = one.act(table, turn["seat"], turn["choices"][0]["do"], view["version"]).json
    return table


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

    def __init__(self, server: RealServer, table: str, count: int, source: str) -> None:
        self._over, self.statuses = threading.Event(), list[int]()
        self._threads = [
            threading.Thread(target=self._ask, args=(server.port, table, source))
            for _ in range(count)
        ]

    def _ask(self, port: int, table: str, source: str) -> None:
        body = json.dumps({"step": 0, "seconds": 3})
        while not self._over.is_set():
            line = http.client.HTTPConnection("127.0.0.1", port, 60, source_address=(source, 0))
            line.request(
                "POST", f"/api/tables/{table}/analysis", body, {"content-type": "application/json"}
            )
            self.statuses.append(line.getresponse().status)
            while not self._over.is_set() and line.sock and line.sock.recv(1000):
                pass
            line.close()

    def __enter__(self) -> Loops:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._over.set()
        for thread in self._threads:
            thread.join()


def analysed(one: Visitor, table: str) -> tuple[int, float, list[Any]]:
    """Ask for an analysis: the status, the seconds until it was done, and the messages."""
    began = time.monotonic()
    answer = one.post(f"/api/tables/{table}/analysis", step=1, seconds=1)
    blocks = answer.body.decode().split("\n\n") if answer.status == 200 else []
    sent = [json.loads(one.partition("data: ")[2]) for one in blocks if "event: analysis" in one]
    return answer.status, time.monotonic() - began, sent
