"""A random game that detects when it is stuck. A loop file (`core.jit.verbs`)."""

from typing import Any, Final

from honjin.core.jit.chance_loops import pick_outcome, pick_seat
from honjin.core.jit.rng import draw
from honjin.core.jit.verbs import (
    LONGEST,
    apply_action,
    chance_outcomes,
    copy_state,
    legal_actions,
    loop,
    may_act,
    must_act,
    returns,
)
from honjin.core.seats import CHANCE, CHANCE_BIT

ENDLESS: Final = -1
STUCK: Final = -2


@loop
def one_game(states: Any, rng: Any, out: Any, weights: Any, reason: Any) -> int:
    """Play `states[0]` to the end in `states[1]`; return the number of actions, ENDLESS or STUCK.

    `reason[0]` becomes the reason for the end of the game.
    """
    copy_state(states, 1, 0)
    for done in range(LONGEST + 1):
        mask = may_act(states[1])
        if mask == 0:
            reason[0] = returns(states[1], weights)
            return done
        if mask & CHANCE_BIT:
            n = chance_outcomes(states[1], out, weights)
            if n == 0:
                return STUCK
            apply_action(states[1], CHANCE, pick_outcome(n, out, weights, rng))
        else:
            seat = pick_seat(mask, rng)
            n = legal_actions(states[1], seat, out)
            if n == 0 or must_act(states[1]) == 0:
                return STUCK
            apply_action(states[1], seat, int(out[draw(rng, n)]))
    return ENDLESS
