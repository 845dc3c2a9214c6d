"""Random playouts per second of both battles: compiled and interpreted rules, side by side.

    python bench/summits/playouts.py [--rounds 5] [--games 4000] [--keep]

One thread; seconds are those of the processor. Random hands are small and easily picked, so a
second row is told for battles in which both sides hold full hands on every turn: it counts only
the actions of phases. Both ways take turns in every round, so that a busy machine slows both;
medians are printed. From one seed both must play the same games.
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
from honjin.games.summits.game import GAME
from honjin.games.summits.muster import begin_turn
from honjin.games.summits.state import Summits

SHARE = 200  # interpreted rules play one game in so many
FULL = ([2, 2, 2, 1, 1, 0], [2, 2, 2, 1, 1, 0])


class Timed(NamedTuple):
    actions: int
    difference: int  # games won by Hideyoshi minus games won by the other side
    seconds: float


class Speed(NamedTuple):
    """What one round measured; all but the first by compiled rules, each a second."""

    interpreted: float  # actions
    actions: float
    games: float


def drawn_up(battle: str) -> Summits:
    """The set-up."""
    return GAME.setup(GAME.read_options({"battle": battle}))


def armed(battle: str) -> Summits:
    """The last turn, with full hands: all actions are of phases."""
    s = drawn_up(battle)
    if s.free_boxes:
        s.box[1:5] = [1, 2, 3, 4]
    s.hand[0][:], s.hand[1][:] = FULL
    s.cards[:] = s.size[:] = [8, 8]
    s.turn, s.ready = s.last, 0
    begin_turn(s)
    return s


def timed(state: State, games: int, seed: int, *, interpreted: bool) -> Timed:
    """Random games from a state."""
    begun = time.process_time()
    done = playouts(GAME, state, 2, games, seed, interpreted=interpreted)
    return Timed(done.actions, done.sums[0], time.process_time() - begun)


def one_round(state: State, games: int, seed: int) -> Speed:
    """Both ways, the same games."""
    few = max(1, games // SHARE)
    slow = timed(state, few, seed, interpreted=True)
    if timed(state, few, seed, interpreted=False)[:2] != slow[:2]:
        sys.exit(f"different games from seed {seed}")
    fast = timed(state, games, seed, interpreted=False)
    return Speed(
        slow.actions / slow.seconds, fast.actions / fast.seconds, games / fast.seconds
    )  # fmt: skip


def report(name: str, speeds: list[Speed]) -> dict[str, float | str]:
    """Medians; printed too."""
    middle = Speed(*(statistics.median(column) for column in zip(*speeds, strict=True)))
    print(
        f"{name}: compiled {middle.games:,.0f} games/s, {middle.actions / 1e6:.2f} M actions/s   "
        f"interpreted {middle.interpreted / 1e3:.0f} k actions/s"
    )
    named = {key: round(value) for key, value in middle._asdict().items()}
    return {"game": "summits", "from": name} | named


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    warm(GAME)
    for battle in ("tennozan", "shizugatake"):
        for name, state in ((battle, drawn_up(battle)), (f"{battle}, one turn", armed(battle))):
            timed(state, 1, 1, interpreted=False)
            seeds = range(1, given.rounds + 1)
            told = report(name, [one_round(state, given.games, seed) for seed in seeds])
            if given.keep:
                keep("playouts", told)


if __name__ == "__main__":
    main()
