"""Training in a folder: saved regularly, measured in the arena along the way, plotted at the end.

    net.npz          the network, and everything needed to resume (`train.trainer`)
    curve.csv        a row for each update (`train.curve.Row` or `SearchRow`)
    scores.csv       a row for each match (`train.curve.Score`)
    curve.png .svg   a plot of both

Matches take at most a tenth of the time, apart from the last one; they do not affect the training.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from honjin.core.game import Game
from honjin.lab import Arena, Compiling, Progress, WorkerFailed, WrongFolder
from honjin.lab.lines import alone_in, write_whole
from honjin.lab.report.courses import Course, Point, courses_plot
from honjin.lab.report.plots import save
from honjin.train.config import ALONE, AnyConfig, BadTraining, Limits, Workers
from honjin.train.curve import AnyRow, Score, as_csv
from honjin.train.trainer import Trainer

NET: Final = "net.npz"
SHARE: Final = 0.1
"""The largest share of the time that goes into matches."""
SAVE_SECONDS: Final = 30.0
"""The time between two saves, which is the most work that a crash can lose."""


class Match(NamedTuple):
    """Progress of a match: `played` games of `of`."""

    against: str
    played: int
    of: int


Told = AnyRow | Score | Match
Tell = Callable[[Told], None]


class _Stopped(Exception):
    """Raised to break off a match."""


def _mark_of(file: Path) -> tuple[int, int] | None:
    """What differs once a file is written again; None without one."""
    if not file.exists():
        return None
    found = file.stat()
    return found.st_ino, found.st_mtime_ns


def _must_be_measurable(trainer: Trainer, against: Sequence[str], games: int) -> None:
    """Raise what a match would, before hours are spent on what it is to measure."""
    for name in against:
        arena = Arena(trainer.game, [name, name], options=trainer.options)
        if games:
            arena.check(games, jobs=1)


class Session:
    """A trainer in a folder; it is measured against the bots `against`, in `games` games each."""

    def __init__(
        self, trainer: Trainer, folder: Path, against: Sequence[str] = ("greedy",),
        games: int = 100, workers: Workers = ALONE,
    ) -> None:  # fmt: skip
        workers.must_suit(trainer.config)
        if games < 0:
            raise BadTraining(f"expected at least 0 games of a match, got {games}")
        _must_be_measurable(trainer, against, games)
        self.workers = workers
        self.trainer, self.folder = trainer, folder
        self.against, self.games = tuple(against), games
        self._stopped = False
        self._spent = self._last = 0.0  # seconds of all matches, of the last round of them
        self._mark = _mark_of(folder / NET)

    @classmethod
    def new(
        cls, game: Game[Any], options: Mapping[str, object], config: AnyConfig, folder: Path,
        workers: Workers = ALONE, **measured: Any,
    ) -> Session:  # fmt: skip
        """Begin in a folder without a network; NotKept if nothing can be written there."""
        workers.must_suit(config)
        if (folder / NET).exists():
            raise BadTraining(f"{folder} already contains a network; --resume continues with it")
        with alone_in(folder):  # hours may pass until the first save
            pass
        return cls(Trainer(game, options, config), folder, workers=workers, **measured)

    @classmethod
    def resume(cls, folder: Path, **measured: Any) -> Session:
        """Resume training of the network in a folder."""
        if not (folder / NET).exists():
            raise BadTraining(f"expected a network to resume, {folder / NET}; found none")
        return cls(Trainer.resume(folder / NET), folder, **measured)

    def stop(self) -> None:
        """Stop after the current update."""
        self._stopped = True

    def run(self, limits: Limits, tell: Tell = lambda _: None) -> None:
        """Train until a limit is reached, or until it is stopped; then save and measure.

        If workers fail, the updates so far are saved, and WorkerFailed is raised; WrongFolder if
        another process uses the folder, or has since this session began.
        """
        limits.must_be_possible()
        with alone_in(self.folder):
            if self._mark != _mark_of(self.folder / NET):
                raise WrongFolder(
                    f"another process has trained in {self.folder}; resume from there"
                )
            try:
                with self.trainer.workers(self.workers):
                    self._train(limits, tell)
            except WorkerFailed:
                if self.trainer.updates:
                    self._save()
                raise
            self._save()
            self._measure(tell)

    def _train(self, limits: Limits, tell: Tell) -> None:
        trainer, began = self.trainer, time.monotonic()
        saved = began
        while not self._stopped and trainer.decisions < limits.decisions:
            if time.monotonic() - began >= 60 * limits.minutes:
                break
            tell(trainer.update())
            now = time.monotonic()
            if now - saved >= SAVE_SECONDS:
                self._save()
                saved = now
                if self._spent + self._last <= SHARE * (now - began):
                    self._measure(tell)

    # ---- files

    def _save(self) -> None:
        self.trainer.save(self.folder / NET)
        self._mark = _mark_of(self.folder / NET)
        self._write_tables()

    def _write_tables(self) -> None:
        rows, scores = self.trainer.rows, self.trainer.scores
        write_whole(self.folder / "curve.csv", as_csv(self.trainer.method.row._fields, rows))
        fields = Score.__struct_fields__
        table = [[getattr(score, name) for name in fields] for score in scores]
        write_whole(self.folder / "scores.csv", as_csv(fields, table))

    def draw(self) -> list[Path]:
        """The curves as `curve.png` and `curve.svg`; NoPlots without matplotlib."""
        trainer = self.trainer
        title = f"{trainer.game.key}, {trainer.seconds / 60:.1f} minutes of one processor"
        if not trainer.scores:
            return []
        return save(courses_plot(self._courses(), title), self.folder, "curve")

    def _courses(self) -> list[Course]:
        found: dict[str, list[Point]] = {}
        for score in self.trainer.scores:
            point = Point(score.decisions, score.score, score.low, score.high)
            found.setdefault(score.against, []).append(point)
        return [Course(f"against {name}", tuple(points)) for name, points in found.items()]

    # ---- matches

    def _measure(self, tell: Tell) -> None:
        began = time.monotonic()
        try:
            for name in self.against:
                score = self._match(name, tell)
                self._keep(score)
                tell(score)
        except _Stopped:
            return
        finally:
            self._last = time.monotonic() - began
            self._spent += self._last
        self._save()

    def _keep(self, score: Score) -> None:
        """Add a score, in place of an earlier one of the same network against the same bot."""
        what = score.update, score.against
        kept = [one for one in self.trainer.scores if (one.update, one.against) != what]
        self.trainer.scores = [*kept, score]

    def _match(self, name: str, tell: Tell) -> Score:
        trainer = self.trainer
        bots = [f"net:{self.folder / NET}", name]
        arena = Arena(trainer.game, bots, options=trainer.options, seed=1 + trainer.updates)

        def hear(news: Compiling | Progress) -> None:
            if self._stopped:
                raise _Stopped
            if isinstance(news, Progress):
                tell(Match(name, news.kept, news.total))

        tally = arena.run(self.games, jobs=1, tell=hear).tally
        score = tally.score()
        return Score(
            trainer.updates, trainer.decisions, trainer.seconds, name, tally.games,
            score.value, score.low, score.high,
        )  # fmt: skip
