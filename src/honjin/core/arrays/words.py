"""Words that say how a field of a state stands in an array.

    turn: int = ints(shows=seat_number())                  # one of the seats, the viewer first
    phase: int = ints(shows=one_of(13))                    # one place for each value
    kept: int = ints(shows=bits(3))                        # one place for each bit
    coins: list[int] = ints(5, kind="i2", shows=amount(100).by_seat())
    hand: list[list[int]] = ints(5, 6, shows=amount(20).by_seat())
    changes: list[int] = ints(5, shows=amount(9).of_mine())

A field without a word is left out. Places hold numbers from -128 to 127. What is counted by seats
begins with the viewer and goes on clockwise, so that all seats see the game alike; there are as
many places as seats in the game. A spectator sees it as seat 0 would.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

Kind = Literal["amount", "one_of", "bits", "seat_number", "seat_set", "own"]

LEAST: Final = -128
MOST: Final = 127

NO_AXIS: Final = -1


@dataclass(frozen=True)
class Shown:
    """How a field is shown. `size` is the places that one value takes, 0 for one for each seat.

    `axis` is the one that counts seats. Of a field that `is_mine` the first axis counts viewers,
    and only the viewer's own part is shown.
    """

    kind: Kind
    size: int = 1
    least: int = 0
    most: int = 1
    per: int = 1
    axis: int = NO_AXIS
    is_mine: bool = False

    def by_seat(self, axis: int = 0) -> Shown:
        """The field is a list, one of whose axes counts seats: it begins with the viewer's."""
        return replace(self, axis=axis)

    def of_mine(self) -> Shown:
        """The field is a list by seat of which each sees its own part: only that is shown."""
        return replace(self, is_mine=True)


def amount(most: int, least: int = 0, per: int = 1) -> Shown:
    """A number in one place: what lies beyond `least` and `most` is shown as these.

    Of what can be large, whole multiples of `per` are counted.
    """
    if per > 1 and least < 0:
        raise ValueError("a number that is counted by more than one begins at 0")
    if not LEAST <= least <= most // per <= MOST:
        raise ValueError(f"a place holds {LEAST} to {MOST}; got {least} to {most // per}")
    return Shown("amount", 1, least, most, per)


def one_of(count: int, first: int = 0) -> Shown:
    """One of `count` values from `first`: a place for each, all empty for any other value."""
    return Shown("one_of", count, first)


def bits(count: int) -> Shown:
    """A mask: a place for each of its lowest bits."""
    return Shown("bits", count)


def seat_number(plus: int = 0) -> Shown:
    """The number of a seat, to which `plus` was added: a place for each seat, all empty for none.

    The first place is the viewer's.
    """
    return Shown("seat_number", 0, plus)


def seat_set() -> Shown:
    """A mask of seats: a place for each, the viewer's first."""
    return Shown("seat_set", 0)


def own(size: int, most: int = 1, least: int = 0) -> Shown:
    """So many places that a rule of the game fills (`core.arrays.encoder`)."""
    return Shown("own", size, least, most)
