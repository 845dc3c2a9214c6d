"""Stored data that cannot be read: what it belongs to is refused, and everything else goes on."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec

from honjin.server.messages.refusals import Damaged

log = logging.getLogger(__name__)
T = TypeVar("T")

_UNREADABLE: Final = (
    msgspec.MsgspecError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError,
    ValueError,
)  # fmt: skip
"""Errors by data of another form, or without sense."""


@contextlib.contextmanager
def told_if_damaged(what: str) -> Iterator[None]:
    """Raise Damaged where stored data cannot be read; the log names it, once."""
    try:
        yield
    except _UNREADABLE as problem:
        _tell(what, f"{type(problem).__name__}: {problem}"[:400])
        # Stored data may be secret: it is for the log, not for the client.
        raise Damaged(f"what is stored of {what} is damaged") from None


@lru_cache(1_000)  # lists read it again and again
def _tell(what: str, problem: str) -> None:
    log.error("%s is damaged: %s", what, problem)


def readable(what: str, rows: Iterable[Any], read: Callable[[Any], T]) -> Iterator[T]:
    """Apply `read` to rows with an `id`, and leave out those that are damaged."""
    for row in rows:
        try:
            with told_if_damaged(f"{what} {row.id}"):
                found = read(row)
        except Damaged:
            continue
        yield found
