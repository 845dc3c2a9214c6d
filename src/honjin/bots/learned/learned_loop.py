"""Monte Carlo tree search by a learned value. A loop file (`core.verbs`).

The search is that of `mcts_loop`, but what it knows of a new position is corrected twice.

Each seat's return is expected from that seat's own observation of the simulated world, and from the
game's estimate for it, which is that of `mcts_loop`:

    x      the places of the observation that are not 0, and the estimate
    z      the estimate's logit, times a weight, plus what two narrow layers with ReLU make of x
    value  2 / (1 + exp(-z)) - 1, from -1 to 1

With all other weights 0 and that of the estimate 1, it is the estimate.

The priors of the seat that acts are those by the estimate, times the odds that one narrow layer
makes of its observation: with weights 0 they stay. Priors of regret matching stay in any case.

`w` are the weights (`weights.Weights`).
"""

from math import exp, log
from typing import Any, Final

from honjin.bots.mcts.mcts_loop import begin, expand
from honjin.bots.mcts.tree_loop import (
    DEEPEST,
    DONE,
    LATER,
    MOVER_OBS,
    REGRET,
    SEATS,
    SELECT,
    SIM_STATE,
    backpropagate,
    begin_world,
    find,
    key_of,
    mover,
    pass_on,
    roll,
)
from honjin.core.jit.bits import clear, lowest_bit
from honjin.core.jit.verbs import (
    BEST,
    EVAL_SCALE,
    HAS_SECRETS,
    MOST_ESTIMATE,
    copy_state,
    encode,
    evaluate,
    loop,
    may_act,
    observe,
    retract_sealed,
    returns,
)

GUESS_UNIT: Final = 0.25  # the estimate's logit reaches about 6, other places 1
WORD: Final = 8  # places in a word of `w.words`
MIDDLE: Final = 128  # the index of 0 in `w.grades`, the numbers from -128 to 127 as floats
FARTHEST: Final = 30.0  # logits beyond this are certain
LEAST_PRIOR: Final = 1e-9


@loop
def learned_on(states: Any, t: Any, w: Any, limit: int) -> None:
    """Simulate until `limit` simulations are done in all."""
    while t.control[DONE] < limit:
        learned_once(states, t, w)


@loop
def learned_once(states: Any, t: Any, w: Any) -> None:
    """One simulation."""
    begin_world(states, t)
    steps = descend(states, t, w)
    expect(states, t, w)
    for seat in range(t.control[SEATS]):
        t.sim_value[seat] *= 1.0 - LATER * min(steps, 1000)
    backpropagate(t, steps)
    t.control[DEEPEST] = max(t.control[DEEPEST], steps)
    t.control[DONE] += 1


@loop
def begin_learned(states: Any, t: Any, w: Any) -> None:
    """Make the root node."""
    begin(states, t)
    correct(states, t, w, 0)


@loop
def descend(states: Any, t: Any, w: Any) -> int:
    """Choose through known nodes into a new one; return the number of choices made."""
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
            correct(states, t, w, node)
        mask = pass_on(states, t, seat, node, steps)
        steps += 1
    return steps


@loop
def expect(states: Any, t: Any, w: Any) -> None:
    """Set each seat's expected return in SIM_STATE: its result, if the game is over."""
    seats = int(t.control[SEATS])
    mask = may_act(states[SIM_STATE])
    if mask == 0:
        returns(states[SIM_STATE], t.got)
        for seat in range(seats):
            t.sim_value[seat] = t.got[seat] / BEST
    elif w.is_mirrored[0]:
        first = lowest_bit(mask)
        value = learned_value(states, SIM_STATE, first, seats, w)
        t.sim_value[first] = value
        t.sim_value[1 - first] = -value
    else:
        for seat in range(seats):
            t.sim_value[seat] = learned_value(states, SIM_STATE, seat, seats, w)


@loop
def learned_value(states: Any, i: int, seat: int, seats: int, w: Any) -> float:
    """The expected return of a seat in the world states[i], whose secrets only the estimate sees.

    MOVER_OBS is overwritten.
    """
    see(states, i, seat, seats, w)
    return value_seen(w, guess_of(states, i, seat))


@loop
def see(states: Any, i: int, seat: int, seats: int, w: Any) -> None:
    """Encode the seat's observation of states[i], without sealed choices of others, into `seen`."""
    at = i
    if HAS_SECRETS:
        at = MOVER_OBS
        copy_state(states, MOVER_OBS, i)
        observe(states[MOVER_OBS], seat)
        retract_sealed(states[MOVER_OBS], seat)
    clear(w.words)
    encode(states[at], seat, seats, w.seen)


@loop
def guess_of(states: Any, i: int, seat: int) -> float:
    """The logit of the game's estimate; `mcts_loop.value_of` is the same as a value."""
    guess = max(-MOST_ESTIMATE, min(MOST_ESTIMATE, evaluate(states[i], seat)))
    far = log(1.0 + 2.0 * abs(guess) / EVAL_SCALE)
    return far if guess >= 0 else -far


# ---- priors


@loop
def correct(states: Any, t: Any, w: Any, node: int) -> None:
    """Correct the priors of a new node; `key_of` has left its seat's observation in MOVER_OBS."""
    if len(w.odds_bias) == 0 or t.control[SELECT] == REGRET:
        return
    see_as_mover(states, t, w, int(t.seat[node]))
    read_odds_layer(w)
    first = t.first[node]
    last = first + t.count[node]
    top = -1e9
    for edge in range(first, last):
        prior = log(max(float(t.prior[edge]), LEAST_PRIOR))
        t.prior[edge] = prior + odds_of(w, int(t.action[edge]))
        top = max(top, float(t.prior[edge]))
    total = 0.0
    for edge in range(first, last):
        t.prior[edge] = exp(t.prior[edge] - top)
        total += t.prior[edge]
    for edge in range(first, last):
        t.prior[edge] /= total


@loop
def see_as_mover(states: Any, t: Any, w: Any, seat: int) -> None:
    """Encode what the seat that acts sees, which `key_of` has left, into `seen`."""
    clear(w.words)
    encode(states[MOVER_OBS if HAS_SECRETS else SIM_STATE], seat, int(t.control[SEATS]), w.seen)


@loop
def read_odds_layer(w: Any) -> None:
    """Run `seen` through the layer of the odds into `u`."""
    for j in range(len(w.u)):
        w.u[j] = w.odds_bias[j]
    add_seen(w, w.odds_first, w.u)
    for j in range(len(w.u)):
        w.u[j] = max(w.u[j], 0.0)


@loop
def odds_of(w: Any, action: int) -> float:
    """The logit of an action's odds; 0 for one that has no number."""
    number = w.numbers[action]
    if number < 0:
        return 0.0
    row = w.odds_last[number]
    z = float(row[len(w.u)])
    for j in range(len(w.u)):
        z += w.u[j] * row[j]
    return max(-FARTHEST, min(FARTHEST, z))


# ---- the network


@loop
def value_seen(w: Any, guess: float) -> float:
    """The value of the observation in `seen`."""
    read_places(w, guess)
    return value_of_logit(w.last[0] * guess + read_layers(w))


@loop
def read_places(w: Any, guess: float) -> None:
    """Run `seen` and the estimate through the first layer into `x`."""
    n = len(w.bias)
    for j in range(n):
        w.x[j] = w.bias[j]
    add_seen(w, w.first, w.x)
    w.unit[0] = GUESS_UNIT * guess
    add_row(w.x, w.first[len(w.first) - 1], w.unit[0])


@loop
def add_seen(w: Any, first: Any, x: Any) -> None:
    """Add the rows of `first` for the places of `seen` that are not 0 to `x`."""
    for k in range(len(w.words)):
        if w.words[k] != 0:
            for i in range(WORD * k, WORD * k + WORD):
                row = w.rows[i]
                if w.seen[i] != 0 and row >= 0:
                    add_row(x, first[row], w.grades[int(w.seen[i]) + MIDDLE])


@loop
def add_row(x: Any, row: Any, times: Any) -> None:
    """Add a row of weights to `x`."""
    for j in range(len(row)):
        x[j] += times * row[j]


@loop
def read_layers(w: Any) -> float:
    """Run `x` through the second layer and the last."""
    n = len(w.second_bias)
    for j in range(n):
        w.y[j] = w.second_bias[j]
    for i in range(len(w.bias)):
        if w.x[i] > 0.0:
            add_row(w.y, w.second[i], w.x[i])
    z = float(w.last[1])
    for j in range(n):
        if w.y[j] > 0.0:
            z += w.y[j] * w.last[2 + j]
    return z


@loop
def value_of_logit(z: float) -> float:
    """A value from -1 to 1."""
    return 2.0 / (1.0 + exp(-max(-FARTHEST, min(FARTHEST, z)))) - 1.0


def warm(game: Any, _states: Any) -> None:
    """Call each loop once, so that it is compiled."""
    import sys

    from honjin.bots.learned.bot import warm_up

    warm_up(game, sys.modules[__name__])
