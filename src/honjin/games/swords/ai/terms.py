"""The parts of the value in `evaluation.py` by the usual weights, each rounded separately."""

from honjin.core.parts.terms import Term, Terms, ended
from honjin.games.swords.ai.evaluation import (
    DECIDED,
    armies_value,
    by_time,
    cards_value,
    cash_flow,
    clan_value,
    prospect,
    threat,
    treasure,
    weigh,
)
from honjin.games.swords.ai.valuation import battle_value, horizon
from honjin.games.swords.ai.weights import HONOR_VALUE, OPEN, USUAL, VETERAN_VALUE
from honjin.games.swords.content.maps import SQUARES, steps
from honjin.games.swords.rules.state import COMMIT, OVER, RALLY, Swords, is_in


def terms(s: Swords, seat: int) -> Terms:
    """The parts of a clan's value, and the value of the best other clan."""
    if s.phase == OVER:
        return ended(weigh(s, USUAL, seat))
    rounds = horizon(s, USUAL)
    others = [other for other in range(s.seats) if other != seat and is_in(s, other)]
    best = max((clan_value(s, USUAL, other, rounds) for other in others), default=-DECIDED)
    parts = *own_terms(s, seat, rounds), in_honor("rivals", -best)
    return tuple(part._replace(value=by_time(USUAL, part.value, rounds)) for part in parts)


def own_terms(s: Swords, seat: int, rounds: int) -> Terms:
    """The parts of a clan's own value."""
    if not is_in(s, seat):
        return (Term("out", clan_value(s, USUAL, seat, rounds)),)
    fighting = RALLY <= s.phase <= COMMIT
    honor = min(max(s.honor[seat], 0), s.honor_to_win)
    gained = incoming(s, seat, rounds)
    kept = armies_value(s, USUAL, seat, rounds) + cash_flow(s, USUAL, seat, rounds) - gained
    return (
        Term("honor", USUAL[HONOR_VALUE] * honor, honor),
        Term("gold", treasure(s, USUAL, s.gold[seat]), s.gold[seat]),
        Term("income", gained, s.control[: s.castles].count(seat)),
        Term("armies", kept, s.armies[seat]),
        Term("cards", cards_value(s, USUAL, seat, rounds), s.held[seat]),
        in_honor("hopes", prospects(s, seat, rounds)),
        Term("danger", -danger(s, seat), -len(threats(s, seat))),
        in_honor("battle", battle_value(s, USUAL, seat, rounds) if fighting else 0),
    )


def in_honor(key: str, value: int) -> Term:
    """A term counted in points of honor."""
    return Term(key, value, value / USUAL[HONOR_VALUE])


def incoming(s: Swords, seat: int, rounds: int) -> int:
    """Income from castles until the end: the cash flow of a clan without armies to supply."""
    fed = s.copy()
    fed.armies[seat] = 0
    return cash_flow(fed, USUAL, seat, rounds)


def prospects(s: Swords, seat: int, rounds: int) -> int:
    """The experience of a clan's armies, and the castles they may go for."""
    return sum(
        USUAL[VETERAN_VALUE] * s.experience[square] + prospect(s, USUAL, seat, square, rounds)
        for square in range(SQUARES)
        if s.army[square] == seat + 1
    )


def danger(s: Swords, seat: int) -> int:
    """The threat of enemies near a clan's fortress."""
    threatened = sum(threats(s, seat))
    if not threatened or s.army[s.square[s.home[seat]]] == seat + 1:
        return threatened
    return threatened * USUAL[OPEN] >> 4


def threats(s: Swords, seat: int) -> list[int]:
    """The threat of each enemy near a clan's fortress."""
    if s.home[seat] >= s.castles:
        return []
    home = s.square[s.home[seat]]
    enemies = (square for square in range(SQUARES) if s.army[square] not in (0, seat + 1))
    values = (threat(USUAL, steps(s.adjacency, square, home)) for square in enemies)
    return [value for value in values if value]
