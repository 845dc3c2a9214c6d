"""What alpha-beta keeps: a stack of frames, and a table of states. A loop file (`core.verbs`).

The table knows states by their state_key. What has happened before a state (repetition, the
length of the game) is not in it, so:

- a value that rests on a draw by repeating a state of the present line from above its own frame is
  not kept;
- a state that already stands in the present line is never answered by the table, nor is a state
  right after the root: a line that turns in circles is followed as the rules have it.

What remains is that a kept value may overlook a third occurrence that only another line makes.
"""

from typing import Any, Final

from honjin.core.jit.verbs import loop
from honjin.core.seats import MOST_SEATS
from honjin.core.state import State, ints

PLIES: Final = 64
LINE: Final = PLIES + 1
STATES: Final = PLIES + 3
TOLD: Final = 16  # actions of a line that are told
CODES: Final = 4096  # actions are told apart by so many codes in `worked`

NONE: Final = -1
ENDLESS: Final = 2_000_000_000
WON: Final = 1_000_000_000
SURE: Final = WON - 1_000_000  # estimates are smaller; what is larger is won, WON - value plies on

# what is to be done (`run`)
BEGIN: Final = 0
SEARCH: Final = 1
FOLLOW: Final = 2

# what an entry's value is
EMPTY: Final = 0  # (nothing is kept here)
EXACT: Final = 1
AT_LEAST: Final = 2
AT_MOST: Final = 3

KEEPS: Final = 2  # with so many actions left to look ahead the table is asked and told


class Frame(State):
    """One ply of the stack; `alphabeta` adds the lists `moves` and `keys` in the game's size."""

    alpha: int = ints(kind="i8")  # the searching seat has this much elsewhere
    beta: int = ints(kind="i8")  # the rival can hold it to this elsewhere
    low: int = ints(kind="i8")  # alpha at the beginning
    high: int = ints(kind="i8")  # beta at the beginning
    value: int = ints(kind="i8")  # the best so far (of a chance frame: the sum so far)
    key: int = ints(kind="i8", start=NONE)  # the state's state_key, where the table is used
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
    choice: int = ints(kind="i8")  # the best action, NONE where none is known
    value: int = ints(kind="i4")
    depth: int = ints(kind="i2")
    bound: int = ints()  # EXACT, AT_LEAST, AT_MOST
    cut: int = ints()  # 0: the value holds at any depth


class Control(State):
    """Of the whole search."""

    task: int = ints(kind="i8")  # BEGIN, SEARCH or FOLLOW
    ply: int = ints(kind="i8")  # the frame at work
    nodes: int = ints(kind="i8")  # actions done so far, those for sorting too
    limit: int = ints(kind="i8")  # stop when `nodes` gets here
    me: int = ints(kind="i8")  # the searching seat
    done: int = ints(kind="i8")  # 1: the root is finished
    slots: int = ints(kind="i8")  # entries of the table, a power of two; 0: it is not used
    strict: int = ints(kind="i8")  # 1: the table answers only for the very depth (for tests)
    out: list[int] = ints(MOST_SEATS, kind="i8")  # results
    worked: list[list[int]] = ints(2, CODES, kind="i8")  # worked[seat][code]: cuts, deep ones more
    line: list[int] = ints(2 * TOLD, kind="i8")  # of `follow`: seat, action, seat, action ...
    steps: int = ints(kind="i8")  # how many actions it has
    path: list[int] = ints(TOLD, kind="i8")  # the state_keys before them


# ---- frames


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
