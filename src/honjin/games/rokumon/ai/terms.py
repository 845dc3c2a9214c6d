"""The estimate of `evaluation.py` by its parts."""

from honjin.core.jit.bits import count_bits
from honjin.core.terms import Term, Terms, ended
from honjin.games.rokumon.ai.evaluation import PAIR, TO_MOVE, TOP, evaluate, row_promise
from honjin.games.rokumon.rules.state import Rokumon


def terms(s: Rokumon, seat: int) -> Terms:
    """What speaks for a seat, and what its rival has in the making."""
    if s.outcome:
        return ended(evaluate(s, seat))
    rival = 1 - seat
    return (
        Term("rows", rows(s, seat)),
        Term("rivals_rows", -rows(s, rival)),
        Term("pairs", pairs(s, seat)),
        Term("rivals_pairs", -pairs(s, rival)),
        Term("tops", TOP * (count_bits(s.tops[seat]) - count_bits(s.tops[rival]))),
        Term("move", TO_MOVE if s.turn == seat else -TO_MOVE),
    )


def rows(s: Rokumon, seat: int) -> int:
    """What rows in the making are worth to a seat."""
    mine, theirs = s.tops[seat], s.tops[1 - seat]
    return sum(row_promise(s.row[i] & mine, s.row[i] & theirs) for i in range(s.rows))


def pairs(s: Rokumon, seat: int) -> int:
    """What own pairs at the top are worth to a seat."""
    return PAIR * count_bits(s.pairs[seat] & s.tops[seat])
