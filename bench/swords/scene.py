"""What a view of Japanese Swords costs: bytes and milliseconds of scene, choices and gestures.

    python bench/swords/scene.py [--games 3] [--seats 6] [--keep]

One thread; times are those of the processor. The positions are those in which a seat is to act in
random games with trade. Each part is made from what the seat sees and written as JSON, as the
server does; medians and the largest are printed. `--keep` adds the result to
bench/results/scene.jsonl.
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

GAME = load("swords")
EVERY = 7  # one position in so many is looked at
LONG = 900  # actions of a game

encode = msgspec.json.Encoder().encode


def positions(games: int, seats: int) -> Iterator[tuple[Any, int]]:
    """What a seat sees that is awaited, and the seat."""
    options = {"seats": str(seats), "trade": "full", "start_hand": "5", "max_rounds": "20"}
    for seed in range(games):
        rng, play = random.Random(seed), Play(GAME, options)
        for step in range(LONG):
            play.run_chance(rng.randrange)
            if play.result() is not None:
                break
            seat = rng.choice(play.awaited() if step % 3 else play.to_act())
            if step % EVERY == 0:
                yield GAME.seen_by(play.state, seat), seat
            play.act(seat, rng.choice(play.legal(seat)))


def parts(seen: Any, seat: int) -> dict[str, Callable[[], object]]:
    """What a view is made of."""
    legal = GAME.legal(seen, seat)
    gestures = GAME.gestures
    return {
        "scene": lambda: GAME.table.scene(seen),
        "choices": lambda: [GAME.table.choice(seen, seat, action) for action in legal],
        "gestures": lambda: gestures(seen, seat) if gestures else (),
    }


def measure(games: int, seats: int) -> dict[str, dict[str, list[float]]]:
    """Bytes and milliseconds of each part, in every position."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for seen, seat in positions(games, seats):
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
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    for name, figures in measure(given.games, given.seats).items():
        size, took = figures["bytes"], figures["ms"]
        told = {
            "game": "swords", "seats": given.seats, "part": name, "positions": len(size),
            "bytes": round(statistics.median(size)), "most_bytes": round(max(size)),
            "ms": round(statistics.median(took), 3), "most_ms": round(max(took), 3),
        }  # fmt: skip
        print("  ".join(f"{key} {value}" for key, value in told.items()))
        if given.keep:
            keep("scene", told)


if __name__ == "__main__":
    main()
