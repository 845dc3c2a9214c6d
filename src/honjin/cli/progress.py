"""How far an arena is: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

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

from honjin.cli.show import say_line
from honjin.lab import Compiling, Tally
from honjin.lab import Progress as Going

INTERRUPTED: Final = 130


class Bar:
    """Shows what it is told (`lab.Arena.run`); Ctrl-C ends the command and says how to go on.

    Without a terminal it prints about `lines` lines an arena.
    """

    def __init__(self, labels: Sequence[str], again: str, lines: int = 10) -> None:
        self.labels, self.again, self.lines = labels, again, lines
        self.title = ""
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
            say_line(f"Stopped; {max(self.kept, 0)} games of this arena are kept.", "yellow")
            say_line(f"To go on: {self.again}", "yellow")
            raise typer.Exit(INTERRUPTED) from None

    def begin(self, labels: Sequence[str], title: str) -> None:
        """Another arena."""
        self.labels, self.title, self.kept, self.said = labels, title, -1, -1
        if not self.console.is_terminal:
            say_line(title)
        self.bar.reset(self.task, description=title, total=None, score="")

    def tell(self, news: Compiling | Going) -> None:
        """Show what is new."""
        if isinstance(news, Compiling):
            text = f"Compiling {news.bot} ({news.number} of {news.of})"
            self.bar.update(self.task, description=text)
            if not self.console.is_terminal:
                say_line(text)
            return
        if self.kept < 0:  # what was kept before says nothing of the speed
            self.bar.reset(self.task, completed=news.kept, total=news.total)
        self.kept = news.kept
        score = scores(news.tally, self.labels)
        self.bar.update(self.task, description=self.title, completed=news.kept, score=score)
        if not self.console.is_terminal:
            self._say_line(news, score)

    def _say_line(self, news: Going, score: str) -> None:
        part = self.lines * news.kept // max(1, news.total)
        if part > self.said and news.kept:
            self.said = part
            say_line(f"{self.title} {news.kept}/{news.total} games  {score}".strip())


def scores(tally: Tally, labels: Sequence[str]) -> str:
    """The running score: of two bots the first one's with its interval, else each bot's."""
    if not tally.rounds:
        return ""
    if len(labels) > 2:
        told = (f"{label} {tally.score(n).value:.0%}" for n, label in enumerate(labels))
        return "  ".join(told)
    value, low, high = tally.score()
    return f"{labels[0]} {100 * value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
