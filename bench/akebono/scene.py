"""The cost of a view of Akebono: bytes and milliseconds of scene, choices and gestures.

    python bench/akebono/scene.py [--games 12] [--keep]

One thread; times are processor time. The positions are from random games that begin in formations,
where a side is to act. Each part is built from the side's observation and written as JSON, as the
server does it; medians and maxima are printed.
`--keep` adds the result to bench/results/scene.jsonl.
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

GAME = load("akebono")
EVERY = 9  # one position out of this number is measured
LONG = 200  # the maximum number of actions in a game


def positions(games: int) -> Iterator[tuple[Any, int]]:
    """Yield the observation of the side to act, and its seat."""
    for seed in range(games):
        rng, play = random.Random(seed), Play(GAME, {"setup_revisions": "0"})
        for seat in (0, 1):
            for text in ("=crane", "ready"):
                play.act_text(seat, text)
        for step in range(LONG):
            play.run_chance(rng.randrange)
            if play.result() is not None:
                break
            seat = play.may_act()[0]
            if step % EVERY == 0:
                yield GAME.seen_by(play.state, seat), seat
            play.act(seat, rng.choice(play.legal(seat)))


def main() -> None:
    given = arguments(__doc__, games=12)
    report({"game": "akebono"}, measure(GAME, positions(given.games)), kept=given.keep)


if __name__ == "__main__":
    main()
