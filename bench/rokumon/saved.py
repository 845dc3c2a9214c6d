"""Games that the perfect bot saves from lost positions, by setting problems and by delay alone.

    python bench/rokumon/saved.py [--act 1] [--deal gggjjj] [--positions 300] [--plies 6]
                                  [--rivals greedy,ashigaru,mcts:25] [--tables FOLDER] [--keep]

Positions are drawn uniformly from those of the table that the side to move loses, at least
`--plies` plies from the end. From each, `perfect` plays one game against each rival, and so does a
player that chooses at random among the latest losses (or the soonest wins, if it can win by then).
Both have the same random streams. A win counts one, a draw half; the standard deviation of each sum
is about sqrt(positions) / 2.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import arguments, keep

from honjin.bots import Budget, Player, SearchHandle, SearchRequest, TablebaseBot, all_loops_of
from honjin.bots.precompile import compile_ahead
from honjin.core.jit.compiled import is_ready, warm
from honjin.games import load
from honjin.lab import find_entrant
from honjin.solver import Oracle, Tables, default_folder, plan_for, solve
from honjin.solver.tables.export import rows

GAME = load("rokumon")

Choose = Callable[[Any, random.Random], int]


def chooser(player: Player) -> Choose:
    """A function that returns a player's action; everything the player runs is compiled first."""
    for loops in all_loops_of(player.bot):
        if not is_ready(GAME, loops):
            warm(GAME, loops)
        compile_ahead(GAME, loops)
        warm(GAME, loops)

    def choose(s: Any, rng: random.Random) -> int:
        seen = GAME.seen_by(s, s.turn)
        task = SearchRequest(GAME, seen, s.turn, 2, rng, player.budget, SearchHandle())
        return int(player.bot.think(task).action)

    return choose


def lost_positions(tables: Tables, options: Any, count: int, plies: int) -> list[Any]:
    """Positions that the side to move loses, drawn uniformly from the table."""
    plan = plan_for(GAME, options)
    _, table = tables.table_for(plan.start)
    rng, found = random.Random(5), []
    while len(found) < count:
        place = rng.randrange(len(table.bytes))
        if table.bytes[place] >= 128 + plies:
            s = next(iter(rows(GAME, plan, table, [place]))).position
            if GAME.may_act(s):
                found.append(s)
    return found


def points(s: Any, ours: Choose, rival: Choose, rng: random.Random) -> float:
    """Play to the end, and return the points of the side to move."""
    seat = s.turn
    while GAME.may_act(s):
        GAME.apply_action(s, s.turn, (ours if s.turn == seat else rival)(s, rng))
    return 1.0 if s.winner == seat else 0.0 if s.winner == 1 - seat else 0.5


def main() -> None:
    given = arguments(
        __doc__,
        act="1",
        deal="gggjjj",
        positions=300,
        plies=6,
        rivals="greedy,ashigaru,mcts:25",
        tables=default_folder(),
        keep=False,
    )
    options = GAME.read_options({"act": given.act, "deal": given.deal})
    solve(GAME, options, given.tables)
    tables = Tables.open(GAME, given.tables)
    starts = lost_positions(tables, options, given.positions, given.plies)
    perfect = Player("perfect", TablebaseBot(Oracle(given.tables)), Budget(3600.0))
    ways: dict[str, Choose] = {
        "problems": chooser(perfect),
        "delay": lambda s, rng: rng.choice(tables.value(s).best()),
    }
    for text in given.rivals.split(","):
        rival = chooser(find_entrant(GAME, options, text))
        for name, ours in ways.items():
            games = (points(s.copy(), ours, rival, random.Random(n)) for n, s in enumerate(starts))
            saved = sum(games)
            print(f"{name:9} against {text:12} {saved:6} of {len(starts)} saved", flush=True)
            if given.keep:
                keep("saved", {"act": given.act, "deal": given.deal, "rival": text,
                               "way": name, "positions": len(starts), "saved": saved})  # fmt: skip


if __name__ == "__main__":
    main()
