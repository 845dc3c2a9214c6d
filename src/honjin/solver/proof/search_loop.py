"""Searching for a forced win: depth-first proof-number search. A loop file (`core.jit.verbs`).

A position is proved if the seat `c.attacker` can force a win from it, refuted if its rival can
always prevent that. Two numbers say how far a position is from either, from its mover's view:

    phi      the least number of positions still to be settled until the mover succeeds
    delta    the same until the rival does; 0 and ENDLESS once settled

A position costs the mover as much as its cheapest action. It costs the rival as much as the
dearest action, plus one for each other open action; a sum over all actions would count
transpositions repeatedly:

    phi = min(delta of the positions that actions lead to)
    delta = max(phi of those positions) + the number of other open actions

The search descends to the cheapest open position until a frame's numbers reach `most_phi` or
`most_delta`, where another position is cheaper; what it has learned stays in the table.

    states[p]    the position of frame p, states[p + 1] scratch
    frames[p]    a `search.Frame`
    table[slot]  an `Entry`                    control[0]  a `Control`

A chance turn with a single outcome is a forced turn of the second side. Positions are identified
exactly (`canonical_key`). A cycle is not a win. A refutation by repeating a position of the present
line depends on that line and is not stored. Proofs never depend on one, so they are sound.
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
PLIES: Final = 100  # longer lines do not count as wins
WAYS: Final = 4  # number of neighbouring slots that can hold a position
SLACK: Final = (
    3  # a frame may cost 1/8 more than the next best, so that the search switches less often
)
GUESS: Final = 30  # the size of an estimate that counts as one more position


@loop
def prove(states: Any, frames: Any, table: Any, control: Any) -> None:
    """Search until the root is settled or the node limit is reached."""
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
    """Descend into the best action of a frame for as long as it stays the best."""
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
    """Play an action of the current frame in the next state of the stack."""
    copy_state(states, c.ply + 1, c.ply)
    apply_action(states[c.ply + 1], f.actor, f.moves[i])


# ---- the numbers of a frame


@loop
def sum_up(f: Any) -> None:
    """Compute the numbers of a frame from those of its actions."""
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
    """Take over the result of searching the best action."""
    i = f.best
    f.phis[i] = above.phi
    f.deltas[i] = above.delta
    f.lengths[i] = above.length
    f.loop = min(f.loop, above.loop)


@loop
def settle(f: Any, i: int, is_good: bool) -> None:
    """Settle an action of a frame; `is_good` if its mover succeeds with it."""
    f.phis[i] = ENDLESS if is_good else 0
    f.deltas[i] = 0 if is_good else ENDLESS


# ---- expanding a position


@loop
def expand(states: Any, frames: Any, table: Any, c: Any) -> None:
    """List the actions of states[ply] and what is known of them; stop at one that settles it."""
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
    """True if the attacker won the finished game with its returns in `out`."""
    got = int(c.out[0])
    return got > 0 if c.attacker == 0 else got < 0


@loop
def lead_with(f: Any, move: int) -> None:
    """Put an action first, if it is listed."""
    for i in range(f.count):
        if f.moves[i] == move:
            f.moves[i] = f.moves[0]
            f.moves[0] = move
            return


@loop
def only(f: Any, i: int) -> None:
    """Remove all actions but one."""
    f.moves[0] = f.moves[i]
    f.firsts[0] = f.firsts[i]
    f.seconds[0] = f.seconds[i]
    f.phis[0] = f.phis[i]
    f.deltas[0] = f.deltas[i]
    f.lengths[0] = f.lengths[i]
    f.count = 1


@loop
def look_at(states: Any, frames: Any, table: Any, c: Any, i: int) -> None:
    """Set an action's numbers: from the end of the game, the table, or an estimate."""
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
    """True if an action repeats a position of the line or makes the line too long."""
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
    """Set the numbers of a new position from its evaluation: the better, the cheaper."""
    mask = may_act(s)
    worth = -evaluate(s, 0) if mask & CHANCE_BIT else evaluate(s, lowest_bit(mask))
    size = abs(worth) // GUESS
    f.phis[i] = 1 + (size if worth < 0 else 0)
    f.deltas[i] = 1 + (size if worth > 0 else 0)


# ---- the table


@loop
def slot_of(first: int, second: int, slots: int) -> int:
    """The first slot that may hold a position; neighbours follow."""
    mixed = (first ^ second * 0x1E3779B97F4A7C15) * 0x2545F4914F6CDD1D
    mixed = (mixed ^ mixed >> 32) * 0x1E3779B97F4A7C15
    return (mixed & 0x7FFFFFFFFFFFFFFF) >> 20 & slots - 1


@loop
def ask(f: Any, i: int, table: Any, c: Any) -> bool:
    """Take an action's numbers from the table; False if it has none."""
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
    """Store a frame in the table; it replaces the open neighbour that cost the least work."""
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
    """The slot to store a position in: its own, a free one, or the one to replace."""
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
    """The bound of plies to the win of a proved position; 0 if it is not proved."""
    if f.mover == c.attacker:
        return 1 + int(f.lengths[f.best]) if f.phi == 0 else 0
    most = 0
    if f.delta == 0:
        for i in range(f.count):
            most = max(most, f.lengths[i])
        most += 1
    return most


# ---- known proofs


@loop
def learn(met: Any, table: Any, control: Any) -> None:
    """Take over the positions of a checked proof by the same winner (`certificate.Met`)."""
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
    """Remove a position from the table."""
    slot = slot_of(first, second, control[0].slots)
    for k in range(WAYS):
        e = table[slot ^ k]
        if e.first == first and e.second == second:
            e.phi = 0
            e.delta = 0
            e.length = 0


@loop
def known(states: Any, table: Any, control: Any) -> int:
    """The bound of plies to the win of states[0] from the table; 0 if unknown."""
    c = control[0]
    canonical_key(states[0], c.words)
    slot = slot_of(c.words[0], c.words[1], c.slots)
    for k in range(WAYS):
        e = table[slot ^ k]
        if e.first == c.words[0] and e.second == c.words[1] and e.phi + e.delta:
            return int(e.length)
    return 0


# ---- the winner's choice, for a proof


@loop
def choose(states: Any, frames: Any, table: Any, control: Any) -> int:
    """The index of the legal action of states[0] that wins soonest; -1 if none is known to."""
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
    """Compute in how many plies an action wins; ENDLESS if unknown."""
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
