"""Threads that step games together with the thread that asks for it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np

from honjin.core.jit.bell import new_bell, ring
from honjin.envs.engine.team_loops import CLOSED, IDLE, LINE, WORKING

LOOPS: Final = Path(__file__).with_name("team_loops.py")

LEAST: Final = 64
"""The least games for each thread: waking one takes as long as some of their steps."""

_WIDTH: Final = LINE // 8

NO_BELL: Final = -1
"""No descriptor, so that a ring reaches nobody: a closed one may be somebody else's soon."""

Cells = np.ndarray[Any, np.dtype[np.int64]]


def team_size(asked: int, count: int) -> int:
    """The number of threads for some games; one where systems have no bells for threads."""
    return max(1, min(asked, count // LEAST)) if os.name == "posix" else 1


class Team:
    """The thread that leads, which is the caller's, and `threads - 1` others.

    `loops` are those of `team_loops`; `given` are the arguments of `share` from `states` on.
    """

    def __init__(self, threads: int, loops: ModuleType, given: tuple[Any, ...]) -> None:
        self._cells = np.full(2 * _WIDTH * threads, IDLE, np.int64)
        self._loops, self._given = loops, given
        self._bells = np.zeros(threads, np.int64)
        self._failures: list[BaseException] = []
        for thread in range(1, threads):
            hearing, self._bells[thread] = new_bell()
            place = self._cells.ctypes.data
            run = partial(loops.serve, place, hearing, thread, threads, *given)
            serving = run, self._state(thread), hearing, self._failures
            name = f"{__name__} {thread}"
            threading.Thread(target=_serve, args=serving, name=name, daemon=True).start()

    def call(self) -> None:
        """Wake the other threads, which takes longer than to check the actions of a step."""
        self._loops.call(self._bells)

    def work(self) -> None:
        """Step all games; what fails is raised when all others are stepped and no thread works."""
        place = self._cells.ctypes.data
        self._loops.offer(place, self._bells)
        while (is_finished := self._lead()) is None:
            pass
        while not is_finished:
            time.sleep(0)
            is_finished = self._loops.is_finished(place, len(self._bells))
        if self._failures:
            first = self._failures[0]
            self._failures.clear()
            raise first

    def _lead(self) -> bool | None:
        """Take part in a step as its leader; None if stepping some of the games failed."""
        try:
            place, threads = self._cells.ctypes.data, len(self._bells)
            return bool(self._loops.lead(place, threads, *self._given))
        except Exception as problem:
            self._failures.append(problem)
            return None

    def close(self) -> None:
        """End the other threads; steps are then the caller's alone."""
        for thread in range(1, len(self._bells)):
            state = self._state(thread)
            if state[0] != CLOSED:
                state[0] = CLOSED
                ring(int(self._bells[thread]))
                os.close(self._bells[thread])
                self._bells[thread] = NO_BELL

    def _state(self, thread: int) -> Cells:
        return self._cells[_WIDTH * thread :][:1]


def _serve(run: Callable[[], None], state: Cells, bell: int, failures: list[BaseException]) -> None:
    """Take part in steps until the team is closed; it holds none, so that one can go meanwhile."""
    while state[0] != CLOSED:
        try:
            run()
        except BaseException as problem:  # such as an index error, where indices are checked
            failures.append(problem)
            if state[0] == WORKING:
                state[0] = IDLE
    os.close(bell)
