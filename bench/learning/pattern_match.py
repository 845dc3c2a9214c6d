"""Play alpha-beta with learned weights of patterns against alpha-beta by the game's estimate.

    python bench/learning/pattern_match.py values/rokumon-4/value.npz --games 400 --ms 100

Both search as many nodes for each decision as take them the same processor time: rates are
measured first, in positions of games, at the length of the match. Every opening is played twice,
from both seats: one of the deals that the weights have not seen, and `--opening` random actions
that do not end the game. The interval (95 %) is over openings. `--equal` gives both the same nodes
instead, and `--seen` plays the deals that the weights have seen.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, stdev
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import keep

from honjin.bots import BOTS, Budget, SearchHandle, SearchRequest
from honjin.bots.alphabeta.bot import AlphaBetaBot
from honjin.bots.patterns.bot import PatternBot, with_patterns
from honjin.bots.patterns.files import read_patterns
from honjin.core.jit.compiled import warm
from honjin.core.play import Play
from honjin.games import load

PROBES = 20


class Match(NamedTuple):
    """A match: file, nodes of both sides, deals, and the opening's actions."""

    file: str
    ours: int
    theirs: int
    deals: tuple[str, ...]
    opening: int
    seed: int


class Played(NamedTuple):
    """A game: the learned side's score, its actions, and for both sides seconds and decisions."""

    score: float
    actions: int
    seconds: tuple[float, float]
    decisions: tuple[int, int]


def bots(file: str) -> tuple[PatternBot, AlphaBetaBot]:
    """Both sides."""
    usual = BOTS["alphabeta"]
    assert isinstance(usual, AlphaBetaBot)
    return with_patterns(usual, read_patterns(file)), usual


def opened(match: Match, number: int) -> Play:
    """The start of a pair of games."""
    about = read_patterns(match.file).about
    game = load(about.game)
    luck = random.Random(f"opening {match.seed} {number}")
    deal = match.deals[number % len(match.deals)] if match.deals else ""
    while True:
        play = Play(game, game.read_options({**about.options, "deal": deal}))
        play.run_chance(luck.randrange)
        for _ in range(match.opening):
            if play.must_act():
                seat = play.must_act()[0]
                play.act(seat, luck.choice(game.legal(play.state, seat)))
        if play.must_act():
            return play


def decide(bot: AlphaBetaBot, play: Play, nodes: int, luck: random.Random) -> tuple[int, float]:
    """An action, and the processor time that it took."""
    seat = play.must_act()[0]
    task = SearchRequest(
        play.game, play.state.copy(), seat, 2, luck, Budget(3600.0, nodes), SearchHandle()
    )
    began = time.process_time()
    action = bot.think(task).action
    return action, time.process_time() - began


def play_game(match: Match, number: int, seat: int) -> Played:
    """One game, in which the learned side has this seat."""
    ready(match)
    ours, theirs = bots(match.file)
    play = opened(match, number)
    luck = random.Random(f"choices {match.seed} {number} {seat}")
    spent, decisions, actions = [0.0, 0.0], [0, 0], 0
    while play.must_act():
        mover = play.must_act()[0]
        side = int(mover != seat)
        bot, nodes = ((ours, match.ours), (theirs, match.theirs))[side]
        action, seconds = decide(bot, play, nodes, luck)
        spent[side] += seconds
        decisions[side] += 1
        actions += 1
        play.act(mover, action)
    score = (1 + play.result().returns[seat]) / 2
    return Played(score, actions, (spent[0], spent[1]), (decisions[0], decisions[1]))


_ready: set[str] = set()


def ready(match: Match) -> None:
    """Compile what both sides need, once in a process."""
    game = load(read_patterns(match.file).about.game)
    if game.key not in _ready:
        _ready.add(game.key)
        for bot in bots(match.file):
            assert bot.loops is not None
            warm(game, bot.loops)
            while bot.module(game).__name__.startswith("honjin_interpreted"):
                time.sleep(0.2)
        play_once(match)


def play_once(match: Match) -> None:
    """A short search of both sides."""
    for bot in bots(match.file):
        decide(bot, opened(match, 0), 1000, random.Random(1))


def rates(match: Match) -> tuple[float, float]:
    """Nodes in a second of processor time of both sides, in the same positions."""
    ready(match)
    spent, nodes = [0.0, 0.0], [0, 0]
    for number in range(PROBES):
        play = opened(match, 10_000 + number)
        luck = random.Random(number)
        for _ in range(6):
            if not play.must_act():
                break
            actions = []
            for side, bot in enumerate(bots(match.file)):
                wanted = (match.ours, match.theirs)[side]
                seat = play.must_act()[0]
                task = SearchRequest(
                    play.game, play.state.copy(), seat, 2, luck, Budget(3600.0, wanted),
                    SearchHandle(),
                )  # fmt: skip
                began = time.process_time()
                found = bot.think(task)
                spent[side] += time.process_time() - began
                nodes[side] += found.work
                actions.append(found.action)
            play.act(play.must_act()[0], luck.choice(actions))
    return nodes[0] / spent[0], nodes[1] / spent[1]


def told(match: Match, games: list[Played]) -> dict[str, Any]:
    """The score with its interval."""
    pairs = [mean(one.score for one in games[k : k + 2]) for k in range(0, len(games), 2)]
    score, reach = mean(pairs), 1.96 * stdev(pairs) / len(pairs) ** 0.5
    sides = [
        sum(one.seconds[side] for one in games) / sum(one.decisions[side] for one in games)
        for side in (0, 1)
    ]
    return {
        "file": match.file, "nodes": [match.ours, match.theirs], "games": len(games),
        "score": [round(part, 4) for part in (score, score - reach, score + reach)],
        "first": round(mean(one.score for one in games[::2]), 3),
        "second": round(mean(one.score for one in games[1::2]), 3),
        "seconds_a_decision": [round(one, 4) for one in sides],
        "actions": round(mean(one.actions for one in games), 1),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("file")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--ms", type=float, default=100.0)
    parser.add_argument("--opening", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--equal", type=int, default=0)
    parser.add_argument("--rates", help="nodes a second of both sides, as measured before: N,N")
    parser.add_argument("--seen", action="store_true")
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    about = read_patterns(given.file).about
    deals = () if given.seen else about.without
    match = Match(given.file, given.equal, given.equal, deals, given.opening, given.seed)
    measured: tuple[float, ...] = ()
    if given.rates:
        measured = tuple(float(one) for one in given.rates.split(","))
        ours, theirs = (round(rate * given.ms / 1000) for rate in measured)
        match = match._replace(ours=ours, theirs=theirs)
    elif not given.equal:
        match = match._replace(ours=100_000, theirs=100_000)
        for _ in range(2):
            measured = rates(match)
            ours, theirs = (round(rate * given.ms / 1000) for rate in measured)
            match = match._replace(ours=ours, theirs=theirs)
        print(
            f"nodes a second: learned {measured[0]:,.0f}, estimate {measured[1]:,.0f}", flush=True
        )
    numbers = [(k // 2, k % 2) for k in range(given.games // 2 * 2)]
    games: list[Played] = []
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        for one in pool.map(partial(play_game, match), *zip(*numbers, strict=True)):
            games.append(one)
            if len(games) % 10 == 0:
                print(told(match, games), flush=True)
    line = told(match, games) | {
        "ms": given.ms, "opening": given.opening, "seed": given.seed, "seen": given.seen,
        "rates": [round(rate) for rate in measured],
    }  # fmt: skip
    print(line)
    if given.keep:
        keep("pattern_match", line)


if __name__ == "__main__":
    main()
