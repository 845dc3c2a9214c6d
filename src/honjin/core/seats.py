"""Seats, and sets of seats as bit masks.

A seat is a small int from 0. Two numbers outside that range have a meaning of their own:

    CHANCE     acts when dice are rolled or cards drawn (`may_act` can return its bit)
    SPECTATOR  watches, never acts
"""

from typing import Final

Seat = int

MAX_SEATS: Final = 8
CHANCE: Final = 15
CHANCE_BIT: Final = 1 << CHANCE
SPECTATOR: Final = -1
ALL_SEATS: Final = (1 << MAX_SEATS) - 1

_SEATS_IN: Final = tuple(
    tuple(seat for seat in range(MAX_SEATS) if mask >> seat & 1) for mask in range(ALL_SEATS + 1)
)


def seats_in(mask: int) -> tuple[Seat, ...]:
    """The seats of a mask in ascending order, without chance.

    >>> seats_in(0b101)
    (0, 2)
    """
    return _SEATS_IN[mask & ALL_SEATS]
