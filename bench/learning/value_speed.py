"""Simulations a second of the searches by the estimate, by learned values and by networks.

    python bench/learning/value_speed.py akiwado three [--moves 60] [--guided]

All search the same positions, those of a game that the search by the estimate plays with the
settings of the game's strongest level, 200 simulations for a move. Weights are random, with a row
for every place. Processor time is that of the simulations alone: neither of making the tree nor of
compiling. `--guided` adds networks with hidden layers of 32 and 16, and of 256 and 256, for which
another loop file is compiled.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from honjin.bots import Budget, MctsBot, SearchHandle, SearchRequest, find_player
from honjin.bots.learned.bot import LOOPS as LEARNED
from honjin.bots.learned.bot import LearnedSearch
from honjin.bots.learned.weights import LearnedValue, blank, shapes_of, weights_for
from honjin.bots.mcts.bot import LOOPS as MCTS
from honjin.bots.mcts.bot import Search
from honjin.bots.net.guide import guide_of
from honjin.bots.net.guided import LOOPS as GUIDED
from honjin.bots.net.guided import GuidedSearch
from honjin.bots.net.guided import blank as blank_net
from honjin.core.jit.compiled import compiled, warm
from honjin.core.play import Play
from honjin.envs.setting import Setting, setting

SIMULATIONS = 200
Begin = Callable[[SearchRequest], Search]


def by_value(chosen: Setting, bot: MctsBot, widths: tuple[int, int, int]) -> Begin:
    """Searches by a value of random weights."""
    game, rng = chosen.game, np.random.default_rng(1)
    actions = game.action_count(chosen.options)
    weights: dict[str, Any] = {
        name: rng.normal(0, 0.05, shape).astype(np.float32)
        for name, shape in shapes_of(chosen.size, actions, widths).items()
    }
    weights["places"] = np.arange(chosen.size, dtype=np.int32)
    value = LearnedValue(blank(game, chosen.options, widths).about, weights)
    held, module = weights_for(value, game, chosen.options), compiled(game, LEARNED)
    return lambda task: LearnedSearch(module, bot, task, 2 * SIMULATIONS, held)


def by_network(chosen: Setting, bot: MctsBot, hidden: tuple[int, ...]) -> Begin:
    """Searches guided by a network of random weights."""
    game, rng = chosen.game, np.random.default_rng(2)
    weights = {
        name: held if name == "scale" else rng.normal(0, 0.02, held.shape).astype(np.float32)
        for name, held in blank_net(game, chosen.options, hidden).weights.items()
    }
    guide, module = guide_of(game, chosen.options, weights, hidden), compiled(game, GUIDED)
    return lambda task: GuidedSearch(module, bot, task, 2 * SIMULATIONS, guide)


def searches(chosen: Setting, *, guided: bool) -> dict[str, Begin]:
    """All searches by name, the one by the estimate first."""
    text = chosen.game.levels(chosen.options)[-1]
    bot = find_player(chosen.game, chosen.options, text if "mcts" in text else "mcts").bot
    assert isinstance(bot, MctsBot)
    for loops in (MCTS, LEARNED, *([GUIDED] if guided else [])):
        warm(chosen.game, loops)
    module = compiled(chosen.game, MCTS)
    found: dict[str, Begin] = {"mcts": lambda task: Search(module, bot, task, 2 * SIMULATIONS)}
    for wide in (16, 32, 64):
        for odds in (0, 16):
            widths = wide, 16, odds
            found["learned " + ",".join(map(str, widths))] = by_value(chosen, bot, widths)
    if guided:
        for hidden in ((32, 16), (256, 256)):
            found[f"guided {hidden[0]},{hidden[1]}"] = by_network(chosen, bot, hidden)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("preset")
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--guided", action="store_true")
    given = parser.parse_args()
    chosen = setting(given.game, given.preset, {})
    every, spent, moves = searches(chosen, guided=given.guided), Counter[str](), 0
    play, rng = Play(chosen.game, chosen.options), random.Random(5)
    play.run_chance(rng.randrange)
    while play.must_act() and moves < given.moves:
        seat = play.must_act()[0]
        action = play.legal(seat)[0]
        if len(play.legal(seat)) > 1:
            moves += 1
            seen = chosen.game.seen_by(play.state, seat)
            task = SearchRequest(
                chosen.game, seen, seat, chosen.seats, rng, Budget(), SearchHandle()
            )
            for name, begin in every.items():
                search = begin(task)
                began = time.process_time()
                search.go_on(SIMULATIONS)
                spent[name] += time.process_time() - began
                if name == "mcts":
                    action = search.result(0.0).action
        play.act(seat, action)
        play.run_chance(rng.randrange)
    for name, seconds in spent.items():
        print(f"{name:18} {moves * SIMULATIONS / seconds:10,.0f} a second, {moves} moves")


if __name__ == "__main__":
    main()
