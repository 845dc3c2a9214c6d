"""The puzzle of each day: its position, and the answer to a try.

All of it comes from the book that is shipped with a game (`solver.puzzles.book`); nothing is solved
or stored here. A day begins at midnight UTC. Requests for future days are refused.
"""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final

from honjin.core.game import Game
from honjin.core.reading.bounds import shown
from honjin.server.messages import refusals as no
from honjin.server.puzzles import messages as pz
from honjin.server.puzzles.lessons import Lessons
from honjin.server.puzzles.tasks import Task, task_of, theme_of
from honjin.server.tables.site import TableSite
from honjin.solver import BadPuzzles, Book, Daily, NoPuzzle, Puzzle
from honjin.solver.puzzles.book import FIRST

log = logging.getLogger(__name__)

LISTED: Final = 28
"""The number of days in a list."""

TODAY: Final = "today"
EARLIEST: Final = dt.timezone(dt.timedelta(hours=14))
"""The time zone in which a day begins first."""


class Puzzles:
    """The puzzles of the games here that have a book; without a name the first of them is meant."""

    def __init__(self, games: Mapping[str, Game[Any]], clock: Callable[[], int]) -> None:
        self._clock = clock
        self._games = games.values()
        self._task = lru_cache(64)(self._make_task)

    @cached_property
    def _books(self) -> dict[str, Book]:
        """Read at the first request, which is answered outside the event loop."""
        found = ((game.key, _book_of(game)) for game in self._games)
        return {key: book for key, book in found if book is not None}

    # ---- days

    def today(self, zone: dt.tzinfo = dt.UTC) -> dt.date:
        """The current day in a time zone, by the site's clock."""
        return dt.datetime.fromtimestamp(self._clock() / 1000, zone).date()

    def read_day(self, text: str) -> dt.date:
        """The day named by a string; Unreadable or NoPuzzle if there is none, or nowhere yet."""
        today = self.today()
        if text == TODAY:
            return today
        day = _date(text)
        if day > self.today(EARLIEST):
            raise no.NoPuzzle(f"the puzzle of {day} is not out yet; today is {today} (UTC)")
        return day

    def days(self, until: str, game: str = "") -> pz.PuzzleDays:
        """The last days up to one, the latest first."""
        last = self.read_day(until)
        book = self._book(game)
        count = min(LISTED, max(1, (last - FIRST).days + 1))
        rows = tuple(_row(book, last - dt.timedelta(n)) for n in range(count))
        before = last - dt.timedelta(count)
        earlier = str(before) if before >= FIRST else ""
        return pz.PuzzleDays(str(self.today()), rows, tuple(self._books), earlier)

    def _book(self, game: str) -> Book:
        if not self._books:
            raise no.NoPuzzle("no game of this server has puzzles")
        found = self._books.get(game or next(iter(self._books)))
        if found is None:
            raise no.NoPuzzle(f"expected one of {', '.join(self._books)}, got {shown(game)}")
        return found

    # ---- one puzzle

    def show(self, day: dt.date, game: str = "") -> pz.Puzzle:
        """The position and task; nothing of the answer."""
        return self.task(day, game).show(str(day), _daily(self._book(game), day).level)

    def task(self, day: dt.date, game: str = "") -> Task:
        """The puzzle of a day, to be solved."""
        return self._task(self._book(game).game.key, day)

    def _make_task(self, game: str, day: dt.date) -> Task:
        book = self._book(game)
        return task_of(book.game, _daily(book, day).puzzle)


def _row(book: Book, day: dt.date) -> pz.PuzzleDay:
    daily, key = _daily(book, day), book.game.key
    puzzle = daily.puzzle
    if isinstance(puzzle, Puzzle):
        return pz.PuzzleDay(str(day), key, daily.level, puzzle.plies)
    return pz.PuzzleDay(str(day), key, daily.level, 0, theme_of(book.game, puzzle).name)


def _daily(book: Book, day: dt.date) -> Daily:
    try:
        return book.of(day)
    except NoPuzzle as problem:
        raise no.NoPuzzle(str(problem)) from None


def _book_of(game: Game[Any]) -> Book | None:
    try:
        return Book.shipped(game)
    except BadPuzzles:
        log.exception("%s has no puzzles", game.key)
        return None


def _date(text: str) -> dt.date:
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or str(day) != text:
        raise no.Unreadable(f"expected {TODAY!r} or a day like 2026-03-01, got {text[:40]!r}")
    return day


class PuzzleSite(TableSite):
    """A site with puzzles and lessons."""

    puzzles: Puzzles
    lessons: Lessons
