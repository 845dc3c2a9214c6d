"""Games that the perfect bot saves from lost positions, by setting problems and by delay alone.

    python -m bench.rokumon.saved [--act 1] [--deal gggjjj] [--positions 300] [--plies 6]
                                  [--rivals greedy,ashigaru,mcts:25] [--tables FOLDER] [--keep]

Positions are drawn uniformly from those of the table that the side to move loses, at least
`--plies` plies from the end. From each, `perfect` plays one game against each rival, and so does a
player that chooses at random among the latest losses (or the soonest wins, if it can win by then).
Both have the same random streams. A win counts one, a draw half; the standard deviation of each sum
is about sqrt(positions) / 2.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any

from bench.asking import ROKUMON, chosen, drawn_from, points, ready, solved
from bench.common import arguments, keep

from honjin.bots import Budget, Player, TablebaseBot
from honjin.lab import find_entrant
from honjin.solver import Oracle, default_folder

Choose = Callable[[Any, random.Random], int]


def chooser(player: Player) -> Choose:
    """A function that returns a player's action."""
    ready(ROKUMON, player)
    return partial(chosen, player)


def played(s: Any, ours: Choose, rival: Choose, rng: random.Random) -> float:
    """Play to the end, and return the points of the side to move."""
    seat = s.turn
    while ROKUMON.may_act(s):
        ROKUMON.apply_action(s, s.turn, (ours if s.turn == seat else rival)(s, rng))
    return points(s, seat)


def main() -> None:
    given = arguments(
        __doc__,
        act="1",
        deal="gggjjj",
        positions=300,
        plies=6,
        rivals="greedy,ashigaru,mcts:25",
        tables=default_folder(),
    )
    options, tables = solved(given.act, given.deal, given.tables)
    met = drawn_from(tables, options, random.Random(5))
    lost = (s for s, value in met if value.result < 0 and value.plies >= given.plies)
    starts = list(islice(lost, given.positions))
    perfect = Player("perfect", TablebaseBot(Oracle(given.tables)), Budget(3600.0))
    ways: dict[str, Choose] = {
        "problems": chooser(perfect),
        "delay": lambda s, rng: rng.choice(tables.value(s).best()),
    }
    for text in given.rivals.split(","):
        rival = chooser(find_entrant(ROKUMON, options, text))
        for way, ours in ways.items():
            saved = sum(
                played(s.copy(), ours, rival, random.Random(n)) for n, s in enumerate(starts)
            )
            print(f"{way:9} against {text:12} {saved:6} of {len(starts)} saved", flush=True)
            about = {"act": given.act, "deal": given.deal, "rival": text, "way": way}
            keep(given, "saved", about | {"positions": len(starts), "saved": saved})


if __name__ == "__main__":
    main()
