"""Minimax of a few plies, without pruning, tables or an index. A loop file (`core.jit.verbs`).

A rank is 256 - n for a win in n plies, n - 256 for a loss, 0 while neither is known. A chance turn
with one outcome is a forced turn of the second side.
"""

from typing import Any, Final

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.verbs import (
    MAX_ACTIONS,
    apply_action,
    chance_outcomes,
    copy_state,
    legal_actions,
    loop,
    may_act,
    new_ints,
    new_table,
    returns,
)
from honjin.core.seats import CHANCE

COUNT: Final = 0
NEXT: Final = 1
BEST: Final = 2
SEAT: Final = 3
COLUMNS: Final = 4


@loop
def look_ahead(states: Any, plies: int, late: int) -> int:
    """The rank of states[0] for its mover, if it is decided within the given plies, else 0."""
    rows = new_table(plies + 1, COLUMNS)
    moves = new_table(plies + 1, MAX_ACTIONS)
    out = new_ints(16)
    p = 0
    begin(states[0], rows[0], moves[0], out)
    while True:
        row = rows[p]
        if row[NEXT] < row[COUNT]:
            copy_state(states, p + 1, p)
            apply_action(states[p + 1], row[SEAT], moves[p][row[NEXT]])
            row[NEXT] += 1
            if may_act(states[p + 1]) == 0:
                take(row, ended(states[p + 1], row[SEAT], plies - p - 1, late, out))
            elif p + 1 < plies:
                p += 1
                begin(states[p], rows[p], moves[p], out)
            else:
                take(row, 0)
        elif p == 0:
            return int(row[BEST])
        else:
            p -= 1
            take(rows[p], passed_on(int(row[BEST])))


@loop
def begin(s: Any, row: Any, moves: Any, weights: Any) -> None:
    """List the legal actions."""
    row[SEAT] = lowest_bit(may_act(s))
    if row[SEAT] == CHANCE:
        row[COUNT] = chance_outcomes(s, moves, weights)
    else:
        row[COUNT] = legal_actions(s, row[SEAT], moves)
    row[NEXT] = 0
    row[BEST] = -256


@loop
def take(row: Any, rank: int) -> None:
    """Update the best rank by that of one action."""
    row[BEST] = max(row[BEST], rank)


@loop
def passed_on(rank: int) -> int:
    """The rank, one ply earlier, of a position of the other side."""
    if rank == 0:
        return 0
    return 1 - rank if rank > 0 else -1 - rank


@loop
def ended(s: Any, seat: int, left: int, late: int, out: Any) -> int:
    """The rank of an action that ends the game; a missing action counts as a ply (`late`)."""
    if late >> returns(s, out) & 1:
        return 254 if left > 0 else 0
    if out[0] == 0:
        return 0
    return 255 if (out[0] > 0) == (seat == 0) else -255
