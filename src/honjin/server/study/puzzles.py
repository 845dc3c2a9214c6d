"""The puzzle of each day: its position, and the answer to a try.

All of it comes from the book that is shipped with a game (`solver.puzzle_book`); nothing is solved
or stored here. A day begins at midnight UTC. Requests for future days are refused.
"""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from honjin.core.game import Game
from honjin.core.play import Play
from honjin.core.seats import SPECTATOR
from honjin.server.messages import protocol as p
from honjin.server.messages import refusals as no
from honjin.server.session.view.parts import turn_of
from honjin.server.session.view.past import reason_why
from honjin.server.session.view.perspective import Perspective, look_at
from honjin.server.study.analysis_words import Teller, exact_message
from honjin.server.study.shown import lines, shown_action
from honjin.solver import BadPuzzles, Book, Daily, NoPuzzle, Puzzle
from honjin.solver.puzzles.book import FIRST
from honjin.solver.puzzles.puzzle import best_value, right

log = logging.getLogger(__name__)

LISTED: Final = 28
"""The number of days in a list."""

TODAY: Final = "today"


def utc_today() -> dt.date:
    """The current day in UTC."""
    return dt.datetime.now(dt.UTC).date()


class _Stand(NamedTuple):
    """A puzzle as far as it has been solved."""

    puzzle: Puzzle
    play: Play
    at: int
    """The number of its turns that are done."""

    @property
    def sight(self) -> Perspective:
        """What the solver sees, with the choices."""
        return look_at(self.play, self.play.may_act()[0])


class Puzzles:
    """The puzzles of the first game here that has a book."""

    def __init__(
        self, games: Mapping[str, Game[Any]], today: Callable[[], dt.date] = utc_today
    ) -> None:
        self.today = today
        self._games = games.values()
        self._start = lru_cache(64)(self._make_start)

    @cached_property
    def _book(self) -> Book | None:
        """Read at the first request, which is answered outside the event loop."""
        return next(filter(None, map(_book_of, self._games)), None)

    # ---- days

    def read_day(self, text: str) -> dt.date:
        """The day named by a string; Unreadable or NoPuzzle if there is none, or not yet."""
        today = self.today()
        if text == TODAY:
            return today
        day = _date(text)
        if day > today:
            raise no.NoPuzzle(f"the puzzle of {day} is not out yet; today is {today} (UTC)")
        return day

    def days(self, until: str) -> p.PuzzleDays:
        """The last days up to one, the latest first."""
        last = self.read_day(until)
        count = min(LISTED, max(1, (last - FIRST).days + 1))
        rows = tuple(self._row(last - dt.timedelta(n)) for n in range(count))
        return p.PuzzleDays(str(self.today()), rows)

    def _row(self, day: dt.date) -> p.PuzzleDay:
        daily = self._daily(day)
        return p.PuzzleDay(str(day), self._game.key, daily.level, daily.puzzle.plies)

    @property
    def _game(self) -> Game[Any]:
        return self._must().game

    def _must(self) -> Book:
        if self._book is None:
            raise no.NoPuzzle("no game of this server has puzzles")
        return self._book

    def _daily(self, day: dt.date) -> Daily:
        try:
            return self._must().of(day)
        except NoPuzzle as problem:
            raise no.NoPuzzle(str(problem)) from None

    # ---- one puzzle

    def show(self, day: dt.date) -> p.Puzzle:
        """The position and task; nothing of the answer."""
        daily, stand = self._daily(day), self._stand(day, ())
        sight, play = stand.sight, stand.play
        log = tuple(line for n in range(len(play.steps)) for line in lines(play, n, SPECTATOR))
        return p.Puzzle(
            str(day), self._game.key, dict(play.options), daily.level, daily.puzzle.plies,
            len(daily.puzzle.turns), self._game.notation.write_position(play.state),
            self._game.table.scene(sight.observation), turn_of(self._game, sight), log,
        )  # fmt: skip

    def judge(self, day: dt.date, order: p.TryPuzzle) -> p.Tried:
        """The result of a try, with the best answer to it."""
        stand = self._stand(day, order.done)
        turn = stand.puzzle.turns[stand.at]
        found = turn.get(order.do)
        if found is None:
            raise no.Illegal(f"{order.do!r} is not one of the choices: {', '.join(turn)}")
        steps = [_step(stand.play, order.do)]
        if found.reply:
            steps.append(_step(stand.play, found.reply))
        is_right, over = order.do in right(turn), stand.play.result() is not None
        return p.Tried(
            is_right, exact_message(best_value(turn)), exact_message(found.value), tuple(steps),
            is_right and over, None if over or not is_right else turn_of(self._game, stand.sight),
        )  # fmt: skip

    def hint(self, day: dt.date, order: p.AskHint) -> p.Hint:
        """The kind of the right choice, and the first click."""
        stand = self._stand(day, order.done)
        (ply,) = self._line(stand, 1)
        choice = next(one for one in turn_of(self._game, stand.sight).choices if one.do == ply.do)
        return p.Hint(choice.kind, choice.path[0])

    def solution(self, day: dt.date) -> p.Solution:
        """The whole line."""
        stand = self._stand(day, ())
        return p.Solution(self._line(stand, len(list(stand.puzzle.line()))))

    def why(self, day: dt.date, done: Sequence[str], path: list[str]) -> p.Reason:
        """Why the solver cannot click a path of ids."""
        return reason_why(self._game, self._stand(day, done).sight, path)

    def _line(self, stand: _Stand, most: int) -> tuple[p.Ply, ...]:
        """The next actions of the solution."""
        play, moves = _copied(stand.play), []
        for text in list(_rest(stand))[:most]:
            seat = play.may_act()[0]
            moves.append((seat, self._game.read_action(play.state, seat, text)))
            play.push(*moves[-1])
        return Teller(self._game, stand.sight).line(tuple(moves))

    def _stand(self, day: dt.date, done: Sequence[str]) -> _Stand:
        """The puzzle after right actions of the solver and the answers to them."""
        puzzle, play = self._start(day)
        play = _copied(play)
        for turn, text in zip(puzzle.turns, done, strict=False):
            if text not in right(turn):
                raise no.Illegal(f"expected right choices so far, got {text[:40]!r}")
            play.act_text(play.may_act()[0], text)
            if turn[text].reply:
                play.act_text(play.may_act()[0], turn[text].reply)
        if play.result() is not None:
            raise no.Over("the puzzle is solved; there is nothing more to do")
        return _Stand(puzzle, play, len(done))

    def _make_start(self, day: dt.date) -> tuple[Puzzle, Play]:
        puzzle = self._daily(day).puzzle
        return puzzle, puzzle.play(self._game)


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


def _copied(play: Play) -> Play:
    """A copy of a game to continue, independent of the cached one."""
    return play.at(len(play.steps))


def _rest(stand: _Stand) -> Sequence[str]:
    before = sum(1 + bool(turn[right(turn)[0]].reply) for turn in stand.puzzle.turns[: stand.at])
    return [*stand.puzzle.line()][before:]


def _step(play: Play, text: str) -> p.ShownAction:
    """An action, and the scene after it."""
    play.act_text(play.may_act()[0], text)
    return shown_action(play, len(play.steps) - 1, SPECTATOR, text)
