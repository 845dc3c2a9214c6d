"""Random playouts per second of Akebono: compiled and interpreted rules, side by side.

    python bench/akebono/playouts.py [--rounds 5] [--games 4000] [--keep]

One thread; seconds are those of the processor. A game begins with both armies in a formation, so
that the set-up, which a random player spends on shifting pieces, does not count. Random players
rarely end a game before the limit of rounds, so games are as long as that allows, and turns and
actions a second are told too. Both ways take turns in every round, so that a busy machine slows
both; medians are printed. From one seed both must play the same games: numbers of actions and
results are compared.
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
from honjin.core.play import Play
from honjin.core.state import State
from honjin.games import load

ROUNDS = ("0", "20")  # max_rounds; 0 stands for the game's own limit
FORMATIONS = ("=crane", "=geese")
SHARE = 200  # interpreted rules play one game in so many

GAME = load("akebono")


class Timed(NamedTuple):
    actions: int
    difference: int  # games won by red minus games won by white
    seconds: float


class Speed(NamedTuple):
    """What one round measured; all but the first by compiled rules, each a second."""

    interpreted: float  # actions
    actions: float
    turns: float
    games: float


def drawn_up(max_rounds: str) -> State:
    """Both armies in a formation, nobody has rolled yet."""
    play = Play(GAME, {"setup_revisions": "0", "max_rounds": max_rounds})
    for seat, formation in enumerate(FORMATIONS):
        for text in (formation, "ready"):
            play.act(seat, GAME.notation.read_action(play.state, seat, text))
    return play.state


def timed(state: State, games: int, seed: int, *, interpreted: bool) -> Timed:
    """Random games from a state."""
    begun = time.process_time()
    done = playouts(GAME, state, 2, games, seed, interpreted=interpreted)
    return Timed(done.actions, done.sums[0], time.process_time() - begun)


def turns_of(max_rounds: str, games: int) -> float:
    """Turns of a random game on average, counted in a few of them."""
    from honjin.testing import random_play

    begun = {"setup_revisions": "0", "max_rounds": max_rounds}
    plays = [random_play(GAME, begun, seed=seed) for seed in range(games)]
    return statistics.mean(play.state.turns for play in plays)  # type: ignore[attr-defined]


def one_round(state: State, turns: float, games: int, seed: int) -> Speed:
    """Both ways, the same games."""
    few = max(1, games // SHARE)
    slow = timed(state, few, seed, interpreted=True)
    if timed(state, few, seed, interpreted=False)[:2] != slow[:2]:
        sys.exit(f"different games from seed {seed}")
    fast = timed(state, games, seed, interpreted=False)
    return Speed(
        slow.actions / slow.seconds,
        fast.actions / fast.seconds,
        turns * games / fast.seconds,
        games / fast.seconds,
    )


def report(max_rounds: str, turns: float, speeds: list[Speed]) -> dict[str, float | str]:
    """Medians; printed too."""
    middle = Speed(*(statistics.median(column) for column in zip(*speeds, strict=True)))
    print(
        f"max_rounds {max_rounds}: {turns:.0f} turns a game   "
        f"compiled {middle.games:,.0f} games/s, "
        f"{middle.turns / 1e6:.2f} M turns/s, {middle.actions / 1e6:.2f} M actions/s   "
        f"interpreted {middle.interpreted / 1e3:.0f} k actions/s"
    )
    named = {name: round(value) for name, value in middle._asdict().items()}
    return {"game": "akebono", "max_rounds": max_rounds, "turns_a_game": round(turns)} | named


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    warm(GAME)
    for max_rounds in ROUNDS:
        state, turns = drawn_up(max_rounds), turns_of(max_rounds, 40)
        timed(state, 1, 1, interpreted=False)
        seeds = range(1, given.rounds + 1)
        told = report(
            max_rounds, turns, [one_round(state, turns, given.games, seed) for seed in seeds]
        )
        if given.keep:
            keep("playouts", told)


if __name__ == "__main__":
    main()
