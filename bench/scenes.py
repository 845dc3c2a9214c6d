"""The cost of a view of a game: bytes and milliseconds of scene, choices and gestures.

    python -m bench.scenes akebono [--games 12] [--keep]

One thread; times are processor time. The positions are from random games, where a seat is to act:
of Akebono from formations on, of the Summits of both battles, of Swords with six clans and trade.
Each part is built from the seat's observation and written as JSON, as the server does it; medians
and maxima are printed. `--keep` adds the result to bench/results/scene.jsonl.
"""

from __future__ import annotations

import random
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import msgspec
from bench.common import arguments, keep, timed

from honjin.core.game import Game
from honjin.core.play import Play
from honjin.games import load

Figures = dict[str, dict[str, list[float]]]

encode = msgspec.json.Encoder().encode


class Sample(NamedTuple):
    """Random games: their options in turn, how each begins, and which positions are measured."""

    options: tuple[dict[str, str], ...]
    every: int  # one position out of this number
    begin: tuple[str, ...] = ()  # actions of each seat
    most: int = 10_000  # actions of a game
    is_free: bool = False  # optional actions are taken, too


SAMPLES: Final = {
    "akebono": Sample(({"setup_revisions": "0"},), 9, ("=crane", "ready"), 200),
    "summits": Sample(({"battle": "tennozan"}, {"battle": "shizugatake"}), 9),
    "swords": Sample(
        ({"seats": "6", "trade": "full", "start_hand": "5", "max_rounds": "20"},), 7, (), 900, True
    ),
}


def positions(game: Game[Any], sample: Sample, games: int) -> Iterator[tuple[Any, int]]:
    """Yield the observation of a seat that is to act, and the seat."""
    for seed in range(games):
        rng, play = random.Random(seed), Play(game, sample.options[seed % len(sample.options)])
        for seat in range(play.seats):
            for text in sample.begin:
                play.act_text(seat, text)
        for step in range(sample.most):
            play.run_chance(rng.randrange)
            if play.result() is not None:
                break
            is_due = sample.is_free and step % 3
            seat = rng.choice(play.must_act() if is_due else play.may_act())
            if step % sample.every == 0:
                yield game.seen_by(play.state, seat), seat
            play.act(seat, rng.choice(play.legal(seat)))


def parts(game: Game[Any], seen: Any, seat: int) -> dict[str, Callable[[], object]]:
    """The parts of a view."""
    legal = game.legal(seen, seat)
    return {
        "scene": lambda: game.table.scene(seen),
        "choices": lambda: [game.table.choice(seen, seat, action) for action in legal],
        "gestures": lambda: game.gestures(seen, seat),
    }


def measure(game: Game[Any], sample: Sample, games: int) -> Figures:
    """Bytes and milliseconds of each part in every position."""
    figures: Figures = defaultdict(lambda: defaultdict(list))
    for seen, seat in positions(game, sample, games):
        for name, make in parts(game, seen, seat).items():
            took, text = timed(lambda make=make: encode(make()))
            figures[name]["ms"].append(took)
            figures[name]["bytes"].append(len(text))
    return figures


def main() -> None:
    given = arguments(__doc__, {"game": SAMPLES}, games=6)
    for name, figures in measure(load(given.game), SAMPLES[given.game], given.games).items():
        size, took = figures["bytes"], figures["ms"]
        line = {
            "game": given.game, "part": name, "positions": len(size),
            "bytes": round(statistics.median(size)), "most_bytes": round(max(size)),
            "ms": round(statistics.median(took), 3), "most_ms": round(max(took), 3),
        }  # fmt: skip
        print("  ".join(f"{key} {value}" for key, value in line.items()))
        keep(given, "scene", line)


if __name__ == "__main__":
    main()
