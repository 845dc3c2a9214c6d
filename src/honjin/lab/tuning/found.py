"""The result of a search for even settings."""

from __future__ import annotations

import msgspec

from honjin.lab.tuning.space import Point


class Found(msgspec.Struct, frozen=True):
    """The result of a search: a choice, and how certain it is.

    `shares` are the expected shares of the seats there (of two, only the first's), `games` and
    `points` the numbers played, `is_even` is true if it is expected to be even enough.
    """

    point: Point
    shares: tuple[float, ...]
    games: int
    points: int
    is_even: bool
