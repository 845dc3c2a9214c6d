"""How well a seat stands, for search: small, quick, and zero-sum."""

from typing import Final

from honjin.core.bits import count_bits
from honjin.core.rule import rule
from honjin.games.rokumon.data import BLACK, RED
from honjin.games.rokumon.state import NOBODY, Rokumon

DECIDED: Final = 10_000

TWO_OPEN: Final = 12  # two top dice of a row, the third card free of rival tops
TWO_HELD: Final = 5  # two top dice of a row, the third held by the rival
ONE_OPEN: Final = 2
PAIR: Final = 6  # an own pair that is still open at the top: a stack is one Move away
TOP: Final = 3
TO_MOVE: Final = 4


@rule
def evaluate(s: Rokumon, seat: int) -> int:
    """A guess for a seat: rows and stacks in the making, top dice, the move."""
    if s.outcome:
        value = 0 if s.winner == NOBODY else DECIDED * (1 - 2 * s.winner)
    else:
        value = promise(s, RED) - promise(s, BLACK) + TO_MOVE * (1 - 2 * s.turn)
    return value if seat == RED else -value


@rule
def promise(s: Rokumon, seat: int) -> int:
    """What a seat has in the making."""
    mine = s.tops[seat]
    value = TOP * count_bits(mine) + PAIR * count_bits(s.pairs[seat] & mine)
    for i in range(s.rows):
        value += row_promise(s.row[i] & mine, s.row[i] & s.tops[1 - seat])
    return value


@rule
def row_promise(mine: int, theirs: int) -> int:
    """What a row is worth to a side with these of its cards."""
    own = count_bits(mine)
    if own == 2:
        return TWO_HELD if theirs else TWO_OPEN
    return ONE_OPEN if own == 1 and theirs == 0 else 0
