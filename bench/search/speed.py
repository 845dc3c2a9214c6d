"""The speed of the searches, compared with OpenSpiel's C++ tree search.

    python -m bench.search.speed [--rounds 5] [--keep]

One thread. In each round everything runs once, so a busy machine slows all equally. Medians are
printed; ratios are medians of the ratios of each round.

- Monte Carlo tree search with random playouts to the end: OpenSpiel's MCTSBot and ours on connect
  four from the empty board, ours on Rokumon too; the same number of simulations for all.
- Random playouts of the same games.
- The search of Akebono's highest level, both armies in a formation; a tenth of the simulations.
- The search of Akiwado's highest level: four merchants, after the first roll.
- Alpha-beta from the opening of Rokumon, Act 3 (with Fight) and Act 4: nodes per second, and time
  to depths 6, 7, 8 and 9, over several deals.

OpenSpiel is installed by `pip install "honjin[envs]"`; without it the rest is measured.
"""

from __future__ import annotations

import random
import statistics
import time
from collections import defaultdict
from typing import Any

from bench.common import arguments, keep
from bench.search.connect_four import GAME as FOUR

from honjin.bots import AlphaBetaBot, Budget, MctsBot, SearchHandle, SearchRequest
from honjin.bots.alphabeta import bot as alphabeta
from honjin.bots.mcts import bot as mcts
from honjin.bots.mcts.bot import Search
from honjin.bots.players import find_player
from honjin.core.game import Game
from honjin.core.jit.compiled import compiled, playouts, warm
from honjin.core.play import Play
from honjin.games import load

ROKUMON = load("rokumon")
AKEBONO = load("akebono")
AKIWADO = load("akiwado")
DEALS = ("gggjjjj", "gjgjgjj", "jjgggjj", "jgjjgjg")
DEPTHS = (6, 7, 8, 9)
PURE = MctsBot(rollout=-1, prior=0.0)


def opened(game: Game[Any], options: dict[str, object]) -> Play:
    play = Play(game, options)
    play.run_chance(lambda total: total // 2)
    return play


def drawn_up() -> Play:
    """Akebono with both armies in a formation, after the first roll."""
    play = Play(AKEBONO, {"setup_revisions": "0"})
    for seat in (0, 1):
        for text in ("=crane", "ready"):
            play.act_text(seat, text)
    play.run_chance(lambda total: total // 2)
    return play


def task(play: Play, work: int, seed: int) -> SearchRequest:
    seat = play.may_act()[0]
    seen = play.game.seen_by(play.state, seat)
    budget = Budget(600.0, work)
    return SearchRequest(
        play.game, seen, seat, play.seats, random.Random(seed), budget, SearchHandle()
    )


def simulations(play: Play, count: int, seed: int, bot: MctsBot = PURE) -> float:
    """Simulations per second of our tree search, including the set-up of its tree."""
    began = time.perf_counter()
    search = Search(compiled(play.game, mcts.LOOPS), bot, task(play, count, seed), count + 2)
    search.go_on(count)
    return count / (time.perf_counter() - began)


def open_spiel() -> Any:
    """A function like `simulations` for OpenSpiel, or None."""
    try:
        import pyspiel
    except ImportError:
        print('OpenSpiel is not installed (pip install "honjin[envs]"); measuring the rest')
        return None
    game = pyspiel.load_game("connect_four")

    def run(count: int, seed: int) -> float:
        bot = pyspiel.MCTSBot(
            game, pyspiel.RandomRolloutEvaluator(1, seed), 1.4, count, 1000, False, seed, False
        )
        began = time.perf_counter()
        bot.step(game.new_initial_state())
        return count / (time.perf_counter() - began)

    return run


def games_a_second(play: Play, count: int, seed: int) -> float:
    began = time.perf_counter()
    playouts(play.game, play.state, play.seats, count, seed)
    return count / (time.perf_counter() - began)


def depths(act: str, deal: str, seed: int) -> tuple[dict[int, float], float]:
    """Seconds to each depth, and nodes per second at the last one."""
    play, found, speed = opened(ROKUMON, {"act": act, "deal": deal}), {}, 0.0
    for depth in DEPTHS:
        result = AlphaBetaBot(depth=depth).think(task(play, 0, seed))
        found[depth], speed = result.seconds, result.work / result.seconds
    return found, speed


def measure(rounds: int, count: int) -> dict[str, float]:
    """Medians over the rounds."""
    boards = {
        "connect four": opened(FOUR, {}),
        "rokumon act 3": opened(ROKUMON, {"act": "3"}),
        "rokumon act 4": opened(ROKUMON, {"act": "4"}),
    }
    battle = drawn_up()
    shogun: Any = find_player(AKEBONO, battle.options, "shogun").bot
    edo = opened(AKIWADO, {"seats": "4"})
    merchant: Any = find_player(AKIWADO, edo.options, "shogun").bot
    spiel, all_found = open_spiel(), defaultdict(list)
    for seed in range(1, rounds + 1):
        if spiel:
            all_found["OpenSpiel mcts/s, connect four"].append(spiel(count, seed))
        for name, play in boards.items():
            all_found[f"mcts/s, {name}"].append(simulations(play, count, seed))
            all_found[f"mcts/s with estimates, {name}"].append(
                simulations(play, count, seed, MctsBot())
            )
            all_found[f"playouts/s, {name}"].append(games_a_second(play, count, seed))
        all_found["mcts/s of the shogun, akebono"].append(
            simulations(battle, count // 10, seed, shogun)
        )
        all_found["mcts/s of the shogun, akiwado"].append(simulations(edo, count, seed, merchant))
        for act in ("3", "4"):
            found, speed = depths(act, DEALS[seed % len(DEALS)], seed)
            all_found[f"alphabeta nodes/s, act {act}"].append(speed)
            for depth, seconds in found.items():
                all_found[f"alphabeta seconds to depth {depth}, act {act}"].append(seconds)
    if spiel:
        ours, theirs = (
            all_found["mcts/s, connect four"],
            all_found["OpenSpiel mcts/s, connect four"],
        )
        all_found["ratio to OpenSpiel, connect four"] = [
            a / b for a, b in zip(ours, theirs, strict=True)
        ]
    return {name: statistics.median(values) for name, values in all_found.items()}


def main() -> None:
    given = arguments(__doc__, rounds=5, simulations=100_000)
    for game, loops in (
        (FOUR, mcts.LOOPS),
        (ROKUMON, mcts.LOOPS),
        (ROKUMON, alphabeta.LOOPS),
        (AKEBONO, mcts.LOOPS),
        (AKIWADO, mcts.LOOPS),
    ):
        print(f"preparing {loops.stem} of {game.key}", flush=True)
        warm(game, loops)
    simulations(opened(FOUR, {}), 10, 1)
    for name, value in (found := measure(given.rounds, given.simulations)).items():
        print(f"{name:46} {value:14,.3f}" if value < 100 else f"{name:46} {value:14,.0f}")
    keep(given, "search", {name: round(value, 4) for name, value in found.items()})


if __name__ == "__main__":
    main()
