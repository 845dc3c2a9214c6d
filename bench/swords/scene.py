"""The cost of a view of Japanese Swords: bytes and milliseconds of scene, choices and gestures.

    python bench/swords/scene.py [--games 3] [--seats 6] [--keep]

One thread; times are processor time. The positions are from random games with trade, where a seat
is to act. Each part is built from the seat's observation and written as JSON, as the server does
it; medians and maxima are printed. `--keep` adds the result to bench/results/scene.jsonl.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from scenes import arguments, measure, report

from honjin.core.play import Play
from honjin.games import load

GAME = load("swords")
EVERY = 7  # one position out of this number is measured
LONG = 900  # the maximum number of actions in a game


def positions(games: int, seats: int) -> Iterator[tuple[Any, int]]:
    """Yield the observation of a seat that must act, and the seat."""
    options = {"seats": str(seats), "trade": "full", "start_hand": "5", "max_rounds": "20"}
    for seed in range(games):
        rng, play = random.Random(seed), Play(GAME, options)
        for step in range(LONG):
            play.run_chance(rng.randrange)
            if play.result() is not None:
                break
            seat = rng.choice(play.must_act() if step % 3 else play.may_act())
            if step % EVERY == 0:
                yield GAME.seen_by(play.state, seat), seat
            play.act(seat, rng.choice(play.legal(seat)))


def main() -> None:
    given = arguments(__doc__, games=3, seats=6)
    report(
        {"game": "swords", "seats": given.seats},
        measure(GAME, positions(given.games, given.seats)),
        kept=given.keep,
    )


if __name__ == "__main__":
    main()
