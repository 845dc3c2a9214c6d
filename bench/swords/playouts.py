"""Random playouts per second of Japanese Swords: compiled and interpreted rules.

    python bench/swords/playouts.py [--rounds 5] [--games 1000] [--keep]

One thread; seconds are processor time. Two, four and six clans without trade, and four with trade;
random traders spend most of a game on drafts. Compiled and interpreted rules alternate in every
round, so a busy machine slows both; medians are printed. The same seed must give the same games in
both: numbers of actions and results are compared.
`--keep` adds the result to bench/results/playouts.jsonl.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import arguments, keep
from rates import medians, print_speed

from honjin.core.jit.compiled import warm
from honjin.games.swords.game import GAME

GIVEN = (("2", "off"), ("4", "off"), ("6", "off"), ("4", "full"))


def main() -> None:
    given = arguments(__doc__, rounds=5, games=1000, keep=False)
    warm(GAME)
    for seats, trade in GIVEN:
        state = GAME.setup(GAME.read_options({"seats": seats, "trade": trade}))
        speed = medians(GAME, state, int(seats), given)
        figures = print_speed(f"{seats} clans, trade {trade}", speed)
        if given.keep:
            keep("playouts", {"game": "swords", "seats": seats, "trade": trade} | figures)


if __name__ == "__main__":
    main()
