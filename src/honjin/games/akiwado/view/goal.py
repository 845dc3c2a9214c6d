"""How to win, how many turns are left, and the current points."""

from functools import lru_cache

from honjin.core.scene import Goal, GoalMark
from honjin.core.words import Say
from honjin.games.akiwado.rules.scoring import score
from honjin.games.akiwado.rules.state import DRAW_EAST, DRAW_WEST, SALVAGE, WASTE, Akiwado


def goal(seen: Akiwado) -> Goal:
    """The goal: the most points when the deck runs out (rules 49, 54)."""
    return _goal(turns_left(seen), tuple(score(seen, seat) for seat in range(seen.seats)))


@lru_cache(1024)
def _goal(turns: int, points: tuple[int, ...]) -> Goal:
    marks = (GoalMark(seat, Say("goal.points"), n) for seat, n in enumerate(points))
    return Goal(Say("goal", {"n": turns}), "54", tuple(marks))


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
