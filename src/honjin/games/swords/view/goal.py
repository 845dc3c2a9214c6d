"""How the game is won, and how near each clan is to winning."""

from functools import lru_cache

from honjin.core.scene import Goal, GoalMark
from honjin.core.words import Say
from honjin.games.swords.content.data import MAX_ROUNDS
from honjin.games.swords.info.names import Holes
from honjin.games.swords.rules.state import Swords, is_in


def goal(seen: Swords) -> Goal:
    """Enough honor, the last clan, or most honor at the round limit (rules 9, 10, Q60)."""
    honor = tuple(
        (seat, max(0, seen.honor[seat])) for seat in range(seen.seats) if is_in(seen, seat)
    )
    rounds = seen.max_rounds if seen.max_rounds < MAX_ROUNDS else 0
    return _goal(seen.honor_to_win, rounds, min(seen.round + 1, rounds), honor)


@lru_cache(1024)
def _goal(most: int, rounds: int, now: int, honor: tuple[tuple[int, int], ...]) -> Goal:
    holes: Holes = {"n": most}
    if rounds:
        holes |= {"rounds": rounds, "round": now}
    marks = (GoalMark(seat, Say("goal.honor"), n, most) for seat, n in honor)
    return Goal(Say("goal.rounds" if rounds else "goal", holes), "10", tuple(marks))
