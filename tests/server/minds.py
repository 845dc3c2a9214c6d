"""Bots for tests: one that thinks until it is stopped, and one that rates every action."""

from __future__ import annotations

import threading
import time
from typing import Any

from honjin.bots import ActionStats, SearchRequest, SearchResult
from server.site_client import LowBot


class Patient(LowBot):
    """Thinks until its time is over or it is stopped; reports its progress now and then."""

    name = "patient"

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.stopped = threading.Event()

    def think(self, task: SearchRequest) -> SearchResult:
        began = time.monotonic()
        self.begun.set()
        while time.monotonic() - began < task.budget.seconds:
            if task.handle.is_stopped:
                self.stopped.set()
                break
            task.handle.latest = weighed(task, int(1000 * (time.monotonic() - began)))
            time.sleep(0.005)
        return weighed(task, 10_000)


class Weighing(LowBot):
    """Rates every action at once, by a number made from everything that it is shown."""

    name = "weighing"

    def __init__(self) -> None:
        self.shown: list[tuple[Any, int]] = []

    def think(self, task: SearchRequest) -> SearchResult:
        self.shown.append((task.observation.copy(), task.seat))
        return weighed(task, 100)


def weighed(task: SearchRequest, work: int) -> SearchResult:
    """A result that depends only on the observation."""
    fields = repr(task.observation)
    found = []
    for n, action in enumerate(task.legal()):
        value = sum(map(ord, f"{fields}{action}")) % 200 / 100 - 1
        found.append(ActionStats(action, value, work // (n + 1), ((task.seat, action),)))
    found.sort(key=lambda one: -(one.value or 0.0))
    return SearchResult(found[0].action, found[0].value, tuple(found), work, 3, 0.1)
