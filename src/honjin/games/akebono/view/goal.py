"""How to win, and how close each side is: to the enemy tairo, to all daimyo, in points."""

from functools import lru_cache
from typing import Final

from honjin.core.scene import Goal, GoalMark
from honjin.core.words import Say
from honjin.games.akebono.content.data import DAIMYO
from honjin.games.akebono.rules.scoring import score
from honjin.games.akebono.rules.state import REPAIR, Akebono, beside

CAPTORS: Final = 2
"""The number of enemies beside a tairo that capture it (rule 31)."""
_SIDES: Final = (0, 1)


def goal(seen: Akebono) -> Goal:
    """The goal: a captured tairo or all daimyo end the battle; points decide (rules 33, 35)."""
    near = tuple((_near_tairo(seen, seat), *_taken(seen, seat)) for seat in _SIDES)
    rounds = min(seen.turns // 2 + 1, seen.max_rounds)
    return _goal(seen.max_rounds, rounds, seen.counts[DAIMYO], near)


def _near_tairo(seen: Akebono, seat: int) -> int:
    """The number of pieces beside the enemy tairo; 0 during the secret set-up."""
    at = seen.tairo[1 - seat]
    return min(CAPTORS, beside(seen, at, seat)) if at and seen.phase >= REPAIR else 0


def _taken(seen: Akebono, seat: int) -> tuple[int, int]:
    """The daimyo taken, and the points so far."""
    return seen.taken[seat][DAIMYO], score(seen, seat)


@lru_cache(1024)
def _goal(rounds: int, now: int, daimyo: int, near: tuple[tuple[int, int, int], ...]) -> Goal:
    say = Say("goal.rounds", {"n": rounds, "round": now}) if rounds else Say("goal")
    return Goal(say, "33", tuple(mark for seat in _SIDES for mark in _marks(seat, daimyo, near)))


def _marks(seat: int, daimyo: int, near: tuple[tuple[int, int, int], ...]) -> tuple[GoalMark, ...]:
    beside_tairo, taken, points = near[seat]
    return (
        GoalMark(seat, Say("goal.tairo"), beside_tairo, CAPTORS),
        GoalMark(seat, Say("goal.daimyo"), taken, daimyo),
        GoalMark(seat, Say("goal.points"), points),
    )
