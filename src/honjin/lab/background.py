"""Work in a folder, done by a separate process of low priority: an experiment, or a search.

state.json   its progress
stop         exists when it is to stop
pause        exists when it is to give way, and to go on later
pace.json    how long a game took, of an experiment that is over

It ends when its input does, so it does not outlive its parent process.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

import msgspec

from honjin.core.errors import HonjinError
from honjin.lab.lines import write_whole
from honjin.lab.matches.compiling import Compiling
from honjin.lab.matches.series import Progress

STATE, STOP, PAUSE, PACE = "state.json", "stop", "pause", "pace.json"
OFTEN: Final = 0.5
"""Seconds between two updates of the state."""
SOMETIMES: Final = 4.0
"""Least seconds between two updates of figures; more if they take long to compute."""


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """The progress of the work: `kept` of `total` games, about `left` seconds to go.

    `stage` names what is played, if the work has several stages. `problem` is a sentence that says
    why it failed.
    """

    state: Literal["waiting", "playing", "over", "failed"]
    kept: int = 0
    total: int = 0
    left: float | None = None
    compiles: bool = False
    problem: str = ""
    stage: str = ""


class Pace(msgspec.Struct, frozen=True):
    """The seconds that a game between these bots took here, several at a time."""

    game: str
    bots: tuple[str, ...]
    each: float


def read_state(folder: Path) -> State:
    """The saved state of the work; waiting if there is none yet."""
    try:
        return msgspec.json.decode((folder / STATE).read_bytes(), type=State)
    except FileNotFoundError:
        return State("waiting")


def write_state(folder: Path, state: State) -> None:
    """Save the state of the work."""
    write_whole(folder / STATE, msgspec.json.encode(state))


class Watch:
    """Saves the progress of the work in a folder, and says when to stop: asked to, or late."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self.folder = folder
        self._ends = time.monotonic() + seconds
        self._summed = 0.0
        self._pause = SOMETIMES
        self.each: float | None = None
        """Seconds for a game of the present stage, once one was played."""
        self.stage("")

    def stage(self, name: str, before: int = 0, after: int = 0) -> None:
        """Begin a stage, with so many games in the stages before and after it."""
        self._stage, self._before, self._after = name, before, after
        self._told = self._began = 0.0
        self._first = -1

    def is_stopped(self) -> bool:
        """True if the work is to stop."""
        is_asked = any((self.folder / one).exists() for one in (STOP, PAUSE))
        return is_asked or time.monotonic() > self._ends

    def tell(self, news: Compiling | Progress) -> None:
        """Save the progress of the stage, but not too often."""
        now = time.monotonic()
        if isinstance(news, Compiling):
            write_state(self.folder, State("playing", compiles=True, stage=self._stage))
            return
        if self._first < 0:
            self._first, self._began = news.kept, now
        state = self._state(news, now)
        if now - self._told >= OFTEN:
            self._told = now
            write_state(self.folder, state)

    def _state(self, news: Progress, now: float) -> State:
        played = news.kept - self._first
        self.each = (now - self._began) / played if played else None
        to_go = news.total - news.kept + self._after
        left = None if self.each is None else round(self.each * to_go, 1)
        kept = self._before + news.kept
        return State("playing", kept, kept + to_go, left, stage=self._stage)

    def sometimes(self, work: Callable[[], None]) -> None:
        """Do some work, but no more often than takes a small share of the time."""
        began = time.monotonic()
        if began - self._summed >= self._pause:
            work()
            self._summed = time.monotonic()
            self._pause = max(SOMETIMES, 20 * (self._summed - began))


def do_in(folder: Path, work: Callable[[], None], niceness: int, *, name: str = "") -> None:
    """Do the work of this process at this niceness; a failure is saved as the state.

    `name` is a file of the folder, which messages do not name.
    """
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        work()
    except (HonjinError, OSError) as problem:
        said = " ".join(str(problem).replace(str(folder), "").split())[:500]
        said = said.replace(f"/{name}", "the file") if name else said
        write_state(folder, State("failed", problem=said))
        sys.exit(2)


def _end_with_parent() -> None:
    # Unbuffered: holding a buffer's lock here would abort the interpreter at exit.
    while os.read(0, 1):
        pass
    os._exit(1)
