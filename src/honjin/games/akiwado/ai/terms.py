"""The evaluation of `evaluation.py`, split into terms, in thousandths of log odds."""

from collections.abc import Sequence

from honjin.core.parts.terms import LOSS, WIN, Term, Terms, added_up, ended
from honjin.games.akiwado.ai.evaluation import (
    DECIDED,
    ahead,
    lead,
    privileges,
    prospects,
    purse,
    scaled,
    turns_to_come,
    value_of,
)
from honjin.games.akiwado.ai.weights import CARD, CUSTOM, SCORE, TILE, TURN, USUAL
from honjin.games.akiwado.content.data import ORDER, PURVEYOR
from honjin.games.akiwado.rules.scoring import score
from honjin.games.akiwado.rules.state import CALL, OVER, Akiwado, articles
from honjin.games.akiwado.rules.touting import income


def terms(s: Akiwado, seat: int) -> Terms:
    """The assets and prospects of a merchant, less those of each rival."""
    if s.phase == OVER:
        return ended(DECIDED * lead(s, seat))
    turns, w = turns_to_come(s), USUAL
    own = (
        Term("points", w[SCORE + turns] * score(s, seat), score(s, seat)),
        Term("cards", w[CARD + turns] * articles(s, seat), articles(s, seat)),
        Term("customs", w[CUSTOM + turns] * s.hand[seat][ORDER], s.hand[seat][ORDER]),
        in_points("sets", prospects(s, w, seat, turns), turns),
        Term("coins", purse(s, w, seat, turns), coins(s, seat)),
        Term("tile", -w[TILE] if s.unjust >> seat & 1 else 0),
        in_points("markers", privileges(s, w, seat, turns) if s.variant == PURVEYOR else 0, turns),
        Term("turn", w[TURN] if s.turn == seat else 0),
    )
    others = (other for other in range(s.seats) if other != seat)
    return (*own, *(in_points("rivals", -value_of(s, w, other, turns), turns) for other in others))


def in_points(key: str, value: int, turns: int) -> Term:
    """A term whose amount is measured in points, at their current value."""
    return Term(key, value, value / USUAL[SCORE + turns])


def coins(s: Akiwado, seat: int) -> int:
    """The coins of a seat, plus its income while a split is being judged."""
    return s.coins[seat] + (income(s, seat) if s.phase == CALL else 0)


def blend(found: Sequence[Term]) -> int:
    """The evaluation: the seat's own terms compared with those of each rival."""
    if not found or found[0].key in (WIN, LOSS):
        return added_up(found)
    mine = sum(term.value for term in found if term.key != "rivals")
    return scaled(sum(ahead(mine + term.value) for term in found if term.key == "rivals"))
