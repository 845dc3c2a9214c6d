"""A searchable index of an experiment's games, with the values behind the figures."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from honjin.lab.experiments.file import Report
from honjin.lab.experiments.looking import NOBODY, Course
from honjin.lab.experiments.rows import Row
from honjin.lab.matches.playing import Match
from honjin.lab.report.findings import ACTIONS, POINTS
from honjin.lab.stats.tally import outcome


class Listed(msgspec.Struct, frozen=True, array_like=True):
    """A game: its variant's number, its own, its sole winner (or NOBODY), its reason for ending.

    `values` are those of the index's `measures`, None where the game has none; `used` are indices
    into `names`.
    """

    variant: int
    game: int
    winner: int
    reason: str
    values: tuple[float | None, ...]
    used: tuple[int, ...]


class Index(msgspec.Struct, frozen=True):
    """All games. `measures` are counts, `<figure>/<seat>`, and the fields of a Course.

    `names` are `<sort>/<name>`.
    """

    measures: tuple[str, ...]
    names: tuple[str, ...]
    games: tuple[Listed, ...]


def index_of(report: Report) -> Index:
    """The games of a file, in its order."""
    rows = [row for row in report.rows.values() if not row.arena.fault]
    measures = dict.fromkeys(name for row in rows for name in _values(row))
    names = dict.fromkeys(name for row in rows if row.course for name in _names(row.course))
    places = {variant.key: n for n, variant in enumerate(report.head.plan.variants)}
    numbers = {name: n for n, name in enumerate(names)}

    def listed(row: Row) -> Listed:
        values = _values(row)
        used = tuple(numbers[name] for name in _names(row.course)) if row.course else ()
        return Listed(
            places[row.variant], row.arena.round, winner_of(row.arena.returns), row.arena.reason,
            tuple(values.get(name) for name in measures), used,
        )  # fmt: skip

    return Index(tuple(measures), tuple(names), tuple(map(listed, rows)))


def winner_of(returns: tuple[int, ...]) -> int:
    """The sole winner, or NOBODY; a single player wins with a return above zero."""
    for seat, got in enumerate(returns):
        if outcome(returns, got) > 0:
            return seat
    return NOBODY


def _values(row: Row) -> dict[str, float]:
    found: dict[str, float] = dict(_facts(row.arena))
    found[ACTIONS] = sum(row.arena.moves)
    if row.course:
        found["changes"] = row.course.changes
        if row.course.changes:
            found["last"] = row.course.last
        if row.course.lowest is not None:
            found["lowest"] = row.course.lowest
    return found


def _facts(match: Match) -> Iterator[tuple[str, int]]:
    if match.facts:
        yield from match.facts.counts.items()
        by_seat = match.facts.by_seat() | ({POINTS: match.facts.points})
        for name, values in by_seat.items():
            for seat, value in enumerate(values):
                yield f"{name}/{seat}", value


def _names(course: Course) -> Iterator[str]:
    for sort, names in course.used.items():
        for name in names:
            yield f"{sort}/{name}"
