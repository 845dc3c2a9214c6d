"""Looking for a forced win: depth-first proof-number search. A loop file (`core.verbs`).

A position is proved when the seat `c.attacker` can force a win from it, refuted when its rival can
always prevent that. Two numbers tell how far a position is from either, as its own mover sees it:

    phi      at least so many positions must still fall before the mover has its way
    delta    before the rival has: 0 and ENDLESS when that is settled

A position costs its cheapest action. For the rival it costs the dearest, and one for each other
action that is open; a sum of all would count again and again what many lines come to:

    phi = min(delta of what actions lead to)
    delta = max(phi of what they lead to) + how many others are open

The search goes down to the cheapest open position until a frame's numbers reach `most_phi` or
`most_delta`, where something else is cheaper; what it learned stays in the table.

    states[p]    the position of frame p, states[p + 1] scratch
    frames[p]    a `proof_search.Frame`
    table[slot]  an `Entry`                    control[0]  a `Control`

A chance turn with a single outcome is a forced turn of the second side. Positions are told apart
exactly (`canonical_key`). Going round in circles is no win. Whether a position is refuted because
it would repeat one of the present line depends on the line: such refutations are not kept. A proof
never rests on one, so that what is proved is proved.
"""

from typing import Any, Final

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.verbs import (
    apply_action,
    canonical_key,
    chance_outcomes,
    copy_state,
    evaluate,
    is_deferred,
    legal_actions,
    loop,
    may_act,
    returns,
)
from honjin.core.seats import CHANCE_BIT

ENDLESS: Final = 1 << 30
PLIES: Final = 100  # longer lines are no win
WAYS: Final = 4  # neighbours in which a position can be kept
SLACK: Final = 3  # a frame may cost 1/8 more than the next best, lest the search leap about
GUESS: Final = 30  # an estimate of so much counts as one position more


@loop
def prove(states: Any, frames: Any, table: Any, control: Any) -> None:
    """Go on until the root is settled or the limit of nodes is reached."""
    c = control[0]
    if c.ply < 0:
        begin(states, frames, table, c)
    while c.done == 0 and c.nodes < c.limit:
        f = frames[c.ply]
        sum_up(f)
        if f.phi < f.most_phi and f.delta < f.most_delta:
            descend(states, frames, table, c)
        else:
            keep(f, table, c)
            if c.ply == 0:
                c.done = 1
            else:
                c.ply -= 1
                take(frames[c.ply], f)


@loop
def begin(states: Any, frames: Any, table: Any, c: Any) -> None:
    """Make the root frame of states[0]."""
    root = frames[0]
    c.ply = 0
    canonical_key(states[0], c.words)
    root.first = c.words[0]
    root.second = c.words[1]
    root.most_phi = ENDLESS
    root.most_delta = ENDLESS
    expand(states, frames, table, c)


@loop
def descend(states: Any, frames: Any, table: Any, c: Any) -> None:
    """Go into the best action of a frame, as long as it stays the best."""
    f = frames[c.ply]
    above = frames[c.ply + 1]
    i = f.best
    above.most_phi = f.most_delta - f.others
    above.most_delta = min(f.most_phi, f.next_best + 1 + (f.next_best >> SLACK))
    above.first = f.firsts[i]
    above.second = f.seconds[i]
    lead(states, f, c, i)
    canonical_key(states[c.ply + 1], c.words)
    c.ply += 1
    expand(states, frames, table, c)


@loop
def lead(states: Any, f: Any, c: Any, i: int) -> None:
    """Do an action of the frame at work, in the state above."""
    copy_state(states, c.ply + 1, c.ply)
    apply_action(states[c.ply + 1], f.actor, f.moves[i])


# ---- the numbers of a frame


@loop
def sum_up(f: Any) -> None:
    """The numbers of a frame from those that its actions lead to."""
    phi = ENDLESS
    next_best = ENDLESS
    dearest = 0
    others = -1
    for i in range(f.count):
        cost = f.deltas[i]
        dearest = max(dearest, f.phis[i])
        others += f.phis[i] > 0
        if cost < phi:
            next_best = phi
            phi = cost
            f.best = i
        elif cost < next_best:
            next_best = cost
    f.phi = phi
    f.delta = 0
    if others >= 0:
        f.delta = ENDLESS if phi == 0 else dearest + others
    f.others = others
    f.next_best = next_best


@loop
def take(f: Any, above: Any) -> None:
    """What the search of the best action has learned."""
    i = f.best
    f.phis[i] = above.phi
    f.deltas[i] = above.delta
    f.lengths[i] = above.length
    f.loop = min(f.loop, above.loop)


@loop
def settle(f: Any, i: int, is_good: bool) -> None:
    """An action of a frame is settled: its mover has its way, or not."""
    f.phis[i] = ENDLESS if is_good else 0
    f.deltas[i] = 0 if is_good else ENDLESS


# ---- looking at the actions of a position


@loop
def expand(states: Any, frames: Any, table: Any, c: Any) -> None:
    """List the actions of states[ply] and what is known of them; one that settles it is enough."""
    f = frames[c.ply]
    mask = may_act(states[c.ply])
    f.actor = lowest_bit(mask)
    f.mover = side_of(mask)
    if mask & CHANCE_BIT:
        f.count = chance_outcomes(states[c.ply], f.moves, c.weights)
    else:
        f.count = legal_actions(states[c.ply], f.actor, f.moves)
    f.loop = PLIES
    c.looked += 1
    lead_with(f, f.killer)
    for i in range(f.count):
        look_at(states, frames, table, c, i)
        if f.deltas[i] == 0:
            f.killer = f.moves[i]
            only(f, i)
            return


@loop
def side_of(mask: int) -> int:
    """The side that acts; a forced turn is the second side's."""
    return 1 if mask & CHANCE_BIT else lowest_bit(mask)


@loop
def has_won(c: Any) -> bool:
    """Whether a game that is over, its returns in `out`, was won by the attacker."""
    got = int(c.out[0])
    return got > 0 if c.attacker == 0 else got < 0


@loop
def lead_with(f: Any, move: int) -> None:
    """Put an action first, if it is there."""
    for i in range(f.count):
        if f.moves[i] == move:
            f.moves[i] = f.moves[0]
            f.moves[0] = move
            return


@loop
def only(f: Any, i: int) -> None:
    """Forget all actions but one."""
    f.moves[0] = f.moves[i]
    f.firsts[0] = f.firsts[i]
    f.seconds[0] = f.seconds[i]
    f.phis[0] = f.phis[i]
    f.deltas[0] = f.deltas[i]
    f.lengths[0] = f.lengths[i]
    f.count = 1


@loop
def look_at(states: Any, frames: Any, table: Any, c: Any, i: int) -> None:
    """What is known of an action: the end of the game, the table, or an estimate."""
    f = frames[c.ply]
    attacks = f.mover == c.attacker
    lead(states, f, c, i)
    c.nodes += 1
    s = states[c.ply + 1]
    if may_act(s) == 0:
        reason = returns(s, c.out)
        f.lengths[i] = c.late >> reason & 1
        settle(f, i, has_won(c) == attacks)
    elif attacks and c.defers and is_deferred(states[c.ply], f.moves[i]):
        settle(f, i, False)
    else:
        canonical_key(s, c.words)
        f.firsts[i] = c.words[0]
        f.seconds[i] = c.words[1]
        if stands_below(frames, c, i):
            settle(f, i, not attacks)
        elif not ask(f, i, table, c):
            estimate(s, f, i)


@loop
def stands_below(frames: Any, c: Any, i: int) -> bool:
    """Whether an action repeats a position of the line, or makes the line too long."""
    f = frames[c.ply]
    if c.ply + 2 >= PLIES:
        f.loop = 0
        return True
    for q in range(c.ply):
        if frames[q].first == f.firsts[i] and frames[q].second == f.seconds[i]:
            f.loop = min(f.loop, q)
            return True
    return False


@loop
def estimate(s: Any, f: Any, i: int) -> None:
    """A position that was never looked at: the better it stands, the easier it should fall."""
    mask = may_act(s)
    worth = -evaluate(s, 0) if mask & CHANCE_BIT else evaluate(s, lowest_bit(mask))
    size = abs(worth) // GUESS
    f.phis[i] = 1 + (size if worth < 0 else 0)
    f.deltas[i] = 1 + (size if worth > 0 else 0)


# ---- the table


@loop
def slot_of(first: int, second: int, slots: int) -> int:
    """Where a position may be kept: here or in a neighbour."""
    mixed = (first ^ second * 0x1E3779B97F4A7C15) * 0x2545F4914F6CDD1D
    mixed = (mixed ^ mixed >> 32) * 0x1E3779B97F4A7C15
    return (mixed & 0x7FFFFFFFFFFFFFFF) >> 20 & slots - 1


@loop
def ask(f: Any, i: int, table: Any, c: Any) -> bool:
    """Take what the table knows of an action."""
    slot = slot_of(f.firsts[i], f.seconds[i], c.slots)
    for k in range(WAYS):
        e = table[slot ^ k]
        if e.first == f.firsts[i] and e.second == f.seconds[i] and e.phi + e.delta:
            f.phis[i] = e.phi
            f.deltas[i] = e.delta
            f.lengths[i] = e.length
            return True
    return False


@loop
def keep(f: Any, table: Any, c: Any) -> None:
    """Write a frame into the table; of its neighbours an open one that cost least gives way."""
    f.length = longest(f, c)
    refuted = f.delta == 0 if f.mover == c.attacker else f.phi == 0
    if refuted and f.loop < c.ply:
        return
    e = table[slot_for(f.first, f.second, table, c)]
    e.first = f.first
    e.second = f.second
    e.phi = f.phi
    e.delta = f.delta
    e.length = f.length


@loop
def slot_for(first: int, second: int, table: Any, c: Any) -> int:
    """Where a position is written: its own place, a free one, or the one that gives way."""
    slot = slot_of(first, second, c.slots)
    chosen = slot
    least = 4 * ENDLESS
    for k in range(WAYS):
        e = table[slot ^ k]
        if e.phi + e.delta == 0 or (e.first == first and e.second == second):
            return slot ^ k
        if e.phi + e.delta < least:
            least = e.phi + e.delta
            chosen = slot ^ k
    return chosen


@loop
def longest(f: Any, c: Any) -> int:
    """In how many plies a proved position is won at most; 0 when it is not proved."""
    if f.mover == c.attacker:
        return 1 + int(f.lengths[f.best]) if f.phi == 0 else 0
    most = 0
    if f.delta == 0:
        for i in range(f.count):
            most = max(most, f.lengths[i])
        most += 1
    return most


# ---- what is proved already


@loop
def learn(met: Any, table: Any, control: Any) -> None:
    """Take over positions of a proof of the same winner that was checked (`proofs.Met`)."""
    c = control[0]
    for i in range(len(met)):
        one = met[i]
        e = table[slot_for(one.first, one.second, table, c)]
        e.first = one.first
        e.second = one.second
        e.phi = 0 if one.mover == c.attacker else ENDLESS
        e.delta = ENDLESS - e.phi
        e.length = one.plies


@loop
def forget(first: int, second: int, table: Any, control: Any) -> None:
    """Know nothing any more of a position."""
    slot = slot_of(first, second, control[0].slots)
    for k in range(WAYS):
        e = table[slot ^ k]
        if e.first == first and e.second == second:
            e.phi = 0
            e.delta = 0
            e.length = 0


@loop
def known(states: Any, table: Any, control: Any) -> int:
    """In how many plies states[0] is won at most, as far as the table knows; 0: it does not."""
    c = control[0]
    canonical_key(states[0], c.words)
    slot = slot_of(c.words[0], c.words[1], c.slots)
    for k in range(WAYS):
        e = table[slot ^ k]
        if e.first == c.words[0] and e.second == c.words[1] and e.phi + e.delta:
            return int(e.length)
    return 0


# ---- the winner's choice, to be written down


@loop
def choose(states: Any, frames: Any, table: Any, control: Any) -> int:
    """Which legal action of states[0] wins soonest as far as the table knows; -1: none does."""
    c = control[0]
    f = frames[0]
    found = -1
    least = ENDLESS
    c.ply = 0
    f.mover = c.attacker
    f.actor = c.attacker
    f.count = legal_actions(states[0], f.mover, f.moves)
    for i in range(f.count):
        f.lengths[i] = ENDLESS
        look_at_choice(states, f, table, c, i)
        if f.lengths[i] < least:
            least = f.lengths[i]
            found = i
    return found


@loop
def look_at_choice(states: Any, f: Any, table: Any, c: Any, i: int) -> None:
    """In how many plies an action wins: ENDLESS when that is not known."""
    lead(states, f, c, i)
    s = states[1]
    if may_act(s) == 0:
        reason = returns(s, c.out)
        if has_won(c):
            f.lengths[i] = c.late >> reason & 1
        return
    canonical_key(s, c.words)
    f.firsts[i] = c.words[0]
    f.seconds[i] = c.words[1]
    if not ask(f, i, table, c) or f.phis[i] < ENDLESS:
        f.lengths[i] = ENDLESS


def warm(game: Any, _states: Any) -> None:
    """Call each loop once, so that it is compiled."""
    from honjin.solver.proof.pool import warm_up

    warm_up(game)
