"""How often bots keep the exact value of a position: searches compared with solved tables.

    python -m bench.solve.strength [--act 2] [--deal gggjjjj] [--positions 500] [--tables FOLDER]
                                   [--bots greedy,mcts:30,mcts:300,...] [--keep]

Positions are drawn uniformly from those of the table in which some choice gives something away.
`kept`: the bot's action leads to the same result (won, drawn, lost); `exact`: it also wins as soon,
or loses as late, as possible. Where all choices have the same result, only `exact` counts. Missing
tables are solved first.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from bench.asking import ROKUMON, chosen, drawn_from, ready, solved
from bench.common import arguments, keep

from honjin.bots import Player
from honjin.lab import find_entrant
from honjin.solver import Answer, Tables, default_folder

BOTS = "random,greedy,mcts:30,mcts:100,mcts:300,mcts:1000,mcts:3000,alphabeta:d4"


class Question(NamedTuple):
    state: Any
    answer: Answer


def questions(tables: Tables, options: Any, seed: int) -> Iterator[Question]:
    """Positions in which something can be given away, without end."""
    for s, _ in drawn_from(tables, options, random.Random(seed)):
        answer = tables.value(s)
        if len({value.rank for value in answer.actions.values()}) > 1:
            yield Question(s, answer)


def measured(player: Player, asked: list[Question]) -> dict[str, float]:
    """The shares of positions in which a bot keeps the result, and also the distance."""
    kept = exact = matters = 0
    for seed, (s, answer) in enumerate(asked):
        worth = answer.actions[chosen(player, s, random.Random(seed))]
        exact += worth == answer.value
        if len({value.result for value in answer.actions.values()}) > 1:
            matters += 1
            kept += worth.result == answer.value.result
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
    )
    options, tables = solved(given.act, given.deal, given.tables)
    asked = list(islice(questions(tables, options, given.seed), given.positions))
    for text in given.bots.split(","):
        player = find_entrant(ROKUMON, options, text)
        ready(ROKUMON, player)
        found = measured(player, asked)
        print(
            f"act {given.act}  {text:14} kept {found['kept']:7.1%} of {found['matters']}"
            f"   exact {found['exact']:7.1%} of {len(asked)}",
            flush=True,
        )
        keep(given, "strength", {"act": given.act, "deal": given.deal, "bot": text, **found})


if __name__ == "__main__":
    main()
