"""The routes of puzzles and lessons; `routes` joins them to the others."""

from __future__ import annotations

from typing import Final

from honjin.core.scene import Reason
from honjin.server.analysis import messages as an
from honjin.server.messages import refusals as no
from honjin.server.people.route import Route
from honjin.server.puzzles import handlers as learning
from honjin.server.puzzles import messages as pz

_PUZZLE: Final = "/api/puzzles/{day}"
_LESSON: Final = "/api/lessons/{game}/{key}"
_GAME: Final = ("game",)

PUZZLE_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", "/api/puzzles", learning.get_puzzles, pz.PuzzleDays, None, (no.NoPuzzle, no.Busy),
          ("until", *_GAME), limit="read", keeping="public"),
    Route("GET", _PUZZLE, learning.get_puzzle, pz.Puzzle, None,
          (no.NoPuzzle, no.Unreadable, no.Busy), _GAME, limit="read", keeping="public"),
    Route("POST", f"{_PUZZLE}/tries", learning.post_try, pz.Tried, pz.TryPuzzle,
          (no.NoPuzzle, no.Illegal, no.Over, no.Busy), _GAME, limit="puzzle", open=True),
    Route("POST", f"{_PUZZLE}/hint", learning.post_hint, pz.Hint, pz.AskHint,
          (no.NoPuzzle, no.Illegal, no.Over, no.Busy), _GAME, limit="puzzle", open=True),
    Route("GET", f"{_PUZZLE}/solution", learning.get_solution, pz.Solution, None,
          (no.NoPuzzle, no.Unreadable, no.Busy), _GAME, limit="read"),
    Route("GET", f"{_PUZZLE}/why", learning.get_puzzle_why, Reason, None,
          (no.NoPuzzle, no.Illegal, no.Over, no.Busy), ("path", "done", *_GAME), limit="read"),
    Route("GET", _LESSON, learning.get_lesson, an.Lesson, None,
          (no.UnknownGame, no.NoLesson, no.Busy), limit="read", keeping="public"),
    Route("GET", f"{_LESSON}/why", learning.get_lesson_why, Reason, None,
          (no.UnknownGame, no.NoLesson, no.NotYourTurn, no.Busy), ("step", "path"), limit="read"),
)  # fmt: skip
