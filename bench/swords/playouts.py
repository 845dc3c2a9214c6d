"""Random playouts per second of Japanese Swords: compiled and interpreted rules, side by side.

    python bench/swords/playouts.py [--rounds 5] [--games 1000] [--keep]

One thread; seconds are those of the processor. Without trade, for two, four and six clans, and with
trade for four; random traders spend most of a game on drafts. Both ways take turns in every round,
so that a busy machine slows both; medians are printed. From one seed both must play the same games:
numbers of actions and results are compared.
`--keep` adds the result to bench/results/playouts.jsonl.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import keep

from honjin.core.compiled import playouts, warm
from honjin.core.state import State
from honjin.games.swords.game import GAME

GIVEN = (("2", "off"), ("4", "off"), ("6", "off"), ("4", "full"))
SHARE = 200  # interpreted rules play one game in so many


class Timed(NamedTuple):
    actions: int
    sums: tuple[int, ...]
    seconds: float


class Speed(NamedTuple):
    """What one round measured, each a second."""

    interpreted: float  # actions
    actions: float
    games: float


def timed(state: State, seats: int, games: int, seed: int, *, interpreted: bool) -> Timed:
    """Random games from a state."""
    begun = time.process_time()
    done = playouts(GAME, state, seats, games, seed, interpreted=interpreted)
    return Timed(done.actions, done.sums, time.process_time() - begun)


def one_round(state: State, seats: int, games: int, seed: int) -> Speed:
    """Both ways, the same games."""
    few = max(1, games // SHARE)
    slow = timed(state, seats, few, seed, interpreted=True)
    if timed(state, seats, few, seed, interpreted=False)[:2] != slow[:2]:
        sys.exit(f"different games from seed {seed}")
    fast = timed(state, seats, games, seed, interpreted=False)
    return Speed(slow.actions / slow.seconds, fast.actions / fast.seconds, games / fast.seconds)


def report(seats: str, trade: str, speeds: list[Speed]) -> dict[str, float | str]:
    """Medians; printed too."""
    middle = Speed(*(statistics.median(column) for column in zip(*speeds, strict=True)))
    print(
        f"{seats} clans, trade {trade}: compiled {middle.games:,.0f} games/s, "
        f"{middle.actions / 1e6:.2f} M actions/s   "
        f"interpreted {middle.interpreted / 1e3:.0f} k actions/s"
    )
    named = {name: round(value) for name, value in middle._asdict().items()}
    return {"game": "swords", "seats": seats, "trade": trade} | named


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    warm(GAME)
    for seats, trade in GIVEN:
        state = GAME.setup(GAME.read_options({"seats": seats, "trade": trade}))
        timed(state, int(seats), 1, 1, interpreted=False)
        speeds = [
            one_round(state, int(seats), given.games, seed) for seed in range(1, given.rounds + 1)
        ]
        told = report(seats, trade, speeds)
        if given.keep:
            keep("playouts", told)


if __name__ == "__main__":
    main()
