"""Games between two sides whose searches weigh differently. A loop file (`core.jit.verbs`).

    states[GAME]   the game, with every secret; each search begins with what its seat sees
    states[HOME]   the first position

`m` is the match (`playing.Match`): `side[seat]` is 0 or 1, `weights[side]` are its weights.
"""

from typing import Any, Final

from honjin.bots.mcts.mcts_loop import begin, search_on
from honjin.bots.mcts.tree_loop import (
    LEAST_SHARE,
    LEAST_VISITS,
    ME,
    REGRET,
    ROOT_OBS,
    SELECT,
    STATES,
    chance_of,
    let_chance_act,
)
from honjin.bots.mcts.wipe_loop import wipe
from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.verbs import (
    HAS_SECRETS,
    apply_action,
    copy_state,
    legal_actions,
    loop,
    must_act,
    observe,
    returns,
)

GAME: Final = STATES
HOME: Final = STATES + 1
SPACES: Final = STATES + 2

# cells of `m.plan`
SIMULATIONS: Final = 0  # of a search for a decision
RANDOMIZES: Final = 1  # 1: where others choose at the same time, the action is drawn by visits
PLAN: Final = 2


@loop
def play_match(states: Any, t: Any, m: Any) -> None:
    """Play a game, and write the return of each seat into `m.got`."""
    copy_state(states, GAME, HOME)
    mask = let_chance_act(states, t, GAME)
    while mask != 0:
        waiting = must_act(states[GAME])
        seat = lowest_bit(waiting if waiting != 0 else mask)
        n = legal_actions(states[GAME], seat, t.out)
        action = int(t.out[0])
        if n > 1:
            action = decide(states, t, m, seat)
        apply_action(states[GAME], seat, action)
        mask = let_chance_act(states, t, GAME)
    returns(states[GAME], m.got)


@loop
def decide(states: Any, t: Any, m: Any, seat: int) -> int:
    """Search for a seat by the weights of its side, and return its action."""
    side = m.side[seat]
    for i in range(len(t.weights)):
        t.weights[i] = m.weights[side][i]
    wipe(t)
    t.control[ME] = seat
    copy_state(states, ROOT_OBS, GAME)
    if HAS_SECRETS:
        observe(states[ROOT_OBS], seat)
    begin(states, t)
    search_on(states, t, int(m.plan[SIMULATIONS]))
    if t.control[SELECT] == REGRET:
        return drawn(t, LEAST_SHARE)
    # `begin` has retracted the choices that others had sealed.
    others = must_act(states[ROOT_OBS]) & ~(1 << seat)
    return drawn(t, LEAST_VISITS if others != 0 and m.plan[RANDOMIZES] else 1.0)


@loop
def drawn(t: Any, least: float) -> int:
    """An action of the root drawn by weight, of those with a share of the largest weight.

    With a share of 1 it is the first of the largest.
    """
    most = 0.0
    for edge in range(t.count[0]):
        most = max(most, weight_at(t, edge))
    total = 0.0
    for edge in range(t.count[0]):
        weight = weight_at(t, edge)
        if weight >= least * most:
            if least == 1.0:
                return int(t.action[edge])
            total += weight
    ticket = chance_of(t.rng) * total
    best = 0
    for edge in range(t.count[0]):
        weight = weight_at(t, edge)
        if weight >= least * most:
            best = edge
            ticket -= weight
            if ticket < 0.0:
                return int(t.action[edge])
    return int(t.action[best])


@loop
def weight_at(t: Any, edge: int) -> float:
    """The weight of an action of the root: its visits, or its share of the average strategy."""
    return float(t.prior[edge] if t.control[SELECT] == REGRET else t.tried[edge])


def warm(game: Any, _states: Any) -> None:
    """Call each loop once, so that it is compiled; not in games without weights."""
    import sys

    from honjin.train.weights.playing import warm_up

    warm_up(game, sys.modules[__name__])
