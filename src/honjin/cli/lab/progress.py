"""Progress of an arena: a bar on a terminal, occasional lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Sequence
from types import TracebackType
from typing import Final

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from honjin.cli.progress import INTERRUPTED
from honjin.cli.show import say_line
from honjin.lab import Compiling, Estimate
from honjin.lab import Progress as Going

ENOUGH: Final = (
    10  # games needed for an estimate of the time left; the first ones wait for their workers
)


class Bar:
    """Shows the progress of `lab.Arena.run`; Ctrl-C ends the command and prints how to resume.

    Without a terminal it prints about `lines` lines; `what` names what the games are for.
    """

    def __init__(
        self, labels: Sequence[str], again: str, lines: int = 10, what: str = "arena"
    ) -> None:  # fmt: skip
        self.labels, self.again, self.lines, self.what = labels, again, lines, what
        self.title = ""
        self.began, self.before = 0.0, 0  # when play began, and the number of games saved then
        self.console = Console(highlight=False)
        self.kept = self.said = -1
        self.bar = Progress(
            TextColumn("{task.description}", markup=False), BarColumn(None), MofNCompleteColumn(),
            TextColumn("{task.fields[score]}", markup=False), TimeElapsedColumn(),
            TextColumn("ETA"), TimeRemainingColumn(),
            console=self.console, disable=not self.console.is_terminal,
        )  # fmt: skip
        self.task = self.bar.add_task("", total=None, score="")

    def __enter__(self) -> Bar:
        self.bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> None:  # fmt: skip
        self.bar.stop()
        if isinstance(error, KeyboardInterrupt):
            say_line(f"Stopped; {max(self.kept, 0)} games of this {self.what} are saved.", "yellow")
            say_line(f"To resume: {self.again}", "yellow")
            raise typer.Exit(INTERRUPTED) from None

    def begin(self, labels: Sequence[str], title: str) -> None:
        """Begin another arena."""
        self.labels, self.title, self.kept, self.said = labels, title, -1, -1
        if not self.console.is_terminal:
            say_line(title)
        self.bar.reset(self.task, description=title, total=None, score="")

    def tell(self, news: Compiling | Going) -> None:
        """Show an update."""
        if isinstance(news, Compiling):
            text = f"Compiling {news.bot} ({news.number} of {news.of})"
            self.bar.update(self.task, description=text)
            if not self.console.is_terminal:
                say_line(text)
            return
        if self.kept < 0:  # games saved before say nothing about the speed
            self.bar.reset(self.task, completed=news.kept, total=news.total)
            self.began, self.before = time.monotonic(), news.kept
        self.kept = news.kept
        score = scores(news.tally.shares(), self.labels)
        self.bar.update(self.task, description=self.title, completed=news.kept, score=score)
        if not self.console.is_terminal:
            self._say_line(news, score)

    def _say_line(self, news: Going, score: str) -> None:
        part = self.lines * news.kept // max(1, news.total)
        if part > self.said and news.kept:
            self.said = part
            line = f"{self.title} {news.kept}/{news.total} games  {score}".strip()
            say_line(f"{line}{self._time_left(news)}")

    def _time_left(self, news: Going) -> str:
        """The time that the remaining games will take at the speed of those played."""
        played, missing = news.kept - self.before, news.total - news.kept
        if played < ENOUGH or not missing:
            return ""
        seconds = (time.monotonic() - self.began) * missing / played
        return f"  about {in_words(seconds)} left"


def in_words(seconds: float) -> str:
    """A duration, roughly.

    >>> [in_words(seconds) for seconds in (0.4, 75, 600, 9000)]
    ['1 s', '75 s', '10 min', '2.5 h']
    """
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def scores(shares: Sequence[Estimate], labels: Sequence[str]) -> str:
    """The scores so far: with two bots that of the first with its interval, else all."""
    if not shares:
        return ""
    if len(labels) > 2:
        labelled = zip(labels, shares, strict=True)
        return "  ".join(f"{label} {share.value:.0%}" for label, share in labelled)
    value, low, high = shares[0]
    return f"{labels[0]} {100 * value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
