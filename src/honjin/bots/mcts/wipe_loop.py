"""A tree that is used again. A loop file (`core.jit.verbs`)."""

from typing import Any

from honjin.bots.mcts.tree_loop import DEEPEST, DONE, EDGES, NODES, SEATS
from honjin.core.jit.bits import clear
from honjin.core.jit.verbs import loop


@loop
def wipe(t: Any) -> None:
    """Empty a tree."""
    clear(t.index)
    for node in range(t.control[NODES]):
        t.visits[node] = 0
        t.gained[node] = 0.0
    for edge in range(t.control[EDGES]):
        t.tried[edge] = 0
        t.total[edge] = 0.0
        t.regret[edge] = 0.0
    t.control[NODES] = 0
    t.control[EDGES] = 0
    t.control[DONE] = 0
    t.control[DEEPEST] = 0
    for seat in range(t.control[SEATS]):
        t.low[seat] = 1.0
        t.high[seat] = -1.0
