"""Seatings: rounds of games in which every bot plays the same deal on the same seats.

A round is played with one seed for dice and draws. In it, every choice of bots plays every rotation
of the seats:

    2 bots, 2 seats    AB BA
    3 bots, 2 seats    AB BA  AC CA  BC CB
    2 bots, 3 seats    AAB ABA BAA  ABB BBA BAB
    3 bots, 1 seat     A  B  C

With more seats than bots, the numbers of seats of the bots differ by at most one, in turn.
Neighbours change from round to round.

If seats are compared and not bots (`Fixed`), the seating is constant and every game is a round:

    1 bot,  3 seats    AAA
    3 bots, 3 seats    ABC
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Final, NamedTuple

from honjin.lab.errors import BadArena

MAX_GAMES_A_ROUND: Final = 720


class Seating(NamedTuple):
    """One game to play: `seats[s]` is the number of the bot on seat s."""

    round: int
    place: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Lineup:
    """The rounds of `bots` bots on `seats` seats; raises BadArena if they are impossible."""

    bots: int
    seats: int
    seed: int
    name: ClassVar[str] = "rotated"

    def __post_init__(self) -> None:
        """Raise BadArena unless the bots can be compared on these seats."""
        if self.bots < min(2, self.seats):
            raise BadArena(f"expected two bots or more for {self.seats} seats, got {self.bots}")
        if not 0 < self.size <= MAX_GAMES_A_ROUND:
            raise BadArena(
                f"{self.bots} bots at {self.seats} seats make rounds of {self.size} games; "
                f"expected 1 to {MAX_GAMES_A_ROUND}, so fewer bots"
            )

    @property
    def size(self) -> int:
        """Games in a round."""
        return math.comb(self.bots, self.seats % self.bots) * self.seats if self.bots else 0

    def rounds_of(self, games: int) -> int:
        """The number of whole rounds with at least `games` games."""
        return -(-games // self.size)

    def round(self, number: int) -> Iterator[Seating]:
        """The games of a round."""
        rng = random.Random(f"{self.seed}/{number}/seats")
        place = 0
        for chosen in combinations(range(self.bots), self.seats % self.bots):
            row = [*range(self.bots)] * (self.seats // self.bots) + [*chosen]
            if self.seats > 2:
                rng.shuffle(row)
            for turn in range(self.seats):
                yield Seating(number, place, tuple(row[turn:] + row[:turn]))
                place += 1


class Fixed(Lineup):
    """One bot on all seats, or one per seat, each game with its own seed."""

    name: ClassVar[str] = "fixed"

    def __post_init__(self) -> None:
        """Raise BadArena unless every seat has its bot."""
        if self.bots not in (1, self.seats):
            one_each = f" or {self.seats}, one per seat" if self.seats > 1 else ""
            raise BadArena(f"expected one bot{one_each}, got {self.bots}")

    @property
    def size(self) -> int:
        """Games in a round."""
        return 1

    def round(self, number: int) -> Iterator[Seating]:
        """The game of a round."""
        yield Seating(number, 0, tuple(seat % self.bots for seat in range(self.seats)))
