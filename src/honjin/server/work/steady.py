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
SLOWED: Final = 9
"""Tenths of the usual speed at which time passes while it is ahead of the machine's."""
_MS: Final = 1_000_000

Leapt = Callable[[int, int], None]


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // _MS


class Steady:
    """Milliseconds since 1970, from any thread; `leapt` are called with the two ends of a leap.

    `wall` and `passing` are in nanoseconds; the second goes on whatever happens to the first.
    """

    def __init__(
        self, wall: Callable[[], int] = time.time_ns, passing: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self.leapt: list[Leapt] = []
        self._wall, self._passing = wall, passing
        self._now, self._passed = wall(), passing()
        self._lock = threading.Lock()

    def __call__(self) -> int:
        """The time now."""
        with self._lock:
            before, passed = self._now, self._passing()
            slowed = before + (passed - self._passed) * SLOWED // 10
            self._now = now = max(slowed, self._wall())
            self._passed = passed
        if now - before > LEAP * _MS:
            for tell in self.leapt:
                tell(before // _MS, now // _MS)
        return now // _MS
