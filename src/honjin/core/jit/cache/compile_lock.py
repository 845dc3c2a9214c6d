"""The lock on compiling a game: one process at a time, since its loops share its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from honjin.core.jit.cache.folders import cache_folder, writable_folder

_PAUSE: Final = 0.5
"""Seconds after which a waiting process looks again for what it needs."""


@contextmanager
def compile_lock(key: str, is_there: Callable[[], bool]) -> Iterator[bool]:
    """Hold the compile lock of a game, and yield True; False if there is nothing to wait for.

    That is so when `is_there` says that what is wanted is compiled, maybe by the process that
    holds the lock and goes on to other loops; or when the cache cannot be written, so that every
    process compiles for itself.
    """
    lock = FileLock(lock_folder() / f"compiling-{key}.lock")
    try:
        is_held = _waited_for(lock, is_there)
    except OSError:
        is_held = False
    try:
        yield is_held
    finally:
        lock.release()


def lock_folder() -> Path:
    """The folder of the locks on compiling: with the code that is kept."""
    return writable_folder() or cache_folder()


def _waited_for(lock: FileLock, is_there: Callable[[], bool]) -> bool:
    """Wait for the lock, or for what is wanted; True if the lock is held."""
    while not is_there():
        try:
            lock.acquire(timeout=_PAUSE)
        except Timeout:
            continue
        return True
    return False
