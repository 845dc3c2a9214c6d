"""Monte Carlo tree search over information sets. A loop file (`core.verbs`).

One search for every game: with dice or without, with secrets or without, for any number of seats.
A node is what a seat sees (a state_key of its observation), so a seat cannot act on what it does
not know, sealed choices made at the same time are made without regard to each other, and positions
that are reached in several ways are one node. Chance is drawn by its weights and has no nodes.

    states[ROOT_OBS]    what the searching seat sees    states[MOVER_OBS]  what the seat to act sees
    states[SIM_STATE]   the world of this simulation    states[BELIEF]     that of the belief chain

Two ways to choose in a node, by `SELECT`:

UCB (games without secrets): the action with the largest mean + c * prior * sqrt(visits of the
node) / (1 + own visits) (PUCT: Rosin 2011; Silver et al. 2017), each seat for its own return, as in
max-n. Means are measured against the range of means found so far (Schrittwieser et al. 2020), and
priors against the other actions of the node, so that neither depends on how large a game's
estimates are.

REGRET (games with secrets): regret matching on sampled returns (Hart & Mas-Colell 2000; in tree
search Lisy et al. 2013), less their running means (Schmid et al. 2019). What is answered is the
average strategy, a mixture where bluffing needs one. Simulations take turns: in some
the world is filled in from what the searching seat knows, and its nodes learn; in the others (a
share of `BELIEF_RATE`) the world moves along the belief chain (each step: what might a random seat
think the world is?), and the nodes of a random seat learn. So the others, as the search imagines
them, do not know what the searching seat hides.

A new node ends the selection; from there the game is played at random for `ROLLOUT` actions (-1: to
the end) and then estimated.
"""

from math import exp, sqrt
from typing import Any, Final

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.chance_loops import pick_outcome, pick_seat
from honjin.core.jit.rng import draw
from honjin.core.jit.verbs import (
    BEST,
    EVAL_SCALE,
    HAS_SECRETS,
    LONGEST,
    MOST_ESTIMATE,
    apply_action,
    chance_outcomes,
    copy_state,
    evaluate,
    legal_actions,
    loop,
    may_act,
    must_act,
    observe,
    resample,
    retract_sealed,
    returns,
    state_key,
)
from honjin.core.seats import CHANCE, CHANCE_BIT

# states
ROOT_OBS: Final = 0
SIM_STATE: Final = 1
MOVER_OBS: Final = 2
BELIEF: Final = 3
NEXT_STATE: Final = 4
STATES: Final = 5

# cells of `control`
ME: Final = 0  # the searching seat
SEATS: Final = 1  # seats of the game
SELECT: Final = 2  # UCB or REGRET
ROLLOUT: Final = 3  # random actions after a new node; -1: to the end
NODES: Final = 4  # nodes so far
EDGES: Final = 5  # edges so far
DONE: Final = 6  # simulations so far
LEARNER: Final = 7  # REGRET: the seat that explores and learns in this simulation
DEEPEST: Final = 8  # the longest path through the tree so far
CELLS: Final = 9

UCB: Final = 0
REGRET: Final = 1

# cells of `settings`
C_PUCT: Final = 0  # c of PUCT
PRIOR: Final = 1  # how much the estimate right after an action counts (`set_priors`); 0: not
BELIEF_RATE: Final = 2  # share of simulations in which the world follows the belief chain
SETTINGS: Final = 3

EPSILON: Final = 0.06  # share of choices that the learner makes blindly
ALIKE: Final = 1e-5  # estimates that differ less are taken to be alike
LATER: Final = 0.0002  # what a return loses per action until it comes
NARROW: Final = 1e-3  # the least range of means that is told apart
EVERYBODY: Final = -1
FINE: Final = 1 << 30
ANY: Final = (1 << 63) - 1
MIXER: Final = 0x1E3779B97F4A7C15


@loop
def search_on(states: Any, t: Any, limit: int) -> None:
    """Simulate until so many simulations are done in all."""
    while t.control[DONE] < limit:
        begin_world(states, t)
        steps = select(states, t)
        rollout(states, t, steps)
        backpropagate(t, steps)
        t.control[DEEPEST] = max(t.control[DEEPEST], steps)
        t.control[DONE] += 1


# ---- the world of a simulation


@loop
def begin(states: Any, t: Any) -> None:
    """Make the first world of the belief chain, and the root's node.

    What others have sealed already is taken back, so that they choose in the search.
    """
    me = int(t.control[ME])
    if HAS_SECRETS:
        retract_sealed(states[ROOT_OBS], me)
    copy_state(states, BELIEF, ROOT_OBS)
    if HAS_SECRETS:
        resample(states[BELIEF], me, t.rng)
    copy_state(states, SIM_STATE, BELIEF)
    expand(states, t, me, key_of(states, SIM_STATE, me))


@loop
def begin_world(states: Any, t: Any) -> None:
    """Put a world into HERE, and name the seat that learns from it."""
    me = int(t.control[ME])
    t.control[LEARNER] = me if t.control[SELECT] == REGRET else EVERYBODY
    if HAS_SECRETS and chance_of(t.rng) < t.settings[BELIEF_RATE]:
        step_belief(states, t)
        copy_state(states, SIM_STATE, BELIEF)
        if t.control[SELECT] == REGRET:
            t.control[LEARNER] = draw(t.rng, int(t.control[SEATS]))
        return
    copy_state(states, SIM_STATE, ROOT_OBS)
    if HAS_SECRETS:
        resample(states[SIM_STATE], me, t.rng)


@loop
def step_belief(states: Any, t: Any) -> None:
    """Step the chain: fill the world in anew from what a random seat sees of it."""
    seat = draw(t.rng, int(t.control[SEATS]))
    observe(states[BELIEF], seat)
    resample(states[BELIEF], seat, t.rng)


@loop
def chance_of(rng: Any) -> float:
    """A number from 0 up to 1."""
    return draw(rng, FINE) / FINE


@loop
def roll(states: Any, t: Any) -> int:
    """Draw chance in HERE until a seat may act; returns the seats that may."""
    mask = may_act(states[SIM_STATE])
    while mask & CHANCE_BIT:
        n = chance_outcomes(states[SIM_STATE], t.out, t.odds)
        apply_action(states[SIM_STATE], CHANCE, pick_outcome(n, t.out, t.odds, t.rng))
        mask = may_act(states[SIM_STATE])
    return mask


# ---- the path through the tree


@loop
def select(states: Any, t: Any) -> int:
    """Choose in known nodes and in one new one; returns how many choices were made."""
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
        edge = choose(t, node, steps)
        t.path_edge[steps] = edge
        t.path_node[steps] = node
        steps += 1
        apply_action(states[SIM_STATE], seat, int(t.action[edge]))
        mask = roll(states, t)
    return steps


@loop
def mover(states: Any, t: Any, mask: int, steps: int) -> int:
    """Who chooses: at the root the searching seat, else the lowest seat that is awaited."""
    me = int(t.control[ME])
    if steps == 0 and mask >> me & 1:
        return me
    waiting = must_act(states[SIM_STATE])
    return lowest_bit(waiting if waiting != 0 else mask)


@loop
def key_of(states: Any, i: int, seat: int) -> int:
    """The name of what a seat sees in states[i], as if nobody else had sealed a choice yet."""
    if HAS_SECRETS:
        copy_state(states, MOVER_OBS, i)
        observe(states[MOVER_OBS], seat)
        retract_sealed(states[MOVER_OBS], seat)
        return (state_key(states, MOVER_OBS) ^ (seat + 1) * MIXER) & ANY
    return state_key(states, i)


@loop
def find(t: Any, key: int) -> int:
    """The node of a key, or -1."""
    mask = len(t.index) - 1
    at = slot(key, mask)
    while t.index[at] != 0:
        node = t.index[at] - 1
        if t.key[node] == key:
            return int(node)
        at = (at + 1) & mask
    return -1


@loop
def slot(key: int, mask: int) -> int:
    """Where the search for a key begins: the keys of a game may differ in few of their bits."""
    return (key * MIXER & ANY) >> 31 & mask


@loop
def expand(states: Any, t: Any, seat: int, key: int) -> int:
    """A new node for the seat that acts in HERE; -1 when there is no room for it."""
    node = t.control[NODES]
    first = t.control[EDGES]
    if node >= len(t.key):
        return -1
    n = legal_actions(states[SIM_STATE], seat, t.out)
    if first + n > len(t.action):
        return -1
    t.control[NODES] = node + 1
    t.control[EDGES] = first + n
    t.key[node] = key
    t.seat[node] = seat
    t.first[node] = first
    t.count[node] = n
    for k in range(n):
        t.action[first + k] = t.out[k]
    set_priors(states, t, int(node))
    enter(t, int(node))
    return int(node)


@loop
def enter(t: Any, node: int) -> None:
    """Make a node findable; the index is at most half full."""
    mask = len(t.index) - 1
    at = slot(int(t.key[node]), mask)
    while t.index[at] != 0:
        at = (at + 1) & mask
    t.index[at] = node + 1


@loop
def set_priors(states: Any, t: Any, node: int) -> None:
    """How likely each action looks beforehand; a little luck breaks ties.

    Estimates are measured against those of the other actions: the best weighs 1, one as good as
    the mean exp(-PRIOR), however large the estimates of the game are.
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


# ---- choosing


@loop
def choose(t: Any, node: int, step: int) -> int:
    """The edge to follow from a node."""
    if t.control[SELECT] == REGRET:
        return choose_mixed(t, node, step)
    first = t.first[node]
    seat = t.seat[node]
    span = max(t.high[seat] - t.low[seat], NARROW)
    wide = 0.5 * span * t.settings[C_PUCT] * sqrt(t.visits[node] + 1.0)
    start = t.gained[node] / t.visits[node] if t.visits[node] > 0 else 0.0
    best = first
    most = -1e9
    for edge in range(first, first + t.count[node]):
        n = t.tried[edge]
        mean = t.total[edge] / n if n > 0 else start
        score = mean + wide * t.prior[edge] / (1.0 + n)
        if score > most:
            most = score
            best = edge
    return int(best)


@loop
def choose_mixed(t: Any, node: int, step: int) -> int:
    """An edge by the present strategy; the learner now and then tries any."""
    blind = EPSILON if t.control[LEARNER] == t.seat[node] else 0.0
    first = t.first[node]
    count = t.count[node]
    total = regret_sum(t, node)
    ticket = chance_of(t.rng)
    for edge in range(first, first + count):
        odds = (1.0 - blind) * share(t, edge, total, count) + blind / count
        t.path_odds[step] = odds
        ticket -= odds
        if ticket < 0.0:
            return int(edge)
    return int(first + count - 1)


@loop
def regret_sum(t: Any, node: int) -> float:
    """The sum of regrets above zero."""
    total = 0.0
    for edge in range(t.first[node], t.first[node] + t.count[node]):
        total += max(0.0, t.regret[edge])
    return total


@loop
def share(t: Any, edge: int, total: float, count: int) -> float:
    """The present strategy's part for an edge (regret matching)."""
    if total <= 0.0:
        return 1.0 / count
    return float(max(0.0, t.regret[edge]) / total)


# ---- what came of it


@loop
def rollout(states: Any, t: Any, steps: int) -> None:
    """What HERE is worth to each seat, played out first as far as ROLLOUT says."""
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
    """What a state is worth to a seat, from -1 to 1: its result, else the game's estimate."""
    if may_act(states[i]) == 0:
        returns(states[i], t.got)
        return float(t.got[seat]) / BEST
    guess = max(-MOST_ESTIMATE, min(MOST_ESTIMATE, evaluate(states[i], seat)))
    return float(guess) / (abs(guess) + EVAL_SCALE)


@loop
def backpropagate(t: Any, steps: int) -> None:
    """Give every choice of the path what came of it."""
    for step in range(steps):
        node = int(t.path_node[step])
        edge = int(t.path_edge[step])
        seat = int(t.seat[node])
        if t.control[LEARNER] != EVERYBODY and t.control[LEARNER] != seat:
            continue
        if t.control[SELECT] == REGRET:
            backpropagate_regret(t, node, edge, float(t.path_odds[step]), float(t.sim_value[seat]))
        t.tried[edge] += 1
        t.total[edge] += t.sim_value[seat]
        t.visits[node] += 1
        t.gained[node] += t.sim_value[seat]
        mean = t.total[edge] / t.tried[edge]
        t.low[seat] = min(t.low[seat], mean)
        t.high[seat] = max(t.high[seat], mean)


@loop
def backpropagate_regret(t: Any, node: int, edge: int, odds: float, value: float) -> None:
    """Regrets and the strategy's sum after one return; the means so far lessen the noise."""
    first = t.first[node]
    count = t.count[node]
    total = regret_sum(t, node)
    expected = 0.0
    for other in range(first, first + count):
        expected += share(t, other, total, count) * believed(t, node, other)
    news = (value - believed(t, node, edge)) / odds
    expected += share(t, edge, total, count) * news
    for other in range(first, first + count):
        t.prior[other] += share(t, other, total, count)
    for other in range(first, first + count):
        gain = believed(t, node, other) - expected
        t.regret[other] += gain + news if other == edge else gain


@loop
def believed(t: Any, node: int, edge: int) -> float:
    """The mean return of an edge; of one never tried, that of its node."""
    if t.tried[edge] > 0:
        return float(t.total[edge] / t.tried[edge])
    return float(t.gained[node] / t.visits[node]) if t.visits[node] > 0 else 0.0


# ---- what is answered


@loop
def follow(states: Any, t: Any, edge: int, line: Any) -> int:
    """The line that begins with an edge of the root, as seat, action, seat, action ...

    It goes on with what was tried most, and ends where chance or a secret of others would decide.
    Returns how many actions it has.
    """
    me = int(t.control[ME])
    copy_state(states, SIM_STATE, ROOT_OBS)
    if HAS_SECRETS:
        resample(states[SIM_STATE], me, t.rng)
    seat = me
    steps = 0
    while edge >= 0 and 2 * steps < len(line):
        line[2 * steps] = seat
        line[2 * steps + 1] = t.action[edge]
        steps += 1
        apply_action(states[SIM_STATE], seat, int(t.action[edge]))
        mask = may_act(states[SIM_STATE])
        if mask == 0 or mask & CHANCE_BIT:
            return steps
        seat = mover(states, t, mask, steps)
        if HAS_SECRETS and seat != me:
            return steps
        edge = most_tried(t, find(t, key_of(states, SIM_STATE, seat)))
    return steps


@loop
def most_tried(t: Any, node: int) -> int:
    """The edge of a node that was tried most; -1 where none was."""
    if node < 0:
        return -1
    best = -1
    most = 0
    for edge in range(t.first[node], t.first[node] + t.count[node]):
        if t.tried[edge] > most:
            most = t.tried[edge]
            best = edge
    return int(best)


def warm(game: Any, _states: Any) -> None:
    """Call each loop once, so that it is compiled."""
    import sys

    from honjin.bots.mcts.bot import warm_up

    warm_up(game, sys.modules[__name__])
