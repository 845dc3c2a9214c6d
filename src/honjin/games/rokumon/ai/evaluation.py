"""The evaluation that searches use (small, fast, zero-sum), and the levels of strength."""

from typing import Final

from honjin.core.jit.bits import count_bits
from honjin.core.jit.mixing import mixed
from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.games.rokumon.content.data import BLACK, EPILOGUE, RED
from honjin.games.rokumon.rules.state import NOBODY, Rokumon

DECIDED: Final = 10_000
EVAL_SCALE: Final = 40

TWO_OPEN: Final = 12  # two top dice of a row, the third card free of rival tops
TWO_HELD: Final = 5  # two top dice of a row, the third held by the rival
ONE_OPEN: Final = 2
PAIR: Final = 6  # a pair of the seat's own with nothing on top: one Move makes a stack
TOP: Final = 3
TO_MOVE: Final = 4


LEVELS: Final = ("greedy:slip=0.3", "mcts:25", "mcts:400", "alphabeta:1s")
SOLO_LEVELS: Final = ("random", "greedy:slip=0.15", "mcts:50", "alphabeta:1s")


def levels(options: Options) -> tuple[str, ...]:
    """The levels (see `bots.players`), chosen with `honjin ladder`.

    Against the Automa they win about 0, 45, 100 and 100 of 100 games, so the last two cannot be
    distinguished there.
    """
    return SOLO_LEVELS if options["act"] == EPILOGUE else LEVELS


@rule
def state_key(s: Rokumon) -> int:
    """The position (dice, cards, clan cards, side to move), regardless of how it arose.

    Supplies follow from the dice, and repetition (W2) is left to the search, which keeps the path.
    """
    cells = 0
    for card in range(s.cards):
        cells = cells << 6 | s.cell[card]
    return mixed(mixed(cells, s.dice), (s.turn << 2 | s.surprised) << 9 | s.barred)


@rule
def evaluate(s: Rokumon, seat: int) -> int:
    """Estimate a seat's prospects: rows and stacks in the making, top dice, the move."""
    if s.outcome:
        value = 0 if s.winner == NOBODY else DECIDED * (1 - 2 * s.winner)
    else:
        value = promise(s, RED) - promise(s, BLACK) + TO_MOVE * (1 - 2 * s.turn)
    return value if seat == RED else -value


@rule
def promise(s: Rokumon, seat: int) -> int:
    """The value of the rows and stacks that a seat has in the making."""
    mine = s.tops[seat]
    value = TOP * count_bits(mine) + PAIR * count_bits(s.pairs[seat] & mine)
    for i in range(s.rows):
        value += row_promise(s.row[i] & mine, s.row[i] & s.tops[1 - seat])
    return value


@rule
def row_promise(mine: int, theirs: int) -> int:
    """The value of a row to a side, given the cards of it that each side tops."""
    own = count_bits(mine)
    if own == 2:
        return TWO_HELD if theirs else TWO_OPEN
    return ONE_OPEN if own == 1 and theirs == 0 else 0
