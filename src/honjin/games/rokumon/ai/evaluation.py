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


ASHIGARU: Final = "mcts:{}:temperature=0.2:overlook=0.1"
SAMURAI: Final = "mcts:{}:temperature=0.05"
COUNTS: Final = {"1": (25, 70), "2": (50, 120), "3": (60, 150), "4": (40, 150), "5": (30, 150)}
"""The simulations of the two lower levels in each act."""
LEARNED: Final = ("3", "4", "5")
"""The acts in which shogun estimates by learned weights, which come with the game."""
SOLO_LEVELS: Final = (
    "greedy:temperature=0.1:overlook=0.2", "mcts:6:temperature=0.1:overlook=0.1", "mcts:50",
    "alphabeta:1s",
)  # fmt: skip


def levels(options: Options) -> tuple[str, ...]:
    """The levels (see `bots.players`); docs/games/rokumon.md has the matches between them.

    The game is short, so that a few mistakes decide it: the lower levels mix up little and look
    nearly as far as daimyo without its proofs. Against the Automa the last two cannot be
    distinguished.
    """
    act = str(options["act"])
    if act == EPILOGUE:
        return SOLO_LEVELS
    few, more = COUNTS[act]
    shogun = "alphabeta:1s:learned=1" if act in LEARNED else "alphabeta:1s"
    return (ASHIGARU.format(few), SAMURAI.format(more), "mcts:400", shogun)


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
