"""Compiling in background processes, once per game, while the caller continues interpreted.

All loops of a game are compiled in one process, since they share its rules. One game per core, at
most two, are compiled at once, with low priority. Requested loops come first: they start at once,
alongside loops that are only being prepared, which then get the lowest priority. Loops that fail
to compile stay interpreted and are not tried again in this process.
"""

from __future__ import annotations

import logging
import os
import subprocess
import threading
from collections.abc import Container, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from honjin.bots import compiling
from honjin.bots.bot import Bot, all_loops_of
from honjin.bots.compiling import warm_command
from honjin.core.errors import NotCompiled
from honjin.core.game import Game, address_of
from honjin.core.jit import compiled as core
from honjin.core.jit.cache.folders import writable_folder
from honjin.core.jit.compiled import is_ready, warm
from honjin.core.reading.child import child_environment

log = logging.getLogger(__name__)

NICENESS: Final = 10
LEAST: Final = 19
"""The niceness of a batch that yields to a requested one."""

READY: Final = "ready"
COMPILING: Final = "compiling"  # or waiting to be compiled
NEVER: Final = "never"  # it failed, or was never requested


class Readiness(NamedTuple):
    """The progress of a compile: READY, COMPILING or NEVER, and the share done, from 0 to 1."""

    state: str
    share: float


@dataclass
class Job:
    """A loop file to be compiled for a game."""

    game: Game[Any]
    address: str
    loops: Path
    state: str = COMPILING
    share: float = 0.0
    is_asked: bool = False
    """True if a caller waits for it."""

    def settle(self) -> bool:
        """Return True if compiled; load it then, so that no bot spends its time on loading."""
        if self.state == COMPILING and is_ready(self.game, self.loops):
            warm(self.game, self.loops)
            self.state, self.share = READY, 1.0
        return self.state == READY


@dataclass
class Batch:
    """The jobs of one process, all for one game."""

    game: Game[Any]
    jobs: list[Job] = field(default_factory=list)
    process: subprocess.Popen[bytes] | None = None

    @property
    def is_asked(self) -> bool:
        """True if a caller waits for one of its jobs."""
        return any(job.is_asked for job in self.jobs)

    def be_nice(self, niceness: int) -> None:
        """Set the niceness of the process, if the system allows it."""
        if self.process and hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self.process.pid, niceness)


_lock = threading.Lock()
_jobs: dict[tuple[str, Path], Job] = {}
_waiting: list[Job] = []
_active: list[Batch] = []


def compile_ahead(game: Game[Any], loops: Path) -> bool:
    """Return True if loops are compiled for a game; otherwise start compiling them.

    The first caller waits while what was compiled before is loaded; others need not.
    """
    address = address_of(game)
    if address is None:
        return False
    job, is_new = _asked_job(game, address, loops)
    if is_new:
        _begin(job)
    return job.state == READY


def load_ahead(game: Game[Any], loops: Path) -> None:
    """Start to load loops, or to compile them, without waiting."""
    address = address_of(game)
    if address is None:
        return
    job, is_new = _asked_job(game, address, loops)
    if is_new:
        threading.Thread(target=_begin, args=(job,), name="load-ahead", daemon=True).start()


def _begin(job: Job) -> None:
    """Load what was compiled before, or have it compiled."""
    if not job.settle():
        with _lock:
            _waiting.insert(0, job)
            _see_to_it()


def _asked_job(game: Game[Any], address: str, loops: Path) -> tuple[Job, bool]:
    """The job of some loops, which a caller waits for now; whether it has yet to be begun."""
    with _lock:
        job = _jobs.get((address, loops))
        if job is None:
            job = _jobs[address, loops] = Job(game, address, loops)
            _waiting.append(job)
        is_new = job in _waiting
        if is_new:
            _waiting.remove(job)
        job.is_asked = True
        _see_to_it()
        return job, is_new


def prepare_loops(game: Game[Any], paths: Iterable[Path]) -> None:
    """Compile loops for a game when nothing more urgent is to be compiled."""
    address = address_of(game)
    if address is None:
        return
    with _lock:
        for loops in paths:
            if (address, loops) not in _jobs:
                _jobs[address, loops] = job = Job(game, address, loops)
                _waiting.append(job)
        _see_to_it()


def compile_once(game: Game[Any], loops: Path, name: str) -> bool:
    """Compile loops in another process; True if the result was saved. `name` is for errors.

    It waits for other processes that compile rules of the game on this machine; NotCompiled says
    why it failed.
    """
    address = address_of(game)
    if address and not is_ready(game, loops) and writable_folder():
        _compile_now(address, loops, name)
    return is_ready(game, loops)


def load_loops(game: Game[Any], bot: Bot, name: str) -> None:
    """Compile a bot's loops unless cached, and load them; without them it may choose otherwise."""
    for loops in all_loops_of(bot):
        if not is_loaded(game, loops):
            compile_once(game, loops, name)
            compile_ahead(game, loops)


def _compile_now(address: str, loops: Path, name: str) -> None:
    with subprocess.Popen(  # noqa: S603 - our own command
        core.warm_command(address, loops), env=child_environment(), stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        errors = process.stderr.read()
    if process.returncode:
        said = errors.decode("utf-8", "replace").strip().splitlines()
        raise NotCompiled(f"{name} could not be compiled: {(said or ['no reason given'])[-1]}")


def readiness(game: Game[Any], loops: Path) -> Readiness:
    """The progress of compiling loops for a game; does not start it."""
    job = _jobs.get((address_of(game) or "", loops))
    return Readiness(job.state, job.share) if job else Readiness(NEVER, 0.0)


def share_compiled(game: Game[Any], only: Container[Path] | None = None) -> float:
    """The finished share of the compiles under way for a game, from 0 to 1; 1 if there are none.

    With `only`, of these loops.
    """
    of_game = [job for job in list(_jobs.values()) if job.game is game]
    jobs = [job for job in of_game if only is None or job.loops in only]
    if all(job.state != COMPILING for job in jobs):
        return 1.0
    return sum(job.share if job.state == COMPILING else 1.0 for job in jobs) / len(jobs)


def is_loaded(game: Game[Any], loops: Path) -> bool:
    """Return True if loops of a game were asked for, and are compiled; starts nothing."""
    return loops in loaded_loops(game)


def loaded_loops(game: Game[Any]) -> list[Path]:
    """The loops of a game that were asked for, and are compiled; starts nothing."""
    jobs = list(_jobs.values())
    return [job.loops for job in jobs if job.game is game and job.state == READY]


# ---- the compiling threads


def _see_to_it() -> None:
    """Start as many batches as there is room for; the caller holds the lock."""
    while (batch := _next_batch()) is not None:
        _active.append(batch)
        threading.Thread(
            target=_work, args=(batch, _active), name="compile-ahead", daemon=True
        ).start()
    _give_way()


def _next_batch() -> Batch | None:
    """The jobs of the first waiting game that is not being compiled and for which there is room."""
    asked = sum(batch.is_asked for batch in _active)
    for job in _waiting:
        has_place = asked < compiling.CORES if job.is_asked else len(_active) < compiling.CORES
        if has_place and all(batch.game is not job.game for batch in _active):
            jobs = [one for one in _waiting if one.game is job.game]
            _waiting[:] = [one for one in _waiting if one not in jobs]
            return Batch(job.game, jobs)
    return None


def _give_way() -> None:
    """Lower the priority of batches that no caller waits for while one waits for another."""
    some_asked = any(batch.is_asked for batch in _active)
    for batch in _active:
        batch.be_nice(LEAST if some_asked and not batch.is_asked else NICENESS)


def _work(batch: Batch, active: list[Batch]) -> None:
    """Compile a batch, and take it off the list of those being compiled."""
    try:
        said = _compile(batch)
    except Exception as problem:  # other games are waiting
        said = repr(problem)
    for job in batch.jobs:
        if job.state == COMPILING:
            job.state = NEVER
            log.warning("%s of %s stays interpreted: %s", job.loops.stem, job.game.key, said)
    with _lock:
        active.remove(batch)
        _see_to_it()


def _compile(batch: Batch) -> str:
    """Compile loops of one game in another process; return its last output other than progress."""
    said, jobs = "no output", [job for job in batch.jobs if not job.settle()]
    if not jobs:
        return said
    if writable_folder() is None:
        _compile_in_memory(jobs)
        return said
    command = warm_command(jobs[0].address, *(job.loops for job in jobs), niceness=NICENESS)
    with subprocess.Popen(  # noqa: S603 - our own command
        command, env=child_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as batch.process:  # fmt: skip
        with _lock:
            _give_way()
        assert batch.process.stdout is not None
        for line in batch.process.stdout:
            if not _follow(jobs, line):
                said = line.decode("utf-8", "replace").strip() or said
    for job in jobs:
        job.settle()
    return said


def _compile_in_memory(jobs: Iterable[Job]) -> None:
    """Compile in this process, since another one could not pass its work on."""
    for job in jobs:
        warm(job.game, job.loops)
        job.state, job.share = READY, 1.0


def _follow(jobs: list[Job], line: bytes) -> bool:
    """Apply a line of progress (index of a job, number done, total); False if it is none."""
    words = line.split()
    if len(words) != 3 or not all(word.isdigit() for word in words):
        return False
    number, done, every = map(int, words)
    jobs[number].share = max(jobs[number].share, min(0.99, done / every))
    if done == every:
        jobs[number].settle()
    return True
