"""Alpha-beta over an explicit stack, with a transposition table. A loop file (`core.jit.verbs`).

It is joined to a game together with a file that gives the estimate of positions: `alphabeta_loop`,
the game's own, or `patterns.patterns_loop`, a learned one.

There is one frame per ply, so that a search can stop after any number of nodes and resume:

    states[p]    the state of frame p           states[LINE] and the next: scratch, for `follow`
    frames[p]    a `Frame`                      table[slot]  an `Entry`
    control[0]   a `Control`

All values are from the view of the searching seat: its frames maximise, its rival's minimise, and
chance frames take the mean (rounded down). WON is a won game; an estimate e counts as the share
e / (|e| + EVAL_SCALE) of it, so that both can be averaged. On its way to the root a value moves
one closer to zero per ply, so quicker wins and slower losses score better. The value of a state
therefore does not depend on its ply, and the table stores it as it is.
"""

from typing import Any, Final

from honjin.bots.alphabeta.table import (
    BEGIN,
    CODES,
    EMPTY,
    ENDLESS,
    KEEPS,
    LINE,
    NONE,
    PLIES,
    SEARCH,
    SURE,
    TOLD,
    WON,
    answers,
    clear,
    find,
    keep,
)
from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.verbs import (
    BEST,
    EVAL_SCALE,
    apply_action,
    chance_outcomes,
    copy_state,
    estimate,
    legal_actions,
    loop,
    may_act,
    must_act,
    returns,
    state_key,
)
from honjin.core.seats import CHANCE, CHANCE_BIT

SORTS: Final = 3  # from this depth on, actions are sorted by the states right after them
LAST_WINS: Final = 1 << 41  # keys of actions: one that wins at once,
FIRST: Final = 1 << 40  # those recommended by the table or by another frame of the ply
WORK_COUNTS: Final = 1000  # the weight of one count in `worked` relative to a value


@loop
def run(states: Any, frames: Any, table: Any, control: Any) -> None:
    """Carry out `control[0].task`; the only entry point, since each compiles the rules again."""
    task = control[0].task
    if task == BEGIN:
        begin(states, frames, control)
    elif task == SEARCH:
        search_on(states, frames, table, control)
    else:
        control[0].steps = follow(states, frames, table, control)


# ---- starting


@loop
def begin(states: Any, frames: Any, control: Any) -> None:
    """Make the root frame of states[0], its moves sorted by the states right after them."""
    c = control[0]
    root = frames[0]
    root.key = state_key(states, 0)
    root.depth = SORTS
    expand(states[0], root, c, may_act(states[0]), NONE)
    root.next = 0
    sort(states, root, c, 0)
    for i in range(root.count):
        pick(root, i)


@loop
def begin_depth(frames: Any, control: Any, depth: int) -> None:
    """Start searching the root frame to a depth, with its moves in their present order."""
    root = frames[0]
    root.alpha = -ENDLESS
    root.beta = ENDLESS
    root.depth = depth
    clear(root)
    root.sorted = 1
    control[0].ply = 0
    control[0].done = 0


# ---- searching


@loop
def search_on(states: Any, frames: Any, table: Any, control: Any) -> None:
    """Search until the root is finished or the node limit is reached."""
    c = control[0]
    while c.done == 0 and c.nodes < c.limit:
        p = c.ply
        f = frames[p]
        if f.next < f.count:
            try_moves(states, frames, table, c, p)
        else:
            close(f, table, c, p)
            if p == 0:
                c.done = 1
            else:
                c.ply = p - 1
                hand_down(frames[p - 1], f, c)


@loop
def try_moves(states: Any, frames: Any, table: Any, c: Any, p: int) -> None:
    """Play the next moves of a frame until one needs a frame of its own; others get a value."""
    f = frames[p]
    above = frames[p + 1]
    while f.next < f.count and c.nodes < c.limit:
        choose_next(states, f, c, p)
        copy_state(states, p + 1, p)
        apply_action(states[p + 1], f.mover, f.moves[f.next])
        f.next += 1
        c.nodes += 1
        mask = may_act(states[p + 1])
        set_window(f, above, c.me)
        if not is_open(mask, above.depth, p + 1):
            f.scout = 0
            look_at(states, frames, c, mask, p + 1)
        elif enter(states, frames, table, c, mask, p + 1):
            c.ply = p + 1
            return
        hand_down(f, above, c)


@loop
def is_open(mask: int, depth: int, p: int) -> bool:
    """True if a state is searched: chance always, other states while depth is left."""
    if mask == 0 or p >= PLIES:
        return False
    return depth > 0 or mask & CHANCE_BIT != 0


@loop
def set_window(f: Any, above: Any, me: int) -> None:
    """Set the window of the frame of the move just played.

    All moves but the first get a null window (principal variation search).
    """
    a = f.alpha
    b = f.beta
    f.scout = 0
    above.depth = f.depth - (f.mover != CHANCE)
    if f.mover == CHANCE and f.count > 1:
        a = -ENDLESS
        b = ENDLESS
    elif f.next > 1 and f.again == 0 and above.depth > 0 and b - a > 1:
        f.scout = 1
        if f.mover == me:
            b = a + 1
        else:
            a = b - 1
    f.again = 0
    # The values that exceed a, and fall below b, one ply nearer to the root.
    above.alpha = a + 1 if a >= 0 else a - 1
    above.beta = b + 1 if b > 0 else b - 1


@loop
def enter(states: Any, frames: Any, table: Any, c: Any, mask: int, p: int) -> bool:
    """Start the frame of states[p]; False if the table has its value already."""
    f = frames[p]
    clear(f)
    f.key = NONE
    choice = NONE
    if c.slots and f.depth >= KEEPS and mask & CHANCE_BIT == 0:
        f.key = state_key(states, p)
        e = table[find(table, f.key, c.slots)]
        if e.bound != EMPTY and e.key == f.key:
            choice = e.choice
            if p > 1 and answers(e, f, c.strict) and seen_at(frames, p, f.key) == PLIES:
                f.value = e.value
                f.cut = e.cut & 1
                f.late = e.cut >> 1
                return False
    expand(states[p], f, c, mask, choice)
    return True


@loop
def seen_at(frames: Any, p: int, key: int) -> int:
    """The lowest ply below p whose state has this state_key; PLIES if there is none."""
    for q in range(p):
        if frames[q].key == key:
            return q
    return PLIES


@loop
def look_at(states: Any, frames: Any, c: Any, mask: int, p: int) -> None:
    """Give a frame its value without searching further."""
    f = frames[p]
    f.value = static_value(states[p], mask, c)
    f.cut = int(mask != 0)
    f.loop = PLIES
    f.late = 0
    if mask == 0 and f.value == 0 and c.slots:
        f.loop = seen_at(frames, p, state_key(states, p))
        f.late = int(f.loop == PLIES)


@loop
def static_value(s: Any, mask: int, c: Any) -> int:
    """The value of a state to the searching seat: its result, else an estimate."""
    if mask != 0:
        value = estimate(s, c)
        size = abs(value)
        size = size * SURE // (size + EVAL_SCALE)
    else:
        returns(s, c.out)
        value = int(c.out[c.me])
        size = WON * abs(value) // BEST
    return size if value >= 0 else -size


@loop
def hand_down(f: Any, above: Any, c: Any) -> None:
    """Back up the value of a finished frame to the move below it that led there."""
    value = int(above.value)
    value -= (value > 0) - (value < 0)
    tried = f.next - 1
    f.cut |= above.cut
    f.loop = min(f.loop, above.loop)
    f.late |= above.late
    if f.mover == CHANCE:
        f.value += value * f.keys[tried]
    elif f.scout and f.alpha < value < f.beta:
        f.again = 1
        f.next = tried
    else:
        take(f, c, value, f.moves[tried])


@loop
def take(f: Any, c: Any, value: int, move: int) -> None:
    """Record the value of a move: keep it if it is the best, and cut off if it refutes."""
    if f.mover == c.me:
        better = value > f.value
        f.alpha = max(f.alpha, value)
    else:
        better = value < f.value
        f.beta = min(f.beta, value)
    if better or f.choice == NONE:
        f.value = value
        f.choice = move
    if f.alpha >= f.beta:
        f.next = f.count
        c.worked[f.mover][move & CODES - 1] += f.depth * f.depth
        if move != f.killer:
            f.second = f.killer
            f.killer = move


@loop
def close(f: Any, table: Any, c: Any, p: int) -> None:
    """Finish a frame all of whose necessary moves are searched."""
    if f.mover == CHANCE:
        # Shifted above zero: compiled and interpreted division of negatives round differently.
        f.value = (f.value + f.weight * ENDLESS) // f.weight - ENDLESS
    # A proved win or loss holds at any depth.
    if (f.value > SURE and f.value > f.low) or (f.value < -SURE and f.value < f.high):
        f.cut = 0
        f.late = 0
    if f.mover != CHANCE and c.slots and f.depth >= KEEPS and f.loop >= p:
        keep(f, table, c)


# ---- moves and their order


@loop
def expand(s: Any, f: Any, c: Any, mask: int, choice: int) -> None:
    """Fill a frame with the moves of its state; `choice` is the table's move."""
    if mask & CHANCE_BIT:
        f.mover = CHANCE
        f.count = chance_outcomes(s, f.moves, f.keys)
        f.weight = 0
        for i in range(f.count):
            f.weight += f.keys[i]
    else:
        f.mover = mover(s, mask, c.me)
        f.count = legal_actions(s, f.mover, f.moves)
        if f.depth > 1:
            rate(f, c.worked[f.mover], choice)
        else:
            lead_with(f, f.second)
            lead_with(f, f.killer)


@loop
def mover(s: Any, mask: int, me: int) -> int:
    """The seat to search where several may act: the searching seat, else the lowest that must."""
    if mask >> me & 1:
        return me
    waiting = must_act(s)
    return lowest_bit(waiting if waiting != 0 else mask)


@loop
def rate(f: Any, worked: Any, choice: int) -> None:
    """Give moves their sort keys: recommended moves first, then by the history in `worked`."""
    for i in range(f.count):
        move = f.moves[i]
        if move == choice:
            f.keys[i] = FIRST + 2
        elif move == f.killer:
            f.keys[i] = FIRST + 1
        elif move == f.second:
            f.keys[i] = FIRST
        else:
            f.keys[i] = worked[move & CODES - 1]


@loop
def lead_with(f: Any, move: int) -> None:
    """Put a move first, if it is among the moves."""
    for i in range(f.count):
        if f.moves[i] == move:
            f.moves[i] = f.moves[0]
            f.moves[0] = move


@loop
def choose_next(states: Any, f: Any, c: Any, p: int) -> None:
    """Move the next move to try into its place."""
    if p == 0 or f.depth <= 1 or f.again or f.mover == CHANCE:
        return
    pick(f, f.next)
    if f.sorted == 0 and f.depth >= SORTS and f.keys[f.next] < FIRST:
        f.sorted = 1
        sort(states, f, c, p)
        pick(f, f.next)


@loop
def pick(f: Any, place: int) -> None:
    """Swap the remaining move with the largest key into this place."""
    best = place
    for i in range(place + 1, f.count):
        if f.keys[i] > f.keys[best]:
            best = i
    if best != place:
        key = f.keys[best]
        move = f.moves[best]
        f.keys[best] = f.keys[place]
        f.moves[best] = f.moves[place]
        f.keys[place] = key
        f.moves[place] = move


@loop
def sort(states: Any, f: Any, c: Any, p: int) -> None:
    """Give untried moves keys by the states right after them; stop at an immediate win."""
    sign = 1 if f.mover == c.me else -1
    for i in range(f.next, f.count):
        copy_state(states, p + 1, p)
        apply_action(states[p + 1], f.mover, f.moves[i])
        c.nodes += 1
        key = sign * static_value(states[p + 1], may_act(states[p + 1]), c)
        f.keys[i] = key + WORK_COUNTS * c.worked[f.mover][f.moves[i] & CODES - 1]
        if key > SURE:
            f.keys[i] = LAST_WINS
            return


# ---- results


@loop
def follow(states: Any, frames: Any, table: Any, control: Any) -> int:
    """Follow the line that begins with an action of the root; return its number of actions.

    The line extends as far as the table knows it (and by one more action, to the end of the depth);
    it ends before chance and at a repeated state.
    """
    c = control[0]
    seat = int(c.me)
    steps = 0
    copy_state(states, LINE, 0)
    while True:
        c.path[steps] = state_key(states, LINE)
        apply_action(states[LINE], seat, int(c.line[2 * steps + 1]))
        c.line[2 * steps] = seat
        steps += 1
        mask = may_act(states[LINE])
        if mask == 0 or mask & CHANCE_BIT or steps >= TOLD:
            return steps
        seat = mover(states[LINE], mask, int(c.me))
        choice = known(states, table, c, steps)
        if choice == NONE and steps + 1 == frames[0].depth:
            choice = last_choice(states, frames[PLIES], c, mask)
        if choice == NONE:
            return steps
        c.line[2 * steps + 1] = choice


@loop
def known(states: Any, table: Any, c: Any, steps: int) -> int:
    """The table's action in states[LINE]; NONE if it has none, or if the state is repeated."""
    if c.slots == 0:
        return NONE
    key = state_key(states, LINE)
    for k in range(steps):
        if c.path[k] == key:
            return NONE
    e = table[find(table, key, c.slots)]
    return int(e.choice) if e.bound != EMPTY and e.key == key else NONE


@loop
def last_choice(states: Any, f: Any, c: Any, mask: int) -> int:
    """The action in states[LINE] with the best state right after it; not counted as a node."""
    nodes = c.nodes
    f.next = 0
    f.depth = 1
    expand(states[LINE], f, c, mask, NONE)
    sort(states, f, c, LINE)
    pick(f, 0)
    c.nodes = nodes
    return int(f.moves[0])
