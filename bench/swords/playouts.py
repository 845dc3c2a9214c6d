"""Random playouts per second of Japanese Swords: compiled and interpreted rules, side by side.

    python bench/swords/playouts.py [--rounds 5] [--games 1000] [--keep]

One thread; seconds are those of the processor. Without trade, for two, four and six clans, and with
trade for four; random traders spend most of a game on drafts. Both ways take turns in every round,
so that a busy machine slows both; medians are printed. From one seed both must play the same games:
numbers of actions and results are compared.
`--keep` adds the result to bench/results/playouts.jsonl.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import keep
from rates import arguments, medians, told

from honjin.core.jit.compiled import warm
from honjin.games.swords.game import GAME

GIVEN = (("2", "off"), ("4", "off"), ("6", "off"), ("4", "full"))


def main() -> None:
    given = arguments(__doc__, games=1000)
    warm(GAME)
    for seats, trade in GIVEN:
        state = GAME.setup(GAME.read_options({"seats": seats, "trade": trade}))
        figures = told(f"{seats} clans, trade {trade}", medians(GAME, state, int(seats), given))
        if given.keep:
            keep("playouts", {"game": "swords", "seats": seats, "trade": trade} | figures)


if __name__ == "__main__":
    main()
