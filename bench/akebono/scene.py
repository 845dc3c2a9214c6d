"""What a view of Akebono costs: bytes and milliseconds of scene, choices and gestures.

    python bench/akebono/scene.py [--games 12] [--keep]

One thread; times are those of the processor. The positions are those in which a side is to act in
random games that begin in formations. Each part is made from what the side sees and written as
JSON, as the server does; medians and the largest are printed.
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
from honjin.games import load

GAME = load("akebono")
EVERY = 9  # one position in so many is looked at
LONG = 200  # actions of a game

encode = msgspec.json.Encoder().encode


def positions(games: int) -> Iterator[tuple[Any, int]]:
    """What a side sees that is to act, and its seat."""
    for seed in range(games):
        rng, play = random.Random(seed), Play(GAME, {"setup_revisions": "0"})
        for seat in (0, 1):
            for text in ("=crane", "ready"):
                play.act_text(seat, text)
        for step in range(LONG):
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
    made: dict[str, Callable[[], object]] = {
        "scene": lambda: GAME.table.scene(seen),
        "choices": lambda: [GAME.table.choice(seen, seat, action) for action in legal],
    }
    if GAME.gestures:
        gestures = GAME.gestures
        made["gestures"] = lambda: gestures(seen, seat)
    return made


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
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    for name, figures in measure(given.games).items():
        size, took = figures["bytes"], figures["ms"]
        told = {
            "game": "akebono", "part": name, "positions": len(size),
            "bytes": round(statistics.median(size)), "most_bytes": round(max(size)),
            "ms": round(statistics.median(took), 3), "most_ms": round(max(took), 3),
        }  # fmt: skip
        print("  ".join(f"{key} {value}" for key, value in told.items()))
        if given.keep:
            keep("scene", told)


if __name__ == "__main__":
    main()
