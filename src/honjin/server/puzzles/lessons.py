"""Lessons as the page shows them: every scene of a lesson, made once by the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from honjin.core.game import Game
from honjin.core.parts.lesson import Lesson, Stand, lessons_in, walk
from honjin.core.play import Play
from honjin.server.analysis import messages as an
from honjin.server.analysis.shown import lines, shown_action
from honjin.server.messages import refusals as no
from honjin.server.tables.messages import protocol as p
from honjin.server.tables.view.parts import turn_of
from honjin.server.tables.view.past import reason_why
from honjin.server.tables.view.perspective import Perspective


def lesson_rows(game: Game[Any]) -> tuple[p.LessonRow, ...]:
    """The lessons of a game, as the lobby lists them."""
    return tuple(
        p.LessonRow(one.key, one.title, _to_be_played(game, one), len(one.steps))
        for one in lessons_in(game.home)
    )


def _to_be_played(game: Game[Any], lesson: Lesson) -> dict[str, str | bool]:
    """The options of the preset nearest to a lesson, to be played after it."""
    options = game.read_options(lesson.options).items()
    alike = [dict(one.options) for one in game.presets if one.options.items() <= options]
    return max(alike, key=len, default={})


class Lessons:
    """The lessons of all games."""

    def __init__(self, games: Mapping[str, Game[Any]]) -> None:
        self._games = games
        self._walked = cache(self._walk)

    def show(self, key: str, lesson: str) -> an.Lesson:
        """The whole lesson."""
        return shown(*self._walked(key, lesson))

    def why(self, key: str, lesson: str, n: int, path: list[str]) -> p.Reason:
        """Why the learner cannot click a path of ids in step `n`, counted from 0."""
        return why(*self._walked(key, lesson), n, path)

    def _walk(self, key: str, lesson: str) -> tuple[Game[Any], Lesson, Sequence[Stand]]:
        game = self._games.get(key)
        if game is None:
            raise no.UnknownGame(f"expected one of {', '.join(self._games)}, got {key[:40]!r}")
        for found in lessons_in(game.home):
            if found.key == lesson:
                return game, found, tuple(walk(game, found))
        keys = ", ".join(one.key for one in lessons_in(game.home)) or "none"
        raise no.NoLesson(f"expected a lesson of {key}, one of {keys}; got {lesson[:40]!r}")


def shown(game: Game[Any], lesson: Lesson, stands: Sequence[Stand]) -> an.Lesson:
    """A lesson as the page plays it."""
    steps = tuple(_step(lesson, stand) for stand in stands)
    options = dict(game.read_options(lesson.options))
    return an.Lesson(
        lesson.key, game.key, options, lesson.seat, lesson.title, lesson.goal, steps
    )  # fmt: skip


def why(
    game: Game[Any], lesson: Lesson, stands: Sequence[Stand], n: int, path: list[str]
) -> p.Reason:
    """Why the learner cannot click a path of ids in step `n`, counted from 0."""
    if n >= len(stands):
        raise no.NoLesson(f"expected a step from 0 to {len(stands) - 1}, got {n}")
    play = stands[n].play
    if lesson.seat not in play.may_act():
        raise no.NotYourTurn("there is nothing to do in this step")
    return reason_why(game, Perspective.at(play, lesson.seat), path)


def _step(lesson: Lesson, stand: Stand) -> an.LessonStep:
    step, play, seat = stand.step, stand.play, lesson.seat
    at, is_anew = len(play.steps), stand.step.has_own_position
    return an.LessonStep(
        step.say,
        {text: _shown_actions(after, at, seat, text) for text, after in stand.after.items()},
        play.game.table.scene(Perspective.past(play, seat, at).observation) if is_anew else None,
        tuple(line for n in range(at) for line in lines(play, n, seat)) if is_anew else (),
        turn_of(play.game, Perspective.at(play, seat)) if step.do else None,
        step.points,
        step.wrong,
    )


def _shown_actions(play: Play, since: int, seat: int, text: str) -> tuple[an.ShownAction, ...]:
    """The learner's action, and what follows."""
    own = since if text else -1
    return tuple(
        shown_action(play, n, seat, text if n == own else "") for n in range(since, len(play.steps))
    )
