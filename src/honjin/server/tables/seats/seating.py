"""Seat assignment that gives everybody each seat equally often over many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Final, NamedTuple

from honjin.server.people.caller import Caller
from honjin.server.tables.session import entries as e

Who = str


class PastSeats(NamedTuple):
    """A player's past seats: the number of games on each, and the last one."""

    counts: Counter[int]
    last: int | None = None

    def after(self, seat: int) -> PastSeats:
        """The past seats after another game."""
        return PastSeats(self.counts + Counter({seat: 1}), seat)


NEW = PastSeats(Counter())


def seated(people: Sequence[Who], pasts: Mapping[Who, PastSeats], rng: Random) -> tuple[Who, ...]:
    """The people seat by seat, as evenly as possible; ties are broken by `rng`.

    A player's seats are even when all have been held equally often. After that, nobody should have
    the same seat twice in a row.
    """
    orders = list(permutations(people))
    rng.shuffle(orders)
    return min(orders, key=lambda order: unevenness(order, pasts))


def unevenness(order: Sequence[Who], pasts: Mapping[Who, PastSeats]) -> tuple[int, int]:
    """The unevenness of everybody's seats after this order, then the number who keep their seat."""
    uneven = again = 0
    for seat, who in enumerate(order):
        past = pasts.get(who, NEW)
        uneven += 2 * past.counts[seat] + 1  # the growth of the sum of squares
        again += past.last == seat
    return uneven, again


HOUSE: Final = Caller("", "")
"""The caller of orders that the server gives itself."""


def sat(callers: Sequence[Caller | None], bot: str, at: int, *, waits: bool) -> list[e.Sat]:
    """People and bots on the seats; with `waits` people have to come first."""
    return [
        e.Sat(at, seat, "bot", bot, bot)
        if one is None
        else e.Sat(at, seat, "person", one.id, one.name, own_nonce=waits and not one.program,
                   program=one.program)
        for seat, one in enumerate(callers)
    ]  # fmt: skip
