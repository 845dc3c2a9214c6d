"""Threads that step games together with the thread that asks for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from types import ModuleType
from typing import Any, Final

import numpy as np

from honjin.envs.team_loops import IDLE, LINE

LOOPS: Final = Path(__file__).with_name("team_loops.py")

LEAST: Final = 64
"""The least games for each thread: waking one takes as long as some of their steps."""

_WIDTH: Final = LINE // 8

Run = Callable[[int], bool]
Beds = list[SimpleQueue[bool]]
"""Where a thread sleeps until it gets True; with False it ends."""


class Team:
    """The thread that leads, which is the caller's, and `threads - 1` others.

    `loops` are those of `team_loops`; `given` are the arguments of `share` from `states` on.
    """

    def __init__(self, threads: int, loops: ModuleType, given: tuple[Any, ...]) -> None:
        self._cells = np.full(_WIDTH * threads, IDLE, np.int64)
        self._threads, self._loops = threads, loops
        self._run = _run(self._cells, threads, loops, given)
        self._beds: Beds = [SimpleQueue() for _ in range(1, threads)]
        self._failures: list[BaseException] = []
        for thread, bed in enumerate(self._beds, 1):
            serving = thread, bed, self._run, self._cells, self._failures
            name = f"{__name__} {thread}"
            threading.Thread(target=_serve, args=serving, name=name, daemon=True).start()

    def work(self) -> None:
        """Step all games."""
        self._cells[0] = 0
        self._loops.offer(self._cells.ctypes.data, self._threads)
        self._wake()
        while not self._run(0):
            time.sleep(0)
        if self._failures:
            raise self._failures.pop()

    def _wake(self) -> None:
        """Wake the others, after the offer: one that found none would sleep on."""
        for bed in self._beds:
            if bed.empty():  # otherwise it has not woken yet
                bed.put(True)

    def close(self) -> None:
        """End the other threads."""
        for bed in self._beds:
            bed.put(False)


def _run(cells: Any, threads: int, loops: ModuleType, given: tuple[Any, ...]) -> Run:
    """The share of a thread; it holds no team, so that one can go while its threads sleep."""

    def run(thread: int) -> bool:
        return bool(loops.share(cells.ctypes.data, thread, threads, *given))

    return run


def _serve(
    thread: int, bed: SimpleQueue[bool], run: Run, cells: Any, failures: list[BaseException]
) -> None:
    """Do a thread's shares, and sleep in between."""
    while bed.get():
        try:
            run(thread)
        except BaseException as problem:  # such as an index error, where indices are checked
            failures.append(problem)
            cells[_WIDTH * thread] = IDLE
