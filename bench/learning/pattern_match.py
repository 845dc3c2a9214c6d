"""Play alpha-beta with learned weights of patterns against alpha-beta by the game's estimate.

    python -m bench.learning.pattern_match --file values/rokumon-4/value.npz --games 400 --ms 100

Both search as many nodes for each decision as take them the same processor time: rates are
measured first, in positions of games, at the length of the match. Every opening is played twice,
from both seats: one of the deals that the weights have not seen, and `--opening` random actions
that do not end the game. The interval (95 %) is over openings. `--equal` gives both the same nodes
instead, `--rates N,N` are rates measured before, and `--seen` plays the deals that the weights have
seen.
"""

from __future__ import annotations

import random
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from statistics import mean, stdev
from typing import Any, NamedTuple

from bench.asking import ready, request
from bench.common import arguments, tell

from honjin.bots import BOTS, Budget, Player, SearchResult
from honjin.bots.alphabeta.bot import AlphaBetaBot
from honjin.bots.patterns.bot import with_patterns
from honjin.bots.patterns.files import read_patterns
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


def sides(match: Match) -> tuple[Player, Player]:
    """The weights and the estimate, each with its nodes."""
    usual = BOTS["alphabeta"]
    assert isinstance(usual, AlphaBetaBot)
    learned = with_patterns(usual, read_patterns(match.file))
    return (
        Player("learned", learned, Budget(3600.0, match.ours)),
        Player("estimate", usual, Budget(3600.0, match.theirs)),
    )


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


def decide(player: Player, play: Play, luck: random.Random) -> tuple[SearchResult, float]:
    """A choice, and the processor time that it took."""
    task = request(play.game, play.state, play.must_act()[0], player, luck)
    began = time.process_time()
    found = player.bot.think(task)
    return found, time.process_time() - began


def play_game(match: Match, number: int, seat: int) -> Played:
    """One game, in which the learned side has this seat."""
    prepare(match)
    players, play = sides(match), opened(match, number)
    luck = random.Random(f"choices {match.seed} {number} {seat}")
    spent, decisions = [0.0, 0.0], [0, 0]
    while play.must_act():
        mover = play.must_act()[0]
        side = int(mover != seat)
        found, seconds = decide(players[side], play, luck)
        spent[side] += seconds
        decisions[side] += 1
        play.act(mover, found.action)
    score = (1 + play.result().returns[seat]) / 2
    return Played(score, sum(decisions), (spent[0], spent[1]), (decisions[0], decisions[1]))


@cache
def prepare(match: Match) -> None:
    """Compile what both sides need, and let them search shortly, once in a process."""
    play = opened(match, 0)
    for player in sides(match._replace(ours=1000, theirs=1000)):
        ready(play.game, player)
        decide(player, play, random.Random(1))


def rates(match: Match) -> tuple[float, float]:
    """Nodes in a second of processor time of both sides, in the same positions."""
    prepare(match)
    spent, nodes = [0.0, 0.0], [0, 0]
    for number in range(PROBES):
        play, luck = opened(match, 10_000 + number), random.Random(number)
        for _ in range(6):
            if not play.must_act():
                break
            actions = []
            for side, player in enumerate(sides(match)):
                found, seconds = decide(player, play, luck)
                spent[side] += seconds
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


def paced(match: Match, speeds: tuple[float, ...], ms: float) -> Match:
    """The match with as many nodes as both sides search in the same time."""
    ours, theirs = (round(speed * ms / 1000) for speed in speeds)
    return match._replace(ours=ours, theirs=theirs)


def main() -> None:
    given = arguments(
        __doc__,
        file=str,
        games=400,
        ms=100.0,
        opening=2,
        seed=1,
        jobs=1,
        equal=0,
        rates="",
        seen=False,
    )
    about = read_patterns(given.file).about
    deals = () if given.seen else about.without
    match = Match(given.file, given.equal, given.equal, deals, given.opening, given.seed)
    measured = tuple(float(one) for one in given.rates.split(",") if one)
    if measured:
        match = paced(match, measured, given.ms)
    elif not given.equal:
        match = match._replace(ours=100_000, theirs=100_000)
        for _ in range(2):
            measured = rates(match)
            match = paced(match, measured, given.ms)
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
    tell(given, "pattern_match", told(match, games) | {
        "ms": given.ms, "opening": given.opening, "seed": given.seed, "seen": given.seen,
        "rates": [round(rate) for rate in measured],
    })  # fmt: skip


if __name__ == "__main__":
    main()
