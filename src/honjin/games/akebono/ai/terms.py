"""The evaluation of `evaluation.py`, split into terms."""

from honjin.core.parts.terms import Term, Terms, ended
from honjin.games.akebono.ai.evaluation import (
    FAR,
    MIDDLE_ROLL,
    advance,
    capture,
    cheapest,
    holdings,
    initiative,
    nearness,
    prey,
    readiness,
    siege,
    weigh,
)
from honjin.games.akebono.ai.weights import USUAL, VALOR
from honjin.games.akebono.content.data import DAIMYO, TAIRO, TEPPO
from honjin.games.akebono.rules.moving import shot_price, target_of
from honjin.games.akebono.rules.state import REVISING, TURN, Akebono, next_piece


def terms(s: Akebono, seat: int) -> Terms:
    """What a seat holds and threatens, and what its rival does."""
    if s.outcome:
        return ended(weigh(s, USUAL, seat))
    if s.phase <= REVISING:
        return (Term("ready", readiness(s, seat)),)
    rival, w = 1 - seat, USUAL
    return (
        Term("prisoners", prisoners(s, seat), sum(s.taken[seat][DAIMYO:])),
        Term("losses", -prisoners(s, rival), -sum(s.taken[rival][DAIMYO:])),
        Term("valor", w[VALOR] * (s.valor[seat] - s.valor[rival]), s.valor[seat]),
        Term("siege", capture(s, w, seat), saved(s, seat)),
        Term("danger", -capture(s, w, rival), spent(s, rival)),
        Term("prey", prey(s, w, seat) // 36, len(in_reach(s, seat))),
        Term("exposed", -(prey(s, w, rival) // 36), -len(in_reach(s, rival))),
        Term("advance", advance(s, w, seat) - advance(s, w, rival), nearness(s, seat)),
        Term("roll", initiative(s, w) if s.turn == seat else -initiative(s, w), left(s, seat)),
    )


def prisoners(s: Akebono, seat: int) -> int:
    """The value of a seat's prisoners."""
    return holdings(s, USUAL, seat) - USUAL[VALOR] * s.valor[seat]


# ---- amounts


def spent(s: Akebono, seat: int) -> int | None:
    """The points a side needs to capture the other tairo; None if it is too far away."""
    found = siege(s, seat)
    return found if found < FAR else None


def saved(s: Akebono, seat: int) -> int | None:
    """The same, negated so that fewer points count as more."""
    found = spent(s, seat)
    return None if found is None else -found


def left(s: Akebono, seat: int) -> int | None:
    """The points a side has left to spend; None on the other's turn or before the roll."""
    return s.points if s.phase == TURN and s.turn == seat else None


def in_reach(s: Akebono, seat: int) -> frozenset[int]:
    """The hexes of enemies that a side could defeat with its points, or with an average roll."""
    points = s.points if s.phase == TURN and s.turn == seat else MIDDLE_ROLL
    walked = {
        cell
        for cell in cells(s, 1 - seat)
        if s.piece[cell] & 7 != TAIRO and cheapest(s, seat, cell) <= points
    }
    return frozenset(walked | shot(s, seat, points))


def shot(s: Akebono, seat: int, points: int) -> set[int]:
    """The hexes of enemies that a side's guns could shoot for the given points."""
    guns = (cell for cell in cells(s, seat) if s.piece[cell] & 7 == TEPPO)
    aims = ((gun, d) for gun in guns for d in range(6))
    return {
        target_of(s, gun, d)
        for gun, d in aims
        if target_of(s, gun, d) and shot_price(s, gun, d) <= points
    }


def cells(s: Akebono, seat: int) -> list[int]:
    """The cells of a side's pieces."""
    found, cell = list[int](), next_piece(s, seat, 0)
    while cell:
        found.append(cell)
        cell = next_piece(s, seat, cell)
    return found
