"""How long a piece of work may take: it is asked where work is repeated, and gives up by itself."""

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
    """What is done inside raises TookTooLong when it asks `must_be_in_time` after that time."""
    before = _END.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _END.reset(before)


def must_be_in_time() -> None:
    """TookTooLong when the time is over; without a limit it never is."""
    end = _END.get()
    if end is not None and time.monotonic() > end:
        raise TookTooLong("it took longer than it may; nothing was changed")
