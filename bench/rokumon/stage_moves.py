"""How often bots keep the exact result of positions of Act 4, by the stages of a solved deal.

    python bench/rokumon/stage_moves.py [--deal gggjjjj] [--positions 500] [--stages FOLDER]
                                        [--bots alphabeta:d1,value:FILE:d1,...] [--keep]

Positions are those of games between `alphabeta:2000` in which a fifth of the actions are random,
as far as some choice gives the result (won, drawn, lost) away. `alphabeta:d1` takes the action
with the best estimate right after it, unless one wins at once. `honjin solve rokumon --act 4
--deal gggjjjj --stages` makes the stages.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import keep

from honjin.bots import SearchHandle, SearchRequest, all_loops_of
from honjin.core.jit.compiled import is_ready, warm
from honjin.core.play import Play
from honjin.games import load
from honjin.lab import find_entrant
from honjin.solver import default_folder, solved_stages
from honjin.solver.tables import stages as stage_files

GAME = load("rokumon")
SLIP = 0.2


class Question(NamedTuple):
    state: Any
    results: dict[int, int]


def ask(player: Any, s: Any, seed: int) -> int:
    """The action that a bot chooses in a position."""
    task = SearchRequest(
        GAME, GAME.seen_by(s, s.turn), s.turn, 2, random.Random(seed), player.budget,
        SearchHandle(),
    )  # fmt: skip
    return int(player.bot.think(task).action)


def questions(options: Any, folder: Path, count: int, seed: int) -> list[Question]:
    """Positions of games in which the result can be given away."""
    stages = solved_stages(GAME, GAME.setup(options), folder)
    if stages is None:
        raise SystemExit(f"no stages in {folder}")
    rng, found = random.Random(seed), []
    player = find_entrant(GAME, options, "alphabeta:2000")
    ready(player)
    while len(found) < count:
        play = Play(GAME, options)
        while play.must_act():
            results = stages.results(play.state)
            if len(set(results.values())) > 1:
                found.append(Question(play.state.copy(), results))
            action = ask(player, play.state, rng.getrandbits(30))
            if rng.random() < SLIP:
                action = rng.choice(list(results))
            play.act(play.state.turn, action)
        print(f"{len(found)} positions", end="\r", file=sys.stderr)
    return found[:count]


def ready(player: Any) -> None:
    """Compile what a bot needs."""
    for loops in all_loops_of(player.bot):
        if not is_ready(GAME, loops):
            warm(GAME, loops)
    while player.bot.module(GAME).__name__.startswith("honjin_interpreted"):
        warm(GAME, player.bot.loops)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--deal", default="gggjjjj")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--bots", default="alphabeta:d1,alphabeta:d3")
    parser.add_argument("--stages", type=Path, default=default_folder())
    parser.add_argument("--open", type=int, default=600, help="stages kept open, 9 MB each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    stage_files.MAX_OPEN = given.open
    options = GAME.read_options({"act": "4", "deal": given.deal})
    asked = questions(options, given.stages, given.positions, given.seed)
    for text in given.bots.split(","):
        player = find_entrant(GAME, options, text)
        ready(player)
        kept = 0
        for seed, question in enumerate(asked):
            result = question.results[ask(player, question.state, seed)]
            kept += result == max(question.results.values())
        share = kept / len(asked)
        print(f"{text:50} kept {share:7.1%} of {len(asked)}", flush=True)
        if given.keep:
            line = {"deal": given.deal, "bot": text, "kept": share, "of": len(asked)}
            keep("stage_moves", line)


if __name__ == "__main__":
    main()
