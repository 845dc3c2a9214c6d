"""What a view of a battle costs: bytes and milliseconds of scene, choices and gestures.

    python bench/summits/scene.py [--games 6] [--keep]

One thread; times are those of the processor. The positions are those in which a side is to act in
random games of both battles. Each part is made from what the side sees and written as JSON, as the
server does; medians and the largest are printed.
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

EVERY = 9  # one position in so many is looked at


def positions(games: int) -> Iterator[tuple[Any, int]]:
    """What a side sees that is to act, and its seat."""
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
