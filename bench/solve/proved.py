"""How much can be proved in positions without a table, by distance to the end of the game.

    python -m bench.solve.proved [--act 4] [--games 40] [--bot mcts:1000] [--seconds 1] [--keep]

A bot plays both sides of random deals; each position of a game is analysed from scratch, with only
the proofs that come with Honjin. Seconds are processor time, so other load on the machine makes no
difference. `who`: positions in which the winner is proved; `choices`: the share of choices whose
result is proved.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from bench.asking import ROKUMON as GAME
from bench.asking import chosen
from bench.common import arguments, keep

from honjin.bots import Player, find_player
from honjin.solver import Inquiry, Prover

BANDS = ((1, 3), (4, 6), (7, 9), (10, 12), (13, 15), (16, 20), (21, 200))


class Look(NamedTuple):
    left: int  # actions to the end of the game
    who: bool
    choices: float


def positions(player: Player, options: Any, rng: random.Random) -> list[Any]:
    """The positions of one game."""
    s, found = GAME.setup(options), []
    while GAME.may_act(s):
        found.append(s.copy())
        GAME.apply_action(s, s.turn, chosen(player, s, rng))
    return found


def looks(given: argparse.Namespace) -> Iterator[Look]:
    """All positions of all games."""
    rng = random.Random(given.seed)
    assert GAME.index is not None
    deals = GAME.index.cases(GAME.read_options({"act": given.act}))
    for game in range(given.games):
        options = GAME.read_options(rng.choice(deals))
        met = positions(find_player(GAME, options, given.bot), options, rng)
        for n, s in enumerate(met):
            yield look_at(s, len(met) - n, given.seconds)
        print(f"\r{game + 1} of {given.games} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def look_at(s: Any, left: int, seconds: float) -> Look:
    """What can be proved about a position within the time limit."""
    inquiry = Inquiry(Prover.of(GAME, s), s)
    until = time.thread_time() + seconds
    inquiry.run(lambda: time.thread_time() >= until)
    return Look(left, inquiry.value is not None, len(inquiry.values) / len(inquiry.actions))


def main() -> None:
    given = arguments(
        __doc__, {"act": ("4", "5")}, act="4", games=40, bot="mcts:1000", seconds=1.0, seed=1
    )
    found = list(looks(given))
    line: dict[str, object] = {
        "act": given.act, "games": given.games, "bot": given.bot, "seconds": given.seconds,
    }  # fmt: skip
    print(f"act {given.act}, {given.games} games of {given.bot}, {given.seconds:g} s a position")
    for first, last in BANDS:
        some = [one for one in found if first <= one.left <= last]
        if some:
            who = sum(one.who for one in some)
            choices = statistics.mean(one.choices for one in some)
            print(f"{first:3}-{last:<3} left  who {who:4} of {len(some):4}  choices {choices:6.1%}")
            line[f"{first}-{last}"] = [who, len(some), round(choices, 3)]
    keep(given, "proved", line)


if __name__ == "__main__":
    main()
