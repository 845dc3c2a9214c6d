"""Games that teach a value, played by a search with a learned value. A loop file (`core.verbs`).

    states[GAME]   the game, with every secret; each search begins with what its seat sees
    states[NEAR]   a position right after an action of the game
    states[HOME]   the first position

In some decisions, positions after several of the actions are recorded, so that the actions of one
decision are told apart. What a position is worth to a seat is what a search expects that begins
with what this seat sees: worlds are sampled from its observation, so it counts its own secrets and
no others.

In some decisions, the odds that the search gave each action are recorded, beside their priors by
the estimate.

`r` are the records of a game (`playing.Records`), `w` the weights (`learned.weights.Weights`).
"""

from math import log
from typing import Any, Final

from honjin.bots.learned.learned_loop import (
    LEAST_PRIOR,
    correct,
    guess_of,
    learned_once,
    see,
    see_as_mover,
)
from honjin.bots.mcts.mcts_loop import begin
from honjin.bots.mcts.tree_loop import (
    DONE,
    ME,
    NEXT_STATE,
    REGRET,
    ROOT_OBS,
    SEATS,
    SELECT,
    STATES,
    begin_tree,
    chance_of,
    let_chance_act,
)
from honjin.bots.mcts.wipe_loop import wipe
from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.rng import draw
from honjin.core.jit.verbs import (
    HAS_SECRETS,
    apply_action,
    copy_state,
    legal_actions,
    loop,
    must_act,
    observe,
    resample,
)

GAME: Final = STATES
NEAR: Final = STATES + 1
HOME: Final = STATES + 2
SPACES: Final = STATES + 3

# cells of `r.plan`
SIMULATIONS: Final = 0  # of a search for a decision
LOOK: Final = 1  # of a search for a target
OPENING: Final = 2  # decisions drawn by the search's weights; later ones take the largest
SIBLINGS: Final = 3  # the most actions of a decision whose positions are recorded
PLAN: Final = 4

# cells of `r.shares`
KEPT: Final = 0  # the share of decisions that are recorded
SLIP: Final = 1  # the share of decisions that are random
TOLD: Final = 2  # the share of decisions whose odds are recorded
SHARES: Final = 3

# cells of `r.counts`
DECISIONS: Final = 0
ROWS: Final = 1
ODDS: Final = 2  # decisions whose odds were recorded
CHOICES: Final = 3  # their actions
COUNTS: Final = 4


@loop
def play_game(states: Any, t: Any, w: Any, r: Any) -> None:
    """Play a game and record it."""
    copy_state(states, GAME, HOME)
    r.counts[DECISIONS] = 0
    r.counts[ROWS] = 0
    r.counts[ODDS] = 0
    r.counts[CHOICES] = 0
    mask = let_chance_act(states, t, GAME)
    while mask != 0:
        waiting = must_act(states[GAME])
        seat = lowest_bit(waiting if waiting != 0 else mask)
        n = legal_actions(states[GAME], seat, t.out)
        action = int(t.out[0])
        if n > 1:
            action = decide(states, t, w, r, seat)
        apply_action(states[GAME], seat, action)
        mask = let_chance_act(states, t, GAME)


@loop
def decide(states: Any, t: Any, w: Any, r: Any, seat: int) -> int:
    """Search for a seat, record some positions right after, and return its action."""
    look_from(states, t, GAME, seat)
    begin(states, t)
    count = int(t.count[0])
    is_told = chance_of(t.rng) < r.shares[TOLD] and has_room(t, r, count)
    if is_told:
        record_priors(states, t, w, r, seat, count)
    correct(states, t, w, 0)
    while t.control[DONE] < r.plan[SIMULATIONS]:
        learned_once(states, t, w)
    if is_told:
        record_odds(t, r, count)
    step = r.counts[DECISIONS]
    r.counts[DECISIONS] = step + 1
    is_drawn = step < r.plan[OPENING] or t.control[SELECT] == REGRET
    action = int(t.action[drawn_edge(t, count) if is_drawn else largest_edge(t, 0, count)])
    if chance_of(t.rng) < r.shares[SLIP]:
        action = int(t.action[draw(t.rng, count)])
    if chance_of(t.rng) < r.shares[KEPT]:
        n = pick_siblings(t, r, count)
        for k in range(n):
            record_after(states, t, w, r, seat, int(r.picked[k]))
    return action


@loop
def has_room(t: Any, r: Any, count: int) -> bool:
    """True if the odds of a decision can be recorded; those of regret matching never are."""
    if t.control[SELECT] == REGRET or r.counts[ODDS] >= len(r.own):
        return False
    return bool(r.counts[CHOICES] + count <= len(r.number))


@loop
def record_priors(states: Any, t: Any, w: Any, r: Any, seat: int, count: int) -> None:
    """Record what the seat sees, and the priors of the new root by the estimate."""
    see_as_mover(states, t, w, seat)
    own = r.own[r.counts[ODDS]]
    for i in range(len(own)):
        own[i] = w.seen[i]
    start = r.counts[CHOICES]
    for edge in range(count):
        r.number[start + edge] = w.numbers[t.action[edge]]
        r.prior[start + edge] = log(max(float(t.prior[edge]), LEAST_PRIOR))


@loop
def record_odds(t: Any, r: Any, count: int) -> None:
    """Record the share of visits of each action of the root."""
    total = 0.0
    for edge in range(count):
        total += t.tried[edge]
    start = r.counts[CHOICES]
    for edge in range(count):
        r.odds[start + edge] = t.tried[edge] / max(total, 1.0)
    r.length[r.counts[ODDS]] = count
    r.counts[CHOICES] = start + count
    r.counts[ODDS] += 1


@loop
def look_from(states: Any, t: Any, i: int, seat: int) -> None:
    """Prepare a search of states[i] as the seat sees it."""
    wipe(t)
    t.control[ME] = seat
    copy_state(states, ROOT_OBS, i)
    if HAS_SECRETS:
        observe(states[ROOT_OBS], seat)


@loop
def weight_of(t: Any, edge: int) -> float:
    """The weight of an action of the root: its visits, or its share of the average strategy."""
    return float(t.prior[edge]) if t.control[SELECT] == REGRET else float(t.tried[edge])


@loop
def drawn_edge(t: Any, count: int) -> int:
    """An action of the root drawn by weight."""
    total = 0.0
    for edge in range(count):
        total += weight_of(t, edge)
    ticket = chance_of(t.rng) * total
    for edge in range(count):
        ticket -= weight_of(t, edge)
        if ticket < 0.0:
            return edge
    return count - 1


@loop
def largest_edge(t: Any, first: int, count: int) -> int:
    """The action of the root with the largest weight, from a first one on."""
    best = first
    for edge in range(first + 1, count):
        if weight_of(t, edge) > weight_of(t, best):
            best = edge
    return best


@loop
def pick_siblings(t: Any, r: Any, count: int) -> int:
    """Pick different actions of the root, the best of those left or any in turn; return how many.

    So the good ones are told apart, and the bad ones from the good ones. The tree is spoiled.
    """
    n = min(count, int(r.plan[SIBLINGS]))
    for k in range(n):
        edge = k + draw(t.rng, count - k)
        if k & 1 == 0:
            edge = largest_edge(t, k, count)
        r.picked[k] = t.action[edge]
        t.action[edge] = t.action[k]
        t.tried[edge] = t.tried[k]
        t.prior[edge] = t.prior[k]
    return n


@loop
def record_after(states: Any, t: Any, w: Any, r: Any, seat: int, action: int) -> None:
    """Record the position after an action, as each seat sees it; nothing if the game is over."""
    copy_state(states, NEAR, GAME)
    apply_action(states[NEAR], seat, action)
    if let_chance_act(states, t, NEAR) == 0:
        return
    for other in range(t.control[SEATS]):
        row = r.counts[ROWS]
        if row < len(r.seen):
            r.counts[ROWS] = row + 1
            record(states, t, w, r, other, int(row))


@loop
def record(states: Any, t: Any, w: Any, r: Any, seat: int, row: int) -> None:
    """Record what a seat sees in states[NEAR], and what a search expects for it.

    The estimate is that of a world sampled from what the seat sees, as in a search.
    """
    see(states, NEAR, seat, int(t.control[SEATS]), w)
    seen = r.seen[row]
    for i in range(len(seen)):
        seen[i] = w.seen[i]
    copy_state(states, NEXT_STATE, NEAR)
    if HAS_SECRETS:
        observe(states[NEXT_STATE], seat)
        resample(states[NEXT_STATE], seat, t.rng)
    r.guess[row] = guess_of(states, NEXT_STATE, seat)
    r.seat[row] = seat
    r.step[row] = r.counts[DECISIONS]
    r.target[row] = expected(states, t, w, r, seat)


@loop
def expected(states: Any, t: Any, w: Any, r: Any, seat: int) -> float:
    """The mean return that a search of states[NEAR] expects for a seat, from what it sees."""
    look_from(states, t, NEAR, seat)
    begin_tree(states, t)  # the seat may have nothing to choose: the search grows its own root
    total = 0.0
    while t.control[DONE] < r.plan[LOOK]:
        learned_once(states, t, w)
        total += t.sim_value[seat]
    return float(total / r.plan[LOOK])


def warm(game: Any, _states: Any) -> None:
    """Call each loop once, so that it is compiled."""
    import sys

    from honjin.train.value.playing import warm_up

    warm_up(game, sys.modules[__name__])
