"""The games of a search as figures: the choices that were played, and the batches in order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from honjin.lab.report.findings import share_of
from honjin.lab.stats.intervals import Estimate, Moments, bounded_mean
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
    points: dict[Point, list[Moments]] = {}
    batches: list[Batch] = []
    for _, batch in groupby(lines, key=lambda line: line.step):
        here = [Moments() for _ in range(seats)]
        for line in batch:
            at = points.setdefault(line.point, [Moments() for _ in range(seats)])
            for seat in range(seats):
                share = share_of(line.returns, seat)
                here[seat].add(share)
                at[seat].add(share)
        number = list(points).index(line.point)
        batches.append(Batch(number, here[0].n, tuple(round(one.mean, 4) for one in here)))
    choices = tuple(
        Candidate(point, found[0].n, tuple(map(bounded_mean, found)))
        for point, found in points.items()
    )
    return Chart(seats, choices, tuple(batches))
