"""Token buckets: limits on the rate of expensive requests."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Final

from honjin.server.messages.refusals import TooMany

_MAX_KEPT: Final = 20_000


class Bucket:
    """Lets each key through `burst` times at once, then once every `every` seconds."""

    def __init__(
        self, burst: int, every: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.burst, self.every, self._clock = burst, every, clock
        self._full: dict[str, float] = {}
        """When each key's bucket will be full again; keys with full buckets are forgotten."""

    def take(self, key: str) -> None:
        """Count one use; TooMany if the bucket is empty."""
        now = self._clock()
        full = max(self._full.get(key, now), now) + self.every
        wait = full - now - self.burst * self.every
        if wait > 1e-9:
            said = f"try again in {wait:.0f} seconds" if wait >= 1 else "try again soon"
            raise TooMany(said).after(wait)
        if len(self._full) >= _MAX_KEPT:
            self._forget(now)
        self._full[key] = full

    def _forget(self, now: float) -> None:
        self._full = {key: full for key, full in self._full.items() if full > now}
        if len(self._full) >= _MAX_KEPT:  # too many to keep: those who waited longest go
            left = sorted(self._full.items(), key=itemgetter(1))[_MAX_KEPT // 2 :]
            self._full = dict(left)


_TERMS: Final = {
    "table": ((20, 10.0), (60, 2.0)),
    "name": ((6, 20.0), (40, 5.0)),
    "login": ((12, 5.0), (40, 2.0)),
    "mail": ((4, 60.0), (20, 20.0)),
    "account": ((30, 2.0), (100, 0.5)),
    "export": ((3, 300.0), (10, 60.0)),
    "chat": ((8, 2.0), (40, 0.5)),
    "seat": ((20, 2.0), (120, 0.2)),
    "act": ((400, 0.05), (2000, 0.005)),
    "seek": ((20, 3.0), (60, 1.0)),
    "analysis": ((40, 0.5), (120, 0.2)),
    "read": ((240, 0.05), (600, 0.02)),
    "picture": ((40, 1.0), (120, 0.4)),
    "film": ((6, 10.0), (20, 4.0)),
    "draft": ((60, 0.5), (240, 0.2)),
    "study": ((60, 0.5), (240, 0.15)),
    "experiment": ((12, 20.0), (60, 4.0)),
    "puzzle": ((40, 0.5), (120, 0.2)),
    "token": ((200, 0.05), (600, 0.02)),
    "guess": ((20, 3.0), (20, 3.0)),
    "report": ((6, 60.0), (20, 20.0)),
    "hide": ((20, 3.0), (60, 1.0)),
    "admin": ((120, 0.2), (240, 0.1)),
}
"""The limits of each kind for one guest, and for one address: the burst, then the seconds between
uses."""


class Limits:
    """The limits of the server, per guest and per address."""

    def __init__(
        self, *, on: bool = True, clock: Callable[[], float] = time.monotonic
    ) -> None:  # fmt: skip
        self.on = on
        self.counted: list[Callable[[str], None]] = []
        """Called with each kind that was refused."""
        self._refused: Counter[str] = Counter()
        self._buckets = {
            what: (Bucket(*each, clock), Bucket(*all_there, clock))
            for what, (each, all_there) in _TERMS.items()
        }

    def check(self, what: str, guest: str | None, address: str) -> None:
        """Count one use of a kind; TooMany if there were too many.

        A caller without a cookie (None) is new each time: only the address is counted.
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
        """Each kind, with the bucket of one person."""
        for what, (each, _) in self._buckets.items():
            yield what, each

    def take_counts(self) -> dict[str, int]:
        """The number of refusals of each kind since the last call."""
        counts, self._refused = dict(self._refused), Counter()
        return counts
