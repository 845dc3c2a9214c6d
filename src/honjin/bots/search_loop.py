"""Alpha-beta over an explicit stack. A loop file (`core.verbs`): interpreted, or compiled.

One frame per ply, so that a search can stop after any number of nodes and go on later:

    states[p]   the state of the frame           moves[p]    its actions (or outcomes), best first
    tree[p]     the columns below                keys[p]     what they are sorted by (or weights)

All values are those of the searching seat: its own frames look for the largest, its rival's for
the smallest, frames of chance for the mean. A chance turn costs no depth. A sooner win is worth
more than a later one.
"""

from typing import Any, Final

from honjin.core.bits import lowest_bit
from honjin.core.game import MOST_ESTIMATE
from honjin.core.seats import CHANCE, CHANCE_BIT
from honjin.core.verbs import (
    BEST,
    apply_action,
    awaited,
    chance_outcomes,
    copy_state,
    evaluate,
    legal_actions,
    loop,
    returns,
    to_act,
)

# columns of a frame
ALPHA: Final = 0  # the searching seat has this much elsewhere
BETA: Final = 1  # the rival can hold it to this elsewhere
VALUE: Final = 2  # the best so far (of a chance frame: the sum so far)
CHOICE: Final = 3  # the action that has it; -1 while there is none
COUNT: Final = 4  # how many moves there are
NEXT: Final = 5  # the move to try next
DEPTH: Final = 6  # actions left to look ahead
MOVER: Final = 7  # a seat, or CHANCE
WEIGHT: Final = 8  # the sum of weights of a chance frame
KILLER: Final = 9  # an action that cut a frame of this ply short; -1 while there is none
COLUMNS: Final = 10

# cells of `control`
PLY: Final = 0  # the frame at work
NODES: Final = 1  # actions done so far, those for sorting too
LIMIT: Final = 2  # stop when NODES gets here
ME: Final = 3  # the searching seat
DONE: Final = 4  # whether the root is finished
CUT: Final = 5  # whether a line ended at the horizon
CELLS: Final = 6

PLIES: Final = 64
ENDLESS: Final = 2_000_000_000
WON: Final = 1_000_000_000


@loop
def begin(states: Any, tree: Any, moves: Any, keys: Any, control: Any, out: Any) -> None:
    """Make the root frame of states[0], its moves sorted by what stands right after them."""
    for p in range(PLIES):
        tree[p][KILLER] = -1
    tree[0][DEPTH] = 2
    control[NODES] = 0
    expand(states, tree, moves, keys, control, out, 0)


@loop
def begin_depth(tree: Any, control: Any, depth: int) -> None:
    """Begin to search the root frame to a depth; its moves stay in the order they are in."""
    root = tree[0]
    control[PLY] = 0
    control[DONE] = 0
    control[CUT] = 0
    root[ALPHA] = -ENDLESS
    root[BETA] = ENDLESS
    root[DEPTH] = depth
    root[NEXT] = 0
    root[CHOICE] = -1


@loop
def search_on(states: Any, tree: Any, moves: Any, keys: Any, control: Any, out: Any) -> None:
    """Go on until the root is finished or the node limit is reached."""
    while control[DONE] == 0 and control[NODES] < control[LIMIT]:
        p = control[PLY]
        if tree[p][NEXT] < tree[p][COUNT]:
            try_next(states, tree, moves, keys, control, out, p)
        else:
            close(tree, moves, keys, control, p)


@loop
def try_next(states: Any, tree: Any, moves: Any, keys: Any, control: Any, out: Any, p: int) -> None:
    """Do the next move of a frame: it gives a value at once, or a frame above."""
    row = tree[p]
    above = tree[p + 1]
    copy_state(states, p + 1, p)
    apply_action(states[p + 1], int(row[MOVER]), int(moves[p][row[NEXT]]))
    row[NEXT] += 1
    control[NODES] += 1
    if row[MOVER] == CHANCE:
        above[ALPHA] = -ENDLESS
        above[BETA] = ENDLESS
        above[DEPTH] = row[DEPTH]
    else:
        above[ALPHA] = row[ALPHA]
        above[BETA] = row[BETA]
        above[DEPTH] = row[DEPTH] - 1
    mask = to_act(states[p + 1])
    if is_open(mask, int(above[DEPTH]), p + 1):
        expand(states, tree, moves, keys, control, out, p + 1)
        control[PLY] = p + 1
    else:
        if mask != 0:
            control[CUT] = 1
        above[VALUE] = worth(states, p + 1, mask, int(control[ME]), out)
        hand_down(tree, moves, keys, control, p)


@loop
def is_open(mask: int, depth: int, p: int) -> bool:
    """Whether a state is looked into: chance always, else while there is depth left."""
    if mask == 0 or p + 1 >= PLIES:
        return False
    return depth > 0 or mask & CHANCE_BIT != 0


@loop
def close(tree: Any, moves: Any, keys: Any, control: Any, p: int) -> None:
    """All moves of a frame are done: its value goes down to the frame below."""
    row = tree[p]
    if row[MOVER] == CHANCE:
        # Shifted above zero: division of negatives rounds differently in the two worlds.
        row[VALUE] = (row[VALUE] + row[WEIGHT] * ENDLESS) // row[WEIGHT] - ENDLESS
    if p == 0:
        control[DONE] = 1
    else:
        control[PLY] = p - 1
        hand_down(tree, moves, keys, control, p - 1)


@loop
def hand_down(tree: Any, moves: Any, keys: Any, control: Any, p: int) -> None:
    """The move of frame p that was done last has its value: take it into account."""
    row = tree[p]
    tried = row[NEXT] - 1
    value = tree[p + 1][VALUE]
    if row[MOVER] == CHANCE:
        row[VALUE] += value * keys[p][tried]
        return
    if row[MOVER] == control[ME]:
        better = value > row[VALUE]
        row[ALPHA] = max(row[ALPHA], value)
    else:
        better = value < row[VALUE]
        row[BETA] = min(row[BETA], value)
    if better or row[CHOICE] < 0:
        row[VALUE] = value
        row[CHOICE] = moves[p][tried]
    if row[ALPHA] >= row[BETA]:
        row[KILLER] = moves[p][tried]
        row[NEXT] = row[COUNT]


@loop
def worth(states: Any, p: int, mask: int, me: int, out: Any) -> int:
    """What a state is worth to the searching seat: its result, else the game's estimate."""
    if mask != 0:
        return max(-MOST_ESTIMATE, min(MOST_ESTIMATE, evaluate(states[p], me)))
    returns(states[p], out)
    got = int(out[me])
    if got > 0:
        return WON * got // BEST - p
    if got < 0:
        return p - WON * -got // BEST
    return 0


@loop
def expand(states: Any, tree: Any, moves: Any, keys: Any, control: Any, out: Any, p: int) -> None:
    """Fill a frame with the moves of its state."""
    row = tree[p]
    row[NEXT] = 0
    row[CHOICE] = -1
    row[VALUE] = 0
    mask = to_act(states[p])
    if mask & CHANCE_BIT:
        row[MOVER] = CHANCE
        row[COUNT] = chance_outcomes(states[p], moves[p], keys[p])
        row[WEIGHT] = 0
        for i in range(row[COUNT]):
            row[WEIGHT] += keys[p][i]
        return
    row[MOVER] = mover(states, p, mask, int(control[ME]))
    row[COUNT] = legal_actions(states[p], int(row[MOVER]), moves[p])
    if row[DEPTH] > 1:
        sort(states, tree, moves, keys, control, out, p)


@loop
def mover(states: Any, p: int, mask: int, me: int) -> int:
    """Whose move to look at where several may act: one's own, else the lowest awaited seat."""
    if mask >> me & 1:
        return me
    waiting = awaited(states[p])
    return lowest_bit(waiting if waiting != 0 else mask)


@loop
def sort(states: Any, tree: Any, moves: Any, keys: Any, control: Any, out: Any, p: int) -> None:
    """Order a frame's moves by what stands right after them; one that wins at once stays alone."""
    row = tree[p]
    sign = 1 if row[MOVER] == control[ME] else -1
    for i in range(row[COUNT]):
        move = moves[p][i]
        copy_state(states, p + 1, p)
        apply_action(states[p + 1], int(row[MOVER]), int(move))
        control[NODES] += 1
        mask = to_act(states[p + 1])
        key = sign * worth(states, p + 1, mask, int(control[ME]), out)
        if key == WON - p - 1:
            moves[p][0] = move
            keys[p][0] = key
            row[COUNT] = 1
            return
        if move == row[KILLER]:
            key += ENDLESS
        insert(moves[p], keys[p], i, int(move), key)


@loop
def insert(line: Any, keys: Any, i: int, move: int, key: int) -> None:
    """Put a move among the i sorted ones before it, after its equals."""
    while i > 0 and keys[i - 1] < key:
        line[i] = line[i - 1]
        keys[i] = keys[i - 1]
        i -= 1
    line[i] = move
    keys[i] = key


def warm(game: Any, states: Any) -> None:
    """Call each loop once, so that it is compiled."""
    import sys

    from honjin.bots.search import Workspace

    work = Workspace(game, sys.modules[__name__], states[0], 0)
    work.begin_depth(2)
    work.go_on(1000)
