"""Progress of some work: a bar on a terminal, occasional lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from honjin.cli.show import say_line

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""
LINES: Final = 5.0
"""Seconds between two lines where there is no terminal."""


class News(Protocol):
    """The progress of some work."""

    def progress(self) -> tuple[int, int, str]:
        """How much is done, the total (0: unknown), and the unit."""
        ...


class Bar:
    """Shows progress as a bar on a terminal, as occasional lines elsewhere."""

    def __init__(self) -> None:
        self.console = Console(highlight=False)
        self.bar = Progress(
            TextColumn("{task.description}", markup=False), BarColumn(None),
            TextColumn("{task.percentage:.0f} %"), TextColumn("{task.fields[news]}", markup=False),
            TimeElapsedColumn(), console=self.console, disable=not self.console.is_terminal,
            transient=True,
        )  # fmt: skip
        self.task = self.bar.add_task("", total=None, news="")
        self.title, self.said = "", time.monotonic()

    def begin(self, key: str, number: int, of: int) -> None:
        """Begin another table."""
        self.title = key if of == 1 else f"{key} ({number}/{of})"
        self.bar.reset(self.task, description=self.title, total=None, news="")

    def tell(self, news: News) -> None:
        """Show the progress made."""
        done, of, text = news.progress()
        self.bar.update(self.task, completed=done, total=of or None, news=text)
        if not self.console.is_terminal and time.monotonic() - self.said > LINES:
            self.said = time.monotonic()
            self.say(f"{self.title}: {done:,} of {of:,} {text}" if of else f"{self.title}: {text}")

    def say(self, line: str) -> None:
        """Print a line above the bar."""
        self.bar.console.print(line, markup=False, soft_wrap=True)


@contextmanager
def progress_bar(*, ends: bool = True) -> Iterator[Bar]:
    """A bar for the duration of some work; Ctrl-C ends the command or, without `ends`, the work."""
    bar = Bar()
    with bar.bar:
        try:
            yield bar
        except KeyboardInterrupt:
            if not ends:
                return
            say_line("Stopped; run the same command again to resume.", "yellow")
            raise typer.Exit(INTERRUPTED) from None
