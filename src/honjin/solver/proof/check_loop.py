"""Checking a proof of a forced win by the rules alone. A loop file (`core.jit.verbs`).

A proof is a list of choices. The check searches the game from the start: every action of the loser,
and one action of the winner, the next of the list, given as an index among the legal actions. A
position visited before is not searched again; one still being searched is a cycle, hence no win.

    states[p]   the position at ply p of the current line    frames[p]  a `certificate.Frame`
    table[slot] a `certificate.Met`                          control[0] a `certificate.Control`

Positions are identified exactly (`canonical_key`).
"""

from typing import Any, Final

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.verbs import (
    apply_action,
    canonical_key,
    copy_state,
    legal_actions,
    loop,
    may_act,
    returns,
)

LINE: Final = 128  # positions of a line, its start included; longer lines are refused

# reasons for stopping
GOES_ON: Final = 0
DONE: Final = 1
WANTS: Final = 2  # the list is used up and the winner must choose
NO_ACTION: Final = 3  # a choice is not a legal action
NOT_WON: Final = 4  # a line ended without a win
CIRCLE: Final = 5
TOO_LONG: Final = 6
FULL: Final = 7  # more positions than fit into the table

OPEN: Final = -1  # still being checked


@loop
def check(states: Any, frames: Any, table: Any, choices: Any, control: Any) -> None:
    """Continue until the proof is checked, is found wrong, or the limit is reached."""
    c = control[0]
    if c.ply < 0:
        c.ply = 0
        enter(states, frames, table, c)
    while c.stop == GOES_ON and c.actions < c.limit:
        f = frames[c.ply]
        if f.count < 0:
            list_actions(states, f, choices, c)
        elif f.next < f.count:
            follow(states, frames, table, c)
        else:
            leave(frames, table, c)


@loop
def enter(states: Any, frames: Any, table: Any, c: Any) -> int:
    """Start a position; return its plies to the win if they are known, else 0."""
    f = frames[c.ply]
    canonical_key(states[c.ply], c.words)
    f.slot = slot_for(table, c)
    f.next = 0
    f.count = -1
    f.plies = 0
    met = table[f.slot]
    if met.plies > 0:
        return int(met.plies)
    if met.plies == OPEN:
        c.stop = CIRCLE
    elif 4 * c.positions > 3 * c.slots:
        c.stop = FULL
    else:
        met.first = c.words[0]
        met.second = c.words[1]
        met.plies = OPEN
        c.positions += 1
    return 0


@loop
def slot_for(table: Any, c: Any) -> int:
    """The slot of the position in `words`, or the free slot where it belongs."""
    mixed = (c.words[0] ^ c.words[1] * 0x1E3779B97F4A7C15) * 0x2545F4914F6CDD1D
    mixed = (mixed ^ mixed >> 32) * 0x1E3779B97F4A7C15
    slot = (mixed & 0x7FFFFFFFFFFFFFFF) >> 20 & c.slots - 1
    while table[slot].plies != 0 and (
        table[slot].first != c.words[0] or table[slot].second != c.words[1]
    ):
        slot = slot + 1 & c.slots - 1
    return int(slot)


@loop
def list_actions(states: Any, f: Any, choices: Any, c: Any) -> None:
    """List all actions of the loser, or the winner's choice."""
    f.mover = lowest_bit(may_act(states[c.ply]))
    n = legal_actions(states[c.ply], f.mover, f.moves)
    if f.mover != c.winner:
        f.count = n
    elif c.read >= len(choices):
        c.stop = WANTS
    elif choices[c.read] >= n:
        c.stop = NO_ACTION
    else:
        f.moves[0] = f.moves[choices[c.read]]
        f.count = 1
        f.chosen = c.read
        c.read += 1


@loop
def follow(states: Any, frames: Any, table: Any, c: Any) -> None:
    """Play the next action of a position and descend into the result."""
    if c.ply + 1 >= LINE:  # there is no record for what it would lead to
        c.stop = TOO_LONG
        return
    f = frames[c.ply]
    copy_state(states, c.ply + 1, c.ply)
    apply_action(states[c.ply + 1], f.mover, f.moves[f.next])
    f.next += 1
    c.actions += 1
    if may_act(states[c.ply + 1]) == 0:
        reason = returns(states[c.ply + 1], c.out)
        f.plies = max(f.plies, 1 + (c.late >> reason & 1))
        if c.out[c.winner] <= 0:
            c.stop = NOT_WON
    else:
        c.ply += 1
        plies = enter(states, frames, table, c)
        if plies > 0:
            c.ply -= 1
            f.plies = max(f.plies, 1 + plies)


@loop
def leave(frames: Any, table: Any, c: Any) -> None:
    """Finish a position whose actions are all checked; record its bound of plies to the win."""
    f = frames[c.ply]
    table[f.slot].plies = f.plies
    table[f.slot].mover = f.mover
    if c.ply == 0:
        c.stop = DONE
    else:
        c.ply -= 1
        below = frames[c.ply]
        below.plies = max(below.plies, 1 + f.plies)


def warm(game: Any, _states: Any) -> None:
    """Call each loop once, so that it is compiled."""
    from honjin.solver.proof.certificate import warm_up

    warm_up(game)
