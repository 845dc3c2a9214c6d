"""Time limits for work: code that repeats itself checks the limit, and gives up once it is over."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Final

from honjin.core.errors import TookTooLong

_END: Final[ContextVar[float | None]] = ContextVar("end", default=None)


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Make `must_be_in_time` raise TookTooLong in the body after this number of seconds."""
    before = _END.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _END.reset(before)


def must_be_in_time() -> None:
    """Raise TookTooLong if the time is over; without a limit it never is."""
    end = _END.get()
    if end is not None and time.monotonic() > end:
        raise TookTooLong("the time limit was exceeded; nothing was changed")
