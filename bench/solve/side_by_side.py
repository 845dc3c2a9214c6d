"""Solving Rokumon, compared with the same analysis in plain C: time and peak memory.

    python -m bench.solve.side_by_side [--act 2] [--deal gggjjjj] [--rounds 5] [--jobs 2] [--keep]

Each run is a process of its own, from the rules to the finished table in memory; both alternate, so
a busy machine slows both. The loops are compiled first. Medians are printed; a ratio is the median
of the ratios of each round, above 1 if Honjin takes longer. Processor time is printed too, since it
depends less on other load on the machine. Both tables must be equal, byte for byte.
`--keep` adds the result to bench/results/solve.jsonl.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from bench.common import arguments, keep

from honjin.core.jit.compiled import compiled
from honjin.games import load
from honjin.solver import plan_for
from honjin.solver.retrograde.graph import LOOPS, numbered
from honjin.solver.retrograde.steps import Sweep

HERE = Path(__file__).parent
GAME = load("rokumon")


class Run(NamedTuple):
    positions: int
    longest: int
    graph: float  # seconds
    sweep: float
    processor: float
    megabytes: int

    @property
    def seconds(self) -> float:
        return self.graph + self.sweep


def run_honjin(act: str, deal: str, jobs: int, to: str) -> Run:
    """Solve in memory, after compiling or loading the loops with a small act."""
    module = compiled(GAME, LOOPS)
    warm_up()
    before = resource.getrusage(resource.RUSAGE_SELF)
    begun = time.perf_counter()
    plan = plan_for(GAME, GAME.read_options({"act": act, "deal": deal}))
    graph = numbered(GAME, plan, jobs)
    built = time.perf_counter()
    table = np.zeros(graph.positions, np.uint8)
    longest = Sweep(module, graph, table, jobs).run()
    done = time.perf_counter()
    used = resource.getrusage(resource.RUSAGE_SELF)
    table.tofile(to)
    processor = used.ru_utime - before.ru_utime
    return Run(graph.positions, longest, built - begun, done - built, processor, peak_megabytes())


def peak_megabytes() -> int:
    """The peak memory of this process; `getrusage` would include its parent's."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM"))


def warm_up() -> None:
    """Compile or load the loops."""
    plan = plan_for(GAME, GAME.read_options({"act": "1", "deal": "gggjjj"}))
    graph = numbered(GAME, plan)
    Sweep(compiled(GAME, LOOPS), graph, np.zeros(graph.positions, np.uint8)).run()


def in_process(words: list[str]) -> Run:
    """The figures that a process prints."""
    shown = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    return Run(*map(int, shown[:2]), *map(float, shown[2:5]), int(shown[5]))


def one_round(program: Path, folder: Path, given: argparse.Namespace) -> tuple[Run, Run]:
    """Run C and Honjin, one after the other."""
    files = [folder / "c.table", folder / "honjin.table"]
    asked = [given.act, given.deal, str(given.jobs)]
    in_c = in_process([str(program), *asked, str(files[0])])
    ours = in_process(
        [sys.executable, "-m", "bench.solve.side_by_side", "--one", *asked, str(files[1])]
    )
    tables = [np.fromfile(file, np.uint8) for file in files]
    if in_c[:2] != ours[:2] or not np.array_equal(*tables):
        sys.exit(f"different tables: {in_c} and {ours}")
    return in_c, ours


def report(given: argparse.Namespace, rounds: list[tuple[Run, Run]]) -> dict[str, object]:
    """Print the medians and ratios and return them."""

    def middle(kind: str, which: int) -> float:
        return statistics.median(getattr(pair[which], kind) for pair in rounds)

    def ratio(kind: str) -> float:
        return statistics.median(getattr(ours, kind) / getattr(in_c, kind) for in_c, ours in rounds)

    print(
        f"act {given.act}, {given.deal}, {rounds[0][0].positions:,} positions, {given.jobs} threads"
    )
    line: dict[str, object] = {"act": given.act, "deal": given.deal, "jobs": given.jobs}
    for kind in ("graph", "sweep", "seconds", "processor", "megabytes"):
        in_c, ours = middle(kind, 0), middle(kind, 1)
        print(f"{kind:10}  C {in_c:9.2f}   Honjin {ours:9.2f}   ratio {ratio(kind):.2f}")
        line[kind] = [round(in_c, 3), round(ours, 3), round(ratio(kind), 3)]
    return line


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        act, deal, jobs, to = sys.argv[2:]
        print(*run_honjin(act, deal, int(jobs), to))
        return
    given = arguments(__doc__, {"act": ("2", "3")}, act="2", deal="gggjjjj", rounds=5, jobs=2)
    warm_up()
    with tempfile.TemporaryDirectory() as name:
        program = Path(name) / "yardstick"
        words = ["cc", "-O3", "-march=native", "-pthread", "-o", str(program)]
        subprocess.run([*words, str(HERE / "yardstick.c")], check=True)
        rounds = [one_round(program, Path(name), given) for _ in range(given.rounds)]
    keep(given, "solve", report(given, rounds))


if __name__ == "__main__":
    main()
