"""Alpha-beta by the game's own estimate. A loop file (`core.jit.verbs`)."""

from typing import Any

from honjin.bots.alphabeta.search_loop import begin_depth, run  # noqa: F401
from honjin.core.jit.verbs import evaluate, loop


@loop
def estimate(s: Any, c: Any) -> int:
    """The game's estimate of a position to the searching seat."""
    return evaluate(s, int(c.me))


def warm(game: Any, states: Any) -> None:
    """Call each loop once, so that it is compiled."""
    import sys

    from honjin.bots.alphabeta.bot import warm_up

    warm_up(game, sys.modules[__name__], states[0])
