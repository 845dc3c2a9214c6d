"""Who sits where, so that over many games everybody has every seat as often as the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random
from typing import NamedTuple

Who = str


class Past(NamedTuple):
    """On which seats somebody sat before: how often on each, and on which the last time."""

    counts: Counter[int]
    last: int | None = None

    def after(self, seat: int) -> Past:
        """The same after another game."""
        return Past(self.counts + Counter({seat: 1}), seat)


NEW = Past(Counter())


def seated(people: Sequence[Who], pasts: Mapping[Who, Past], rng: Random) -> tuple[Who, ...]:
    """The people seat by seat, as even as can be; of equal orders any, by `rng`.

    Somebody's seats are even when all were had equally often. After that nobody should have the
    same seat twice in a row.
    """
    orders = list(permutations(people))
    rng.shuffle(orders)
    return min(orders, key=lambda order: unevenness(order, pasts))


def unevenness(order: Sequence[Who], pasts: Mapping[Who, Past]) -> tuple[int, int]:
    """How uneven the seats of all would be after this order, then how many stay where they were."""
    uneven = again = 0
    for seat, who in enumerate(order):
        past = pasts.get(who, NEW)
        uneven += 2 * past.counts[seat] + 1  # what the sum of squares grows by
        again += past.last == seat
    return uneven, again
