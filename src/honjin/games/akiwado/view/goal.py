"""How to win, how many turns are left, and the current points."""

from functools import lru_cache
from typing import Final

from honjin.core.scene import Goal, GoalMark
from honjin.core.words import Say
from honjin.games.akiwado.content.data import SET_POINTS
from honjin.games.akiwado.rules.scoring import score
from honjin.games.akiwado.rules.state import DRAW_EAST, DRAW_WEST, SALVAGE, WASTE, Akiwado

_SIZES: Final = ("two", "three", "four", "five")


def goal(seen: Akiwado) -> Goal:
    """The goal: the most points when the deck runs out (rules 49, 54)."""
    points = tuple(score(seen, seat) for seat in range(seen.seats))
    return _goal(turns_left(seen), points, tuple(seen.set_points))


@lru_cache(1024)
def _goal(turns: int, points: tuple[int, ...], of_sets: tuple[int, ...]) -> Goal:
    marks = (GoalMark(seat, Say("goal.points"), n) for seat, n in enumerate(points))
    return Goal(_say(turns, of_sets), "54", tuple(marks))


def _say(turns: int, of_sets: tuple[int, ...]) -> Say:
    """What to do; points of sets that are not the printed ones are told as well (rule 52)."""
    if of_sets == SET_POINTS:
        return Say("goal", {"n": turns})
    return Say("goal.own", {"n": turns, **dict(zip(_SIZES, of_sets[2:], strict=True))})


def turns_left(seen: Akiwado) -> int:
    """The turns the deck has cards for, including the current one (rules 8, 25, 26)."""
    if seen.phase >= SALVAGE:
        return 0
    if seen.phase <= WASTE:
        return (seen.left - seen.first_waste + sum(seen.waste) + 1) // 2
    if seen.phase <= DRAW_EAST:
        return (seen.left + 1) // 2
    rest = seen.left - 1 if seen.phase == DRAW_WEST else seen.left
    return 1 + (rest + 1) // 2
