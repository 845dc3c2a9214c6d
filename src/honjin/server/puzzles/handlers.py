"""The handlers of the puzzle and lesson routes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

import msgspec

from honjin.core.scene import Reason
from honjin.server.people.requests import RequestContext
from honjin.server.puzzles import messages as pz
from honjin.server.puzzles.service import TODAY, PuzzleSite
from honjin.server.puzzles.tasks import Task
from honjin.server.tables.looks import MAX_STEPS

T = TypeVar("T")

MAX_KEY: Final = 40
"""The longest key of a game that is looked at."""

# ---------------------------------------------------------------- puzzles


async def get_puzzles(site: PuzzleSite, context: RequestContext) -> pz.PuzzleDays:
    """The puzzles of a game in the last four weeks, up to the day `until` (default: today)."""
    until, game = (context.all("until") or [TODAY])[-1], game_of(context)
    return await site.reads.do(lambda: site.puzzles.days(until, game), context.asker)


def game_of(context: RequestContext) -> str:
    """The game that a request names; empty for the first one that has puzzles."""
    return (context.all("game") or [""])[-1][:MAX_KEY]


async def get_puzzle(site: PuzzleSite, context: RequestContext) -> pz.Puzzle:
    """The puzzle of a day such as 2026-03-01, or of `today` (in UTC), without its solution.

    `?game=` names the game; without it, it is the first one that has puzzles.
    """
    day, game = site.puzzles.read_day(context.path("day")), game_of(context)
    return await site.reads.do(lambda: site.puzzles.show(day, game), context.asker)


async def post_try(site: PuzzleSite, context: RequestContext, order: pz.TryPuzzle) -> pz.Tried:
    """Try an action: whether it is right, what it gives away, and the best answer to it."""
    return await _answered(site, context, lambda task: task.judge(order))


async def post_hint(site: PuzzleSite, context: RequestContext, order: pz.AskHint) -> pz.Hint:
    """Ask for the kind of the right action, and its first click."""
    return await _answered(site, context, lambda task: task.hint(order.done))


async def get_solution(site: PuzzleSite, context: RequestContext) -> pz.Solution:
    """The solution of a day's puzzle, for a player who gives up."""
    return await _answered(site, context, Task.solution)


async def get_puzzle_why(site: PuzzleSite, context: RequestContext) -> Reason:
    """Why a path of ids cannot be clicked: `?path=a&path=b`, after the right actions `?done=x`."""
    done, path = context.all("done")[:64], context.all("path")[:20]
    return await _answered(site, context, lambda task: task.why(done, path))


async def _answered(site: PuzzleSite, context: RequestContext, answer: Callable[[Task], T]) -> T:
    """Return an answer about the puzzle of the request's day."""
    day, game = site.puzzles.read_day(context.path("day")), game_of(context)
    return await site.reads.do(lambda: answer(site.puzzles.task(day, game)), context.asker)


# ---------------------------------------------------------------- lessons


async def get_lesson(site: PuzzleSite, context: RequestContext) -> bytes:
    """A lesson of a game: all steps, with every scene in between."""
    game, key = context.path("game"), context.path("key")

    def made() -> bytes:
        return msgspec.json.encode(site.lessons.show(game, key))

    return await site.reads.once(("lesson", game, key), made, context.asker)


async def get_lesson_why(site: PuzzleSite, context: RequestContext) -> Reason:
    """Why a path of ids cannot be clicked in a step: `?step=0&path=a&path=b`, counted from 0."""
    game, key = context.path("game"), context.path("key")
    step, path = context.number("step", MAX_STEPS) or 0, context.all("path")[:20]
    return await site.reads.do(lambda: site.lessons.why(game, key, step, path), context.asker)
