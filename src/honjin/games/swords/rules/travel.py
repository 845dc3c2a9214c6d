"""Travel (rule 15): armies move one after the other; a Forced March lets one move again (Q47)."""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import FORCED_MARCH
from honjin.games.swords.content.maps import POINTS, SQUARES, around, is_beside
from honjin.games.swords.rules.actions import encode_leap, encode_step, goal_of
from honjin.games.swords.rules.effects import move_army, play_card, take_castle
from honjin.games.swords.rules.state import (
    ATTACKED,
    BATTLE,
    CHARGE,
    MARCH,
    MARCHED,
    MOVED,
    NOWHERE,
    TRAVEL,
    Swords,
    enter_cost,
    is_free,
)
from honjin.games.swords.rules.turn import list_on


@rule
def begin_travel(s: Swords) -> None:
    """Begin the travel phase, in which no army has moved yet."""
    s.phase = TRAVEL
    s.mover = NOWHERE


@rule
def points_of(s: Swords, square: int) -> int:
    """The points that an army of the active player still has (rule 15, Q31, Q37)."""
    if s.army[square] != s.turn + 1:
        return 0
    if square == s.mover:
        return s.points
    if s.phase == MARCH:
        return POINTS if square == s.marcher and s.mover == NOWHERE else 0
    return 0 if s.marks[square] & MOVED else POINTS


# ---- where armies can go


@rule
def list_travel(s: Swords, seat: int, out: Any) -> int:
    """List steps and the end of the phase."""
    return list_on(s, out, list_steps(s, out, 0))


@rule
def list_steps(s: Swords, out: Any, n: int) -> int:
    """List every step of every army that has the points for it (rule 15)."""
    for square in range(SQUARES):
        if s.army[square] == s.turn + 1:
            n = list_steps_of(s, square, out, n)
    return n


@rule
def list_steps_of(s: Swords, square: int, out: Any, n: int) -> int:
    """List the steps of one army: to a free square it has the points for (Q31, Q32)."""
    points = points_of(s, square)
    if points == 0:
        return n
    near = around(s.adjacency, square)
    while near:
        to = (near & 127) - 1
        near >>= 7
        if is_free(s, to) and enter_cost(s, to) <= points:
            out[n] = encode_step(square, to)
            n += 1
    return list_leaps(s, square, points, out, n) if s.pass_friends else n


@rule
def list_leaps(s: Swords, square: int, points: int, out: Any, n: int) -> int:
    """List ways through a friend to a free square behind it (Q32) that no step reaches."""
    begun = n
    near = around(s.adjacency, square)
    while near:
        friend = (near & 127) - 1
        near >>= 7
        if s.army[friend] == s.turn + 1:
            left = points - enter_cost(s, friend)
            beyond = around(s.adjacency, friend)
            while beyond:
                to = (beyond & 127) - 1
                beyond >>= 7
                is_new = is_free(s, to) and not is_beside(s.adjacency, square, to)
                if is_new and enter_cost(s, to) <= left:
                    n = add_new(out, begun, n, encode_leap(square, to))
    return n


@rule
def add_new(out: Any, begun: int, n: int, action: int) -> int:
    """Append an action that is not in the list from `begun` on."""
    for k in range(begun, n):
        if out[k] == action:
            return n
    out[n] = action
    return n + 1


@rule
def can_step(s: Swords) -> bool:
    """True if any army can move."""
    for square in range(SQUARES):
        if s.army[square] == s.turn + 1 and can_step_from(s, square):
            return True
    return False


@rule
def can_step_from(s: Swords, square: int) -> bool:
    """True if an army can move on."""
    points = points_of(s, square)
    if points == 0:
        return False
    near = around(s.adjacency, square)
    while near:
        to = (near & 127) - 1
        near >>= 7
        if is_free(s, to) and enter_cost(s, to) <= points:
            return True
        is_friend = s.army[to] == s.turn + 1
        if s.pass_friends and is_friend and can_pass(s, to, points - enter_cost(s, to)):
            return True
    return False


@rule
def can_pass(s: Swords, friend: int, points: int) -> bool:
    """True if there is a free square behind a friend (Q32)."""
    near = around(s.adjacency, friend)
    while near:
        to = (near & 127) - 1
        near >>= 7
        if is_free(s, to) and enter_cost(s, to) <= points:
            return True
    return False


@rule
def can_march_on(s: Swords) -> bool:
    """True if the army of a Forced March can move."""
    return s.marcher < NOWHERE and can_step_from(s, s.marcher)


# ---- moving


@rule
def walk(s: Swords, seat: int, base: int, down: int, east: int) -> None:
    """Step onto a neighbouring square (rule 15)."""
    to = goal_of(base, down, east)
    step(s, base, to, enter_cost(s, to))


@rule
def leap(s: Swords, seat: int, base: int, down: int, east: int) -> None:
    """Step through a friend (Q32)."""
    to = goal_of(base, down, east)
    step(s, base, to, leap_cost(s, base, to))


@rule
def step(s: Swords, base: int, to: int, cost: int) -> None:
    """Move an army; castles change hands when they are entered (rule 15, Q33, Q34)."""
    left = points_of(s, base) - cost
    if s.mover != base:
        stop(s)
    s.marks[base] |= MOVED
    move_army(s, base, to)
    s.mover = to
    s.points = left
    if s.take_in_passing:
        take_castle(s, s.turn, to)


@rule
def leap_cost(s: Swords, base: int, to: int) -> int:
    """The cost of the cheapest way through a friend (Q32)."""
    best = POINTS
    near = around(s.adjacency, base)
    while near:
        friend = (near & 127) - 1
        near >>= 7
        if s.army[friend] == s.turn + 1:
            beyond = around(s.adjacency, friend)
            while beyond:
                if (beyond & 127) - 1 == to:
                    best = min(best, enter_cost(s, friend) + enter_cost(s, to))
                beyond >>= 7
    return best


@rule
def stop(s: Swords) -> None:
    """Stop the moving army where it is (Q33, Q37)."""
    if s.mover != NOWHERE:
        square = s.mover
        s.mover = NOWHERE
        s.points = 0
        if s.take_in_passing == 0:
            take_castle(s, s.turn, square)


@rule
def end_travel(s: Swords) -> None:
    """Go on to battles (rule 16)."""
    stop(s)
    s.phase = BATTLE


@rule
def end_march(s: Swords) -> None:
    """Go on to the army's second battle (Q47)."""
    stop(s)
    s.phase = CHARGE


@rule
def play_forced_march(s: Swords, seat: int, square: int) -> None:
    """Let an army travel and fight a second time (Q47)."""
    play_card(s, s.turn, FORCED_MARCH)
    s.marks[square] = (s.marks[square] | MARCHED) & ~(MOVED | ATTACKED)
    s.marcher = square
    s.mover = NOWHERE
    s.points = 0
    s.phase = MARCH
