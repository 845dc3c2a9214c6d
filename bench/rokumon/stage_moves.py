"""How often bots keep the exact result of positions of Act 4, by the stages of a solved deal.

    python -m bench.rokumon.stage_moves [--deal gggjjjj] [--positions 500] [--stages FOLDER]
                                        [--bots alphabeta:d1,value:FILE:d1,...] [--keep]

Positions are those of games between `alphabeta:2000` in which a fifth of the actions are random,
as far as some choice gives the result (won, drawn, lost) away. `alphabeta:d1` takes the action
with the best estimate right after it, unless one wins at once. `honjin solve rokumon --act 4
--deal gggjjjj --stages` makes the stages. So many of them are kept `--open`, 9 MB each.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from bench.asking import ROKUMON, chosen, ready
from bench.common import arguments, keep

from honjin.core.play import Play
from honjin.lab import find_entrant
from honjin.solver import default_folder, solved_stages
from honjin.solver.tables import stages as stage_files

SLIP = 0.2


class Question(NamedTuple):
    state: Any
    results: dict[int, int]


def questions(options: Any, folder: Path, seed: int) -> Iterator[Question]:
    """Positions of games in which the result can be given away, without end."""
    stages = solved_stages(ROKUMON, ROKUMON.setup(options), folder)
    if stages is None:
        raise SystemExit(f"no stages in {folder}")
    rng, player = random.Random(seed), find_entrant(ROKUMON, options, "alphabeta:2000")
    ready(ROKUMON, player)
    while True:
        play = Play(ROKUMON, options)
        while play.must_act():
            results = stages.results(play.state)
            if len(set(results.values())) > 1:
                yield Question(play.state.copy(), results)
            action = chosen(player, play.state, random.Random(rng.getrandbits(30)))
            if rng.random() < SLIP:
                action = rng.choice(list(results))
            play.act(play.state.turn, action)


def main() -> None:
    given = arguments(
        __doc__,
        deal="gggjjjj",
        positions=500,
        bots="alphabeta:d1,alphabeta:d3",
        stages=default_folder(),
        open=600,
        seed=1,
    )
    stage_files.MAX_OPEN = given.open
    options = ROKUMON.read_options({"act": "4", "deal": given.deal})
    asked = list(islice(questions(options, given.stages, given.seed), given.positions))
    for text in given.bots.split(","):
        player = find_entrant(ROKUMON, options, text)
        ready(ROKUMON, player)
        kept = sum(
            results[chosen(player, s, random.Random(seed))] == max(results.values())
            for seed, (s, results) in enumerate(asked)
        )
        print(f"{text:50} kept {kept / len(asked):7.1%} of {len(asked)}", flush=True)
        line = {"deal": given.deal, "bot": text, "kept": kept / len(asked), "of": len(asked)}
        keep(given, "stage_moves", line)


if __name__ == "__main__":
    main()
