"""Numbers as a viewer counts them: without the entries and steps that the viewer has not seen.

    the table's    1  2  3  4  5  6  7
    missed               3     5  6
    the viewer's   1  2     3        4

A table counts all its entries and steps. When a seat does something that a viewer does not learn
of, that viewer's count stands still, so that no number gives it away.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final


class Count:
    """One viewer's count; `missed` are the table's numbers that are left out, in order."""

    __slots__ = ("missed",)

    def __init__(self) -> None:
        self.missed: list[int] = []

    def told(self, number: int) -> int:
        """The viewer's number for one of the table's."""
        return number - bisect_right(self.missed, number)

    def real(self, told: int) -> int:
        """The first number of the table that the viewer counts as `told`."""
        missed = self.missed
        return told + bisect_right(range(len(missed)), told, key=lambda n: missed[n] - n)

    def cut(self, last: int) -> None:
        """Forget what comes after number `last` of the table: it will be counted again."""
        del self.missed[bisect_right(self.missed, last) :]


NOTHING: Final = Count()
"""The count of a viewer who misses nothing, where all see the same."""
