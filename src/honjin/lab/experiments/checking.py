"""Checking that the rows of a file agree with its plan, since files can be uploaded."""

from __future__ import annotations

import math
from typing import Any, Final

import msgspec

from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.core.parts.facts import Facts
from honjin.lab.errors import BadReport
from honjin.lab.experiments.file import Report
from honjin.lab.experiments.looking import POINTS, Course
from honjin.lab.experiments.plan import MAX_VARIANTS, must_be_good
from honjin.lab.experiments.rows import Row
from honjin.lab.matches.playing import Match

MAX_COUNT: Final = 10**9
MAX_USED: Final = 64
MAX_SAID: Final = 100_000
"""The most bytes of a head besides the plan."""


def checked(report: Report, game: Game[Any]) -> list[int]:
    """The number of seats of each variant; raises BadReport if the rows contradict the plan."""
    head = report.head
    if len(head.plan.variants) > MAX_VARIANTS:
        raise BadReport(f"expected up to {MAX_VARIANTS} variants, got {len(head.plan.variants)}")
    seats: dict[str, int] = {}
    try:
        must_be_good(head.plan)
        for variant in head.plan.variants:
            seats[variant.key] = game.seats(game.read_options(variant.options))
    except HonjinError as problem:
        raise BadReport(f"the plan cannot be played: {problem}") from None
    if len(msgspec.json.encode((head.means, head.code, head.version))) > MAX_SAID:
        raise BadReport(f"expected at most {MAX_SAID} bytes about the bots and the code")
    if set(head.means) != set(seats):
        raise BadReport("expected the meaning of the bots for every variant")
    facts: dict[str, Facts] = {}
    for row in report.rows.values():
        _must_fit(row, game, seats[row.variant], facts)
    return list(seats.values())


def _must_fit(row: Row, game: Game[Any], seats: int, facts: dict[str, Facts]) -> None:
    match, where = row.arena, f"game {row.arena.round} of {row.variant}"
    if match.round < 0:
        raise BadReport(f"{where}: expected a game number of at least 0")
    if match.fault:
        return
    if len(match.returns) != seats or len(match.moves) != seats:
        raise BadReport(f"{where}: expected results of {seats} seats")
    if not all(abs(got) <= game.best for got in match.returns):
        raise BadReport(f"{where}: expected results from {-game.best} to {game.best}")
    if not all(0 <= moves <= game.longest for moves in match.moves):
        raise BadReport(f"{where}: expected 0 to {game.longest} decisions a seat")
    if match.reason not in game.reasons:
        raise BadReport(f"{where}: {game.key} does not end by {match.reason[:80]!r}")
    _must_tell_alike(match, seats, facts.setdefault(row.variant, match.facts or Facts()), where)
    if row.course:
        _must_be_a_course(row.course, game, seats, where)


def _must_tell_alike(match: Match, seats: int, first: Facts, where: str) -> None:
    facts = match.facts or Facts()
    if facts.names() != first.names():
        raise BadReport(f"{where}: expected the same facts as in the games before")
    by_seat = [*facts.by_seat().values(), *([facts.points] if facts.points else [])]
    if not all(len(values) == seats for values in (*by_seat, *facts.marks.values())):
        raise BadReport(f"{where}: expected facts of {seats} seats")
    numbers = [*facts.counts.values(), *(value for values in by_seat for value in values)]
    if not all(abs(number) <= MAX_COUNT for number in numbers):
        raise BadReport(f"{where}: expected facts of at most {MAX_COUNT}")


def _must_be_a_course(course: Course, game: Game[Any], seats: int, where: str) -> None:
    counts = (course.changes, course.turns, course.forced, course.weighed, course.close)
    is_fine = (
        all(0 <= count <= game.longest for count in counts)
        and 0 <= course.choices <= MAX_COUNT
        and 0 <= course.last <= 1
        and (course.lowest is None or 0 <= course.lowest <= 1)
        and math.isfinite(course.spread)
        and 0 <= course.spread <= 1
        and len(course.curve) == seats
        and all(len(of) == POINTS and all(0 <= n <= 100 for n in of) for of in course.curve)
        and len(course.used) <= MAX_USED
    )  # fmt: skip
    if not is_fine:
        raise BadReport(f"{where}: its course is impossible")
