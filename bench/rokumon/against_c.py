"""Random playouts per second: straightforward C, compiled rules, interpreted rules.

    python -m bench.rokumon.against_c [--rounds 7] [--games 200000] [--keep]

One thread. The three alternate in every round, so a busy machine slows all of them; medians are
printed, and the ratio is the median of the ratios of each round. The same seed must give the same
games in all three: numbers of actions and results are compared.
`--keep` adds the result to bench/results/against_c.jsonl.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench.common import arguments, keep

from honjin.core.jit.compiled import playouts, warm
from honjin.core.jit.rng import seeded
from honjin.games import load

HERE = Path(__file__).parent
DEAL = "gggjjjj"
ACTS = ("3", "4")
SHARE = 200  # interpreted rules play one game out of this number

GAME = load("rokumon")


class Timed(NamedTuple):
    actions: int
    difference: int  # games won by red minus games won by black
    speed: float  # actions per second


def compile_c(folder: str) -> Path:
    """The yardstick, built with the machine's C compiler."""
    program = Path(folder) / "yardstick"
    source = str(HERE / "yardstick.c")
    subprocess.run(["cc", "-O3", "-march=native", "-o", str(program), source], check=True)
    return program


def time_c(program: Path, act: str, games: int, seed: int) -> Timed:
    """Play in C; the program measures its own time."""
    command = [str(program), act, DEAL, str(games), str(seeded(seed)[0])]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    actions, nanoseconds, red, black, _ = map(int, printed.split())
    return Timed(actions, red - black, actions / nanoseconds * 1e9)


def time_rules(act: str, games: int, seed: int, *, interpreted: bool) -> Timed:
    """Play by the rules, compiled or interpreted."""
    state = GAME.setup(GAME.read_options({"act": act, "deal": DEAL}))
    begun = time.perf_counter()
    done = playouts(GAME, state, 2, games, seed, interpreted=interpreted)
    seconds = time.perf_counter() - begun
    return Timed(done.actions, done.sums[0], done.actions / seconds)


def must_agree(one: Timed, other: Timed) -> None:
    """Exit unless the same seed gives the same games."""
    if one[:2] != other[:2]:
        sys.exit(f"different games from the same seed: {one[:2]} and {other[:2]}")


def one_round(program: Path, act: str, games: int, seed: int) -> tuple[float, float, float]:
    """Speeds of C, compiled and interpreted rules in one round."""
    few = max(1, games // SHARE)
    in_c = time_c(program, act, games, seed)
    compiled = time_rules(act, games, seed, interpreted=False)
    interpreted = time_rules(act, few, seed, interpreted=True)
    must_agree(in_c, compiled)
    must_agree(time_c(program, act, few, seed), interpreted)
    return in_c.speed, compiled.speed, interpreted.speed


def report(act: str, rounds: list[tuple[float, float, float]]) -> dict[str, float | str]:
    """Print and return the medians, and the ratio of compiled rules to C."""
    in_c, compiled, interpreted = (
        statistics.median(column) for column in zip(*rounds, strict=True)
    )
    ratio = statistics.median(fast / yard for yard, fast, _ in rounds)
    print(
        f"act {act}:  C {in_c / 1e6:.1f} M/s   compiled {compiled / 1e6:.1f} M/s "
        f"({ratio:.2f} of C)   interpreted {interpreted / 1e3:.0f} k/s"
    )
    speeds = {"c": in_c, "compiled": compiled, "interpreted": interpreted}
    return {"act": act, "ratio": round(ratio, 3)} | {k: round(v) for k, v in speeds.items()}


def main() -> None:
    given = arguments(__doc__, rounds=7, games=200_000)
    warm(GAME)
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c(folder)
        for act in ACTS:
            time_rules(act, 1, 1, interpreted=False)
            seeds = range(1, given.rounds + 1)
            figures = report(act, [one_round(program, act, given.games, seed) for seed in seeds])
            keep(given, "against_c", figures)


if __name__ == "__main__":
    main()
