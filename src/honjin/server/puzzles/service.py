"""The puzzle of each day: its position, and the answer to a try.

All of it comes from the book that is shipped with a game (`solver.puzzles.book`); nothing is solved
or stored here. A day begins at midnight UTC. Requests for future days are refused. Decision puzzles
are shown by `decisions`.
"""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from honjin.core.game import Game
from honjin.core.play import Play
from honjin.core.reading.bounds import shown
from honjin.core.scene import Reason
from honjin.core.seats import SPECTATOR
from honjin.server.analysis import messages as an
from honjin.server.analysis.shown import copied, lines, shown_action
from honjin.server.analysis.words import Teller, exact_message
from honjin.server.messages import refusals as no
from honjin.server.puzzles import decisions
from honjin.server.puzzles import messages as pz
from honjin.server.puzzles.lessons import Lessons
from honjin.server.tables.site import TableSite
from honjin.server.tables.view.parts import turn_of
from honjin.server.tables.view.past import reason_why
from honjin.server.tables.view.perspective import Perspective
from honjin.solver import BadPuzzles, Book, Daily, Decision, NoPuzzle, Puzzle
from honjin.solver.puzzles.book import FIRST, AnyPuzzle
from honjin.solver.puzzles.puzzle import best_value, right

log = logging.getLogger(__name__)

LISTED: Final = 28
"""The number of days in a list."""

TODAY: Final = "today"


EARLIEST: Final = dt.timezone(dt.timedelta(hours=14))
"""The time zone in which a day begins first."""


def utc_now() -> dt.datetime:
    """The time in UTC."""
    return dt.datetime.now(dt.UTC)


class _PuzzleProgress(NamedTuple):
    """A puzzle as far as it has been solved."""

    puzzle: Puzzle
    play: Play
    at: int
    """The number of its turns that are done."""

    @property
    def sight(self) -> Perspective:
        """The perspective of the solver, with the choices."""
        return Perspective.at(self.play, self.play.may_act()[0])


class Puzzles:
    """The puzzles of the games here that have a book; without a name the first of them is meant."""

    def __init__(
        self, games: Mapping[str, Game[Any]], now: Callable[[], dt.datetime] = utc_now
    ) -> None:
        self.now = now
        self._games = games.values()
        self._start = lru_cache(64)(self._make_start)

    @cached_property
    def _books(self) -> dict[str, Book]:
        """Read at the first request, which is answered outside the event loop."""
        found = ((game.key, _book_of(game)) for game in self._games)
        return {key: book for key, book in found if book is not None}

    # ---- days

    def today(self) -> dt.date:
        """The current day in UTC."""
        return self.now().date()

    def read_day(self, text: str) -> dt.date:
        """The day named by a string; Unreadable or NoPuzzle if there is none, or nowhere yet."""
        today = self.today()
        if text == TODAY:
            return today
        day = _date(text)
        if day > self.now().astimezone(EARLIEST).date():
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
        book = self._book(game)
        daily, (puzzle, play) = _daily(book, day), self._start(book.game.key, day)
        if isinstance(puzzle, Decision):
            return decisions.show(puzzle, play, str(day), daily.level)
        stand = _stand(puzzle, play, ())
        sight, play = stand.sight, stand.play
        log = tuple(line for n in range(len(play.steps)) for line in lines(play, n, SPECTATOR))
        return pz.Puzzle(
            str(day), book.game.key, dict(play.options), daily.level, puzzle.plies,
            len(puzzle.turns), book.game.notation.write_position(play.state),
            book.game.table.scene(sight.observation), turn_of(book.game, sight), log,
        )  # fmt: skip

    def judge(self, day: dt.date, order: pz.TryPuzzle, game: str = "") -> pz.Tried:
        """The result of a try, with the best answer to it."""
        puzzle, play = self._start(self._book(game).game.key, day)
        if isinstance(puzzle, Decision):
            return decisions.judge(puzzle, play, order)
        return _judge(_stand(puzzle, play, order.done), order)

    def hint(self, day: dt.date, order: pz.AskHint, game: str = "") -> pz.Hint:
        """The kind of the right choice, and the first click."""
        puzzle, play = self._start(self._book(game).game.key, day)
        if isinstance(puzzle, Decision):
            return decisions.hint(puzzle, play, order.done)
        stand = _stand(puzzle, play, order.done)
        (ply,) = _line(stand, 1)
        turn = turn_of(play.game, stand.sight)
        choice = next(one for one in turn.choices if one.do == ply.do)
        return pz.Hint(choice.kind, choice.path[0])

    def solution(self, day: dt.date, game: str = "") -> pz.Solution:
        """The whole line."""
        puzzle, play = self._start(self._book(game).game.key, day)
        if isinstance(puzzle, Decision):
            return decisions.solution(puzzle, play)
        stand = _stand(puzzle, play, ())
        return pz.Solution(_line(stand, len(list(puzzle.line()))))

    def why(self, day: dt.date, done: Sequence[str], path: list[str], game: str = "") -> Reason:
        """Why the solver cannot click a path of ids."""
        puzzle, play = self._start(self._book(game).game.key, day)
        if isinstance(puzzle, Decision):
            return decisions.why(puzzle, play, done, path)
        return reason_why(play.game, _stand(puzzle, play, done).sight, path)

    def _make_start(self, game: str, day: dt.date) -> tuple[AnyPuzzle, Play]:
        book = self._book(game)
        puzzle = _daily(book, day).puzzle
        return puzzle, puzzle.play(book.game)


def _row(book: Book, day: dt.date) -> pz.PuzzleDay:
    daily, key = _daily(book, day), book.game.key
    puzzle = daily.puzzle
    if isinstance(puzzle, Puzzle):
        return pz.PuzzleDay(str(day), key, daily.level, puzzle.plies)
    return pz.PuzzleDay(str(day), key, daily.level, 0, decisions.theme_of(book.game, puzzle).name)


def _daily(book: Book, day: dt.date) -> Daily:
    try:
        return book.of(day)
    except NoPuzzle as problem:
        raise no.NoPuzzle(str(problem)) from None


# ---- puzzles from solved tables


def _judge(stand: _PuzzleProgress, order: pz.TryPuzzle) -> pz.Tried:
    turn = stand.puzzle.turns[stand.at]
    found = turn.get(order.do)
    if found is None:
        raise no.Illegal(f"{order.do!r} is not one of the choices: {', '.join(turn)}")
    steps = [_step(stand.play, order.do)]
    if found.reply:
        steps.append(_step(stand.play, found.reply))
    is_right, over = order.do in right(turn), stand.play.result() is not None
    return pz.Tried(
        is_right, tuple(steps), exact_message(best_value(turn)), exact_message(found.value),
        solved=is_right and over,
        turn=None if over or not is_right else turn_of(stand.play.game, stand.sight),
    )  # fmt: skip


def _line(stand: _PuzzleProgress, most: int) -> tuple[an.Ply, ...]:
    """The next actions of the solution."""
    play, moves = copied(stand.play), []
    for text in list(_rest(stand))[:most]:
        seat = play.may_act()[0]
        moves.append((seat, play.game.read_action(play.state, seat, text)))
        play.push(*moves[-1])
    return Teller(play.game, stand.sight).line(tuple(moves))


def _stand(puzzle: Puzzle, play: Play, done: Sequence[str]) -> _PuzzleProgress:
    """The puzzle after right actions of the solver and the answers to them."""
    play = copied(play)
    for turn, text in zip(puzzle.turns, done, strict=False):
        if text not in right(turn):
            raise no.Illegal(f"expected right choices so far, got {text[:40]!r}")
        play.act_text(play.may_act()[0], text)
        if turn[text].reply:
            play.act_text(play.may_act()[0], turn[text].reply)
    if play.result() is not None:
        raise no.Over("the puzzle is solved; there is nothing more to do")
    return _PuzzleProgress(puzzle, play, len(done))


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


def _rest(stand: _PuzzleProgress) -> Sequence[str]:
    before = sum(1 + bool(turn[right(turn)[0]].reply) for turn in stand.puzzle.turns[: stand.at])
    return [*stand.puzzle.line()][before:]


def _step(play: Play, text: str) -> an.ShownAction:
    """An action, and the scene after it."""
    play.act_text(play.may_act()[0], text)
    return shown_action(play, len(play.steps) - 1, SPECTATOR, text)


class PuzzleSite(TableSite):
    """A site with puzzles and lessons."""

    puzzles: Puzzles
    lessons: Lessons
