"""What a view of a battle costs: bytes and milliseconds of scene, choices and gestures.

    python bench/summits/scene.py [--games 6] [--keep]

One thread; times are those of the processor. The positions are those in which a side is to act in
random games of both battles. Each part is made from what the side sees and written as JSON, as the
server does; medians and the largest are printed.
`--keep` adds the result to bench/results/scene.jsonl.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import keep

from honjin.core.play import Play
from honjin.games.summits.game import GAME

EVERY = 9  # one position in so many is looked at

encode = msgspec.json.Encoder().encode


def positions(games: int) -> Iterator[tuple[Any, int]]:
    """What a side sees that is to act, and its seat."""
    for seed in range(games):
        rng = random.Random(seed)
        play = Play(GAME, {"battle": ("tennozan", "shizugatake")[seed % 2]})
        for step in range(10_000):
            play.run_chance(rng.randrange)
            if play.result() is not None:
                break
            seat = play.to_act()[0]
            if step % EVERY == 0:
                yield GAME.seen_by(play.state, seat), seat
            play.act(seat, rng.choice(play.legal(seat)))


def parts(seen: Any, seat: int) -> dict[str, Callable[[], object]]:
    """What a view is made of."""
    legal = GAME.legal(seen, seat)
    return {
        "scene": lambda: GAME.table.scene(seen),
        "choices": lambda: [GAME.table.choice(seen, seat, action) for action in legal],
        "gestures": lambda: GAME.gestures(seen, seat),
    }


def measure(games: int) -> dict[str, dict[str, list[float]]]:
    """Bytes and milliseconds of each part, in every position."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for seen, seat in positions(games):
        for name, make in parts(seen, seat).items():
            began = time.process_time()
            text = encode(make())
            found[name]["ms"].append(1000 * (time.process_time() - began))
            found[name]["bytes"].append(len(text))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    for name, figures in measure(given.games).items():
        size, took = figures["bytes"], figures["ms"]
        told = {
            "game": "summits", "part": name, "positions": len(size),
            "bytes": round(statistics.median(size)), "most_bytes": round(max(size)),
            "ms": round(statistics.median(took), 3), "most_ms": round(max(took), 3),
        }  # fmt: skip
        print("  ".join(f"{key} {value}" for key, value in told.items()))
        if given.keep:
            keep("scene", told)


if __name__ == "__main__":
    main()
