"""Games that teach a value, played by a search with a learned value. A loop file (`core.verbs`).

    states[GAME]   the game, with every secret; each search begins with what its seat sees
    states[HOME]   the first position

`r` are the records of a game (`playing.Records`), `w` the weights (`learned.weights.Weights`).
"""

from typing import Any, Final

from honjin.bots.learned.learned_loop import guess_of, learned_once, see
from honjin.bots.mcts.mcts_loop import begin
from honjin.bots.mcts.tree_loop import (
    ME,
    NEXT_STATE,
    REGRET,
    ROOT_OBS,
    SEATS,
    SELECT,
    STATES,
    chance_of,
)
from honjin.bots.mcts.wipe_loop import wipe
from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.chance_loops import pick_outcome
from honjin.core.jit.rng import draw
from honjin.core.jit.verbs import (
    BEST,
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
    returns,
)
from honjin.core.seats import CHANCE, CHANCE_BIT

GAME: Final = STATES
HOME: Final = STATES + 1
SPACES: Final = STATES + 2

# cells of `r.plan`
SIMULATIONS: Final = 0
OPENING: Final = 1  # decisions drawn by the search's weights; later ones take the largest
PLAN: Final = 2

# cells of `r.shares`
KEPT: Final = 0  # the share of decisions that are recorded
SLIP: Final = 1  # the share of decisions that are random
SHARES: Final = 2

# cells of `r.counts`
DECISIONS: Final = 0
ROWS: Final = 1
COUNTS: Final = 2


@loop
def play_game(states: Any, t: Any, w: Any, r: Any) -> bool:
    """Play a game and record it; False if it has more decisions than there is room for."""
    copy_state(states, GAME, HOME)
    r.counts[DECISIONS] = 0
    r.counts[ROWS] = 0
    mask = let_chance_act(states, t)
    while mask != 0:
        waiting = must_act(states[GAME])
        seat = lowest_bit(waiting if waiting != 0 else mask)
        n = legal_actions(states[GAME], seat, t.out)
        action = int(t.out[0])
        if n > 1:
            if r.counts[DECISIONS] >= len(r.line):
                return False
            action = decide(states, t, w, r, seat)
        apply_action(states[GAME], seat, action)
        mask = let_chance_act(states, t)
    returns(states[GAME], t.got)
    for seat in range(t.control[SEATS]):
        r.result[seat] = t.got[seat] / BEST
    return True


@loop
def let_chance_act(states: Any, t: Any) -> int:
    """Play chance turns of the game; return the mask of the seats that may act then."""
    mask = may_act(states[GAME])
    while mask & CHANCE_BIT:
        n = chance_outcomes(states[GAME], t.out, t.odds)
        apply_action(states[GAME], CHANCE, pick_outcome(n, t.out, t.odds, t.rng))
        mask = may_act(states[GAME])
    return mask


@loop
def decide(states: Any, t: Any, w: Any, r: Any, seat: int) -> int:
    """Search for a seat, record the decision, and return its action."""
    search_game(states, t, w, r, seat)
    step = r.counts[DECISIONS]
    if chance_of(t.rng) < r.shares[KEPT]:
        record(states, t, w, r)
    r.counts[DECISIONS] = step + 1
    count = int(t.count[0])
    if chance_of(t.rng) < r.shares[SLIP]:
        return int(t.action[draw(t.rng, count)])
    is_drawn = step < r.plan[OPENING] or t.control[SELECT] == REGRET
    return int(t.action[drawn_edge(t, count) if is_drawn else largest_edge(t, count)])


@loop
def search_game(states: Any, t: Any, w: Any, r: Any, seat: int) -> None:
    """Search the game for a seat; record the mean return of each seat in its `line`."""
    wipe(t)
    t.control[ME] = seat
    copy_state(states, ROOT_OBS, GAME)
    if HAS_SECRETS:
        observe(states[ROOT_OBS], seat)
    begin(states, t)
    line = r.line[r.counts[DECISIONS]]
    seats = int(t.control[SEATS])
    for other in range(seats):
        line[other] = 0.0
    for _ in range(r.plan[SIMULATIONS]):
        learned_once(states, t, w)
        for other in range(seats):
            line[other] += t.sim_value[other] / r.plan[SIMULATIONS]


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
def largest_edge(t: Any, count: int) -> int:
    """The action of the root with the largest weight."""
    best = 0
    for edge in range(1, count):
        if weight_of(t, edge) > weight_of(t, best):
            best = edge
    return best


@loop
def record(states: Any, t: Any, w: Any, r: Any) -> None:
    """Record the position as each seat sees it.

    The estimate is that of a world sampled from what the seat sees, as in a search.
    """
    for seat in range(t.control[SEATS]):
        row = r.counts[ROWS]
        if row < len(r.seen):
            r.counts[ROWS] = row + 1
            see(states, GAME, seat, int(t.control[SEATS]), w)
            seen = r.seen[row]
            for i in range(len(seen)):
                seen[i] = w.seen[i]
            copy_state(states, NEXT_STATE, GAME)
            if HAS_SECRETS:
                observe(states[NEXT_STATE], seat)
                resample(states[NEXT_STATE], seat, t.rng)
            r.guess[row] = guess_of(states, NEXT_STATE, seat)
            r.seat[row] = seat
            r.step[row] = r.counts[DECISIONS]


def warm(game: Any, _states: Any) -> None:
    """Call each loop once, so that it is compiled."""
    import sys

    from honjin.train.value.playing import warm_up

    warm_up(game, sys.modules[__name__])
