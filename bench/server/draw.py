"""The cost of a picture: the processor time of each stage, and the size of the result.

    python -m bench.server.draw [--rounds 5] [--keep]

The recorded games in tests/server/stored, half-way through. In one process, the medians of the
rounds, after one that does not count, in milliseconds of processor time:

draw      drawing in QuickJS; `first` is the round that does not count (the relief of a map)
plain     turning style sheets into attributes
png       rendering, 1200 x 630
film      a GIF of the twelve steps before, all stages

`kb_svg`, `kb_png`, `kb_film` are sizes. Other requests do not wait for any of this, since the
server draws in separate processes, one for pictures and one for films.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from bench.common import arguments, tell, timed

from drawing.conftest import RECORDS, card_at, recorded
from honjin.pictures.artist import Artist


def main() -> None:
    """Measure each record, print a line, and save it with --keep."""
    given = arguments(__doc__, rounds=5)
    for file in RECORDS:
        with closing(Artist()) as artist:
            line = {"game": file.stem, **measure(artist, file, given.rounds)}
        tell(given, "draw", line)


def measure(artist: Artist, file: Path, rounds: int) -> dict[str, float]:
    """The figures of one record."""
    play = recorded(file)
    step = len(play.steps) // 2
    card = card_at(play, step)
    text = msgspec.json.encode(card).decode()
    first, drawn = timed(lambda: artist._draw(text))
    body, head = msgspec.json.decode(drawn)
    svg = artist._sheets.plain(body, head)
    artist._png(svg, 1200)
    cards = [card_at(play, n) for n in range(max(0, step - 12), step + 1)]
    film_ms, film = timed(lambda: artist.film(cards, "gif"))
    return {
        "first_ms": round(first, 1),
        "draw_ms": median(rounds, lambda: artist._draw(text)),
        "plain_ms": median(rounds, lambda: artist._sheets.plain(body, head)),
        "png_ms": median(rounds, lambda: artist._png(svg, 1200)),
        "film_ms": round(film_ms, 1),
        "kb_svg": round(len(svg) / 1000, 1),
        "kb_png": round(len(artist._png(svg, 1200)) / 1000, 1),
        "kb_film": round(len(film) / 1000, 1),
    }


def median(rounds: int, work: Callable[[], Any]) -> float:
    """The median of some rounds."""
    return round(statistics.median(timed(work)[0] for _ in range(rounds)), 1)


if __name__ == "__main__":
    main()
