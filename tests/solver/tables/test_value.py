"""Values in order."""

from honjin.solver import Value
from honjin.solver.tables.value import DRAW


def test_every_win_is_better_than_a_draw_and_every_loss_worse() -> None:
    """Also those of proofs, which can take more plies than a table holds.

    A win in 129 plies ranked as a draw, and a later one as a loss.
    """
    wins = [Value(1, plies) for plies in (1, 2, 127, 128, 129, 130, 1000)]
    losses = [Value(-1, plies) for plies in (1000, 130, 129, 128, 127, 2, 1)]
    best_first = [*wins, DRAW, *losses]
    ranks = [value.rank for value in best_first]
    assert sorted(set(ranks), reverse=True) == ranks
