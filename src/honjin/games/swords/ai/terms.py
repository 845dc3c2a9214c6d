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
    found = *own(s, seat, rounds), in_honor("rivals", -best)
    return tuple(one._replace(value=part(one.value, SHARP, rounds + SLACK)) for one in found)


def own(s: Swords, seat: int, rounds: int) -> Terms:
    """The parts of what a clan has."""
    if not is_in(s, seat):
        return (Term("out", worth(s, seat, rounds)),)
    fighting = RALLY <= s.phase <= COMMIT
    honor = min(max(s.honor[seat], 0), HONOR_TO_WIN)
    gained = incoming(s, seat, rounds)
    kept = armies_worth(s, seat, rounds) + flows(s, seat, rounds) - gained
    hand = part(hand_worth(s, seat), min(rounds + 1, FEW), FEW)
    return (
        Term("honor", HONOR_WORTH * honor, honor),
        Term("gold", treasure(s.gold[seat]), s.gold[seat]),
        Term("income", gained, s.control[: s.castles].count(seat)),
        Term("armies", kept, s.armies[seat]),
        Term("cards", hand, s.held[seat]),
        in_honor("hopes", hopes(s, seat, rounds)),
        Term("danger", -danger(s, seat), -len(threats(s, seat))),
        in_honor("battle", battle_worth(s, seat, rounds) if fighting else 0),
    )


def in_honor(key: str, value: int) -> Term:
    """A term that is counted in points of honor."""
    return Term(key, value, value / HONOR_WORTH)


def incoming(s: Swords, seat: int, rounds: int) -> int:
    """What castles bring until the end: the flows of a clan that has nobody to feed."""
    fed = s.copy()
    fed.armies[seat] = 0
    return flows(fed, seat, rounds)


def hopes(s: Swords, seat: int, rounds: int) -> int:
    """Experience of own armies, and the castles that they may go for."""
    return sum(
        VETERAN_WORTH * s.experience[square] + hope(s, seat, square, rounds)
        for square in range(SQUARES)
        if s.army[square] == seat + 1
    )


def danger(s: Swords, seat: int) -> int:
    """What enemies near the own fortress are feared for."""
    found = sum(threats(s, seat))
    return found if not found or s.army[s.square[s.home[seat]]] == seat + 1 else OPEN * found


def threats(s: Swords, seat: int) -> list[int]:
    """What each enemy that is near enough to the own fortress is feared for."""
    if s.home[seat] >= s.castles:
        return []
    home = s.square[s.home[seat]]
    enemies = (square for square in range(SQUARES) if s.army[square] not in (0, seat + 1))
    found = (fear(steps(s.adjacency, square, home)) for square in enemies)
    return [one for one in found if one]
