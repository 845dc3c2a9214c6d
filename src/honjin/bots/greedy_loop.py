"""The value of each action right after it. A loop file (`core.jit.verbs`).

    states[SEEN]      the observation
    states[WORLD]     the same with hidden information filled in
    states[AFTER]     after an action; the states that follow are those after each chance turn that
                      branches, one for each level

A level has the outcomes of a chance turn, the next one to try, and how many may be tried. The other
argument `g` is a `greedy.Glance`: the levels, and room to work in.
"""

from typing import Any, Final

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.chance_loops import pick_outcome
from honjin.core.jit.rng import draw
from honjin.core.jit.verbs import (
    BEST,
    HAS_SECRETS,
    MAX_ESTIMATE,
    apply_action,
    chance_outcomes,
    copy_state,
    evaluate,
    legal_actions,
    loop,
    may_act,
    must_act,
    new_ints,
    resample,
    returns,
)
from honjin.core.seats import CHANCE, CHANCE_BIT

WON: Final = 1_000_000_000

SEEN: Final = 0
WORLD: Final = 1
AFTER: Final = 2

# columns of a level
COUNT: Final = 0  # the outcomes to try; 0 at a leaf
NEXT: Final = 1  # the index of the next one
TOTAL: Final = 2  # the sum of their weights
WIDTH: Final = 3  # the most outcomes that may be tried from here on
OTHERS: Final = 4  # the other seats that have yet to choose at the same time, as a mask
COLUMNS: Final = 5


@loop
def imagine(states: Any, seat: int, rng: Any) -> None:
    """Make the next world: fill in what the seat does not see."""
    copy_state(states, WORLD, SEEN)
    if HAS_SECRETS:
        resample(states[WORLD], seat, rng)


@loop
def value_in_world(states: Any, g: Any, seat: int, actions: Any, seed: int) -> None:
    """Add the value of each action in this world to `g.sums`; all see the same random numbers."""
    for i in range(len(actions)):
        g.rng[0] = seed
        top = g.rows[0]
        top[WIDTH] = g.width[0]
        top[OTHERS] = must_act(states[WORLD]) & ~(1 << seat) & ~CHANCE_BIT
        copy_state(states, AFTER, WORLD)
        apply_action(states[AFTER], seat, int(actions[i]))
        g.sums[i] += expected(states, g, seat)


@loop
def expected(states: Any, g: Any, seat: int) -> float:
    """The expected value of states[AFTER] to a seat."""
    g.shares[0] = 1.0
    value = enter(states, g, 0, seat)
    level = 0
    while level >= 0:
        row = g.rows[level]
        if row[NEXT] == row[COUNT]:
            level -= 1
        else:
            branch(states, g, level)
            level += 1
            value += enter(states, g, level, seat)
    return value


@loop
def branch(states: Any, g: Any, level: int) -> None:
    """Try the next outcome of a level, in the state of the level below."""
    row = g.rows[level]
    below = g.rows[level + 1]
    outcome = row[NEXT]
    copy_state(states, AFTER + level + 1, AFTER + level)
    apply_action(states[AFTER + level + 1], CHANCE, int(g.outs[level][outcome]))
    below[WIDTH] = max(1, row[WIDTH] // row[COUNT])
    below[OTHERS] = row[OTHERS]
    g.shares[level + 1] = g.shares[level] * g.weights[level][outcome] / row[TOTAL]
    row[NEXT] += 1


@loop
def enter(states: Any, g: Any, level: int, seat: int) -> float:
    """Find what to try on a level; a leaf has nothing, and is worth its share of its value."""
    row = g.rows[level]
    row[COUNT] = 0
    row[NEXT] = 0
    go_on(states, AFTER + level, row, g.outs[level], g.weights[level], g.rng)
    if row[COUNT] > 0:
        return 0.0
    return float(g.shares[level]) * worth(states, AFTER + level, seat, g.got)


@loop
def go_on(states: Any, i: int, row: Any, out: Any, weights: Any, rng: Any) -> None:
    """Let others choose at random, up to a chance turn that branches, if there is one.

    A chance turn does not branch if only one outcome may be tried.
    """
    mask = may_act(states[i])
    while mask & (row[OTHERS] | CHANCE_BIT) != 0:
        if mask & CHANCE_BIT:
            n = chance_outcomes(states[i], out, weights)
            if n > 1 and row[WIDTH] > 1:
                spread(row, n, out, weights, rng)
                return
            apply_action(states[i], CHANCE, pick_outcome(n, out, weights, rng))
        else:
            other = lowest_bit(mask & row[OTHERS])
            n = legal_actions(states[i], other, out)
            apply_action(states[i], other, int(out[draw(rng, n)]))
            row[OTHERS] &= ~(1 << other)
        mask = may_act(states[i])


@loop
def spread(row: Any, n: int, out: Any, weights: Any, rng: Any) -> None:
    """Set a level's outcomes: all n, or as many random ones as may be tried."""
    if n > row[WIDTH]:
        picked = new_ints(row[WIDTH])
        for k in range(row[WIDTH]):
            picked[k] = pick_outcome(n, out, weights, rng)
        n = row[WIDTH]
        for k in range(n):
            out[k] = picked[k]
            weights[k] = 1
    row[COUNT] = n
    row[TOTAL] = 0
    for k in range(n):
        row[TOTAL] += weights[k]


@loop
def worth(states: Any, i: int, seat: int, got: Any) -> float:
    """A seat's result if the game is over, else the game's estimate for it."""
    if may_act(states[i]) == 0:
        returns(states[i], got)
        return float(WON * got[seat]) / BEST
    return float(max(-MAX_ESTIMATE, min(MAX_ESTIMATE, evaluate(states[i], seat))))


def warm(game: Any, _states: Any) -> None:
    """Call each loop once, so that it is compiled."""
    import sys

    from honjin.bots.greedy import warm_up

    warm_up(game, sys.modules[__name__])
