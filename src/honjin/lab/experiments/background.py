"""An experiment in a folder, played or checked by a separate process of low priority.

    python -m honjin.lab.experiments.background play FOLDER JOBS SECONDS
    python -m honjin.lab.experiments.background check FOLDER

plan.json          the plan (play)
games.jsonl.gz     the file of the experiment
summary.json       its figures, updated as games come in
index.json         a searchable index of its games
state.json         its progress
stop               exists when it is to stop

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
from honjin.core.reading.limit import time_limit
from honjin.lab.errors import BadReport
from honjin.lab.experiments.file import Report, in_order, read_report
from honjin.lab.experiments.findings import summary_of
from honjin.lab.experiments.index import index_of
from honjin.lab.experiments.plan import Plan
from honjin.lab.experiments.running import Experiment
from honjin.lab.matches.compiling import Compiling
from honjin.lab.matches.folder import write_whole
from honjin.lab.matches.series import Progress

PLAN, GAMES, SUMMARY, INDEX = "plan.json", "games.jsonl.gz", "summary.json", "index.json"
STATE, STOP = "state.json", "stop"
NICENESS: Final = 15
"""The niceness of the process: players come first."""
OFTEN: Final = 0.5
"""Seconds between two updates of the state."""
SOMETIMES: Final = 4.0
"""Least seconds between two summaries; more if they take long to compute."""
CHECKING: Final = 60.0
"""The time limit for reading a file, in seconds."""
MOST_BYTES: Final = 160_000_000
"""The largest uncompressed size of a file."""


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """The progress of an experiment: `kept` of `total` games, about `left` seconds to go.

    `problem` is a sentence that says why it failed.
    """

    state: Literal["waiting", "playing", "over", "failed"]
    kept: int = 0
    total: int = 0
    left: float | None = None
    compiles: bool = False
    problem: str = ""


def read_state(folder: Path) -> State:
    """The saved state of an experiment; waiting if there is none yet."""
    try:
        return msgspec.json.decode((folder / STATE).read_bytes(), type=State)
    except FileNotFoundError:
        return State("waiting")


def write_state(folder: Path, state: State) -> None:
    """Save the state of an experiment."""
    write_whole(folder / STATE, msgspec.json.encode(state))


def write_figures(folder: Path, report: Report) -> None:
    """Write the summary and the index of a report."""
    write_whole(folder / SUMMARY, msgspec.json.encode(summary_of(report)))
    write_whole(folder / INDEX, msgspec.json.encode(index_of(report)))


class Player:
    """Plays the plan of a folder."""

    def __init__(self, folder: Path, jobs: int, seconds: float) -> None:
        self.folder, self.jobs = folder, jobs
        self._ends = time.monotonic() + seconds
        self._told = self._summed = self._began = 0.0
        self._before = -1
        self._pause = SOMETIMES

    def play(self) -> None:
        """Play until it is done, stopped, or out of time; everything is saved."""
        plan = msgspec.json.decode((self.folder / PLAN).read_bytes(), type=Plan)
        here = Experiment(plan, self.folder / GAMES, resume=True, other_code=True)
        here.seen.append(self._sum_up)
        comparison = here.run(
            jobs=self.jobs, forgive=True, tell=self._tell, is_stopped=self._is_stopped
        )
        report = read_report(self.folder / GAMES)
        write_figures(self.folder, report)
        total = len(plan.variants) * plan.games
        kept = len(report.rows)
        write_state(self.folder, State("over", kept, kept if comparison.enough else total))

    def _is_stopped(self) -> bool:
        return (self.folder / STOP).exists() or time.monotonic() > self._ends

    def _tell(self, news: Compiling | Progress) -> None:
        now = time.monotonic()
        if isinstance(news, Compiling):
            write_state(self.folder, State("playing", compiles=True))
            return
        if self._before < 0:
            self._before, self._began = news.kept, now
        if now - self._told >= OFTEN:
            self._told = now
            played = news.kept - self._before
            each = (now - self._began) / played if played else None
            left = None if each is None else round(each * (news.total - news.kept), 1)
            write_state(self.folder, State("playing", news.kept, news.total, left))

    def _sum_up(self, report: Report) -> None:
        """Update the figures, but no more often than takes a small share of the time."""
        began = time.monotonic()
        if began - self._summed >= self._pause:
            write_figures(self.folder, Report(report.head, in_order(report.head.plan, report.rows)))
            self._summed = time.monotonic()
            self._pause = max(SOMETIMES, 20 * (self._summed - began))


def check(folder: Path) -> None:
    """Check an uploaded file; raises BadReport if it is not an experiment."""
    with time_limit(CHECKING):
        report = read_report(folder / GAMES, MOST_BYTES)
        if not report.rows:
            raise BadReport("the file contains no game")
        write_figures(folder, report)
    kept = len(report.rows)
    write_state(folder, State("over", kept, kept))


def main(words: list[str]) -> None:
    """Carry out the command line; failures are saved as the state."""
    _be_polite()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    folder = Path(words[1])
    work: Callable[[], None] = (
        (lambda: check(folder)) if words[0] == "check"
        else Player(folder, int(words[2]), float(words[3])).play
    )  # fmt: skip
    try:
        work()
    except (HonjinError, OSError) as problem:
        said = " ".join(str(problem).replace(str(folder), "").split())[:500]
        write_state(folder, State("failed", problem=said.replace(f"/{GAMES}", "the file")))
        sys.exit(2)


def _be_polite() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def _end_with_parent() -> None:
    # Unbuffered: holding a buffer's lock here would abort the interpreter at exit.
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
