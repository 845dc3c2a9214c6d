"""The lessons of all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from honjin.core.game import Game
from honjin.core.parts.lesson import Lesson, Stand, lessons_of, walk
from honjin.core.scene import Reason
from honjin.server.analysis import messages as an
from honjin.server.analysis.lessons import shown, why
from honjin.server.messages import refusals as no


class Lessons:
    """The lessons of all games."""

    def __init__(self, games: Mapping[str, Game[Any]]) -> None:
        self._games = games
        self._walked = cache(self._walk)

    def show(self, key: str, lesson: str) -> an.Lesson:
        """The whole lesson."""
        return shown(*self._walked(key, lesson))

    def why(self, key: str, lesson: str, n: int, path: list[str]) -> Reason:
        """Why the learner cannot click a path of ids in step `n`, counted from 0."""
        return why(*self._walked(key, lesson), n, path)

    def _walk(self, key: str, lesson: str) -> tuple[Game[Any], Lesson, Sequence[Stand]]:
        game = self._games.get(key)
        if game is None:
            raise no.UnknownGame(f"expected one of {', '.join(self._games)}, got {key[:40]!r}")
        for found in lessons_of(game):
            if found.key == lesson:
                return game, found, tuple(walk(game, found))
        keys = ", ".join(one.key for one in lessons_of(game)) or "none"
        raise no.NoLesson(f"expected a lesson of {key}, one of {keys}; got {lesson[:40]!r}")
