"""Observations as arrays, following the table of fields except for dice, whose kind encodes a side.

A die takes eight places, one of which is set: four for the kinds of the viewer's dice, four for the
other side's. Within each four the dice of both sides come in the same order, smaller values first;
the black side has one more kind, the white die.
"""

from typing import Any, Final

from honjin.core.arrays.encoder import encoder
from honjin.core.jit.rule import rule
from honjin.games.rokumon.content.data import MAX_CARDS
from honjin.games.rokumon.rules.state import Rokumon

_PLACES: Final = 8


def place_of(kind: int, me: int) -> int:
    """The place of a kind of die, as seen by a side; for no die a place it may have as well."""
    side = kind >> 2
    return max(0, kind - 1 - 3 * side + 4 * (side ^ me))


PLACES: Final = sum(place_of(k % 8, k // 8) << 3 * k for k in range(16))
"""The places of all kinds as seen by both sides, three bits each: looked up, not computed."""


@rule
def show_dice(s: Rokumon, me: int, out: Any, at: int) -> None:
    """The die at each level of each card, from the lowest; without a branch for no die."""
    dice = s.dice
    places = PLACES >> 24 * me
    for k in range(3 * MAX_CARDS):
        kind = dice >> 3 * k & 7
        out[at + _PLACES * k + (places >> 3 * kind & 7)] = min(kind, 1)


@rule
def show_supply(s: Rokumon, me: int, out: Any, at: int) -> None:
    """The number of dice of each kind beside the board."""
    places = PLACES >> 24 * me
    for kind in range(1, 8):
        out[at + (places >> 3 * kind & 7)] = s.supply[kind]


encode = encoder(__name__, "encode", Rokumon, dice=show_dice, supply=show_supply)
