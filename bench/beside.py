"""Compiled random games of every game in this source tree and in another one, alternating.

    python bench/beside.py --against ../old [--rounds 7] [--seconds 2] [--games swords] [--keep]

Each round runs every game for about `--seconds` of processor time in one process per tree, one
after the other, so a busy machine slows both. Printed are the median millions of actions per
second, and the median of the ratios within a round. A first round, in which rules are compiled,
does not count. `--keep` adds the result to bench/results/beside.jsonl.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from keep import keep

TREE = Path(__file__).parents[1]

PLAYED = {
    "rokumon act 3": ("rokumon", {"act": "3"}),
    "rokumon act 4": ("rokumon", {"act": "4"}),
    "akebono": ("akebono", {"max_rounds": "20"}),
    "akiwado": ("akiwado", {}),
    "swords": ("swords", {"max_rounds": "5"}),
    "shizugatake": ("summits", {"battle": "shizugatake"}),
    "tennozan": ("summits", {"battle": "tennozan"}),
}

CHILD = """
import json, sys, time
from honjin.core.jit.compiled import playouts
from honjin.games import load
key, options, seconds = json.loads(sys.argv[1])
game = load(key)
read = game.read_options({k: v for k, v in options.items() if k in {o.key for o in game.options}})
state, seats = game.setup(read), game.seats(read)
playouts(game, state, seats, 1, 1)
actions, spent, seed, games = 0, 0.0, 1, 1
while spent < seconds:
    begun = time.process_time()
    actions += playouts(game, state, seats, games, seed).actions
    took = time.process_time() - begun
    spent += took
    seed += 1
    games = min(games * 2, 1_000_000) if took < seconds / 8 else games
print(actions / spent)
"""


def rate(tree: Path, key: str, options: dict[str, str], seconds: float) -> float:
    """Actions per second of one game in a source tree."""
    printed = subprocess.run(
        [sys.executable, "-c", CHILD, json.dumps([key, options, seconds])],
        cwd=tree,
        env=os.environ | {"PYTHONPATH": str(tree / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(printed.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--against", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--games", default="")
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    wanted = given.games.split(",") if given.games else list(PLAYED)
    kept = {}
    for name in (name for name, (key, _) in PLAYED.items() if {name, key} & set(wanted)):
        rates: list[tuple[float, float]] = []
        for n in range(given.rounds + 1):
            now, old = (
                rate(tree, *PLAYED[name], given.seconds if n else 0.01)
                for tree in (TREE, given.against.resolve())
            )
            rates += [(now, old)] if n else []
        now, old = (statistics.median(column) / 1e6 for column in zip(*rates, strict=True))
        ratio = statistics.median(a / b for a, b in rates)
        kept[name] = round(ratio, 3)
        print(f"{name}: {now:.2f} and {old:.2f} million actions/s, ratio {ratio:.3f}", flush=True)
    if given.keep:
        keep("beside", kept)


if __name__ == "__main__":
    main()
