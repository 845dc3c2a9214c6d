"""The cost of a view of a battle: bytes and milliseconds of scene, choices and gestures.

    python bench/summits/scene.py [--games 6] [--keep]

One thread; times are processor time. The positions are from random games of both battles, where a
side is to act. Each part is built from the side's observation and written as JSON, as the server
does it; medians and maxima are printed.
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
from honjin.games.summits.game import GAME

EVERY = 9  # one position out of this number is measured


def positions(games: int) -> Iterator[tuple[Any, int]]:
    """Yield the observation of the side to act, and its seat."""
    for seed in range(games):
        rng = random.Random(seed)
        play = Play(GAME, {"battle": ("tennozan", "shizugatake")[seed % 2]})
        for step in range(10_000):
            play.run_chance(rng.randrange)
            if play.result() is not None:
                break
            seat = play.may_act()[0]
            if step % EVERY == 0:
                yield GAME.seen_by(play.state, seat), seat
            play.act(seat, rng.choice(play.legal(seat)))


def main() -> None:
    given = arguments(__doc__, games=6)
    report({"game": "summits"}, measure(GAME, positions(given.games)), kept=given.keep)


if __name__ == "__main__":
    main()
