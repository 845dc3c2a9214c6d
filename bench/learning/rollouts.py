"""The speed of self-play for learning, with different numbers of workers in parallel.

    python -m bench.learning.rollouts [--game rokumon] [--jobs 1 2] [--parts 2] [--rounds 5]
                                      [--parallel 512] [--backend processes] [--keep]

In each round every number of jobs performs one update, one after the other, so a busy machine slows
all equally; the first two rounds, in which JAX compiles, do not count. Printed are medians by the
clock: decisions per second while the games are played (for workers, transfers included), decisions
per second of whole updates, and the ratio of each to the first number of jobs. Clock time is
meaningful only if that many cores are free, so the load is printed too. All runs have the same
parts and the same seed, and must end with the same weights; this is checked. `--keep` adds a line
to bench/results/rollouts.jsonl.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from contextlib import ExitStack
from typing import Any

import numpy as np
from bench.common import arguments, keep

from honjin.games import load
from honjin.lab import Backend
from honjin.train import Config, Trainer, Workers

CASES = {"rokumon": {"act": "3"}, "akiwado": {"seats": "3"}}
COLD = 2


class Run:
    """A trainer and its workers, with the times spent on playing and on updates."""

    def __init__(self, key: str, config: Config, workers: Workers, ends: ExitStack) -> None:
        self.trainer = Trainer(load(key), CASES[key], config)
        ends.enter_context(self.trainer.workers(workers))
        self.decisions = config.parallel * config.steps
        self.played: list[float] = []
        self.updated: list[float] = []

    def update(self) -> None:
        play, took = self.trainer.play, [0.0]

        def timed() -> float:
            begun = time.perf_counter()
            found = play()
            took[0] = time.perf_counter() - begun
            return found

        self.trainer.play = timed  # type: ignore[method-assign]
        begun = time.perf_counter()
        self.trainer.update()
        self.updated.append(self.decisions / (time.perf_counter() - begun))
        self.played.append(self.decisions / took[0])
        self.trainer.play = play  # type: ignore[method-assign]

    def rates(self) -> tuple[float, float]:
        return statistics.median(self.played[COLD:]), statistics.median(self.updated[COLD:])


def measured(given: argparse.Namespace) -> list[dict[str, Any]]:
    """A line for each number of jobs."""
    config = Config(parallel=given.parallel, parts=given.parts)
    with ExitStack() as ends:
        runs = [Run(given.game, config, Workers(n, given.backend), ends) for n in given.jobs]
        for _ in range(COLD + given.rounds):
            for run in runs:
                run.update()
    must_be_alike(runs)
    first = runs[0].rates()
    return [
        {
            "jobs": jobs, "played": round(run.rates()[0]), "updated": round(run.rates()[1]),
            "ratios": [round(a / b, 2) for a, b in zip(run.rates(), first, strict=True)],
        }
        for jobs, run in zip(given.jobs, runs, strict=True)
    ]  # fmt: skip


def must_be_alike(runs: list[Run]) -> None:
    """Exit unless all runs have learned the same weights."""
    weights = [{k: np.asarray(w) for k, w in run.trainer.weights.items()} for run in runs]
    if not all((one[k] == weights[0][k]).all() for one in weights for k in one):
        sys.exit("the runs have learned different weights")


def main() -> None:
    given = arguments(
        __doc__,
        {"game": CASES},
        game="rokumon",
        jobs=(1, 2),
        parts=2,
        rounds=5,
        parallel=512,
        backend=Backend.PROCESSES,
    )
    lines = measured(given)
    about = {
        "game": given.game, "parts": given.parts, "parallel": given.parallel,
        "backend": given.backend.value, "rounds": given.rounds, "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
    }  # fmt: skip
    print(about)
    for line in lines:
        print(line)
    keep(given, "rollouts", about | {"jobs": lines})


if __name__ == "__main__":
    main()
