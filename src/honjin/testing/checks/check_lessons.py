"""Checks of lessons."""

from __future__ import annotations

from honjin.core.errors import BadLesson
from honjin.core.parts.lesson import lessons_of, walk
from honjin.testing.check import Moment, check, fail


@check("lessons", "end", "lessons", "Every lesson can be played from its first step to its last.")
def playable_lessons(moment: Moment) -> None:
    """Check that each lesson points at ids on the table and expects legal actions, after a game."""
    case = moment.case
    if "lessons" in case.shared:
        return
    case.shared["lessons"] = True
    try:
        for lesson in lessons_of(case.game):
            for _ in walk(case.game, lesson):
                pass
    except BadLesson as problem:
        fail(str(problem))
