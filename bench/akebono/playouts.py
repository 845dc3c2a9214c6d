"""Random playouts per second of Akebono: compiled and interpreted rules, side by side.

    python bench/akebono/playouts.py [--rounds 5] [--games 4000] [--keep]

One thread; seconds are processor time. A game begins with both armies in a formation, so the
set-up, which random players spend on moving pieces about, does not count. Random games rarely end
before the limit of rounds, so their length is set by that limit; turns and actions per second are
printed too. Compiled and interpreted rules alternate in every round, so a busy machine slows both;
medians are printed. The same seed must give the same games in both: numbers of actions and results
are compared. `--keep` adds the result to bench/results/playouts.jsonl.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import arguments, keep
from rates import medians, print_speed

from honjin.core.jit.compiled import warm
from honjin.core.play import Play
from honjin.core.state import State
from honjin.games import load

ROUNDS = ("0", "20")  # max_rounds; 0: the game's own limit
FORMATIONS = ("=crane", "=geese")

GAME = load("akebono")


def drawn_up(max_rounds: str) -> State:
    """Both armies in a formation, before the first roll."""
    play = Play(GAME, {"setup_revisions": "0", "max_rounds": max_rounds})
    for seat, formation in enumerate(FORMATIONS):
        for text in (formation, "ready"):
            play.act(seat, GAME.notation.read_action(play.state, seat, text))
    return play.state


def turns_of(max_rounds: str, games: int) -> float:
    """The mean number of turns of a random game, from a small sample."""
    from honjin.testing import random_play

    begun = {"setup_revisions": "0", "max_rounds": max_rounds}
    plays = [random_play(GAME, begun, seed=seed) for seed in range(games)]
    return statistics.mean(play.state.turns for play in plays)  # type: ignore[attr-defined]


def main() -> None:
    given = arguments(__doc__, rounds=5, games=4000, keep=False)
    warm(GAME)
    for max_rounds in ROUNDS:
        state, turns = drawn_up(max_rounds), turns_of(max_rounds, 40)
        speed = medians(GAME, state, 2, given)
        a_second = turns * speed.games
        name = f"max_rounds {max_rounds}, {turns:.0f} turns a game"
        figures = print_speed(name, speed, f"{a_second / 1e6:.2f} M turns/s, ")
        if given.keep:
            about = {"game": "akebono", "max_rounds": max_rounds, "turns_a_game": round(turns)}
            keep("playouts", about | {"turns": round(a_second)} | figures)


if __name__ == "__main__":
    main()
