"""The games of a search as figures: the choices that were played, and the batches in order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from honjin.lab.report.findings import SeatShares
from honjin.lab.stats.intervals import Estimate
from honjin.lab.tuning.journal import Line
from honjin.lab.tuning.space import Point


class Candidate(msgspec.Struct, frozen=True):
    """A choice: the number of each value, the number of its games, and each seat's share."""

    point: Point
    games: int
    shares: tuple[Estimate, ...]


class Batch(msgspec.Struct, frozen=True):
    """Games of one choice in a row: the choice's number, how many there are, each seat's share."""

    choice: int
    games: int
    shares: tuple[float, ...]


class Chart(msgspec.Struct, frozen=True):
    """The choices in the order in which they were first played, and all batches."""

    seats: int
    choices: tuple[Candidate, ...]
    batches: tuple[Batch, ...]


def chart_of(lines: Sequence[Line]) -> Chart:
    """The chart of the games of a search, which are in the order of the search."""
    seats = len(lines[0].returns) if lines else 0
    points: dict[Point, SeatShares] = {}
    batches: list[Batch] = []
    for _, batch in groupby(lines, key=lambda line: line.step):
        here = SeatShares(seats)
        for line in batch:
            here.add(line.returns)
            points.setdefault(line.point, SeatShares(seats)).add(line.returns)
        number = list(points).index(line.point)
        batches.append(Batch(number, here.games, tuple(round(share, 4) for share in here.means())))
    choices = tuple(
        Candidate(point, shares.games, shares.estimates()) for point, shares in points.items()
    )
    return Chart(seats, choices, tuple(batches))
