"""Random playouts per second of both battles: compiled and interpreted rules.

    python bench/summits/playouts.py [--rounds 5] [--games 4000] [--keep]

One thread; seconds are processor time. Random hands are small and easy to choose from, so a second
row is printed for positions in which both sides have full hands: it counts only the actions of
phases. Compiled and interpreted rules alternate in every round, so a busy machine slows both;
medians are printed. The same seed must give the same games in both.
`--keep` adds the result to bench/results/playouts.jsonl.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import arguments, keep
from rates import medians, print_speed

from honjin.core.jit.compiled import warm
from honjin.games.summits.game import GAME
from honjin.games.summits.rules.setup import begin_turn
from honjin.games.summits.rules.state import Summits

FULL = ([2, 2, 2, 1, 1, 0], [2, 2, 2, 1, 1, 0])


def drawn_up(battle: str) -> Summits:
    """The set-up."""
    return GAME.setup(GAME.read_options({"battle": battle}))


def armed(battle: str) -> Summits:
    """The last turn, with full hands, so that all actions belong to phases."""
    s = drawn_up(battle)
    if s.free_boxes:
        s.box[1:5] = [1, 2, 3, 4]
    s.hand[0][:], s.hand[1][:] = FULL
    s.cards[:] = s.size[:] = [8, 8]
    s.turn, s.ready = s.last, 0
    begin_turn(s)
    return s


def main() -> None:
    given = arguments(__doc__, rounds=5, games=4000, keep=False)
    warm(GAME)
    for battle in ("tennozan", "shizugatake"):
        for name, state in ((battle, drawn_up(battle)), (f"{battle}, one turn", armed(battle))):
            figures = print_speed(name, medians(GAME, state, 2, given))
            if given.keep:
                keep("playouts", {"game": "summits", "from": name} | figures)


if __name__ == "__main__":
    main()
