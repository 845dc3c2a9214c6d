"""Random games per second, compiled and interpreted: shared by the playouts.py of the games.

One thread; seconds are processor time. Compiled and interpreted rules alternate in every round, so
a busy machine slows both. The same seed must give the same games in both: numbers of actions and
results are compared.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from typing import Any, Final, NamedTuple

from honjin.core.game import Game
from honjin.core.jit.compiled import playouts
from honjin.core.state import State

SHARE: Final = 200
"""Interpreted rules play one game out of this number."""


class Timed(NamedTuple):
    """The totals of some random games."""

    actions: int
    sums: tuple[int, ...]
    seconds: float


class Speed(NamedTuple):
    """The rates of one round, per second; all but the first with compiled rules."""

    interpreted: float  # actions
    actions: float
    games: float


def medians(game: Game[Any], state: State, seats: int, given: argparse.Namespace) -> Speed:
    """The speed of random games from a state, after a warm-up game."""
    timed(game, state, seats, 1, 1, interpreted=False)
    rounds = [
        one_round(game, state, seats, given.games, seed) for seed in range(1, given.rounds + 1)
    ]
    return Speed(*(statistics.median(column) for column in zip(*rounds, strict=True)))


def one_round(game: Game[Any], state: State, seats: int, games: int, seed: int) -> Speed:
    """Measure compiled and interpreted rules on the same games."""
    few = max(1, games // SHARE)
    slow = timed(game, state, seats, few, seed, interpreted=True)
    if timed(game, state, seats, few, seed, interpreted=False)[:2] != slow[:2]:
        sys.exit(f"different games from seed {seed}")
    fast = timed(game, state, seats, games, seed, interpreted=False)
    return Speed(slow.actions / slow.seconds, fast.actions / fast.seconds, games / fast.seconds)


def timed(
    game: Game[Any], state: State, seats: int, games: int, seed: int, *, interpreted: bool
) -> Timed:
    """Play random games from a state."""
    begun = time.process_time()
    done = playouts(game, state, seats, games, seed, interpreted=interpreted)
    return Timed(done.actions, done.sums, time.process_time() - begun)


def print_speed(name: str, speed: Speed, more: str = "") -> dict[str, int]:
    """Print the figures and return them rounded."""
    print(
        f"{name}: compiled {speed.games:,.0f} games/s, {more}"
        f"{speed.actions / 1e6:.2f} M actions/s   "
        f"interpreted {speed.interpreted / 1e3:.0f} k actions/s"
    )
    return {key: round(value) for key, value in speed._asdict().items()}
