"""How far a solve or a proof is: a bar on a terminal, lines now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from honjin.cli.progress import INTERRUPTED
from honjin.cli.show import say_line

LINES: Final = 5.0
"""Without a terminal a line is printed every so many seconds."""


class News(Protocol):
    """What work tells of itself."""

    def told(self) -> tuple[int, int, str]:
        """How much is done, of all there is (0: nobody knows), and of what."""
        ...


class Bar:
    """Shows what it is told, as a bar on a terminal, as lines now and then elsewhere."""

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
        """Another table."""
        self.title = key if of == 1 else f"{key} ({number}/{of})"
        self.bar.reset(self.task, description=self.title, total=None, news="")

    def tell(self, news: News) -> None:
        """Show what is new: how much is decided of all there is."""
        done, of, text = news.told()
        self.bar.update(self.task, completed=done, total=of or None, news=text)
        if not self.console.is_terminal and time.monotonic() - self.said > LINES:
            self.said = time.monotonic()
            self.say(f"{self.title}: {done:,} of {of:,} {text}" if of else f"{self.title}: {text}")

    def say(self, line: str) -> None:
        """A line above the bar."""
        self.bar.console.print(line, markup=False, soft_wrap=True)


@contextmanager
def progress_bar(*, ends: bool = True) -> Iterator[Bar]:
    """The bar while there is work; Ctrl-C ends the command, or the work only."""
    bar = Bar()
    with bar.bar:
        try:
            yield bar
        except KeyboardInterrupt:
            if not ends:
                return
            say_line("Stopped; the same command goes on from here.", "yellow")
            raise typer.Exit(INTERRUPTED) from None
