"""Random playouts per second: compiled and interpreted rules, side by side.

    python -m bench.playouts akebono [--rounds 5] [--games 4000] [--keep]

One thread; seconds are processor time. Compiled and interpreted rules alternate in every round, so
a busy machine slows both; medians are printed. The same seed must give the same games in both:
numbers of actions and results are compared. `--keep` adds to bench/results/playouts.jsonl.

akebono  Both armies are in a formation: random players would spend the set-up on moving pieces
         about. Games rarely end before the limit of rounds, so turns per second are printed too.
rokumon  Acts 3 and 4.
summits  Both battles, and their last turn with full hands: random hands are small, and easy to
         choose from.
swords   Two, four and six clans without trade, and four with trade, most of which is drafts.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from bench.common import arguments, keep

from honjin.core.game import Game
from honjin.core.jit.compiled import Playouts, playouts, warm
from honjin.core.play import Play
from honjin.core.state import State
from honjin.games import load
from honjin.games.summits.rules.turn import begin_turn
from honjin.testing import random_play

SHARE: Final = 200
"""Interpreted rules play one game out of this number."""
FULL: Final = [2, 2, 2, 1, 1, 0]
FORMATIONS: Final = ("=crane", "=geese")


class Start(NamedTuple):
    """Where games begin; `turns` is the mean number of turns, if it is told."""

    name: str
    play: Play
    turns: float = 0.0


def akebono(game: Game[Any]) -> Iterator[Start]:
    for max_rounds in ("0", "20"):  # 0: the game's own limit
        options = {"setup_revisions": "0", "max_rounds": max_rounds}
        play = Play(game, options)
        for seat, formation in enumerate(FORMATIONS):
            for text in (formation, "ready"):
                play.act_text(seat, text)
        turns = statistics.mean(
            random_play(game, options, seed=seed).state.turns for seed in range(40)
        )
        yield Start(f"max_rounds {max_rounds}", play, turns)


def summits(game: Game[Any]) -> Iterator[Start]:
    for battle in ("tennozan", "shizugatake"):
        yield Start(battle, Play(game, {"battle": battle}))
        play = Play(game, {"battle": battle})
        arm(play.state)
        yield Start(f"{battle}, one turn", play)


def arm(s: Any) -> None:
    """Make it the last turn, with full hands, so that all actions belong to phases."""
    if s.free_boxes:
        s.box[1:5] = [1, 2, 3, 4]
    s.hand[0][:], s.hand[1][:] = FULL, FULL
    s.cards[:] = s.size[:] = [sum(FULL)] * 2
    s.turn, s.ready = s.last, 0
    begin_turn(s)


def rokumon(game: Game[Any]) -> Iterator[Start]:
    for act in ("3", "4"):
        yield Start(f"act {act}", Play(game, {"act": act, "deal": "gggjjjj"}))


def swords(game: Game[Any]) -> Iterator[Start]:
    for seats, trade in (("2", "off"), ("4", "off"), ("6", "off"), ("4", "full")):
        yield Start(f"{seats} clans, trade {trade}", Play(game, {"seats": seats, "trade": trade}))


STARTS: Final[dict[str, Callable[[Game[Any]], Iterator[Start]]]] = {
    one.__name__: one for one in (akebono, rokumon, summits, swords)
}


def played(
    game: Game[Any], state: State, seats: int, games: int, seed: int, *, interpreted: bool = False
) -> tuple[Playouts, float]:
    """Random games, and their seconds."""
    begun = time.process_time()
    done = playouts(game, state, seats, games, seed, interpreted=interpreted)
    return done, time.process_time() - begun


def one_round(play: Play, games: int, seed: int) -> tuple[float, float, float]:
    """Interpreted actions, compiled actions and compiled games per second, on the same games."""
    given, few = (play.game, play.state, play.seats), max(1, games // SHARE)
    slow, took = played(*given, few, seed, interpreted=True)
    if played(*given, few, seed)[0] != slow:
        sys.exit(f"different games from seed {seed}")
    fast, seconds = played(*given, games, seed)
    return slow.actions / took, fast.actions / seconds, games / seconds


def measure(start: Start, given: argparse.Namespace) -> None:
    """Print the rates of one start."""
    played(start.play.game, start.play.state, start.play.seats, 1, 1)
    rounds = [one_round(start.play, given.games, 1 + n) for n in range(given.rounds)]
    slow, actions, games = (statistics.median(column) for column in zip(*rounds, strict=True))
    turns = f"{start.turns * games / 1e6:.2f} M turns/s, " if start.turns else ""
    print(
        f"{start.name}: compiled {games:,.0f} games/s, {turns}{actions / 1e6:.2f} M actions/s   "
        f"interpreted {slow / 1e3:.0f} k actions/s"
    )
    figures = {"interpreted": slow, "actions": actions, "games": games, "turns": start.turns}
    line = {"game": given.game, "from": start.name}
    keep(given, "playouts", line | {name: round(value) for name, value in figures.items()})


def main() -> None:
    given = arguments(__doc__, {"game": STARTS}, rounds=5, games=4000)
    game = load(given.game)
    warm(game)
    for start in STARTS[given.game](game):
        measure(start, given)


if __name__ == "__main__":
    main()
