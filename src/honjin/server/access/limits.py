"""Token buckets: how often somebody may do what costs the house something."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Final

from honjin.server.messages.refusals import TooMany

_MOST_KEPT: Final = 20_000


class Bucket:
    """Lets each key through `burst` times at once, then once every `every` seconds."""

    def __init__(
        self, burst: int, every: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.burst, self.every, self._clock = burst, every, clock
        self._full: dict[str, float] = {}
        """When each key's bucket will be full again; keys with full buckets are forgotten."""

    def take(self, key: str) -> None:
        """Count one use; TooMany when the bucket is empty."""
        now = self._clock()
        full = max(self._full.get(key, now), now) + self.every
        wait = full - now - self.burst * self.every
        if wait > 1e-9:
            raise TooMany(f"try again in {wait:.0f} seconds" if wait >= 1 else "try again soon")
        if len(self._full) >= _MOST_KEPT:
            self._forget(now)
        self._full[key] = full

    def _forget(self, now: float) -> None:
        self._full = {key: full for key, full in self._full.items() if full > now}
        if len(self._full) >= _MOST_KEPT:  # too many to keep: those who waited longest go
            left = sorted(self._full.items(), key=itemgetter(1))[_MOST_KEPT // 2 :]
            self._full = dict(left)


class Limits:
    """The limits of the house, per guest and per address."""

    def __init__(self, *, on: bool = True) -> None:
        self.on = on
        self.counted: list[Callable[[str], None]] = []
        """Told of each kind that was refused."""
        self._refused: Counter[str] = Counter()
        self._buckets = {
            "table": (Bucket(20, 10.0), Bucket(60, 2.0)),
            "name": (Bucket(6, 20.0), Bucket(40, 5.0)),
            "login": (Bucket(12, 5.0), Bucket(40, 2.0)),
            "mail": (Bucket(4, 60.0), Bucket(20, 20.0)),
            "account": (Bucket(30, 2.0), Bucket(100, 0.5)),
            "export": (Bucket(3, 300.0), Bucket(10, 60.0)),
            "chat": (Bucket(8, 2.0), Bucket(40, 0.5)),
            "seek": (Bucket(20, 3.0), Bucket(60, 1.0)),
            "analysis": (Bucket(40, 0.5), Bucket(120, 0.2)),
            "read": (Bucket(240, 0.05), Bucket(600, 0.02)),
            "picture": (Bucket(40, 1.0), Bucket(120, 0.4)),
            "film": (Bucket(6, 10.0), Bucket(20, 4.0)),
            "puzzle": (Bucket(40, 0.5), Bucket(120, 0.2)),
            "token": (Bucket(200, 0.05), Bucket(600, 0.02)),
            "guess": (Bucket(20, 3.0), Bucket(20, 3.0)),
            "report": (Bucket(6, 60.0), Bucket(20, 20.0)),
            "hide": (Bucket(20, 3.0), Bucket(60, 1.0)),
            "admin": (Bucket(120, 0.2), Bucket(240, 0.1)),
        }

    def check(self, what: str, guest: str | None, address: str) -> None:
        """Count one use of a kind; TooMany when there were too many.

        Who comes without a cookie (None) is somebody new each time: the address alone is counted.
        """
        if not self.on:
            return
        try:
            for bucket, key in zip(self._buckets[what], (guest, address), strict=True):
                if key is not None:
                    bucket.take(key)
        except TooMany:
            self._refused[what] += 1
            for tell in self.counted:
                tell(what)
            raise

    def all(self) -> Iterator[tuple[str, Bucket]]:
        """Each kind, with what one person may do."""
        for what, (each, _) in self._buckets.items():
            yield what, each

    def take_counts(self) -> dict[str, int]:
        """How often each kind was refused since this was asked last."""
        counts, self._refused = dict(self._refused), Counter()
        return counts
