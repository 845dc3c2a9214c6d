"""The strength of a network after a given processor time on one core, measured by a match.

    OMP_NUM_THREADS=1 XLA_FLAGS=--xla_cpu_multi_thread_eigen=false taskset -c 0 \
        python bench/learning/against_greedy.py rokumon [--seed 1] [--seconds 270] [--games 600]
                                                [--method search] [--search 64]
                                                [--set entropy=0.03] …
                                                [--out FOLDER] [--net FILE] [--keep]

A network with the default settings (`honjin.train.Config`, `SearchConfig`), or with some of them
`--set` to other numbers, learns by self-play until the training has used `--seconds` of processor
time, compilation by JAX included. Then it plays `greedy` in the arena without search, or with
`--search` simulations: every deal with all seats swapped, no test that stops early. Seconds are
processor time, so a busy machine makes no difference. The network measured is the running mean that
`Trainer.save` writes. `--net` measures an existing file.
`--keep` adds a line to bench/results/learning.jsonl.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import keep

from honjin.bots.net import read_net
from honjin.games import load
from honjin.lab import Arena
from honjin.train import MethodKey, Trainer

CASES: dict[str, tuple[str, dict[str, str], float]] = {
    "rokumon": ("rokumon", {"act": "3"}, 270.0),
    "akiwado": ("akiwado", {"seats": "3"}, 1150.0),
}


def trained(
    case: str, method: MethodKey, settings: dict[str, Any], seconds: float, out: Path
) -> Path:
    """Train a network for `seconds` of processor time, and return its file."""
    key, options, _ = CASES[case]
    trainer = Trainer(load(key), options, method.config(**settings))
    next_line = 0.0
    while trainer.seconds < seconds:
        row = trainer.update()
        if row.seconds >= next_line:
            next_line = row.seconds + 30
            print(f"{row.seconds:6.0f} s {row.decisions:10,} entropy {row.entropy:.2f}", flush=True)
    file = out / f"{case}-{method}-{settings['seed']}.npz"
    trainer.save(file)
    return file


def measured(case: str, file: Path, games: int, jobs: int, search: int) -> dict[str, Any]:
    """The network's score against greedy."""
    key, options, _ = CASES[case]
    net = f"net:{file}:search={search}" if search else f"net:{file}"
    arena = Arena(key, [net, "greedy"], options=options, seed=1)
    tally = arena.run(games, jobs=jobs).tally
    score, standing = tally.score(), tally.bots[0]
    about = read_net(file).about
    return {
        "game": key, **options, "seed": about.seed, "seconds": round(about.seconds),
        "decisions": about.decisions, "values": about.values, "search": search,
        "games": tally.games,
        "score": [round(part, 4) for part in score],
        "return": [round(part, 3) for part in tally.mean_return(standing)],
        "greedy_return": [round(part, 3) for part in tally.mean_return(tally.bots[1])],
    }  # fmt: skip


def setting(text: str) -> tuple[str, float]:
    """Read `name=number`."""
    name, _, number = text.partition("=")
    return name, int(number) if number.isdigit() else float(number)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("case", choices=CASES)
    parser.add_argument("--method", choices=MethodKey, type=MethodKey, default=MethodKey.PPO)
    parser.add_argument("--search", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", type=setting, action="append", default=[])
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--net", type=Path)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    seconds = given.seconds or CASES[given.case][2]
    out = given.out or Path(mkdtemp())
    chosen = dict(given.set)
    settings = {"seed": given.seed} | chosen
    file = given.net or trained(given.case, given.method, settings, seconds, out)
    line = measured(given.case, file, given.games, given.jobs, given.search) | {"settings": chosen}
    print(line)
    if given.keep:
        keep("learning", line)


if __name__ == "__main__":
    main()
