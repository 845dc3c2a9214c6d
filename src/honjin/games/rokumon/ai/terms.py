"""The evaluation of `evaluation.py`, split into terms."""

from honjin.core.jit.bits import count_bits
from honjin.core.parts.terms import Term, Terms, ended
from honjin.games.rokumon.ai.evaluation import PAIR, TO_MOVE, TOP, evaluate, row_promise
from honjin.games.rokumon.rules.state import Rokumon


def terms(s: Rokumon, seat: int) -> Terms:
    """The terms in a seat's favour, and what its rival has in the making."""
    if s.outcome:
        return ended(evaluate(s, seat))
    rival = 1 - seat
    return (
        Term("rows", rows(s, seat), begun(s, seat)),
        Term("rivals_rows", -rows(s, rival), -begun(s, rival)),
        Term("pairs", PAIR * pairs(s, seat), pairs(s, seat)),
        Term("rivals_pairs", -PAIR * pairs(s, rival), -pairs(s, rival)),
        Term("tops", TOP * (tops(s, seat) - tops(s, rival)), tops(s, seat)),
        Term("move", TO_MOVE if s.turn == seat else -TO_MOVE),
    )


def rows(s: Rokumon, seat: int) -> int:
    """The value of a seat's rows in the making."""
    mine, theirs = s.tops[seat], s.tops[1 - seat]
    return sum(row_promise(s.row[i] & mine, s.row[i] & theirs) for i in range(s.rows))


def begun(s: Rokumon, seat: int) -> int:
    """The number of rows with two top dice of a seat."""
    return sum(count_bits(s.row[i] & s.tops[seat]) == 2 for i in range(s.rows))


def pairs(s: Rokumon, seat: int) -> int:
    """The number of uncovered pairs that belong to a seat."""
    return count_bits(s.pairs[seat] & s.tops[seat])


def tops(s: Rokumon, seat: int) -> int:
    """The number of top dice a seat has."""
    return count_bits(s.tops[seat])
