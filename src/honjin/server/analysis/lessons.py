"""Lessons as the page shows them: every scene of a lesson, made once by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from honjin.core.game import Game
from honjin.core.parts.lesson import Lesson, Stand
from honjin.core.play import Play
from honjin.core.scene import Reason
from honjin.server.analysis import messages as an
from honjin.server.analysis.shown import lines, shown_action
from honjin.server.messages import refusals as no
from honjin.server.tables.view.parts import turn_of
from honjin.server.tables.view.past import reason_why
from honjin.server.tables.view.perspective import Perspective


def shown(game: Game[Any], lesson: Lesson, stands: Sequence[Stand]) -> an.Lesson:
    """A lesson as the page plays it."""
    steps = tuple(_step(lesson, stand) for stand in stands)
    options = dict(game.read_options(lesson.options))
    return an.Lesson(
        lesson.key, game.key, options, lesson.seat, lesson.title, lesson.goal, steps
    )  # fmt: skip


def why(
    game: Game[Any], lesson: Lesson, stands: Sequence[Stand], n: int, path: list[str]
) -> Reason:
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
