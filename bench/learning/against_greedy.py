"""How strength grows while a network learns on one core: scores against greedy, plotted.

    OMP_NUM_THREADS=1 XLA_FLAGS=--xla_cpu_multi_thread_eigen=false taskset -c 0 \
        python -m bench.learning.against_greedy rokumon [--seeds 1 2 3] [--marks 60 180 270]
                                                [--method search] [--search 64] [--temperature 0.2]
                                                [--games 600] [--set entropy=0.03 …]
                                                [--out FOLDER] [--net FILE] [--keep]

For each seed a network with the default settings (`honjin.train.Config`, `SearchConfig`), or with
some of them `--set` to other numbers, learns by self-play. When the training has used `--marks`
seconds of processor time, compilation by JAX included, the running mean that `Trainer.save` writes
is saved; usually that is once, at the end. Then each saved network plays `greedy` in the arena
without search, or with `--search` simulations: every deal with all seats swapped, no test that
stops early. Seconds are processor time, so a busy machine makes no difference. `--net` measures an
existing file instead.

The folder gets the networks, their scores, and with several marks `curves.png` and `curves.svg`.
What it already contains is not made again, so a run that was stopped can be continued; a seed that
was not learned to the end begins anew. `--keep` adds a line for each match to
bench/results/learning.jsonl.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from bench.common import arguments, keep

from honjin.bots.net import read_net
from honjin.games import load
from honjin.lab import Arena
from honjin.lab.report.courses import Course, Point, courses_plot
from honjin.lab.report.plots import save
from honjin.train import MethodKey, Trainer

CASES: dict[str, tuple[dict[str, str], float]] = {
    "rokumon": ({"act": "3"}, 270.0),
    "akiwado": ({"seats": "3"}, 1150.0),
}


def file_of(seed: int, mark: float, given: argparse.Namespace) -> Path:
    return Path(given.out, f"{seed}-{mark:g}.npz")


def learn(seed: int, given: argparse.Namespace) -> None:
    """Train a network, saving it at every mark."""
    options, _ = CASES[given.case]
    settings: dict[str, Any] = {"seed": seed} | given.settings
    trainer = Trainer(load(given.case), options, given.method.config(**settings))
    for mark in given.marks:
        while trainer.seconds < mark:
            row = trainer.update()
        trainer.save(file_of(seed, mark, given))
        print(f"seed {seed}: {row.seconds:.0f} s, {row.decisions:,} decisions", flush=True)


def bot_of(net: Path, given: argparse.Namespace) -> str:
    """The network as a bot of the arena."""
    search = f":search={given.search}" if given.search else ""
    heat = "" if given.temperature < 0 else f":temperature={given.temperature:g}"
    return f"net:{net}{search}{heat}"


def score(net: Path, given: argparse.Namespace) -> dict[str, Any]:
    """The match of a saved network, which is played once."""
    bot = bot_of(net, given)
    kept = Path(given.out, f"{net.stem}{bot.partition(str(net))[2].replace(':', '-')}.json")
    if kept.exists():
        found: dict[str, Any] = json.loads(kept.read_text())
        return found
    options, _ = CASES[given.case]
    arena = Arena(given.case, [bot, "greedy"], options=options, seed=1)
    tally = arena.run(given.games, jobs=given.jobs).tally
    about = read_net(net).about
    line = {
        "game": given.case, **options, "seed": about.seed, "seconds": round(about.seconds),
        "decisions": about.decisions, "values": about.values, "search": given.search,
        "temperature": given.temperature, "games": tally.games,
        "score": [round(part, 4) for part in tally.score()],
        "return": [round(part, 3) for part in tally.mean_return(tally.bots[0])],
        "greedy_return": [round(part, 3) for part in tally.mean_return(tally.bots[1])],
        "settings": given.settings, "method": str(given.method),
    }  # fmt: skip
    kept.write_text(json.dumps(line))
    keep(given, "learning", line)
    return line


def course(seed: int, given: argparse.Namespace) -> Course:
    """The scores of a seed at all marks."""
    points = []
    for mark in given.marks:
        line = score(file_of(seed, mark, given), given)
        print(line, flush=True)
        points.append(Point(line["decisions"], *line["score"]))
    return Course(f"seed {seed}", tuple(points))


def number_of(text: str) -> float:
    return int(text) if text.isdigit() else float(text)


def main() -> None:
    given = arguments(
        __doc__,
        {"case": CASES},
        method=MethodKey.PPO,
        seeds=(1,),
        marks=(0.0,),
        set=("",),
        search=0,
        temperature=-1.0,
        games=600,
        jobs=1,
        out=Path,
        net=Path,
    )
    pairs = (text.partition("=") for text in given.set if text)
    given.settings = {name: number_of(value) for name, _, value in pairs}
    given.marks = sorted(mark or CASES[given.case][1] for mark in given.marks)
    given.out = given.out or Path(mkdtemp())
    given.out.mkdir(parents=True, exist_ok=True)
    if given.net:
        print(score(given.net, given))
        return
    for seed in given.seeds:
        if not file_of(seed, given.marks[-1], given).exists():
            learn(seed, given)
    courses = [course(seed, given) for seed in given.seeds]
    if len(given.marks) > 1:
        title = f"{given.case}: {given.marks[-1] / 60:.1f} minutes of one processor, against greedy"
        print(*save(courses_plot(courses, title), given.out, "curves"))


if __name__ == "__main__":
    main()
