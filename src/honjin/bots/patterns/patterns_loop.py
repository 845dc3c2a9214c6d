"""Alpha-beta by weights of patterns. A loop file (`core.jit.verbs`).

The logit of the first seat's expected result is the sum of the weights of a position's patterns,
each in units of 1 / 2**FINE. EVAL_SCALE stands for a logit of 1. Without weights the estimate is
the game's own.
"""

from typing import Any, Final

from honjin.bots.alphabeta.search_loop import begin_depth, run  # noqa: F401
from honjin.core.jit.verbs import EVAL_SCALE, evaluate, loop, patterns

FINE: Final = 10


@loop
def estimate(s: Any, c: Any) -> int:
    """The learned estimate of a position to the searching seat."""
    if c.learned == 0:
        return evaluate(s, int(c.me))
    total = 0
    for i in range(patterns(s, c.places)):
        total += int(c.weights[c.places[i]])
    size = abs(total) * EVAL_SCALE >> FINE
    return size if (total > 0) == (c.me == 0) else -size


def warm(game: Any, _states: Any) -> None:
    """Call each loop once, so that it is compiled; not in games without patterns."""
    import sys

    from honjin.bots.patterns.bot import warm_up

    warm_up(game, sys.modules[__name__])
