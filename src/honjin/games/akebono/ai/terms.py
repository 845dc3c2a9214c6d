"""The estimate of `evaluation.py` by its parts."""

from honjin.core.terms import Term, Terms, ended
from honjin.games.akebono.ai.evaluation import (
    NEAR,
    SIEGE,
    VALOR,
    evaluate,
    holdings,
    initiative,
    nearness,
    prey,
    readiness,
    siege_odds,
)
from honjin.games.akebono.rules.state import REVISING, Akebono


def terms(s: Akebono, seat: int) -> Terms:
    """What a seat has and threatens, and what its rival does."""
    if s.outcome:
        return ended(evaluate(s, seat))
    if s.phase <= REVISING:
        return (Term("ready", readiness(s, seat)),)
    rival = 1 - seat
    return (
        Term("prisoners", prisoners(s, seat)),
        Term("losses", -prisoners(s, rival)),
        Term("valor", VALOR * (s.valor[seat] - s.valor[rival])),
        Term("siege", SIEGE * siege_odds(s, seat) // 36),
        Term("danger", -(SIEGE * siege_odds(s, rival) // 36)),
        Term("prey", prey(s, seat) // 36),
        Term("exposed", -(prey(s, rival) // 36)),
        Term("advance", NEAR * (nearness(s, seat) - nearness(s, rival))),
        Term("roll", initiative(s) if s.turn == seat else -initiative(s)),
    )


def prisoners(s: Akebono, seat: int) -> int:
    """What the prisoners of a seat are worth."""
    return holdings(s, seat) - VALOR * s.valor[seat]
