"""The time of a site: the machine's, which never goes back here, and whose leaps are noted.

A clock that was put back is waited for: until it has caught up, time passes a tenth more slowly. A
leap is time that nobody could use: the process was stopped, the machine slept, or its clock was put
forward. The time has to be asked for regularly, or each question looks like a leap.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

PULSE: Final = 500
"""Milliseconds between two looks at the time."""
LEAP: Final = 5_000
"""Between two looks, more milliseconds than these are a leap."""
SLOWED: Final = 0.9
"""How fast time passes while it is ahead of the machine's."""

Leapt = Callable[[int, int], None]


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def passing_ms() -> float:
    """Milliseconds since some moment, whatever happens to the machine's clock."""
    return time.monotonic_ns() / 1e6


class Steady:
    """Milliseconds since 1970, from any thread; `leapt` are called with the two ends of a leap."""

    def __init__(
        self, wall: Callable[[], int] = now_ms, passing: Callable[[], float] = passing_ms
    ) -> None:
        self.leapt: list[Leapt] = []
        self._wall, self._passing = wall, passing
        self._now, self._passed = float(wall()), passing()
        self._lock = threading.Lock()

    def __call__(self) -> int:
        """The time now."""
        with self._lock:
            before, passed = self._now, self._passing()
            slowed = before + SLOWED * (passed - self._passed)
            self._now, self._passed = max(slowed, self._wall()), passed
            now = self._now
        if now - before > LEAP:
            for tell in self.leapt:
                tell(int(before), int(now))
        return int(now)
