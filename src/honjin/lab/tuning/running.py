"""Running a search: games played by workers and saved one by one.

After each batch of games, the model gives the next point. So a search takes the same course
whichever workers play its games and however often it is interrupted. Each batch has random draws
of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec

from honjin import __version__
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.games import load
from honjin.lab.errors import BadPlan, BotFailed
from honjin.lab.matches.compiling import prepare
from honjin.lab.matches.entrants import find_entrants
from honjin.lab.matches.lineup import Fixed
from honjin.lab.matches.playing import Match, read_line
from honjin.lab.matches.question import code_digest
from honjin.lab.matches.series import Progress, Tell
from honjin.lab.matches.worker import Asked, Worker, encoded_work
from honjin.lab.report.findings import SeatShares, shares_of
from honjin.lab.stats.intervals import Estimate
from honjin.lab.team import Backend, Team, team_of
from honjin.lab.tuning.found import Found
from honjin.lab.tuning.journal import Line, SearchJournal, TuningHead, check_resumable
from honjin.lab.tuning.plan import Search, must_be_good
from honjin.lab.tuning.space import Point, Space

JOURNAL: Final = "search.jsonl"


class Tuning:
    """A search that can be run, in its own folder.

    Raises BadPlan, BadOption, UnknownBot or BadArena if it cannot.
    """

    def __init__(
        self, search: Search, folder: Path, *, other_code: bool = False,
        game: Game[Any] | None = None,
    ) -> None:  # fmt: skip
        from honjin.lab.tuning.course import first_points  # with NumPy, which no server needs

        must_be_good(search)
        self.search, self.folder, self._other_code = search, folder, other_code
        self.game = game or load(search.game)
        self.space = Space(self.game, search.options, search.varied)
        first = first_points(search, self.space, 1)[0]
        options = self.options_at(first)
        self.seats = self.game.seats(options)
        for point in self.space.plain_around(first):
            self._must_keep_seats(self.options_at(point))
        self.lineup = Fixed(len(search.bots), self.seats, search.seed)
        self.entrants = find_entrants(self.game, options, search.bots)

    def options_at(self, point: Point) -> Options:
        """The options of a choice; raises BadPlan if it cannot be played."""
        options = self.space.options_at(point)
        if options is None:
            raise BadPlan(f"this cannot be played: {self.space.problem_at(point)}")
        return options

    def head(self) -> TuningHead:
        """The head of the journal."""
        means = tuple(entrant.means for entrant in self.entrants)
        code = code_digest(self.game, self.entrants)
        return TuningHead(self.search, self.game.version, means, code, __version__)

    def check(self, *, jobs: int = 2, backend: Backend = Backend.PROCESSES) -> None:
        """Raise what `run` would before its first game: BadArena, WrongFolder; write nothing."""
        backend.check_jobs(jobs)
        check_resumable(self.folder / JOURNAL, self.head(), other_code=self._other_code)

    def run(
        self, *, jobs: int = 2, backend: Backend = Backend.PROCESSES, tell: Tell = lambda _: None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> Found:  # fmt: skip
        """Search until a choice is even enough, all games are played, or it is stopped.

        It can be stopped after each game; `is_stopped` stays true from then on.

        Raises NoLearning without scikit-learn (extra `lab`), and BotFailed if a bot fails.
        """
        self.check(jobs=jobs, backend=backend)
        with SearchJournal(
            self.folder / JOURNAL, self.head(), other_code=self._other_code
        ) as journal:
            prepare(self.game, self.entrants, tell)
            with team_of(Worker, b"", jobs, backend) as team:
                return _Run(self, journal, team, tell, is_stopped).go()

    def is_over(self, found: Found) -> bool:
        """True if a search with this result needs no more games."""
        return found.is_even or found.games + self.search.batch > self.search.games

    def work(self, point: Point) -> str:
        """The work of a choice, encoded."""
        options = self.options_at(point)
        self._must_keep_seats(options)
        return encoded_work(self.game, options, self.entrants, self.search.seed)

    def _must_keep_seats(self, options: Options) -> None:
        # Shares of games with different numbers of seats cannot be compared.
        if self.game.seats(options) != self.seats:
            raise BadPlan("the number of seats cannot vary in a search")


class _Run:
    """One call of `run`."""

    def __init__(
        self,
        of: Tuning,
        journal: SearchJournal,
        team: Team,
        tell: Tell,
        is_stopped: Callable[[], bool],
    ) -> None:
        from honjin.lab.tuning.course import Course

        self.of, self.journal, self.team, self.tell = of, journal, team, tell
        self.is_stopped = is_stopped
        self.course = Course(of.search, of.space, of.seats)
        self.here = SeatShares(of.seats)

    def go(self) -> Found:
        step = 0
        while not self.course.is_over(step) and not self.is_stopped():
            kept = [line for line in self.journal.lines if line.step == step]
            if kept:
                self.course.pass_by(step)
            self._play(step, kept[0].point if kept else self.course.next(step), kept)
            step += 1
        return self.course.found(step)

    def _play(self, step: int, point: Point, kept: Sequence[Line]) -> None:
        """Play a batch of games, less those saved already."""
        # Each batch has luck of its own: shared, it would move all choices the same way.
        first, self.here = step * self.of.search.batch, SeatShares(self.of.seats)
        for line in kept:
            self._count(line)
        rounds = range(first + len(kept), first + self.of.search.batch)
        work = self.of.work(point) if rounds else ""
        seatings = (seating for number in rounds for seating in self.of.lineup.round(number))
        messages = (msgspec.json.encode(Asked(work, seating)) for seating in seatings)
        waiting: dict[int, Match] = {}
        at = 0
        with closing(self.team.ask(messages)) as answers:
            for number, played in answers:
                waiting[number] = read_line(played)
                while at in waiting:  # saved in order, whichever worker finished first
                    line = Line(step, point, rounds[at], _returns(waiting.pop(at)))
                    self.journal.keep(line)
                    self._count(line)
                    at += 1
                if self.is_stopped():
                    return

    def _count(self, line: Line) -> None:
        self.course.take(line.point, shares_of(line.returns))
        self.here.add(line.returns)
        self.tell(Progress(self.course.games, self.of.search.games, self))

    def shares(self) -> tuple[Estimate, ...]:
        """The first seat's share at the current choice (`series.Shares`)."""
        return self.here.estimates()[:1]


def _returns(match: Match) -> tuple[int, ...]:
    if match.fault:
        raise BotFailed(f"game {match.round} failed: {match.fault.says}")
    return match.returns
