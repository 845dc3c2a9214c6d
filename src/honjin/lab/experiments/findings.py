"""The results of an experiment, computed from its rows in their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from honjin.core.game import Game
from honjin.core.options import Value
from honjin.games import load
from honjin.lab.errors import BadReport
from honjin.lab.experiments.checking import checked
from honjin.lab.experiments.comparing import Comparison, Difference, Gap
from honjin.lab.experiments.file import Report
from honjin.lab.experiments.looking import POINTS, Course, there_is
from honjin.lab.experiments.plan import Plan, named_plan
from honjin.lab.experiments.rows import Row
from honjin.lab.report.findings import Findings, Kept, Length, length, shares_of
from honjin.lab.stats.intervals import Estimate

BINS: Final = 10


class Drama(msgspec.Struct, frozen=True):
    """How games went to and fro.

    `changes` counts changes of the lead. `late` is a histogram of the last change, in tenths of a
    game, and `never` counts games without one. `lowest` is a histogram of the winner's lowest
    chance, in tenths. `curve` is the winner's chance in percent over the game: the 10th, 50th and
    90th percentiles of the games at each moment.
    """

    changes: Length
    late: tuple[int, ...]
    never: int
    lowest: tuple[int, ...]
    curve: tuple[tuple[int, int, int], ...]


class Decisions(msgspec.Struct, frozen=True):
    """Means over decisions; a turn is a run of decisions by one seat.

    `forced` is the share of decisions with one legal action. Of those whose values are known
    (`weighed`), `close` is the share whose two best actions are nearly equal, and `spread` is the
    standard deviation of the values, which range from -1 to 1.
    """

    per_game: float
    per_turn: float
    choices: float
    forced: float
    weighed: int
    close: float
    spread: float


class Use(msgspec.Struct, frozen=True):
    """Something that actions can name, with the number of games and of times it was named."""

    name: str
    games: int
    times: int


class Part(msgspec.Struct, frozen=True):
    """A variant and its results."""

    key: str
    options: dict[str, Value]
    bots: tuple[str, ...]
    means: tuple[str, ...]
    seats: int
    findings: Findings
    drama: Drama
    decisions: Decisions
    uses: dict[str, tuple[Use, ...]]


class Worth(msgspec.Struct, frozen=True):
    """How much larger the first seat's share is with a value than with the option's first value.

    These are means over the variants with each value, on the same random streams.
    """

    option: str
    value: Value
    games: int
    share: Estimate


class Summary(msgspec.Struct, frozen=True):
    """An experiment in figures. `rounds` counts games that all variants have played."""

    plan: Plan
    rules: int
    version: str
    code: dict[str, str]
    ended: str
    rounds: int
    parts: tuple[Part, ...]
    differences: tuple[Difference, ...]
    worths: tuple[Worth, ...]


def summary_of(report: Report, game: Game[Any] | None = None) -> Summary:
    """The figures of a file; raises BadReport if its rows contradict its plan."""
    head = report.head
    found = game or load(head.plan.game)
    seats = checked(report, found)
    comparison = Comparison(head.plan, seats)
    for row in report.rows.values():
        comparison.add_row(row)
    try:
        parts = tuple(
            _part(report, found, number, seats[number]) for number in range(len(seats))
        )  # fmt: skip
    except (ArithmeticError, LookupError, TypeError, ValueError) as problem:
        raise BadReport(f"the games do not belong together: {problem!r}") from None
    return Summary(
        named_plan(head.plan, found), head.rules, head.version, head.code, head.ended,
        comparison.rounds, parts, tuple(comparison.differences()),
        tuple(_worths(report, comparison.rounds)),
    )  # fmt: skip


def rows_of(report: Report, variant: str) -> list[Row]:
    """The games of a variant, in their order."""
    return [row for (_, key), row in report.rows.items() if key == variant]


def _part(report: Report, game: Game[Any], number: int, seats: int) -> Part:
    variant = report.head.plan.variants[number]
    rows, kept = rows_of(report, variant.key), Kept(seats, game.best)
    for row in rows:
        kept.add(row.arena)
    courses = [row.course for row in rows if row.course]
    return Part(
        variant.key, variant.options, variant.bots, report.head.means[variant.key], seats,
        kept.findings(), _drama(rows), _decisions(rows), _uses(courses, game, variant.options),
    )  # fmt: skip


# ---- drama and decisions


def _drama(rows: Sequence[Row]) -> Drama:
    courses = [row.course for row in rows if row.course]
    changed = [course.last for course in courses if course.changes]
    lowest = [course.lowest for course in courses if course.lowest is not None]
    return Drama(
        length("changes", [course.changes for course in courses] or [0]), _tenths(changed),
        len(courses) - len(changed), _tenths(lowest), _curve(rows),
    )  # fmt: skip


def _tenths(values: Iterable[float]) -> tuple[int, ...]:
    counts = Counter(min(BINS - 1, max(0, int(BINS * value))) for value in values)
    return tuple(counts[n] for n in range(BINS))


def _curve(rows: Sequence[Row]) -> tuple[tuple[int, int, int], ...]:
    winners = [
        row.course.curve[row.arena.returns.index(max(row.arena.returns))]
        for row in rows
        if row.course and row.course.lowest is not None
    ]
    if not winners:
        return ()
    found = []
    for moment in range(POINTS):
        values = sorted(curve[moment] for curve in winners)
        low, middle, high = (values[int(part * (len(values) - 1))] for part in (0.1, 0.5, 0.9))
        found.append((low, middle, high))
    return tuple(found)


def _decisions(rows: Sequence[Row]) -> Decisions:
    looked = [(row.arena, row.course) for row in rows if row.course]
    made = sum(sum(match.moves) for match, _ in looked)
    weighed = sum(course.weighed for _, course in looked)

    def part(of: float, whole: float) -> float:
        return round(of / whole, 4) if whole else 0.0

    return Decisions(
        part(made, len(looked)), part(made, sum(course.turns for _, course in looked)),
        part(sum(course.choices for _, course in looked), made),
        part(sum(course.forced for _, course in looked), made), weighed,
        part(sum(course.close for _, course in looked), weighed),
        part(sum(course.spread * course.weighed for _, course in looked), weighed),
    )  # fmt: skip


def _uses(
    courses: Sequence[Course], game: Game[Any], options: Mapping[str, Value]
) -> dict[str, tuple[Use, ...]]:
    """Everything that can be used, with the number of uses, least used first."""
    games: Counter[tuple[str, str]] = Counter()
    times: Counter[tuple[str, str]] = Counter()
    for course in courses:
        for sort, names in course.used.items():
            for name, count in names.items():
                games[sort, name] += 1
                times[sort, name] += count
    return {
        sort: tuple(
            sorted(
                (Use(name, games[sort, name], times[sort, name]) for name in names),
                key=lambda use: use.games,
            )
        )
        for sort, names in there_is(game, game.read_options(options)).items()
    }


# ---- effects of options


def _worths(report: Report, rounds: int) -> Iterable[Worth]:
    variants = report.head.plan.variants
    names = [name for name in variants[0].options if all(name in v.options for v in variants)]
    for option in names:
        values = list(dict.fromkeys(variant.options[option] for variant in variants))
        first, *others = ([v.key for v in variants if v.options[option] == x] for x in values)
        for value, keys in zip(values[1:], others, strict=True):
            found = _differences(report, rounds, first, keys)
            yield Worth(option, value, found.values.n, found.share)


def _differences(report: Report, rounds: int, first: Sequence[str], others: Sequence[str]) -> Gap:
    found = Gap(report.head.plan)
    for number in range(rounds):
        shares = [_mean_share(report, number, keys) for keys in (first, others)]
        if None not in shares:
            found.add(shares[1] - shares[0])  # type: ignore[operator]
    return found


def _mean_share(report: Report, number: int, keys: Sequence[str]) -> float | None:
    matches = [report.rows[number, key].arena for key in keys]
    if any(match.fault for match in matches):
        return None
    return sum(shares_of(match.returns)[0] for match in matches) / len(matches)
