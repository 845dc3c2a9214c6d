"""How often bots keep the exact value of a position: searches compared with solved tables.

    python bench/solve/strength.py [--act 2] [--deal gggjjjj] [--positions 500] [--tables FOLDER]
                                   [--bots greedy,mcts:30,mcts:300,...] [--keep]

Positions are drawn uniformly from those of the table in which some choice gives something away.
`kept`: the bot's action leads to the same result (won, drawn, lost); `exact`: it also wins as soon,
or loses as late, as possible. Where all choices have the same result, only `exact` counts. Missing
tables are solved first.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import arguments, keep

from honjin.bots import SearchHandle, SearchRequest, all_loops_of
from honjin.core.jit.compiled import is_ready, warm
from honjin.games import load
from honjin.lab import find_entrant
from honjin.solver import Answer, Tables, default_folder, plan_for, solve
from honjin.solver.tables.export import rows

GAME = load("rokumon")
BOTS = "random,greedy,mcts:30,mcts:100,mcts:300,mcts:1000,mcts:3000,alphabeta:d4"


class Question(NamedTuple):
    state: Any
    answer: Answer


def questions(tables: Tables, options: Any, count: int, seed: int) -> list[Question]:
    """Positions in which something can be given away."""
    plan = plan_for(GAME, options)
    _, table = tables.table_for(plan.start)
    rng, found = random.Random(seed), []
    while len(found) < count:
        place = rng.randrange(len(table.bytes))
        s = next(iter(rows(GAME, plan, table, [place]))).position
        if GAME.may_act(s):
            answer = tables.value(s)
            if len({value.rank for value in answer.actions.values()}) > 1:
                found.append(Question(s, answer))
    return found


def ask(player: Any, question: Question, seed: int) -> int:
    """The action that a bot chooses in a position."""
    seat = question.state.turn
    seen = GAME.seen_by(question.state, seat)
    task = SearchRequest(GAME, seen, seat, 2, random.Random(seed), player.budget, SearchHandle())
    return int(player.bot.think(task).action)


def measured(player: Any, asked: list[Question]) -> dict[str, float]:
    """The shares of positions in which a bot keeps the result, and also the distance."""
    kept = exact = matters = 0
    for seed, question in enumerate(asked):
        worth = question.answer.actions[ask(player, question, seed)]
        exact += worth == question.answer.value
        if len({value.result for value in question.answer.actions.values()}) > 1:
            matters += 1
            kept += worth.result == question.answer.value.result
    return {"kept": kept / max(1, matters), "exact": exact / len(asked), "matters": matters}


def main() -> None:
    given = arguments(
        __doc__,
        act="2",
        deal="gggjjjj",
        positions=500,
        bots=BOTS,
        tables=default_folder(),
        seed=1,
        keep=False,
    )
    options = GAME.read_options({"act": given.act, "deal": given.deal})
    solve(GAME, options, given.tables)
    asked = questions(Tables.open(GAME, given.tables), options, given.positions, given.seed)
    for text in given.bots.split(","):
        player = find_entrant(GAME, options, text)
        for loops in all_loops_of(player.bot):
            if not is_ready(GAME, loops):
                warm(GAME, loops)
        found = measured(player, asked)
        print(
            f"act {given.act}  {text:14} kept {found['kept']:7.1%} of {found['matters']}"
            f"   exact {found['exact']:7.1%} of {len(asked)}",
            flush=True,
        )
        if given.keep:
            keep("strength", {"act": given.act, "deal": given.deal, "bot": text, **found})


if __name__ == "__main__":
    main()
