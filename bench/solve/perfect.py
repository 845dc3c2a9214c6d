"""Ten thousand games of the perfect bot from random solved positions, with no half point lost.

    python bench/solve/perfect.py [--act 2] [--deal gggjjjj] [--games 10000] [--tables FOLDER]
                                  [--rivals random,greedy,mcts:30]

Each game begins in a position drawn uniformly from the table; rivals alternate. Before each move of
the perfect bot the exact value must be at least what it was after the bot's last move (for a loss,
only the result: the bot may bring the end closer to set a problem); the first time it is not, the
program prints the position and exits.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path
from typing import Any

from honjin.bots import Budget, Player, SearchHandle, SearchRequest, TablebaseBot, all_loops_of
from honjin.core.jit.compiled import is_ready, warm
from honjin.games import load
from honjin.lab import find_entrant
from honjin.solver import Oracle, Tables, Value, default_folder, plan_for, solve
from honjin.solver.tables.export import rows

GAME = load("rokumon")
RESULTS = {1: "won", 0: "drawn", -1: "lost"}


def chosen(player: Player, s: Any, rng: random.Random) -> int:
    """A player's action in a position."""
    task = SearchRequest(
        GAME, GAME.seen_by(s, s.turn), s.turn, 2, rng, player.budget, SearchHandle()
    )
    return int(player.bot.think(task).action)


def play(tables: Tables, perfect: Player, rival: Player, s: Any, rng: random.Random) -> str:
    """Play one game; return the value of its first position and the result."""
    seat = s.turn
    promised = tables.value(s).value
    begun = promised.result
    while GAME.may_act(s):
        player = perfect if s.turn == seat else rival
        if player is perfect:
            value = tables.value(s).value
            if value.rank < promised.rank and (value.result, promised.result) != (-1, -1):
                raise SystemExit(f"gave away: {GAME.notation.write_position(s)}")
            promised = Value(value.result, max(0, value.plies - 2))
        GAME.apply_action(s, s.turn, chosen(player, s, rng))
    result = 0 if s.winner not in (0, 1) else 1 if s.winner == seat else -1
    if result < begun:
        raise SystemExit(f"lost what was promised: {GAME.notation.write_position(s)}")
    return f"{RESULTS[begun]} -> {RESULTS[result]}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--act", default="2")
    parser.add_argument("--deal", default="gggjjjj")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--rivals", default="random,greedy,mcts:30")
    parser.add_argument("--tables", type=Path, default=default_folder())
    given = parser.parse_args()
    options = GAME.read_options({"act": given.act, "deal": given.deal})
    table = solve(GAME, options, given.tables)
    tables, plan = Tables.open(GAME, given.tables), plan_for(GAME, options)
    perfect = Player("perfect", TablebaseBot(Oracle(given.tables)), Budget())
    rivals = [find_entrant(GAME, options, text) for text in given.rivals.split(",")]
    for rival in (perfect, *rivals):
        for loops in all_loops_of(rival.bot):
            if not is_ready(GAME, loops):
                warm(GAME, loops)
    rng, counts = random.Random(1), Counter[str]()
    while counts.total() < given.games:
        place = rng.randrange(len(table.bytes))
        s = next(iter(rows(GAME, plan, table, [place]))).position
        if GAME.may_act(s):
            rival = rivals[counts.total() % len(rivals)]
            counts[f"{rival.name}: {play(tables, perfect, rival, s, rng)}"] += 1
    for line, count in sorted(counts.items()):
        print(f"{line:30} {count:6}")
    print(f"{counts.total():,} games, nothing given away")


if __name__ == "__main__":
    main()
