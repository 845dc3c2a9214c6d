"""Alpha-beta over an explicit stack, with a table. A loop file (`core.verbs`).

One frame per ply, so that a search can stop after any number of nodes and go on later:

    states[p]    the state of frame p           states[LINE] and the next: scratch, for `follow`
    frames[p]    a `Frame`                      table[slot]  an `Entry`
    control[0]   a `Control`

All values are those of the searching seat: its own frames look for the largest, its rival's for
the smallest, frames of chance for the mean (rounded down). WON is a won game; an estimate e counts
as the share e / (|e| + SWING) of it, so that both can be averaged. On its way down a value comes
one nearer to zero with each ply: a sooner win is worth more, a later loss too. So the value of a
state says nothing about the ply at which it was met, and can be kept in the table as it is.

The table knows states by their fingerprint. What has happened before a state (repetition, the
length of the game) is not in it, so:

- a value that rests on a draw by repeating a state of the present line from above its own frame is
  not kept;
- a state that already stands in the present line is never answered by the table, nor is a state
  right after the root: a line that turns in circles is followed as the rules have it.

What remains is that a kept value may overlook a third occurrence that only another line makes.
"""

from typing import Any, Final

from honjin.core.bits import lowest_bit
from honjin.core.seats import CHANCE, CHANCE_BIT, MOST_SEATS
from honjin.core.state import State, ints
from honjin.core.verbs import (
    BEST,
    SWING,
    apply_action,
    awaited,
    chance_outcomes,
    copy_state,
    evaluate,
    fingerprint,
    legal_actions,
    loop,
    returns,
    to_act,
)

PLIES: Final = 64
LINE: Final = PLIES + 1
STATES: Final = PLIES + 3

NONE: Final = -1
ENDLESS: Final = 2_000_000_000
WON: Final = 1_000_000_000
SURE: Final = WON - 1_000_000  # estimates are smaller; what is larger is won, WON - value plies on

# what an entry's value is
EMPTY: Final = 0  # (nothing is kept here)
EXACT: Final = 1
AT_LEAST: Final = 2
AT_MOST: Final = 3

KEEPS: Final = 2  # with so many actions left to look ahead the table is asked and told
SORTS: Final = 3  # with so many, actions are sorted by what stands right after them
LAST_WINS: Final = 1 << 41  # keys of actions: one that wins at once,
FIRST: Final = 1 << 40  # those that the table or another frame of the ply recommends
CODES: Final = 4096  # actions are told apart by so many codes in `worked`
WORK_COUNTS: Final = 1000  # what one in `worked` is in a value


class Frame(State):
    """One ply of the stack; `alphabeta` adds the lists `moves` and `keys` in the game's size."""

    alpha: int = ints(kind="i8")  # the searching seat has this much elsewhere
    beta: int = ints(kind="i8")  # the rival can hold it to this elsewhere
    low: int = ints(kind="i8")  # alpha at the beginning
    high: int = ints(kind="i8")  # beta at the beginning
    value: int = ints(kind="i8")  # the best so far (of a chance frame: the sum so far)
    key: int = ints(kind="i8", start=NONE)  # the state's fingerprint, where the table is used
    weight: int = ints(kind="i8")  # of a chance frame: the sum of weights
    choice: int = ints(kind="i8")  # the action that has the value; NONE while there is none
    killer: int = ints(kind="i8", start=NONE)  # the action that last cut a frame of this ply short
    second: int = ints(kind="i8", start=NONE)  # the one before it
    count: int = ints(kind="i8")  # how many moves there are
    next: int = ints(kind="i8")  # the move to try next
    depth: int = ints(kind="i8")  # actions left to look ahead
    mover: int = ints(kind="i8")  # a seat, or CHANCE
    cut: int = ints(kind="i8")  # 1: a line that matters ended at the horizon
    loop: int = ints(kind="i8")  # the lowest ply of which a draw by repetition here makes use
    scout: int = ints(kind="i8")  # 1: the move at work is only asked whether it is better
    again: int = ints(kind="i8")  # 1: it is, and is searched once more for its value
    sorted: int = ints(kind="i8")  # 1: the moves from `next` on have keys of their own


class Entry(State):
    """What the table knows of a state."""

    key: int = ints(kind="i8")
    value: int = ints(kind="i4")
    choice: int = ints(kind="i4")  # the best action, NONE where none is known
    depth: int = ints(kind="i2")
    bound: int = ints()  # EXACT, AT_LEAST, AT_MOST
    cut: int = ints()  # 0: the value holds at any depth


class Control(State):
    """Of the whole search."""

    ply: int = ints(kind="i8")  # the frame at work
    nodes: int = ints(kind="i8")  # actions done so far, those for sorting too
    limit: int = ints(kind="i8")  # stop when `nodes` gets here
    me: int = ints(kind="i8")  # the searching seat
    done: int = ints(kind="i8")  # 1: the root is finished
    slots: int = ints(kind="i8")  # entries of the table, a power of two; 0: it is not used
    strict: int = ints(kind="i8")  # 1: the table answers only for the very depth (for tests)
    out: list[int] = ints(MOST_SEATS, kind="i8")  # results
    worked: list[list[int]] = ints(2, CODES, kind="i8")  # worked[seat][code]: cuts, deep ones more
    path: list[int] = ints(PLIES, kind="i8")  # fingerprints along the line of `follow`


# ---- beginning


@loop
def begin(states: Any, frames: Any, control: Any) -> None:
    """Make the root frame of states[0], its moves sorted by what stands right after them."""
    c = control[0]
    root = frames[0]
    root.key = fingerprint(states, 0)
    root.depth = SORTS
    expand(states[0], root, c, to_act(states[0]), NONE)
    root.next = 0
    sort(states, root, c, 0)
    for i in range(root.count):
        pick(root, i)


@loop
def begin_depth(frames: Any, control: Any, depth: int) -> None:
    """Begin to search the root frame to a depth; its moves stay in the order they are in."""
    root = frames[0]
    root.alpha = -ENDLESS
    root.beta = ENDLESS
    root.depth = depth
    clear(root)
    root.sorted = 1
    control[0].ply = 0
    control[0].done = 0


@loop
def clear(f: Any) -> None:
    """Nothing has been tried in a frame yet."""
    f.low = f.alpha
    f.high = f.beta
    f.value = 0
    f.choice = NONE
    f.next = 0
    f.cut = 0
    f.loop = PLIES
    f.scout = 0
    f.again = 0
    f.sorted = 0


# ---- going on


@loop
def search_on(states: Any, frames: Any, table: Any, control: Any) -> None:
    """Go on until the root is finished or the node limit is reached."""
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
    """Do the next moves of a frame: they give a value at once, or the first one a frame above."""
    f = frames[p]
    above = frames[p + 1]
    while f.next < f.count and c.nodes < c.limit:
        choose_next(states, f, c, p)
        copy_state(states, p + 1, p)
        apply_action(states[p + 1], f.mover, f.moves[f.next])
        f.next += 1
        c.nodes += 1
        mask = to_act(states[p + 1])
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
    """Whether a state is looked into: chance always, else while there is depth left."""
    if mask == 0 or p >= PLIES:
        return False
    return depth > 0 or mask & CHANCE_BIT != 0


@loop
def set_window(f: Any, above: Any, me: int) -> None:
    """What the move just done must be worth to matter, seen from its own frame.

    All moves but the first are only asked whether they are better (principal variation search).
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
    # The values that one ply brings to more than a, and to less than b.
    above.alpha = a + 1 if a >= 0 else a - 1
    above.beta = b + 1 if b > 0 else b - 1


@loop
def enter(states: Any, frames: Any, table: Any, c: Any, mask: int, p: int) -> bool:
    """Begin the frame of states[p]; False when the table has its value already."""
    f = frames[p]
    clear(f)
    f.key = NONE
    choice = NONE
    if c.slots and f.depth >= KEEPS and mask & CHANCE_BIT == 0:
        f.key = fingerprint(states, p)
        e = table[find(table, f.key, c.slots)]
        if e.bound != EMPTY and e.key == f.key:
            choice = e.choice
            if p > 1 and answers(e, f, c.strict) and seen_at(frames, p, f.key) == PLIES:
                f.value = e.value
                f.cut = e.cut
                return False
    expand(states[p], f, c, mask, choice)
    return True


@loop
def seen_at(frames: Any, p: int, key: int) -> int:
    """The lowest ply below p whose state has this fingerprint; PLIES when there is none."""
    for q in range(p):
        if frames[q].key == key:
            return q
    return PLIES


@loop
def look_at(states: Any, frames: Any, c: Any, mask: int, p: int) -> None:
    """Give a frame its value without looking further."""
    f = frames[p]
    f.value = worth(states[p], mask, c.me, c.out)
    f.cut = int(mask != 0)
    f.loop = PLIES
    if mask == 0 and f.value == 0 and c.slots:
        f.loop = seen_at(frames, p, fingerprint(states, p))


@loop
def worth(s: Any, mask: int, me: int, out: Any) -> int:
    """What a state is worth to the searching seat: its result, else the game's estimate."""
    if mask != 0:
        value = evaluate(s, me)
        size = abs(value)
        size = size * SURE // (size + SWING)
    else:
        returns(s, out)
        value = int(out[me])
        size = WON * abs(value) // BEST
    return size if value >= 0 else -size


@loop
def hand_down(f: Any, above: Any, c: Any) -> None:
    """The move of a frame that was done last has its value: take it into account."""
    value = int(above.value)
    value -= (value > 0) - (value < 0)
    tried = f.next - 1
    f.cut |= above.cut
    f.loop = min(f.loop, above.loop)
    if f.mover == CHANCE:
        f.value += value * f.keys[tried]
    elif f.scout and f.alpha < value < f.beta:
        f.again = 1
        f.next = tried
    else:
        take(f, c, value, f.moves[tried])


@loop
def take(f: Any, c: Any, value: int, move: int) -> None:
    """A move has a value: keep it if it is the best, and stop if the frame cannot matter now."""
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
    """All moves of a frame are done that had to be."""
    if f.mover == CHANCE:
        # Shifted above zero: division of negatives rounds differently in the two worlds.
        f.value = (f.value + f.weight * ENDLESS) // f.weight - ENDLESS
    # A win or loss that was found stays one, however far one looks.
    if (f.value > SURE and f.value > f.low) or (f.value < -SURE and f.value < f.high):
        f.cut = 0
    if f.mover != CHANCE and c.slots and f.depth >= KEEPS and f.loop >= p:
        keep(f, table, c)


# ---- the table


@loop
def find(table: Any, key: int, slots: int) -> int:
    """The slot of a key: one of two neighbours, where it is or else could be kept."""
    # The high bits of the product depend on all bits of the key.
    slot = (((key ^ key >> 29) * 0x2545F4914F6CDD1D & 0x7FFFFFFFFFFFFFFF) >> 20) & (slots - 1)
    if table[slot].key == key:
        return slot
    other = slot ^ 1
    if table[other].key == key or table[other].depth < table[slot].depth:
        return other
    return slot


@loop
def answers(e: Any, f: Any, strict: int) -> bool:
    """Whether an entry settles a frame: looked far enough, and on the right side of the window."""
    if e.depth != f.depth and (strict or (e.depth < f.depth and e.cut)):
        return False
    if e.bound == AT_LEAST:
        return bool(e.value >= f.beta)
    return bool(e.bound == EXACT or e.value <= f.alpha)


@loop
def keep(f: Any, table: Any, c: Any) -> None:
    """Write a frame into the table; of two neighbours the one looked at less deep gives way."""
    e = table[find(table, f.key, c.slots)]
    # Where no move was good enough, the best of them is a guess: an older one is as good.
    poor = f.value <= f.low if f.mover == c.me else f.value >= f.high
    if not poor or e.key != f.key or e.bound == EMPTY:
        e.choice = f.choice
    e.key = f.key
    e.value = f.value
    e.depth = f.depth
    e.cut = f.cut
    e.bound = AT_MOST if f.value <= f.low else AT_LEAST if f.value >= f.high else EXACT


# ---- moves and their order


@loop
def expand(s: Any, f: Any, c: Any, mask: int, choice: int) -> None:
    """Fill a frame with the moves of its state; `choice` is what the table recommends."""
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
    """Whose move to look at where several may act: one's own, else the lowest awaited seat."""
    if mask >> me & 1:
        return me
    waiting = awaited(s)
    return lowest_bit(waiting if waiting != 0 else mask)


@loop
def rate(f: Any, worked: Any, choice: int) -> None:
    """Give moves their keys: first what is recommended, then by what has worked elsewhere."""
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
    """Put a move first, if it is there."""
    for i in range(f.count):
        if f.moves[i] == move:
            f.moves[i] = f.moves[0]
            f.moves[0] = move


@loop
def choose_next(states: Any, f: Any, c: Any, p: int) -> None:
    """Bring the move to try next into its place."""
    if p == 0 or f.depth <= 1 or f.again or f.mover == CHANCE:
        return
    pick(f, f.next)
    if f.sorted == 0 and f.depth >= SORTS and f.keys[f.next] < FIRST:
        f.sorted = 1
        sort(states, f, c, p)
        pick(f, f.next)


@loop
def pick(f: Any, place: int) -> None:
    """Swap the move with the largest key from here on into this place."""
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
    """Give the moves not tried yet keys by what stands right after them; a win at once ends it."""
    sign = 1 if f.mover == c.me else -1
    for i in range(f.next, f.count):
        copy_state(states, p + 1, p)
        apply_action(states[p + 1], f.mover, f.moves[i])
        c.nodes += 1
        key = sign * worth(states[p + 1], to_act(states[p + 1]), c.me, c.out)
        f.keys[i] = key + WORK_COUNTS * c.worked[f.mover][f.moves[i] & CODES - 1]
        if key > SURE:
            f.keys[i] = LAST_WINS
            return


# ---- what is answered


@loop
def follow(states: Any, frames: Any, table: Any, control: Any, line: Any) -> int:
    """Go on with a line of (seat, action) in turns that begins with an action of the root.

    It goes as far as the table knows (and one action further, to the end of the depth), and ends
    before chance, and at a state that was there before. Returns how many actions it has.
    """
    c = control[0]
    seat = int(c.me)
    steps = 0
    copy_state(states, LINE, 0)
    while True:
        c.path[steps] = fingerprint(states, LINE)
        apply_action(states[LINE], seat, int(line[2 * steps + 1]))
        line[2 * steps] = seat
        steps += 1
        mask = to_act(states[LINE])
        if mask == 0 or mask & CHANCE_BIT or 2 * steps >= len(line):
            return steps
        seat = mover(states[LINE], mask, int(c.me))
        choice = known(states, table, c, steps)
        if choice == NONE and steps + 1 == frames[0].depth:
            choice = last_choice(states, frames[PLIES], c, mask)
        if choice == NONE:
            return steps
        line[2 * steps + 1] = choice


@loop
def known(states: Any, table: Any, c: Any, steps: int) -> int:
    """What the table would do in states[LINE]; NONE where it does not know, or has been."""
    if c.slots == 0:
        return NONE
    key = fingerprint(states, LINE)
    for k in range(steps):
        if c.path[k] == key:
            return NONE
    e = table[find(table, key, c.slots)]
    return int(e.choice) if e.bound != EMPTY and e.key == key else NONE


@loop
def last_choice(states: Any, f: Any, c: Any, mask: int) -> int:
    """The action in states[LINE] after which things look best; it is not counted as a node."""
    nodes = c.nodes
    f.next = 0
    f.depth = 1
    expand(states[LINE], f, c, mask, NONE)
    sort(states, f, c, LINE)
    pick(f, 0)
    c.nodes = nodes
    return int(f.moves[0])


def warm(game: Any, states: Any) -> None:
    """Call each loop once, so that it is compiled."""
    import sys

    from honjin.bots.alphabeta import warm_up

    warm_up(game, sys.modules[__name__], states[0])
