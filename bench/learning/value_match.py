"""A match at equal time: the search by a learned value against that by the estimate, or others.

    python bench/learning/value_match.py summits tennozan --value FILE [--against greedy]
                                         [--ms 20] [--games 200] [--seed 1000] [--jobs 1]
                                         [--more c=1] [--keep]

Both search as the game's strongest level does (its settings of `mcts`), with a number of
simulations that takes `--ms` milliseconds of processor time for a move: the rate of each search is
measured first, in the positions of some games that they play against each other, three times, the
last ones with about these numbers of simulations. Then they are fixed, so a busy machine changes
nothing, and the processor time that each side used is told. `--against` is another bot of
`honjin arena` with its own budget, such as greedy or alphabeta:500; `--more` adds settings to the
learned bot.

Games come in deals: the same random numbers for chance, once for each seat of the learned bot; all
other seats are its opponent's. A game's score is the mean over opponents of 1, 1/2 or 0 for a
higher, equal or lower return. The interval is that of the mean over deals (normal, 95 %).
`--keep` adds a line to bench/results/value_match.jsonl.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, stdev
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import keep

from honjin.bots import (
    Bot,
    Budget,
    MctsBot,
    Player,
    SearchHandle,
    SearchRequest,
    find_player,
    read_player,
)
from honjin.bots.greedy import LOOPS as GREEDY
from honjin.bots.learned.bot import LOOPS as OURS
from honjin.bots.learned.bot import with_value
from honjin.bots.learned.files import read_value
from honjin.bots.mcts.bot import LOOPS as THEIRS
from honjin.bots.players import tree_search
from honjin.bots.precompile import compile_ahead
from honjin.core.jit.compiled import warm
from honjin.core.play import Play
from honjin.envs.setting import Setting, setting

CLOCKLESS = 3600.0
PROBE = 200  # simulations of a move when rates are measured first
ROUNDS = 3  # the rates depend on the number of simulations: making a tree takes time too
PROBES = 3  # games


class Match(NamedTuple):
    """Two sides; the learned one is named by its file, if it has one."""

    game: str
    preset: str
    value: str
    more: tuple[str, ...]
    against: str
    ours: int
    theirs: int


class Played(NamedTuple):
    """A game: the score, the returns, and decisions and processor time of both sides."""

    score: float
    seat: int
    returns: tuple[int, ...]
    decisions: int
    seconds: tuple[float, float]


def learned(chosen: Setting, match: Match) -> Bot:
    """The learned bot with the settings of the search and `more`."""
    usual = tree_search(chosen.game, chosen.options)
    settings = ("c", "prior", "select", "doubt")
    parts = [f"{name}={getattr(usual, name)}" for name in settings]
    bot = read_player(":".join(["mcts", *parts, *match.more])).bot
    assert isinstance(bot, MctsBot)
    return with_value(bot, read_value(match.value), chosen.options)


def sides(chosen: Setting, match: Match) -> tuple[Player, Player]:
    """The learned bot and its opponent."""
    ours = Player("learned", learned(chosen, match), Budget(CLOCKLESS, match.ours))
    if match.against != "mcts":
        return ours, find_player(chosen.game, chosen.options, match.against)
    theirs = tree_search(chosen.game, chosen.options)
    return ours, Player("mcts", theirs, Budget(CLOCKLESS, match.theirs))


def play(match: Match, deal: int, seat: int) -> Played:
    """Play a game with the learned bot on a seat."""
    chosen = setting(match.game, match.preset, {})
    for loops in (OURS, THEIRS, GREEDY):
        warm_once(match.game, match.preset, loops)
    ours, theirs = sides(chosen, match)
    game, spent, decisions = Play(chosen.game, chosen.options), [0.0, 0.0], 0
    luck, choices = random.Random(f"deal {deal}"), random.Random(f"choices {deal} {seat}")
    game.run_chance(luck.randrange)
    while game.must_act():
        mover = game.must_act()[0]
        player = ours if mover == seat else theirs
        seen = chosen.game.seen_by(game.state, mover)
        task = SearchRequest(
            chosen.game, seen, mover, chosen.seats, choices, player.budget, SearchHandle()
        )
        if len(task.legal()) > 1:
            began = time.process_time()
            action = player.bot.think(task).action
            spent[mover != seat] += time.process_time() - began
            decisions += 1
        else:
            action = task.legal()[0]
        game.act(mover, action)
        game.run_chance(luck.randrange)
    returns = game.result().returns
    own = returns[seat]
    rivals = [one for other, one in enumerate(returns) if other != seat]
    score = mean(1.0 if own > one else 0.5 if own == one else 0.0 for one in rivals)
    return Played(score, seat, returns, decisions, (spent[0], spent[1]))


_warm: set[tuple[str, Path]] = set()


def warm_once(key: str, preset: str, loops: Path) -> None:
    if (key, loops) not in _warm:
        _warm.add((key, loops))
        game = setting(key, preset, {}).game
        warm(game, loops)
        compile_ahead(game, loops)


def rates(match: Match) -> tuple[float, float]:
    """Simulations in a second of processor time, of both sides, over whole games."""
    probe = match._replace(against="mcts")
    chosen = setting(match.game, match.preset, {})
    for loops in (OURS, THEIRS):
        warm_once(match.game, match.preset, loops)
    ours, theirs = sides(chosen, probe)
    spent, moves = [0.0, 0.0], 0
    for deal in range(PROBES):
        luck = random.Random(f"probe {deal}")
        game = Play(chosen.game, chosen.options)
        game.run_chance(luck.randrange)
        while game.must_act():
            mover = game.must_act()[0]
            legal = chosen.game.legal(game.state, mover)
            action = legal[0]
            if len(legal) > 1:
                actions = []
                for n, player in enumerate((ours, theirs)):
                    task = SearchRequest(
                        chosen.game, chosen.game.seen_by(game.state, mover), mover, chosen.seats,
                        luck, player.budget, SearchHandle(),
                    )  # fmt: skip
                    began = time.process_time()
                    actions.append(player.bot.think(task).action)
                    spent[n] += time.process_time() - began
                moves += 1
                action = actions[luck.randrange(2)]
            game.act(mover, action)
            game.run_chance(luck.randrange)
    return moves * match.ours / spent[0], moves * match.theirs / spent[1]


def told(match: Match, games: list[Played], seats: int) -> dict[str, Any]:
    """The score with its interval, and how it came about."""
    deals = [mean(one.score for one in games[k : k + seats]) for k in range(0, len(games), seats)]
    score = mean(deals)
    reach = 1.96 * stdev(deals) / len(deals) ** 0.5 if len(deals) > 1 else 1.0
    by_seat = defaultdict(list)
    for one in games:
        by_seat[one.seat].append(one.score)
    ours = sum(one.seconds[0] for one in games)
    theirs = sum(one.seconds[1] for one in games) / (seats - 1)
    return {
        "game": match.game, "preset": match.preset, "against": match.against,
        "simulations": [match.ours, match.theirs], "games": len(games),
        "score": [round(part, 4) for part in (score, score - reach, score + reach)],
        "by_seat": {seat: round(mean(held), 3) for seat, held in sorted(by_seat.items())},
        "decisions": round(mean(one.decisions for one in games), 1),
        "seconds_a_seat": [round(ours / len(games), 2), round(theirs / len(games), 2)],
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("preset")
    parser.add_argument("--value", required=True)
    parser.add_argument("--against", default="mcts")
    parser.add_argument("--more", action="append", default=[])
    parser.add_argument("--ms", type=float, default=20.0)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    match = Match(
        given.game, given.preset, given.value, tuple(given.more), given.against, PROBE, PROBE
    )
    for _ in range(ROUNDS):
        ours, theirs = rates(match)
        print(f"simulations a second: learned {ours:,.0f}, mcts {theirs:,.0f}", flush=True)
        counts = [max(8, round(rate * given.ms / 1000)) for rate in (ours, theirs)]
        match = match._replace(ours=counts[0], theirs=counts[1])
    seats = setting(given.game, given.preset, {}).seats
    numbers = [(given.seed + k // seats, k % seats) for k in range(given.games // seats * seats)]
    games: list[Played] = []
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        for one in pool.map(partial(play, match), *zip(*numbers, strict=True)):
            games.append(one)
            if len(games) % (10 * seats) == 0:
                print(told(match, games, seats), flush=True)
    line = told(match, games, seats) | {
        "ms": given.ms, "seed": given.seed, "rates": [round(ours), round(theirs)],
        "more": given.more,
    }  # fmt: skip
    print(line)
    if given.keep:
        keep("value_match", line)


if __name__ == "__main__":
    main()
