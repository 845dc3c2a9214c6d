"""The estimate of `evaluation.py` by its parts; each is rounded for itself."""

from honjin.core.terms import Term, Terms, ended
from honjin.games.swords.ai.evaluation import (
    DECIDED,
    FEW,
    OPEN,
    SHARP,
    SLACK,
    armies_worth,
    evaluate,
    fear,
    flows,
    hope,
    treasure,
    worth,
)
from honjin.games.swords.ai.valuation import (
    HONOR_WORTH,
    VETERAN_WORTH,
    battle_worth,
    hand_worth,
    horizon,
    part,
)
from honjin.games.swords.content.data import HONOR_TO_WIN
from honjin.games.swords.content.maps import SQUARES, steps
from honjin.games.swords.rules.state import COMMIT, OVER, RALLY, Swords, is_in


def terms(s: Swords, seat: int) -> Terms:
    """What a clan has and may hope for, and what the best of the others does."""
    if s.phase == OVER:
        return ended(evaluate(s, seat))
    rounds = horizon(s)
    others = [other for other in range(s.seats) if other != seat and is_in(s, other)]
    best = max((worth(s, other, rounds) for other in others), default=-DECIDED)
    found = {**own(s, seat, rounds), "rivals": -best}
    return tuple(Term(key, part(value, SHARP, rounds + SLACK)) for key, value in found.items())


def own(s: Swords, seat: int, rounds: int) -> dict[str, int]:
    """The parts of what a clan has."""
    if not is_in(s, seat):
        return {"out": worth(s, seat, rounds)}
    fighting = RALLY <= s.phase <= COMMIT
    return {
        "honor": HONOR_WORTH * min(max(s.honor[seat], 0), HONOR_TO_WIN),
        "gold": treasure(s.gold[seat]),
        "income": flows(s, seat, rounds),
        "armies": armies_worth(s, seat, rounds),
        "cards": part(hand_worth(s, seat), min(rounds + 1, FEW), FEW),
        "hopes": hopes(s, seat, rounds),
        "danger": -danger(s, seat),
        "battle": battle_worth(s, seat, rounds) if fighting else 0,
    }


def hopes(s: Swords, seat: int, rounds: int) -> int:
    """Experience of own armies, and the castles that they may go for."""
    return sum(
        VETERAN_WORTH * s.experience[square] + hope(s, seat, square, rounds)
        for square in range(SQUARES)
        if s.army[square] == seat + 1
    )


def danger(s: Swords, seat: int) -> int:
    """What enemies near the own fortress are feared for."""
    if s.home[seat] >= s.castles:
        return 0
    home = s.square[s.home[seat]]
    enemies = (square for square in range(SQUARES) if s.army[square] not in (0, seat + 1))
    found = sum(fear(steps(s.adjacency, square, home)) for square in enemies)
    return found if s.army[home] == seat + 1 else OPEN * found
