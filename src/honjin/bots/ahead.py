"""Compiling ahead: in a process of its own, once, while the caller goes on interpreted.

One such process runs at a time, with low priority. Loops that a bot has asked for come first, then
those that were only prepared, and all loops of a game in one process, as they share its rules.
What could not be compiled stays interpreted, and is not begun again in this process.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from collections.abc import Container, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from honjin.core.compiled import is_ready, warm, warm_command
from honjin.core.game import Game

log = logging.getLogger(__name__)

NICENESS: Final = 10

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

    def settle(self) -> bool:
        """Find out whether it is done, and load it if so, that no bot's time goes into loading."""
        if self.state == COMPILING and is_ready(self.game, self.loops):
            warm(self.game, self.loops)
            self.state, self.share = READY, 1.0
        return self.state == READY


_lock = threading.Lock()
_jobs: dict[tuple[str, Path], Job] = {}
_waiting: list[Job] = []
_worker: threading.Thread | None = None


def compile_ahead(game: Game[Any], loops: Path) -> bool:
    """Whether loops are compiled for a game; if not, see to it that they will be, soon."""
    address = address_of(game)
    if address is None:
        return False
    with _lock:
        job = _jobs.get((address, loops))
        if job and job not in _waiting:
            return job.state == READY
        if job is None:
            job = _jobs[address, loops] = Job(game, address, loops)
        else:
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


# ---- the thread that sees to it


def _see_to_it() -> None:
    """Start the thread if there is work and it does not run; the caller holds the lock."""
    global _worker  # noqa: PLW0603 - there is one
    if _waiting and _worker is None:
        _worker = threading.Thread(target=_work, name="compile-ahead", daemon=True)
        _worker.start()


def _work() -> None:
    global _worker  # noqa: PLW0603
    while True:
        with _lock:
            if not _waiting:
                _worker = None
                return
            batch = [job for job in _waiting if job.game is _waiting[0].game]
            _waiting[:] = [job for job in _waiting if job not in batch]
        try:
            said = _compile([job for job in batch if not job.settle()])
        except Exception as problem:  # other games are waiting
            said = repr(problem)
        for job in batch:
            if job.state == COMPILING:
                job.state = NEVER
                log.warning("%s of %s stays interpreted: %s", job.loops.stem, job.game.key, said)


def _compile(batch: list[Job]) -> str:
    """Compile loops of one game in another process; returns what it said last, besides progress."""
    said = "nothing was said"
    if not batch:
        return said
    command = warm_command(batch[0].address, *(job.loops for job in batch), niceness=NICENESS)
    with subprocess.Popen(  # noqa: S603 - our own command
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if not _follow(batch, line):
                said = line.decode("utf-8", "replace").strip() or said
    for job in batch:
        job.settle()
    return said


def _follow(batch: list[Job], line: bytes) -> bool:
    """Whether a line tells of progress: the number of a job, how much is done, and of how much."""
    words = line.split()
    if len(words) != 3 or not all(word.isdigit() for word in words):
        return False
    number, done, every = map(int, words)
    batch[number].share = max(batch[number].share, min(0.99, done / every))
    if done == every:
        batch[number].settle()
    return True
