"""The cost of a view of a game: shared by the scene.py of the games.

One thread; times are processor time. Each part of a view is built from a seat's observation and
written as JSON, as the server does it; medians and maxima are printed, and saved with `--keep`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from keep import keep

from honjin.core.game import Game

Figures = dict[str, dict[str, list[float]]]

encode = msgspec.json.Encoder().encode


def arguments(doc: str | None, **defaults: int) -> argparse.Namespace:
    """The arguments of the command: named numbers, and whether to save the result."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawTextHelpFormatter)
    for name, value in defaults.items():
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--keep", action="store_true")
    return parser.parse_args()


def parts(game: Game[Any], seen: Any, seat: int) -> dict[str, Callable[[], object]]:
    """The parts of a view."""
    legal = game.legal(seen, seat)
    return {
        "scene": lambda: game.table.scene(seen),
        "choices": lambda: [game.table.choice(seen, seat, action) for action in legal],
        "gestures": lambda: game.gestures(seen, seat),
    }


def measure(game: Game[Any], positions: Iterable[tuple[Any, int]]) -> Figures:
    """Bytes and milliseconds of each part in every position (an observation and its seat)."""
    found: Figures = defaultdict(lambda: defaultdict(list))
    for seen, seat in positions:
        for name, make in parts(game, seen, seat).items():
            began = time.process_time()
            text = encode(make())
            found[name]["ms"].append(1000 * (time.process_time() - began))
            found[name]["bytes"].append(len(text))
    return found


def report(about: dict[str, object], found: Figures, *, kept: bool) -> None:
    """Print the median and maximum of each part; save them in bench/results/scene.jsonl."""
    for name, figures in found.items():
        size, took = figures["bytes"], figures["ms"]
        line = about | {
            "part": name, "positions": len(size),
            "bytes": round(statistics.median(size)), "most_bytes": round(max(size)),
            "ms": round(statistics.median(took), 3), "most_ms": round(max(took), 3),
        }  # fmt: skip
        print("  ".join(f"{key} {value}" for key, value in line.items()))
        if kept:
            keep("scene", line)
