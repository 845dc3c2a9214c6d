"""Ten thousand games of the perfect bot from random solved positions, with no half point lost.

    python -m bench.solve.perfect [--act 2] [--deal gggjjjj] [--games 10000] [--tables FOLDER]
                                  [--rivals random,greedy,mcts:30]

Each game begins in a position drawn uniformly from the table; rivals alternate. Before each move of
the perfect bot the exact value must be at least what it was after the bot's last move (for a loss,
only the result: the bot may bring the end closer to set a problem); the first time it is not, the
program prints the position and exits.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import cycle, islice
from typing import Any

from bench.asking import ROKUMON, chosen, drawn_from, points, ready, solved
from bench.common import arguments

from honjin.bots import Budget, Player, TablebaseBot
from honjin.lab import find_entrant
from honjin.solver import Oracle, Tables, Value, default_folder

RESULTS = {1: "won", 0: "drawn", -1: "lost"}


def play(tables: Tables, perfect: Player, rival: Player, s: Any, rng: random.Random) -> str:
    """Play one game; return the value of its first position and the result."""
    seat, promised = s.turn, tables.value(s).value
    begun = promised.result
    while ROKUMON.may_act(s):
        player = perfect if s.turn == seat else rival
        if player is perfect:
            value = tables.value(s).value
            if value.rank < promised.rank and (value.result, promised.result) != (-1, -1):
                raise SystemExit(f"gave away: {ROKUMON.notation.write_position(s)}")
            promised = Value(value.result, max(0, value.plies - 2))
        ROKUMON.apply_action(s, s.turn, chosen(player, s, rng))
    result = int(2 * points(s, seat)) - 1
    if result < begun:
        raise SystemExit(f"lost what was promised: {ROKUMON.notation.write_position(s)}")
    return f"{RESULTS[begun]} -> {RESULTS[result]}"


def main() -> None:
    given = arguments(
        __doc__,
        act="2",
        deal="gggjjjj",
        games=10_000,
        rivals="random,greedy,mcts:30",
        tables=default_folder(),
    )
    options, tables = solved(given.act, given.deal, given.tables)
    perfect = Player("perfect", TablebaseBot(Oracle(given.tables)), Budget())
    rivals = [find_entrant(ROKUMON, options, text) for text in given.rivals.split(",")]
    ready(ROKUMON, perfect, *rivals)
    rng = random.Random(1)
    starts = islice(drawn_from(tables, options, rng), given.games)
    counts = Counter(
        f"{rival.name}: {play(tables, perfect, rival, s, rng)}"
        for (s, _), rival in zip(starts, cycle(rivals), strict=False)
    )
    for line, count in sorted(counts.items()):
        print(f"{line:30} {count:6}")
    print(f"{counts.total():,} games, nothing given away")


if __name__ == "__main__":
    main()
