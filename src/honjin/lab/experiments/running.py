"""Playing a plan, in processes or on a Ray cluster, saving each game, until it may stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from honjin import __version__
from honjin.core.game import Game
from honjin.games import load
from honjin.lab.errors import BotFailed
from honjin.lab.experiments.comparing import Comparison, Enough
from honjin.lab.experiments.file import (
    Head,
    Report,
    ReportJournal,
    RowKey,
    kept_head,
    must_be_free,
    part_of,
)
from honjin.lab.experiments.plan import Plan, must_be_good
from honjin.lab.experiments.rows import read_row
from honjin.lab.experiments.worker import RowWorker
from honjin.lab.lines import check_same
from honjin.lab.matches.compiling import prepare
from honjin.lab.matches.entrants import find_entrants
from honjin.lab.matches.lineup import Fixed
from honjin.lab.matches.playing import THE_GAME
from honjin.lab.matches.question import code_digest
from honjin.lab.matches.series import Progress, Tell, counts
from honjin.lab.matches.worker import Asked, encoded_work, played_lines
from honjin.lab.team import Backend


class Experiment:
    """A plan that can be played, and its file.

    With `resume`, the games of the file count and more are played; only the number of games and the
    stopping rules may then differ from the file's plan (and the code, with `other_code`). No game
    of the file is given up for them: the plan has at least the games that are there. Raises
    UnknownBot, BadOption, BadArena or BadPlan if it cannot be played.
    """

    def __init__(
        self, plan: Plan, file: Path, *, resume: bool = False, other_code: bool = False,
        game: Game[Any] | None = None,
    ) -> None:  # fmt: skip
        must_be_good(plan)
        self.plan, self.file = plan, file
        self.game = game or load(plan.game)
        self.options = [self.game.read_options(variant.options) for variant in plan.variants]
        self.seats = [self.game.seats(options) for options in self.options]
        self.lineups = [
            Fixed(len(variant.bots), seats, plan.seed)
            for variant, seats in zip(plan.variants, self.seats, strict=True)
        ]
        self.entrants = [
            find_entrants(self.game, options, variant.bots)
            for variant, options in zip(plan.variants, self.options, strict=True)
        ]
        self.head = self._head()
        self.seen: list[Callable[[Report], None]] = []
        """Called with all games so far, in no particular order, whenever one is saved."""
        if resume and is_there(file):
            _check_resumable(file, self.head, other_code=other_code)
        else:
            must_be_free(file)

    def _head(self) -> Head:
        variants, means, code = self.plan.variants, {}, {}
        digests: dict[tuple[str, ...], str] = {}
        for variant, entrants in zip(variants, self.entrants, strict=True):
            found = means[variant.key] = tuple(entrant.means for entrant in entrants)
            if found not in digests:
                digests[found] = code_digest(self.game, entrants)
            code[variant.key] = digests[found]
        return Head(self.plan, self.game.version, means, code, __version__)

    def run(
        self, *, jobs: int = 2, backend: Backend = Backend.PROCESSES, forgive: bool = False,
        tell: Tell = lambda _: None, is_stopped: Callable[[], bool] = lambda: False,
    ) -> Comparison:  # fmt: skip
        """Play until the plan is done or stopped; the games are saved in the file.

        A failing bot ends it with BotFailed, unless `forgive`. KeyboardInterrupt is raised again
        after the file is written.
        """
        backend.check_jobs(jobs)
        with ReportJournal(self.file, self.head) as journal:
            self._must_keep(journal)
            comparison = Comparison(self.plan, self.seats)
            _Run(self, journal, comparison, forgive, tell, is_stopped).go(jobs, backend)
        return comparison

    def _must_keep(self, journal: ReportJournal) -> None:
        """Let the plan have the games that are there, if it has fewer."""
        held = max((number + 1 for number, _ in journal.rows), default=0)
        self.plan = msgspec.structs.replace(self.plan, games=max(held, self.plan.games))
        journal.head = self.head = msgspec.structs.replace(self.head, plan=self.plan)

    def works(self) -> list[str]:
        """The work of each variant, encoded."""
        parts = zip(self.plan.variants, self.options, self.entrants, strict=True)
        return [
            encoded_work(self.game, options, entrants, self.plan.seed, variant.key)
            for variant, options, entrants in parts
        ]


class _Run:
    """One call of `run`."""

    def __init__(
        self, of: Experiment, journal: ReportJournal, comparison: Comparison, forgive: bool,
        tell: Tell, is_stopped: Callable[[], bool],
    ) -> None:  # fmt: skip
        self.of, self.journal, self.comparison = of, journal, comparison
        self.forgive, self.tell, self.is_stopped = forgive, tell, is_stopped
        self.known = {key for key, row in journal.rows.items() if counts(row.arena, forgive)}
        self.total = of.plan.games * len(of.plan.variants)

    def go(self, jobs: int, backend: Backend) -> None:
        for key in self.known:
            self.comparison.add_row(self.journal.rows[key])
        self._tell()
        try:
            if not self.comparison.enough:
                self._prepare()
                self._play(jobs, backend)
        finally:
            self._end()

    def _end(self) -> None:
        enough = self.comparison.enough
        if enough:
            self.journal.wanted = self.comparison.rounds
        ended = (enough or Enough.STOPPED).value
        self.journal.head = msgspec.structs.replace(self.of.head, ended=ended)

    def _prepare(self) -> None:
        every = {entrant.means: entrant for found in self.of.entrants for entrant in found}
        prepare(self.of.game, every.values(), self.tell)

    def _play(self, jobs: int, backend: Backend) -> None:
        with played_lines(self._asked(), jobs, backend, RowWorker) as lines:
            for line in lines:
                self._take(line)
                if self.comparison.enough or self.is_stopped():
                    return

    def _asked(self) -> Iterator[Asked]:
        """The games that are left, each of all variants in turn."""
        variants = list(zip(self.of.plan.variants, self.of.lineups, self.of.works(), strict=True))
        for number in range(self.of.plan.games):
            for variant, lineup, work in variants:
                if (number, variant.key) not in self.known:
                    [seating] = lineup.round(number)
                    yield Asked(work, seating)

    def _take(self, line: bytes) -> None:
        row = read_row(line)
        key: RowKey = row.arena.round, row.variant
        self.journal.keep(key, line)
        if not counts(row.arena, self.forgive):
            fault = row.arena.fault
            assert fault is not None
            who = "the game" if fault.seat == THE_GAME else row.arena.bots[fault.seat]
            raise BotFailed(f"{who} failed in game {key[0]} of {key[1]}: {fault.says}")
        self.known.add(key)
        self.journal.rows[key] = row
        self.comparison.add_row(row)
        self._tell()
        for see in self.of.seen:
            see(Report(self.of.head, self.journal.rows))

    def _tell(self) -> None:
        self.tell(Progress(len(self.known), self.total, self.comparison))


def is_there(file: Path) -> bool:
    """True if there is an experiment in a file, or its journal."""
    return file.exists() or part_of(file).exists()


def _check_resumable(file: Path, head: Head, *, other_code: bool) -> None:
    """Raise WrongFolder if the file belongs to another experiment."""
    kept = kept_head(file)
    pairs = {
        "game": (kept.plan.game, head.plan.game),
        "rules": (kept.rules, head.rules),
        "variants": (kept.plan.variants, head.plan.variants),
        "seed": (kept.plan.seed, head.plan.seed),
        "bots": (kept.means, head.means),
        "code": (kept.code, kept.code if other_code else head.code),
    }
    check_same(file, "experiment", pairs)
