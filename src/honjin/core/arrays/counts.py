"""Numbers of places of an array, which depend on the number of seats.

Encoders write down where each field begins instead of counting along: a compiler that knows the
place of every element works on many at once.
"""

from __future__ import annotations

from typing import NamedTuple

from honjin.core.arrays.words import Shown
from honjin.core.state import Field


class Count(NamedTuple):
    """A number of places: `fixed`, `by_seat` for each seat, `by_pair` for each two of them.

    >>> str(Count(4, 1).plus(Count(2)))
    '6 + 1 * seats'
    """

    fixed: int = 0
    by_seat: int = 0
    by_pair: int = 0

    def plus(self, more: Count) -> Count:
        """The sum."""
        return Count(*(one + other for one, other in zip(self, more, strict=True)))

    def times(self, length: int) -> Count:
        """The product with a number."""
        return Count(*(part * length for part in self))

    def times_seats(self) -> Count:
        """The product with the number of seats."""
        if self.by_pair:
            raise TypeError("expected a field that counts seats at most twice")
        return Count(0, self.fixed, self.by_seat)

    def __str__(self) -> str:
        """An expression of the variable `seats`."""
        parts = zip(self, ("", " * seats", " * seats * seats"), strict=True)
        return " + ".join(f"{part}{unit}" for part, unit in parts if part) or "0"


def strides(field: Field, shown: Shown) -> list[Count]:
    """The places of a field, of each entry of its first axis, and so on down to each value."""
    if shown.kind == "own":
        return [Count(shown.size)]
    found = [Count(shown.size) if shown.size else Count(0, 1)]
    for axis, length in reversed(list(enumerate(field.shape))):
        if axis == shown.axis:
            found.append(found[-1].times_seats())
        else:
            found.append(found[-1].times(1 if axis == 0 and shown.is_mine else length))
    return found[::-1]
