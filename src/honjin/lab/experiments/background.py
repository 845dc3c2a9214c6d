"""An experiment in a folder, played or checked by a separate process (`lab.background`).

    python -m honjin.lab.experiments.background NICENESS play FOLDER JOBS SECONDS
    python -m honjin.lab.experiments.background NICENESS check FOLDER

plan.json          the plan (play)
games.jsonl.gz     the file of the experiment
summary.json       its figures, updated as games come in
index.json         a searchable index of its games
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from honjin.core.reading.limit import time_limit
from honjin.lab.background import PACE, Pace, State, Watch, do_in, write_state
from honjin.lab.errors import BadReport
from honjin.lab.experiments.file import Report, in_order, read_report, write_anew
from honjin.lab.experiments.findings import summary_of
from honjin.lab.experiments.index import index_of
from honjin.lab.experiments.plan import Plan
from honjin.lab.experiments.running import Experiment
from honjin.lab.lines import write_whole

PLAN, GAMES, SUMMARY, INDEX = "plan.json", "games.jsonl.gz", "summary.json", "index.json"
CHECKING: Final = 60.0
"""The time limit for reading a file, in seconds."""
MAX_BYTES: Final = 160_000_000
"""The largest uncompressed size of a file."""


def write_figures(folder: Path, report: Report) -> None:
    """Write the summary and the index of a report."""
    write_whole(folder / SUMMARY, msgspec.json.encode(summary_of(report)))
    write_whole(folder / INDEX, msgspec.json.encode(index_of(report)))


def play(folder: Path, jobs: int, seconds: float) -> None:
    """Play until it is done, stopped, or out of time; everything is saved."""
    plan = msgspec.json.decode((folder / PLAN).read_bytes(), type=Plan)
    here = Experiment(plan, folder / GAMES, resume=True, other_code=True)
    watch = Watch(folder, seconds)

    def sum_up(report: Report) -> None:
        write_figures(folder, Report(report.head, in_order(report.head.plan, report.rows)))

    here.seen.append(lambda report: watch.sometimes(lambda: sum_up(report)))
    comparison = here.run(jobs=jobs, forgive=True, tell=watch.tell, is_stopped=watch.is_stopped)
    report = read_report(folder / GAMES)
    write_figures(folder, report)
    total, kept = len(plan.variants) * plan.games, len(report.rows)
    if watch.each is not None:
        bots = sorted({bot for variant in plan.variants for bot in variant.bots})
        pace = Pace(plan.game, tuple(bots), watch.each)
        write_whole(folder / PACE, msgspec.json.encode(pace))
    write_state(folder, State("over", kept, kept if comparison.enough else total))


def check(folder: Path) -> None:
    """Check an uploaded file, and write it anew; raises BadReport if it is not an experiment."""
    with time_limit(CHECKING):
        report = read_report(folder / GAMES, MAX_BYTES)
        if not report.rows:
            raise BadReport("the file contains no game")
        write_figures(folder, report)
        write_anew(folder / GAMES, report)
    kept = len(report.rows)
    write_state(folder, State("over", kept, kept))


def main(words: list[str]) -> None:
    """Carry out the command line."""
    niceness, what, where, *limits = words
    folder = Path(where)
    work: Callable[[], None] = (
        (lambda: check(folder)) if what == "check"
        else lambda: play(folder, int(limits[0]), float(limits[1]))
    )  # fmt: skip
    do_in(folder, work, int(niceness), name=GAMES)


if __name__ == "__main__":
    main(sys.argv[1:])
