"""Won positions of Act 4 that a level wins with the position's stage stored, and without it.

    python -m bench.rokumon.staged [--games 60] [--bot alphabeta:100000:learned=1:proofs=1]
                                   [--folder FOLDER] [--seed 5] [--keep]

The stage is the one after both Surprises of deal gggjjjj, which is solved first (half a minute, 36
MB, some GiB of memory). From its first position up to eight actions are random, until the side to
move wins with at most half of its choices. It is played by the bot with and without the stage; its
rival is the same bot without. `given away`: games in which a won position was no longer won after
the side's own action. Work is counted, so other load does not matter.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.asking import ROKUMON, chosen, ready
from bench.common import arguments, tell

from honjin.bots import Player, find_player
from honjin.core.play import Play
from honjin.solver import Knowledge, Stages, default_folder
from solver.last_stage import MOVES, OPTIONS, solve_last_stage

MAX_RANDOM = 8


class End(NamedTuple):
    """How a game ended for the side that was won at its start."""

    returns: float
    given_away: bool


def starts(stages: Stages, rng: random.Random) -> Iterator[list[str]]:
    """Lines to won positions in which at most half of the choices win, without end."""
    while True:
        play = begun(list(MOVES))
        for _ in range(rng.randint(0, MAX_RANDOM)):
            if play.must_act():
                play.act(play.state.turn, rng.choice(play.legal(play.state.turn)))
        results = list(stages.results(play.state).values()) if play.must_act() else [0]
        if max(results) == 1 and 2 * results.count(1) <= len(results):
            yield [step.text for step in play.steps]


def begun(line: list[str]) -> Play:
    play = Play(ROKUMON, OPTIONS)
    for text in line:
        play.act_text(play.state.turn, text)
    return play


def played(stages: Stages, line: list[str], bot: Player, rival: Player) -> End:
    """The game from there on."""
    play, given_away = begun(line), False
    own = play.state.turn
    while play.must_act():
        s, seat = play.state, play.state.turn
        action = chosen(bot if seat == own else rival, s, random.Random(len(play.steps)))
        if seat == own:
            results = stages.results(s)
            given_away |= max(results.values()) == 1 and results[action] < 1
        play.act(seat, action)
    result = play.result()
    assert result is not None
    return End(result.returns[own], given_away)


def main() -> None:
    given = arguments(
        __doc__,
        games=60,
        bot="alphabeta:100000:learned=1:proofs=1",
        folder=default_folder(),
        seed=5,
    )
    stages = solve_last_stage(given.folder)
    with TemporaryDirectory() as empty:
        options = ROKUMON.read_options(OPTIONS)
        bots = {
            name: find_player(ROKUMON, options, given.bot, Knowledge(folder))
            for name, folder in (("with the stage", given.folder), ("without", Path(empty)))
        }
        ready(ROKUMON, *bots.values())
        lines = list(islice(starts(stages, random.Random(given.seed)), given.games))
        for name, bot in bots.items():
            ends = [played(stages, line, bot, bots["without"]) for line in lines]
            tell(given, "staged", {
                "bot": given.bot, "knows": name, "games": len(ends),
                "won": sum(end.returns > 0 for end in ends),
                "drawn": sum(end.returns == 0 for end in ends),
                "given_away": sum(end.given_away for end in ends),
            })  # fmt: skip


if __name__ == "__main__":
    main()
