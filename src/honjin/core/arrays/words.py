"""Declarations of how an array encodes a field of a state.

    turn: int = ints(shows=seat_number())                  # one of the seats, the viewer first
    phase: int = ints(shows=one_of(13))                    # one place for each value
    kept: int = ints(shows=bits(3))                        # one place for each bit
    coins: list[int] = ints(5, kind="i2", shows=amount(100).by_seat())
    hand: list[list[int]] = ints(5, 6, shows=amount(20).by_seat())
    changes: list[int] = ints(5, shows=amount(9).of_mine())

A field without a declaration is left out. Places hold numbers from -128 to 127. Places by seat
start with the viewer and continue clockwise, so that the game looks the same to every seat; there
are as many as seats in the game. For a spectator they start with seat 0.
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
    """How a field is encoded. `size` is the number of places for a value, 0 for one per seat.

    `axis` is the index of the axis that counts seats. If `is_mine`, the first axis counts viewers,
    and only the viewer's part is encoded.
    """

    kind: Kind
    size: int = 1
    least: int = 0
    most: int = 1
    per: int = 1
    axis: int = NO_AXIS
    is_mine: bool = False

    def by_seat(self, axis: int = 0) -> Shown:
        """For a field with an axis that counts seats: the viewer's part comes first."""
        return replace(self, axis=axis)

    def of_mine(self) -> Shown:
        """For a list by seat of which each seat sees its own part: only that is encoded."""
        return replace(self, is_mine=True)


def amount(most: int, least: int = 0, per: int = 1) -> Shown:
    """A number in one place, clamped to the range from `least` to `most`.

    For large numbers, the place counts whole multiples of `per`.
    """
    if per > 1 and least < 0:
        raise ValueError("expected `least` of at least 0 for `per` above 1")
    if not LEAST <= least <= most // per <= MOST:
        raise ValueError(f"a place holds {LEAST} to {MOST}; got {least} to {most // per}")
    return Shown("amount", 1, least, most, per)


def one_of(count: int, first: int = 0) -> Shown:
    """One of `count` values from `first`: a place for each, all 0 for any other value."""
    return Shown("one_of", count, first)


def bits(count: int) -> Shown:
    """A mask: a place for each of its `count` lowest bits."""
    return Shown("bits", count)


def seat_number(plus: int = 0) -> Shown:
    """The number of a seat, with `plus` added: a place for each seat, all 0 for no seat.

    The first place is the viewer's.
    """
    return Shown("seat_number", 0, plus)


def seat_set() -> Shown:
    """A mask of seats: a place for each, the viewer's first."""
    return Shown("seat_set", 0)


def own(size: int, most: int = 1, least: int = 0) -> Shown:
    """A field whose `size` places a rule of the game fills (`core.arrays.encoder`)."""
    return Shown("own", size, least, most)
