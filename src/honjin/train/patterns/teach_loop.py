"""Games that teach weights of patterns, and the steps of a fit. A loop file (`core.jit.verbs`).

    states[GAME]    the game
    states[WALK]    a position near it, and
    states[CHILD]   one after an action of it

Positions near the game are reached by a few actions, each random or the best one at sight. Some of
the positions right after are recorded, so that the actions of one decision are told apart. The
target of a position is what a search of its own expects: a proved result counts as it is.

`r` are the records of a game, and `plan` and `shares` how it is played (`playing.Records`).
"""

from math import exp, sqrt
from typing import Any, Final

from honjin.bots.alphabeta.search_loop import begin, begin_depth, lead_with, search_on
from honjin.bots.alphabeta.table import EMPTY, NONE, STATES, SURE
from honjin.bots.patterns.patterns_loop import estimate
from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.chance_loops import pick_outcome
from honjin.core.jit.rng import draw
from honjin.core.jit.verbs import (
    apply_action,
    chance_outcomes,
    copy_state,
    legal_actions,
    loop,
    may_act,
    must_act,
    patterns,
    returns,
)
from honjin.core.seats import CHANCE, CHANCE_BIT

GAME: Final = STATES
WALK: Final = STATES + 1
CHILD: Final = STATES + 2
SPACES: Final = STATES + 3

# cells of `r.plan`
NODES: Final = 0  # of a search for a decision
LOOK: Final = 1  # of a search for a target
OPENING: Final = 2  # decisions at the start of a game that are random
SLIPS: Final = 3  # of a thousand later decisions, those that are random
WALKS: Final = 4  # walks from each position of the game
STEPS: Final = 5  # the most actions of a walk
SIBLINGS: Final = 6  # the most positions recorded at the end of a walk
ROWS: Final = 7  # rows recorded
PLAN: Final = 8

DEEPEST: Final = 40
THOUSAND: Final = 1000
# entries of the table; few, since every search clears them
LEAST_SLOTS: Final = 1 << 10
MAX_SLOTS: Final = 1 << 13


# ---- games


@loop
def play_game(states: Any, frames: Any, table: Any, control: Any, r: Any) -> int:
    """Play and record the game that states[GAME] begins; return the first seat's result."""
    r.plan[ROWS] = 0
    decisions = 0
    mask = let_chance_act(states, r, GAME)
    while mask != 0:
        seat = mover_of(states, GAME, mask)
        think(states, frames, table, control, GAME, seat, int(r.plan[NODES]))
        action = int(frames[0].moves[0])
        for _ in range(r.plan[WALKS]):
            walk(states, frames, table, control, r)
        n = legal_actions(states[GAME], seat, r.out)
        if decisions < r.plan[OPENING] or draw(r.rng, THOUSAND) < r.plan[SLIPS]:
            action = int(r.out[draw(r.rng, n)])
        apply_action(states[GAME], seat, action)
        decisions += 1
        mask = let_chance_act(states, r, GAME)
    returns(states[GAME], r.got)
    return int(r.got[0])


@loop
def let_chance_act(states: Any, r: Any, i: int) -> int:
    """Play chance turns of states[i]; return the mask of the seats that may act then."""
    mask = may_act(states[i])
    while mask & CHANCE_BIT:
        n = chance_outcomes(states[i], r.out, r.odds)
        apply_action(states[i], CHANCE, pick_outcome(n, r.out, r.odds, r.rng))
        mask = may_act(states[i])
    return mask


@loop
def mover_of(states: Any, i: int, mask: int) -> int:
    """The seat that acts in states[i]."""
    waiting = must_act(states[i])
    return lowest_bit(waiting if waiting != 0 else mask)


# ---- searching


@loop
def think(states: Any, frames: Any, table: Any, control: Any, i: int, seat: int, nodes: int) -> int:
    """The value of states[i] to its seat, by the deepest search that ends within some nodes.

    The best action is the first of frames[0].
    """
    c = control[0]
    c.slots = LEAST_SLOTS
    while c.slots < nodes and c.slots < MAX_SLOTS:
        c.slots *= 2
    forget(frames, table, control)
    c.me = seat
    copy_state(states, 0, i)
    begin(states, frames, control)
    root = frames[0]
    value = 0
    c.limit = nodes
    for depth in range(1, DEEPEST):
        begin_depth(frames, control, depth)
        search_on(states, frames, table, control)
        if root.choice != NONE:
            lead_with(root, int(root.choice))
        if c.done == 0:
            return value
        value = int(root.value)
        if root.cut == 0 or abs(value) > SURE:
            return value
    return value


@loop
def forget(frames: Any, table: Any, control: Any) -> None:
    """Forget earlier searches, so that each follows from its position alone."""
    c = control[0]
    c.nodes = 0
    for slot in range(c.slots):
        table[slot].bound = EMPTY
        table[slot].key = 0
        table[slot].depth = 0
    for seat in range(2):
        worked = c.worked[seat]
        for code in range(len(worked)):
            worked[code] = 0
    for p in range(len(frames)):
        frames[p].key = NONE
        frames[p].killer = NONE
        frames[p].second = NONE


@loop
def expected(value: int) -> float:
    """The expected result from 0 to 1 that a search's value stands for."""
    if value > SURE:
        return 1.0
    if value < -SURE:
        return 0.0
    size = abs(value)
    chance = 1.0 / (1.0 + exp(-size / (SURE - size + 1)))
    return chance if value > 0 else 1.0 - chance


# ---- positions near a game


@loop
def walk(states: Any, frames: Any, table: Any, control: Any, r: Any) -> None:
    """Record positions after a few actions from the game."""
    copy_state(states, WALK, GAME)
    mask = may_act(states[WALK])
    for _ in range(draw(r.rng, int(r.plan[STEPS]) + 1)):
        seat = mover_of(states, WALK, mask)
        n = legal_actions(states[WALK], seat, r.out)
        action = int(r.out[draw(r.rng, n)])
        if draw(r.rng, 2):
            action = best_at_sight(states, control, r, seat, n)
        apply_action(states[WALK], seat, action)
        mask = let_chance_act(states, r, WALK)
        if mask == 0:
            return
    record_after(states, frames, table, control, r, mover_of(states, WALK, mask))


@loop
def best_at_sight(states: Any, control: Any, r: Any, seat: int, n: int) -> int:
    """Of the n actions in `r.out`, the one with the best position right after it."""
    c = control[0]
    c.me = seat
    best = 0
    most = 0.0
    for k in range(n):
        copy_state(states, CHILD, WALK)
        apply_action(states[CHILD], seat, int(r.out[k]))
        mask = may_act(states[CHILD])
        if mask == 0:
            returns(states[CHILD], r.got)
            value = 1e9 * r.got[seat]
        else:
            value = float(estimate(states[CHILD], c))
        if k == 0 or value > most:
            best = k
            most = value
    return int(r.out[best])


@loop
def record_after(states: Any, frames: Any, table: Any, control: Any, r: Any, seat: int) -> None:
    """Record some of the positions right after states[WALK], with what searches expect of them."""
    n = legal_actions(states[WALK], seat, r.out)
    for k in range(min(n, int(r.plan[SIBLINGS]))):
        other = k + draw(r.rng, n - k)
        action = int(r.out[other])
        r.out[other] = r.out[k]
        r.out[k] = action
        row = int(r.plan[ROWS])
        if row >= len(r.target):
            return
        copy_state(states, CHILD, WALK)
        apply_action(states[CHILD], seat, action)
        mask = may_act(states[CHILD])
        if mask != 0 and mask & CHANCE_BIT == 0:
            next_seat = mover_of(states, CHILD, mask)
            look = int(r.plan[LOOK])
            value = think(states, frames, table, control, CHILD, next_seat, look)
            share = expected(value)
            r.target[row] = share if next_seat == 0 else 1.0 - share
            list_patterns(states, control, r, row)
            r.plan[ROWS] = row + 1


@loop
def list_patterns(states: Any, control: Any, r: Any, row: int) -> None:
    """Record the patterns of states[CHILD], and its present estimate to the first seat."""
    c = control[0]
    c.me = 0
    r.guess[row] = estimate(states[CHILD], c)
    n = patterns(states[CHILD], c.places)
    held = r.places[row]
    for j in range(len(held)):
        held[j] = c.places[j] if j < n else NONE


# ---- fitting


@loop
def logit_of(weights: Any, places: Any) -> float:
    """The sum of the weights of a row's patterns."""
    z = 0.0
    for j in range(len(places)):
        if places[j] >= 0:
            z += weights[places[j]]
    return z


@loop
def descend(weights: Any, squares: Any, rows: Any, targets: Any, order: Any, f: Any) -> None:
    """A step of Adagrad for each row in this order; `f` holds the rate and the decay."""
    rate = f[0]
    decay = f[1]
    for k in range(len(order)):
        places = rows[order[k]]
        missed = 1.0 / (1.0 + exp(-logit_of(weights, places))) - targets[order[k]]
        for j in range(len(places)):
            i = places[j]
            if i >= 0:
                slope = missed + decay * weights[i]
                squares[i] += slope * slope
                weights[i] -= rate * slope / sqrt(squares[i])


@loop
def expect_all(weights: Any, rows: Any, out: Any) -> None:
    """The logit of each row."""
    for k in range(len(rows)):
        out[k] = logit_of(weights, rows[k])


def warm(game: Any, _states: Any) -> None:
    """Call each loop once, so that it is compiled."""
    import sys

    from honjin.train.patterns.playing import warm_up

    warm_up(game, sys.modules[__name__])
