"""The ladder: each level of a game against the one below, for every preset or case.

It is the tool for setting `Game.levels`. A rung is one arena in its own folder, `<case>/<level>`;
the report next to them is rewritten after each rung. A rung holds if the upper level scores at
least the target. It ends early once a test with `MARGIN` on either side of the target has decided;
without a verdict, the interval decides if it lies on one side of the target.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from honjin.bots import LEVELS
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.games import load
from honjin.lab.errors import BadArena
from honjin.lab.lines import write_json, write_whole
from honjin.lab.matches.arena import Arena, Outcome
from honjin.lab.matches.series import Tell
from honjin.lab.report.plots import Dot, rungs_plot, save
from honjin.lab.stats.intervals import Estimate
from honjin.lab.stats.sequential import Sprt, Verdict
from honjin.lab.stats.tally import Tally
from honjin.lab.team import Backend

MARGIN: Final = 0.05
TARGET: Final = 0.7

COLUMNS: Final = ("case", "level", "against", "score", "95 % interval", "games", "verdict")
PLACES: Final = ("mean place", "of the lower")
"""Columns added with more than two seats: mean places with their intervals."""


class Holds(StrEnum):
    """Whether a level scores the target against the one below."""

    YES = "holds"
    NO = "fails"
    OPEN = "undecided"


class Rung(NamedTuple):
    """One level against the one below in one case (a preset or given options)."""

    case: str
    options: Options
    upper: str
    lower: str

    @property
    def folder(self) -> Path:
        """Its path within the ladder's folder."""
        return Path(self.case) / self.upper


Begin = Callable[[Rung, int, int], None]


class Step(msgspec.Struct, frozen=True):
    """The result of a rung. `upper_means` and `lower_means` are the levels' specifications.

    With three seats or more both have a mean place: 1 is ahead of all.
    """

    case: str
    upper: str
    lower: str
    upper_means: str
    lower_means: str
    score: Estimate
    games: int
    verdict: Holds
    upper_place: Estimate | None = None
    lower_place: Estimate | None = None


class Report(msgspec.Struct, frozen=True):
    """The ladder so far."""

    game: str
    rules: int
    target: float
    seed: int
    steps: tuple[Step, ...]


class Ladder:
    """The rungs of a game; `cases` gives the options to play with, by default all presets."""

    def __init__(
        self, game: str | Game[Any], cases: Mapping[str, Mapping[str, object]] | None = None, *,
        seed: int = 1, folder: Path | None = None, target: float = TARGET,
        other_code: bool = False,
    ) -> None:  # fmt: skip
        if not MARGIN < target < 1 - MARGIN:
            raise BadArena(f"expected a target from {MARGIN} to {1 - MARGIN}, got {target:g}")
        self.game = load(game) if isinstance(game, str) else game
        if cases is None:
            cases = {preset.key: preset.options for preset in self.game.presets}
        self.cases = {case: self.game.read_options(given) for case, given in cases.items()}
        self.seed, self.folder, self.target = seed, folder, target
        self.other_code = other_code

    def rungs(self) -> Iterator[Rung]:
        """All rungs, weakest levels of each case first."""
        for case, options in self.cases.items():
            for lower, upper in pairwise(LEVELS):
                yield Rung(case, options, upper, lower)

    def arena(self, rung: Rung) -> Arena:
        """The arena of a rung."""
        folder = self.folder / rung.folder if self.folder else None
        return Arena(
            self.game, [rung.upper, rung.lower], options=rung.options, seed=self.seed,
            folder=folder, other_code=self.other_code,
        )  # fmt: skip

    def check(self, games: int, *, jobs: int = 2, backend: Backend = Backend.PROCESSES) -> None:
        """Raise what `run` would before its first game: BadArena, WrongFolder; write nothing."""
        for rung in self.rungs():
            self.arena(rung).check(games, jobs=jobs, backend=backend)

    def run(
        self, games: int = 200, *, jobs: int = 2, backend: Backend = Backend.PROCESSES,
        sprt: bool = True, forgive: bool = False, begin: Begin = lambda *_: None,
        tell: Tell = lambda _: None,
    ) -> Report:  # fmt: skip
        """Play every rung; `begin` gets each (number, total), `tell` its progress."""
        self.check(games, jobs=jobs, backend=backend)
        test = Sprt(self.target - MARGIN, self.target + MARGIN) if sprt else None
        arenas = [(rung, self.arena(rung)) for rung in self.rungs()]
        report = Report(self.game.key, self.game.version, self.target, self.seed, ())
        for number, (rung, arena) in enumerate(arenas, 1):
            begin(rung, number, len(arenas))
            outcome = arena.run(
                games, jobs=jobs, backend=backend, sprt=test, forgive=forgive, tell=tell
            )
            report = msgspec.structs.replace(
                report, steps=(*report.steps, self._step(rung, arena, outcome))
            )
            self._keep(report)
        return report

    def _step(self, rung: Rung, arena: Arena, outcome: Outcome) -> Step:
        upper, lower = arena.question.means
        tally = outcome.tally
        holds = verdict(tally, self.target)
        return Step(
            rung.case, rung.upper, rung.lower, upper, lower, tally.score(), tally.games, holds,
            *_places(tally),
        )  # fmt: skip

    def _keep(self, report: Report) -> None:
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_json(self.folder / "report.json", report)
            write_whole(self.folder / "report.md", as_markdown(report).encode())


def verdict(tally: Tally, target: float) -> Holds:
    """The verdict of the test, else that of the interval if it has one."""
    if tally.test and tally.test.verdict is not Verdict.OPEN:
        return Holds.YES if tally.test.verdict is Verdict.HIGH else Holds.NO
    score = tally.score()
    if score.low >= target:
        return Holds.YES
    return Holds.NO if score.high < target else Holds.OPEN


def _places(tally: Tally) -> tuple[Estimate, ...]:
    """The mean places of both levels; empty with two seats, where the score suffices."""
    return tuple(map(tally.mean_placing, tally.bots)) if tally.lineup.seats > 2 else ()


def as_markdown(report: Report) -> str:
    """The report as a page with one table."""
    has_places = any(step.upper_place for step in report.steps)
    columns = (*COLUMNS, *(PLACES if has_places else ()))
    head = [
        f"# Levels of {report.game}", "",
        f"Rules {report.rules}, seed {report.seed}. A level should score "
        f"{report.target:.0%} or more against the one below.", "",
        f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}",
    ]  # fmt: skip
    rows = (_row(step, has_places=has_places) for step in report.steps)
    return "\n".join([*head, *rows]) + "\n"


def _row(step: Step, *, has_places: bool) -> str:
    cells = (
        step.case, f"{step.upper} (`{step.upper_means}`)", f"{step.lower} (`{step.lower_means}`)",
        f"{step.score.value:.1%}", f"{step.score.low:.1%} to {step.score.high:.1%}",
        str(step.games), step.verdict.value,
        *(map(_place, (step.upper_place, step.lower_place)) if has_places else ()),
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def _place(place: Estimate | None) -> str:
    return f"{place.value:.2f} ({place.low:.2f} to {place.high:.2f})" if place else ""


def draw(report: Report, folder: Path) -> list[Path]:
    """The report as a plot, `ladder.png` and `ladder.svg`; NoPlots without matplotlib."""
    dots = [Dot(s.case, f"{s.upper} over {s.lower}", s.score) for s in report.steps]
    return save(rungs_plot(dots, report.target, f"Levels of {report.game}"), folder, "ladder")
