"""Monte Carlo tree search by a game's estimate, by any weights. A loop file (`core.jit.verbs`).

The tree, and how a simulation chooses in it, are in `tree_loop`. A new node ends the selection;
from there `ROLLOUT` random actions (-1: to the end) are played, and the state is evaluated.
"""

from math import exp
from typing import Any, Final

from honjin.bots.mcts.tree_loop import (
    DEEPEST,
    DONE,
    LATER,
    ME,
    NEXT_STATE,
    PRIOR,
    ROLLOUT,
    SEATS,
    SIM_STATE,
    add_node,
    backpropagate,
    begin_tree,
    begin_world,
    chance_of,
    find,
    key_of,
    mover,
    pass_on,
    roll,
)
from honjin.core.jit.chance_loops import pick_seat
from honjin.core.jit.rng import draw
from honjin.core.jit.verbs import (
    BEST,
    EVAL_SCALE,
    LONGEST,
    MAX_ESTIMATE,
    apply_action,
    copy_state,
    legal_actions,
    loop,
    may_act,
    returns,
    weigh,
)

ALIKE: Final = 1e-5  # estimates that differ by less are treated as equal


@loop
def search_on(states: Any, t: Any, limit: int) -> None:
    """Simulate until `limit` simulations are done in all."""
    while t.control[DONE] < limit:
        begin_world(states, t)
        steps = select(states, t)
        rollout(states, t, steps)
        backpropagate(t, steps)
        t.control[DEEPEST] = max(t.control[DEEPEST], steps)
        t.control[DONE] += 1


@loop
def begin(states: Any, t: Any) -> None:
    """Make the root node."""
    key = begin_tree(states, t)
    expand(states, t, int(t.control[ME]), key)


# ---- the path through the tree


@loop
def select(states: Any, t: Any) -> int:
    """Select through known nodes into a new one; return the number of choices made."""
    steps = 0
    fresh = False
    mask = roll(states, t)
    while mask != 0 and not fresh:
        seat = mover(states, t, mask, steps)
        key = key_of(states, SIM_STATE, seat)
        node = find(t, key)
        fresh = node < 0
        if fresh:
            node = expand(states, t, seat, key)
            if node < 0:
                return steps
        mask = pass_on(states, t, seat, node, steps)
        steps += 1
    return steps


@loop
def expand(states: Any, t: Any, seat: int, key: int) -> int:
    """Add a node with its priors; return -1 if there is no room for it."""
    node = add_node(states, t, seat, key)
    if node >= 0:
        set_priors(states, t, node)
    return node


@loop
def set_priors(states: Any, t: Any, node: int) -> None:
    """Set the prior of each action; a little noise breaks ties.

    Estimates are relative to those of the other actions: the best weighs 1, one equal to the mean
    exp(-PRIOR), whatever the scale of the game's estimates.
    """
    first = t.first[node]
    last = first + t.count[node]
    top = -2.0
    mean = 0.0
    for edge in range(first, last):
        t.prior[edge] = 0.0
        if t.settings[PRIOR] > 0.0:
            copy_state(states, NEXT_STATE, SIM_STATE)
            apply_action(states[NEXT_STATE], int(t.seat[node]), int(t.action[edge]))
            t.prior[edge] = value_of(states, t, NEXT_STATE, int(t.seat[node]))
        top = max(top, t.prior[edge])
        mean += t.prior[edge] / t.count[node]
    scale = t.settings[PRIOR] / max(top - mean, ALIKE)
    total = 0.0
    for edge in range(first, last):
        t.prior[edge] = (1.0 + 0.01 * chance_of(t.rng)) * exp(scale * (t.prior[edge] - top))
        total += t.prior[edge]
    for edge in range(first, last):
        t.prior[edge] /= total


# ---- evaluation


@loop
def rollout(states: Any, t: Any, steps: int) -> None:
    """Evaluate SIM_STATE for each seat after up to ROLLOUT random actions."""
    mask = may_act(states[SIM_STATE])
    left = t.control[ROLLOUT] if t.control[ROLLOUT] >= 0 else LONGEST
    while mask != 0 and left > 0:
        seat = pick_seat(mask, t.rng)
        n = legal_actions(states[SIM_STATE], seat, t.out)
        apply_action(states[SIM_STATE], seat, int(t.out[draw(t.rng, n)]))
        mask = roll(states, t)
        left -= 1
        steps += 1
    for seat in range(t.control[SEATS]):
        t.sim_value[seat] = value_of(states, t, SIM_STATE, seat) * (1.0 - LATER * min(steps, 1000))


@loop
def value_of(states: Any, t: Any, i: int, seat: int) -> float:
    """The value of a state to a seat, from -1 to 1: its result, else the game's estimate."""
    if may_act(states[i]) == 0:
        returns(states[i], t.got)
        return float(t.got[seat]) / BEST
    guess = max(-MAX_ESTIMATE, min(MAX_ESTIMATE, weigh(states[i], t.weights, seat)))
    return float(guess) / (abs(guess) + EVAL_SCALE)


def warm(game: Any, _states: Any) -> None:
    """Call each loop once, so that it is compiled."""
    import sys

    from honjin.bots.mcts.bot import warm_up

    warm_up(game, sys.modules[__name__])
