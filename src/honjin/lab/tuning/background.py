"""A search in a folder, run by a separate process (`lab.background`).

    python -m honjin.lab.tuning.background NICENESS search FOLDER JOBS SECONDS

search.json        the search
search.jsonl       its games
chart.json         figures of these, updated as games come in
found.json         the result, and the drawn files next to it

Its proof is an experiment, and lies there as one (`lab.experiments.background`): games.jsonl.gz,
summary.json, index.json.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import msgspec

from honjin.lab.background import State, Watch, do_in, write_state
from honjin.lab.errors import NothingPlayed
from honjin.lab.experiments.background import GAMES, write_figures
from honjin.lab.experiments.file import read_report
from honjin.lab.lines import write_whole
from honjin.lab.matches.compiling import Compiling
from honjin.lab.matches.series import Progress
from honjin.lab.tuning.chart import chart_of
from honjin.lab.tuning.found import Found
from honjin.lab.tuning.journal import read_lines
from honjin.lab.tuning.plan import Search
from honjin.lab.tuning.proof import Tuned, proof_plan, prove
from honjin.lab.tuning.running import JOURNAL, Tuning

SEARCH, CHART = "search.json", "chart.json"
SEARCHING: Final = "search"
PROVING: Final = "proof"


def search(folder: Path, jobs: int, seconds: float) -> None:
    """Search and verify until it is done, stopped, or out of time; everything is saved."""
    watch = Watch(folder, seconds)
    asked = msgspec.json.decode((folder / SEARCH).read_bytes(), type=Search)
    write_state(folder, State("playing", stage=SEARCHING, total=asked.games))
    tuning = Tuning(asked, folder, other_code=True)
    try:
        found = _search(tuning, watch, jobs)
    except NothingPlayed:
        write_state(folder, State("over", stage=SEARCHING, total=asked.games))
        return
    finally:
        _draw(folder)
    tuned = _prove(tuning, found, watch, jobs)
    played = sum(one.games for one in (tuned.given, tuned.proved) if one)
    proofs = asked.proof * len(proof_plan(tuning, tuned.options).variants)
    searched = found.games if tuning.is_over(found) else asked.games
    write_state(folder, State("over", found.games + played, searched + proofs, stage=PROVING))


def _search(tuning: Tuning, watch: Watch, jobs: int) -> Found:
    watch.stage(SEARCHING, after=2 * tuning.search.proof)

    def tell(news: Compiling | Progress) -> None:
        watch.tell(news)
        watch.sometimes(lambda: _draw(tuning.folder))

    return tuning.run(jobs=jobs, tell=tell, is_stopped=watch.is_stopped)


def _prove(tuning: Tuning, found: Found, watch: Watch, jobs: int) -> Tuned:
    watch.stage(PROVING, before=found.games)
    tuned = prove(tuning, found, jobs=jobs, tell=watch.tell, is_stopped=watch.is_stopped)
    if tuned.proof:
        report = read_report(tuning.folder / tuned.proof)
        write_whole(tuning.folder / GAMES, (tuning.folder / tuned.proof).read_bytes())
        write_figures(tuning.folder, report)
    return tuned


def _draw(folder: Path) -> None:
    chart = chart_of(read_lines(folder / JOURNAL))
    write_whole(folder / CHART, msgspec.json.encode(chart))


def main(words: list[str]) -> None:
    """Carry out the command line."""
    niceness, _, where, jobs, seconds = words
    folder = Path(where)
    do_in(folder, lambda: search(folder, int(jobs), float(seconds)), int(niceness), name=JOURNAL)


if __name__ == "__main__":
    main(sys.argv[1:])
