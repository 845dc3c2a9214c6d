"""Monte Carlo tree search guided by a network. A loop file (`core.jit.verbs`).

The tree, and how a simulation chooses in it, are in `bots.mcts.tree_loop`. A new node ends the
simulation: from the observation of the seat that acts there, the network gives the priors of its
actions and the expected return of each seat (Silver et al. 2018; with a value for each seat, Petosa
& Balch 2019). `g` is the network (`guide.Guide`).

In games without secrets priors are those of PUCT. In games with secrets they are the first strategy
of regret matching: regrets begin as `TRUST` times the priors.
"""

from math import exp
from typing import Any, Final

from honjin.bots.mcts.tree_loop import (
    DEEPEST,
    DONE,
    LATER,
    ME,
    MOVER_OBS,
    REGRET,
    ROOT_OBS,
    SEATS,
    SELECT,
    SIM_STATE,
    add_node,
    backpropagate,
    begin_tree,
    begin_world,
    find,
    key_of,
    mover,
    pass_on,
    roll,
)
from honjin.bots.mcts.wipe_loop import wipe  # noqa: F401 - for searches with the same tree
from honjin.core.jit.bits import clear
from honjin.core.jit.verbs import (
    BEST,
    HAS_SECRETS,
    encode,
    loop,
    observe,
    returns,
)

TRUST: Final = 1.0
FAR: Final = -1e9  # the logit of an action that the network does not have


@loop
def guide_on(states: Any, t: Any, g: Any, limit: int) -> None:
    """Simulate until `limit` simulations are done in all."""
    while t.control[DONE] < limit:
        begin_world(states, t)
        steps = descend(states, t, g)
        for seat in range(t.control[SEATS]):
            t.sim_value[seat] *= 1.0 - LATER * min(steps, 1000)
        backpropagate(t, steps)
        t.control[DEEPEST] = max(t.control[DEEPEST], steps)
        t.control[DONE] += 1


@loop
def begin_guided(states: Any, t: Any, g: Any) -> None:
    """Make the root node."""
    me = int(t.control[ME])
    key = begin_tree(states, t)
    judge(states, t, g, me, add_node(states, t, me, key))


@loop
def hide(states: Any, t: Any) -> None:
    """Hide from ROOT_OBS, a whole state, what the searching seat may not know."""
    if HAS_SECRETS:
        observe(states[ROOT_OBS], int(t.control[ME]))


@loop
def descend(states: Any, t: Any, g: Any) -> int:
    """Choose through known nodes to a new one or the end, and value it; return the choices made."""
    steps = 0
    mask = roll(states, t)
    while mask != 0:
        seat = mover(states, t, mask, steps)
        key = key_of(states, SIM_STATE, seat)
        node = find(t, key)
        if node < 0:
            judge(states, t, g, seat, add_node(states, t, seat, key))
            return steps
        mask = pass_on(states, t, seat, node, steps)
        steps += 1
    returns(states[SIM_STATE], t.got)
    for seat in range(t.control[SEATS]):
        t.sim_value[seat] = t.got[seat] / BEST
    return steps


# ---- what the network thinks


@loop
def judge(states: Any, t: Any, g: Any, seat: int, node: int) -> None:
    """Value a position for every seat, and set the priors of its node, if there is one.

    `key_of` has left the observation of the seat in MOVER_OBS.
    """
    at = MOVER_OBS if HAS_SECRETS else SIM_STATE
    clear(g.seen)
    encode(states[at], seat, int(t.control[SEATS]), g.seen)
    heads = think(g)
    set_values(t, g, seat, heads)
    if node >= 0:
        set_odds(t, g, node, heads)
        # The network's value is the first return of the node, and so the value of untried actions.
        t.visits[node] = 1
        t.gained[node] = t.sim_value[seat]


@loop
def think(g: Any) -> int:
    """Run `seen` through the hidden layers into `x`; return where the heads' weights begin."""
    n = int(g.widths[0])
    for i in range(n):
        g.x[i] = g.seen[i] * g.scale[i]
    at = 0
    for k in range(1, len(g.widths) - 2):
        m = int(g.widths[k])
        layer(g, at, n, m)
        for j in range(m):
            g.x[j] = max(0.0, g.y[j])
        at += (n + 1) * m
        n = m
    return at


@loop
def layer(g: Any, at: int, n: int, m: int) -> None:
    """`y` = `x` w + b for n inputs and m outputs; most inputs are 0, and are skipped."""
    bias = at + n * m
    for j in range(m):
        g.y[j] = g.weights[bias + j]
    for i in range(n):
        x = g.x[i]
        if x != 0.0:
            row = at + i * m
            for j in range(m):
                g.y[j] += x * g.weights[row + j]


@loop
def set_values(t: Any, g: Any, seat: int, heads: int) -> None:
    """Set each seat's expected return: the network lists them from the seat that acts."""
    last = len(g.widths) - 1
    n = int(g.widths[last - 2])
    values = int(g.widths[last])
    layer(g, heads + (n + 1) * int(g.widths[last - 1]), n, values)
    seats = int(t.control[SEATS])
    for k in range(seats):
        # With one value there are at most two seats, who play for a sum of zero.
        value = bounded(float(g.y[k]), 1.0) if k < values else -bounded(float(g.y[0]), 1.0)
        t.sim_value[(seat + k) % seats] = value


@loop
def set_odds(t: Any, g: Any, node: int, heads: int) -> None:
    """Set the priors of a node: the network's odds of its actions."""
    first = int(t.first[node])
    count = int(t.count[node])
    set_logits(t, g, first, count, heads)
    top = FAR
    for k in range(count):
        top = max(top, t.prior[first + k])
    total = 0.0
    for edge in range(first, first + count):
        t.prior[edge] = exp(t.prior[edge] - top)
        total += t.prior[edge]
    for edge in range(first, first + count):
        t.prior[edge] /= total
        if t.control[SELECT] == REGRET:
            t.regret[edge] = TRUST * t.prior[edge]


@loop
def set_logits(t: Any, g: Any, first: int, count: int, heads: int) -> None:
    """Compute the logits of the actions of a node only, into its priors."""
    last = len(g.widths) - 1
    n = int(g.widths[last - 2])
    m = int(g.widths[last - 1])
    for k in range(count):
        number = int(g.numbers[t.action[first + k]])
        t.out[k] = max(0, number)
        g.y[k] = g.weights[heads + n * m + max(0, number)]
    for i in range(n):
        x = g.x[i]
        if x != 0.0:
            row = heads + i * m
            for k in range(count):
                g.y[k] += x * g.weights[row + t.out[k]]
    for k in range(count):
        known = g.numbers[t.action[first + k]] >= 0
        t.prior[first + k] = bounded(float(g.y[k]), -FAR) if known else FAR


@loop
def bounded(x: float, most: float) -> float:
    """A number from -most to most; 0 for none, which weights of any size may give."""
    if x > most:
        return most
    if x < -most:
        return -most
    return x if x == x else 0.0  # noqa: PLR0124


def warm(game: Any, _states: Any) -> None:
    """Call each loop once, so that it is compiled."""
    import sys

    from honjin.bots.net.guided import warm_up

    warm_up(game, sys.modules[__name__])
