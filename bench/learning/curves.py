"""How strength grows while a network learns: scores against greedy for several seeds, plotted.

    OMP_NUM_THREADS=1 XLA_FLAGS=--xla_cpu_multi_thread_eigen=false taskset -c 0 \
        python bench/learning/curves.py akiwado --out FOLDER [--seeds 1,2,3] [--set entropy=0.05] …
                                        [--temperature 0.2] [--games 300]
                                        [--marks 60,180,360,600,1150] [--keep]

A network learns for each seed; when the training has used `--marks` seconds of processor time it is
saved. Then each saved network plays `greedy` in the arena without search: every deal with all seats
swapped, no test that stops early. The folder gets the networks, `curves.png` and `curves.svg`. What
it already contains is not made again, so a run that was stopped can be continued; a seed that was
not learned to the end begins anew. `--keep` adds a line for each match to
bench/results/learning.jsonl.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from against_greedy import CASES, setting
from keep import keep

from honjin.bots.net import read_net
from honjin.games import load
from honjin.lab import Arena
from honjin.lab.report.courses import Course, Point, courses_plot
from honjin.lab.report.plots import save
from honjin.train import MethodKey, Trainer


def file_of(out: Path, seed: int, mark: float) -> Path:
    return out / f"{seed}-{mark:g}.npz"


def learn(case: str, seed: int, given: argparse.Namespace) -> None:
    """Train a network, saving it at every mark."""
    game, options, _ = CASES[case]
    settings: dict[str, Any] = {"seed": seed} | dict(given.set)
    trainer = Trainer(load(game), options, given.method.config(**settings))
    for mark in given.marks:
        while trainer.seconds < mark:
            row = trainer.update()
        trainer.save(file_of(given.out, seed, mark))
        print(f"seed {seed}: {row.seconds:.0f} s, {row.decisions:,} decisions", flush=True)


def score(case: str, seed: int, mark: float, given: argparse.Namespace) -> dict[str, Any]:
    """The match of a saved network, which is played once."""
    net = file_of(given.out, seed, mark)
    kept = net.with_suffix(f".{given.temperature:g}.json")
    if kept.exists():
        found: dict[str, Any] = json.loads(kept.read_text())
        return found
    game, options, _ = CASES[case]
    heat = "" if given.temperature < 0 else f":temperature={given.temperature:g}"
    arena = Arena(game, [f"net:{net}{heat}", "greedy"], options=options, seed=1)
    tally = arena.run(given.games, jobs=1).tally
    about = read_net(net).about
    line = {
        "game": game, **options, "seed": seed, "seconds": round(about.seconds),
        "decisions": about.decisions, "temperature": given.temperature, "games": tally.games,
        "score": [round(part, 4) for part in tally.score()], "settings": dict(given.set),
        "method": str(given.method),
    }  # fmt: skip
    kept.write_text(json.dumps(line))
    if given.keep:
        keep("learning", line)
    return line


def course(case: str, seed: int, given: argparse.Namespace) -> Course:
    """The scores of a seed at all marks."""
    points = []
    for mark in given.marks:
        line = score(case, seed, mark, given)
        print(line, flush=True)
        points.append(Point(line["decisions"], *line["score"]))
    return Course(f"seed {seed}", tuple(points))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("case", choices=CASES)
    parser.add_argument("--method", choices=MethodKey, type=MethodKey, default=MethodKey.PPO)
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--set", type=setting, action="append", default=[])
    parser.add_argument("--temperature", type=float, default=-1)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--marks", default="60,180,360,600,1150")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    given.marks = sorted(float(mark) for mark in given.marks.split(","))
    given.out.mkdir(parents=True, exist_ok=True)
    seeds = [int(seed) for seed in given.seeds.split(",")]
    for seed in seeds:
        if not file_of(given.out, seed, given.marks[-1]).exists():
            learn(given.case, seed, given)
    courses = [course(given.case, seed, given) for seed in seeds]
    title = f"{given.case}: {given.marks[-1] / 60:.1f} minutes of one processor, against greedy"
    print(*save(courses_plot(courses, title), given.out, "curves"))


if __name__ == "__main__":
    main()
