"""Compiling ahead: in processes of their own, once, while the caller goes on interpreted.

All loops of a game are compiled in one process, as they share its rules. As many games as there are
cores, two at most, are compiled at once, with low priority. What somebody has asked for comes
first: it begins at once beside what was only prepared, which then has the lowest priority. What
could not be compiled stays interpreted, and is not begun again in this process.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Container, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from honjin.bots import compiling
from honjin.bots.compiling import warm_command
from honjin.core.game import Game
from honjin.core.jit.compiled import is_ready, warm

log = logging.getLogger(__name__)

NICENESS: Final = 10
LEAST: Final = 19
"""The niceness of what gives way."""

READY: Final = "ready"
COMPILING: Final = "compiling"  # or waiting for its turn
NEVER: Final = "never"  # it failed, or nobody has asked for it


class Readiness(NamedTuple):
    """How far a compile is: READY, COMPILING or NEVER, and the share done, from 0 to 1."""

    state: str
    share: float


@dataclass
class Job:
    """Loops of a game, to be compiled."""

    game: Game[Any]
    address: str
    loops: Path
    state: str = COMPILING
    share: float = 0.0
    is_asked: bool = False
    """Whether somebody waits for it."""

    def settle(self) -> bool:
        """Find out whether it is done, and load it if so, that no bot's time goes into loading."""
        if self.state == COMPILING and is_ready(self.game, self.loops):
            warm(self.game, self.loops)
            self.state, self.share = READY, 1.0
        return self.state == READY


@dataclass
class Batch:
    """What one process compiles: jobs of one game."""

    game: Game[Any]
    jobs: list[Job] = field(default_factory=list)
    process: subprocess.Popen[bytes] | None = None

    @property
    def is_asked(self) -> bool:
        """Whether somebody waits for it."""
        return any(job.is_asked for job in self.jobs)

    def be_nice(self, niceness: int) -> None:
        """Make the process more or less urgent, as far as the system lets us."""
        if self.process and hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self.process.pid, niceness)


_lock = threading.Lock()
_jobs: dict[tuple[str, Path], Job] = {}
_waiting: list[Job] = []
_active: list[Batch] = []


def compile_ahead(game: Game[Any], loops: Path) -> bool:
    """Whether loops are compiled for a game; if not, see to it that they will be, soon."""
    address = address_of(game)
    if address is None:
        return False
    with _lock:
        job = _jobs.get((address, loops))
        if job and job.is_asked and job not in _waiting:
            return job.state == READY
        if job is None:
            job = _jobs[address, loops] = Job(game, address, loops)
            _waiting.append(job)
        job.is_asked = True
        if job in _waiting:
            _waiting.remove(job)
            if not job.settle():
                _waiting.insert(0, job)
        _see_to_it()
        return job.state == READY


def prepare_loops(game: Game[Any], paths: Iterable[Path]) -> None:
    """See to it that loops are compiled for a game, when there is nothing more urgent."""
    address = address_of(game)
    if address is None:
        return
    with _lock:
        for loops in paths:
            if (address, loops) not in _jobs:
                _jobs[address, loops] = job = Job(game, address, loops)
                _waiting.append(job)
        _see_to_it()


def readiness(game: Game[Any], loops: Path) -> Readiness:
    """How far the compile of loops for a game is; nothing is begun by asking."""
    job = _jobs.get((address_of(game) or "", loops))
    return Readiness(job.state, job.share) if job else Readiness(NEVER, 0.0)


def share_compiled(game: Game[Any], only: Container[Path] | None = None) -> float:
    """How much is done of what is being compiled for a game, from 0 to 1; 1 if nothing is.

    `only`: of these loops.
    """
    of_game = [job for job in list(_jobs.values()) if job.game is game]
    jobs = [job for job in of_game if only is None or job.loops in only]
    if all(job.state != COMPILING for job in jobs):
        return 1.0
    return sum(job.share if job.state == COMPILING else 1.0 for job in jobs) / len(jobs)


def address_of(game: Game[Any]) -> str | None:
    """Where another process finds the game: the module that holds it as GAME."""
    for name, module in list(sys.modules.items()):
        # Not getattr, which makes lazy modules import things.
        if getattr(module, "__dict__", {}).get("GAME") is game and name != "__main__":
            return name
    return None


# ---- the threads that see to it


def _see_to_it() -> None:
    """Begin what there is a place for; the caller holds the lock."""
    while (batch := _next_batch()) is not None:
        _active.append(batch)
        threading.Thread(target=_work, args=(batch,), name="compile-ahead", daemon=True).start()
    _give_way()


def _next_batch() -> Batch | None:
    """The jobs of the first game that waits, is not at work, and has a place."""
    asked = sum(batch.is_asked for batch in _active)
    for job in _waiting:
        has_place = asked < compiling.CORES if job.is_asked else len(_active) < compiling.CORES
        if has_place and all(batch.game is not job.game for batch in _active):
            jobs = [one for one in _waiting if one.game is job.game]
            _waiting[:] = [one for one in _waiting if one not in jobs]
            return Batch(job.game, jobs)
    return None


def _give_way() -> None:
    """What nobody has asked for is less urgent than what somebody has."""
    some_asked = any(batch.is_asked for batch in _active)
    for batch in _active:
        batch.be_nice(LEAST if some_asked and not batch.is_asked else NICENESS)


def _work(batch: Batch) -> None:
    try:
        said = _compile(batch)
    except Exception as problem:  # other games are waiting
        said = repr(problem)
    for job in batch.jobs:
        if job.state == COMPILING:
            job.state = NEVER
            log.warning("%s of %s stays interpreted: %s", job.loops.stem, job.game.key, said)
    with _lock:
        _active.remove(batch)
        _see_to_it()


def _compile(batch: Batch) -> str:
    """Compile loops of one game in another process; returns what it said last, besides progress."""
    said, jobs = "nothing was said", [job for job in batch.jobs if not job.settle()]
    if not jobs:
        return said
    command = warm_command(jobs[0].address, *(job.loops for job in jobs), niceness=NICENESS)
    with subprocess.Popen(  # noqa: S603 - our own command
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as batch.process:
        with _lock:
            _give_way()
        assert batch.process.stdout is not None
        for line in batch.process.stdout:
            if not _follow(jobs, line):
                said = line.decode("utf-8", "replace").strip() or said
    for job in jobs:
        job.settle()
    return said


def _follow(jobs: list[Job], line: bytes) -> bool:
    """Whether a line tells of progress: the number of a job, how much is done, and of how much."""
    words = line.split()
    if len(words) != 3 or not all(word.isdigit() for word in words):
        return False
    number, done, every = map(int, words)
    jobs[number].share = max(jobs[number].share, min(0.99, done / every))
    if done == every:
        jobs[number].settle()
    return True
