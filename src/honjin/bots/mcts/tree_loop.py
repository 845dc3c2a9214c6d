"""The tree of a Monte Carlo tree search over information sets. A loop file (`core.jit.verbs`).

Two searches grow it: one that values new nodes by the game's own estimate (`mcts_loop`), one by a
network (`guided_loop`).

The same tree serves every game, with or without chance and secrets, for any number of seats. A node
is a seat's observation (its state_key), so a seat cannot act on what it does not know, simultaneous
sealed choices are independent, and transpositions share a node. Chance is sampled by its weights
and has no nodes.

    states[ROOT_OBS]    the searching seat's observation  states[MOVER_OBS]  the mover's observation
    states[SIM_STATE]   the world of this simulation      states[BELIEF]     the belief chain's

`SELECT` is one of two ways to select in a node:

UCB (games without secrets): the action with the largest mean + c * prior * sqrt(visits of the
node) / (1 + its visits) (PUCT: Rosin 2011; Silver et al. 2017), where each seat maximises its own
return, as in max-n. Means are scaled by the range of means found so far (Schrittwieser et al.
2020), and priors relative to the other actions of the node, so that neither depends on the scale
of a game's estimates.

REGRET (games with secrets): regret matching on sampled returns (Hart & Mas-Colell 2000; in tree
search Lisy et al. 2013), with running means as a baseline (Schmid et al. 2019). The result is the
average strategy, which is mixed where bluffing requires it. There are two kinds of simulations: in
the first, the world is sampled from the searching seat's observation, and its nodes learn; in the
second (a share of `BELIEF_RATE`), the world advances along the belief chain (at each step, a world
that a random seat could believe in), and the nodes of a random seat learn. So the other seats, as
the search models them, do not know what the searching seat hides.
"""

from math import sqrt
from typing import Any, Final

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.chance_loops import pick_outcome
from honjin.core.jit.rng import draw
from honjin.core.jit.verbs import (
    HAS_SECRETS,
    apply_action,
    chance_outcomes,
    copy_state,
    legal_actions,
    loop,
    may_act,
    must_act,
    observe,
    resample,
    retract_sealed,
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
PRIOR: Final = 1  # the weight of the estimate right after an action (`set_priors`); 0: none
BELIEF_RATE: Final = 2  # share of simulations in which the world follows the belief chain
SETTINGS: Final = 3

LEAST_SHARE: Final = 0.1  # actions below this share of the likeliest one are not played
LEAST_VISITS: Final = 0.5  # the least share of the most visits for an action to be drawn

EPSILON: Final = 0.06  # share of choices that the learner makes at random
NARROW: Final = 1e-3  # the smallest range of means used for scaling
LATER: Final = 0.0002  # the discount of a return per action until it comes
EVERYBODY: Final = -1
FINE: Final = 1 << 30
ANY: Final = (1 << 63) - 1
MIXER: Final = 0x1E3779B97F4A7C15


# ---- the world of a simulation


@loop
def begin_tree(states: Any, t: Any) -> int:
    """Make the first world of the belief chain and of the tree; return the key of its root.

    Choices that others have already sealed are retracted, so that they choose in the search.
    """
    me = int(t.control[ME])
    if HAS_SECRETS:
        retract_sealed(states[ROOT_OBS], me)
    copy_state(states, BELIEF, ROOT_OBS)
    if HAS_SECRETS:
        resample(states[BELIEF], me, t.rng)
    copy_state(states, SIM_STATE, BELIEF)
    return key_of(states, SIM_STATE, me)


@loop
def begin_world(states: Any, t: Any) -> None:
    """Set up the world of a simulation, and the seat that learns from it."""
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
    """Advance the belief chain: resample its world from a random seat's observation of it."""
    seat = draw(t.rng, int(t.control[SEATS]))
    observe(states[BELIEF], seat)
    resample(states[BELIEF], seat, t.rng)


@loop
def chance_of(rng: Any) -> float:
    """A random number in [0, 1)."""
    return draw(rng, FINE) / FINE


@loop
def roll(states: Any, t: Any) -> int:
    """Sample chance in SIM_STATE until a seat may act; return the mask of those that may."""
    return let_chance_act(states, t, SIM_STATE)


@loop
def let_chance_act(states: Any, t: Any, i: int) -> int:
    """Play chance turns of states[i]; return the mask of the seats that may act then."""
    mask = may_act(states[i])
    while mask & CHANCE_BIT:
        n = chance_outcomes(states[i], t.out, t.odds)
        apply_action(states[i], CHANCE, pick_outcome(n, t.out, t.odds, t.rng))
        mask = may_act(states[i])
    return mask


# ---- nodes


@loop
def mover(states: Any, t: Any, mask: int, steps: int) -> int:
    """The seat that chooses: at the root the searching seat, else the lowest that must act."""
    me = int(t.control[ME])
    if steps == 0 and mask >> me & 1:
        return me
    waiting = must_act(states[SIM_STATE])
    return lowest_bit(waiting if waiting != 0 else mask)


@loop
def key_of(states: Any, i: int, seat: int) -> int:
    """The key of a seat's observation of states[i], without sealed choices of other seats."""
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
    """The first slot of a key; it mixes the bits, since a game's keys may differ in only a few."""
    return (key * MIXER & ANY) >> 31 & mask


@loop
def add_node(states: Any, t: Any, seat: int, key: int) -> int:
    """Add a node for the seat that acts in SIM_STATE; return -1 if there is no room for it."""
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
    enter(t, int(node))
    return int(node)


@loop
def enter(t: Any, node: int) -> None:
    """Enter a node into the index, which is at most half full."""
    mask = len(t.index) - 1
    at = slot(int(t.key[node]), mask)
    while t.index[at] != 0:
        at = (at + 1) & mask
    t.index[at] = node + 1


# ---- choosing


@loop
def pass_on(states: Any, t: Any, seat: int, node: int, step: int) -> int:
    """Choose in a node, act and sample chance; return the mask of the seats that may act then."""
    edge = choose(t, node, step)
    t.path_edge[step] = edge
    t.path_node[step] = node
    apply_action(states[SIM_STATE], seat, int(t.action[edge]))
    return roll(states, t)


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
    """An edge drawn from the current strategy; the learner also explores at random."""
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
    """The sum of the positive regrets."""
    total = 0.0
    for edge in range(t.first[node], t.first[node] + t.count[node]):
        total += max(0.0, t.regret[edge])
    return total


@loop
def share(t: Any, edge: int, total: float, count: int) -> float:
    """The probability of an edge in the current strategy (regret matching)."""
    if total <= 0.0:
        return 1.0 / count
    return float(max(0.0, t.regret[edge]) / total)


# ---- backpropagation


@loop
def backpropagate(t: Any, steps: int) -> None:
    """Update every choice of the path with the simulation's value."""
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
    """Update regrets and the sum of strategies; running means reduce the variance."""
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
    """The mean return of an edge; for one never visited, that of its node."""
    if t.tried[edge] > 0:
        return float(t.total[edge] / t.tried[edge])
    return float(t.gained[node] / t.visits[node]) if t.visits[node] > 0 else 0.0


# ---- results


@loop
def follow(states: Any, t: Any, edge: int, line: Any) -> int:
    """Write the line that begins with an edge of the root as seat, action, seat, action ...

    It continues with the most visited actions, and ends where chance or another seat's secret would
    decide. Returns its number of actions.
    """
    luck = t.rng[0]
    steps = trace(states, t, edge, line)
    t.rng[0] = luck  # the search continues as if nobody had asked for a line
    return steps


@loop
def trace(states: Any, t: Any, edge: int, line: Any) -> int:
    """Write the line of `follow` in a sampled world."""
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
    """The most visited edge of a node; -1 if none was visited."""
    if node < 0:
        return -1
    best = -1
    most = 0
    for edge in range(t.first[node], t.first[node] + t.count[node]):
        if t.tried[edge] > most:
            most = t.tried[edge]
            best = edge
    return int(best)
