"""The data of alpha-beta: a stack of frames and the positions seen. A loop file (`core.jit.verbs`).

The table identifies states by their state_key, which leaves out the history (repetition, the
length of the game). Therefore:

- A value that depends on a draw by repeating a state before its frame is not stored.
- The table does not answer for a state that is already in the present line, nor for a state right
  after the root: cycles are played out by the rules.
- A value that depends on a draw without a repetition holds at its depth only: the draw may be one
  by the length of the game, and the same state, met earlier, still be won.

What remains: a stored value may overlook a third occurrence that only another line produces, and a
stored win may no longer fit into the length of the game where its state is met later.
"""

from typing import Any, Final

from honjin.core.jit.verbs import loop
from honjin.core.seats import MAX_SEATS
from honjin.core.state import State, ints

PLIES: Final = 64
LINE: Final = PLIES + 1
STATES: Final = PLIES + 3
TOLD: Final = 16  # actions of a reported line
CODES: Final = 4096  # the number of action codes in `worked`

NONE: Final = -1
ENDLESS: Final = 2_000_000_000
WON: Final = 1_000_000_000
SURE: Final = WON - 1_000_000  # estimates are smaller; a larger value is a win in WON - value plies

# tasks of `run`
BEGIN: Final = 0
SEARCH: Final = 1
FOLLOW: Final = 2

# kinds of an entry's value
EMPTY: Final = 0  # (an empty slot)
EXACT: Final = 1
AT_LEAST: Final = 2
AT_MOST: Final = 3

KEEPS: Final = 2  # the least remaining depth at which the table is used


class Frame(State):
    """One ply of the stack; `wide_frame` adds the lists `moves` and `keys` in the game's size."""

    alpha: int = ints(kind="i8")  # the searching seat is assured of this elsewhere
    beta: int = ints(kind="i8")  # the rival can hold it to this elsewhere (upper bound)
    low: int = ints(kind="i8")  # alpha at the start
    high: int = ints(kind="i8")  # beta at the start
    value: int = ints(kind="i8")  # the best so far (of a chance frame: the sum so far)
    key: int = ints(kind="i8", start=NONE)  # the state's state_key, where the table is used
    weight: int = ints(kind="i8")  # of a chance frame: the sum of weights
    choice: int = ints(kind="i8")  # the action with that value; NONE before the first
    killer: int = ints(kind="i8", start=NONE)  # the action that last caused a cutoff at this ply
    second: int = ints(kind="i8", start=NONE)  # the one before it
    count: int = ints(kind="i8")  # the number of moves
    next: int = ints(kind="i8")  # the move to try next
    depth: int = ints(kind="i8")  # actions left to look ahead
    mover: int = ints(kind="i8")  # a seat, or CHANCE
    cut: int = ints(kind="i8")  # 1: a relevant line ended at the horizon
    loop: int = ints(kind="i8")  # the lowest ply that a draw by repetition here depends on
    late: int = ints(kind="i8")  # 1: a draw here may be one by the length of the game
    scout: int = ints(kind="i8")  # 1: the current move is searched with a null window
    again: int = ints(kind="i8")  # 1: it failed high and is searched again for its value
    sorted: int = ints(kind="i8")  # 1: the moves from `next` on have individual keys


class Entry(State):
    """The table's entry for a state."""

    key: int = ints(kind="i8")
    choice: int = ints(kind="i8")  # the best action; NONE if unknown
    value: int = ints(kind="i4")
    depth: int = ints(kind="i2")
    bound: int = ints()  # EXACT, AT_LEAST, AT_MOST
    cut: int = ints()  # the frame's `cut`, and twice its `late`; 0: the value holds at any depth


class Control(State):
    """Parameters and progress of the whole search."""

    task: int = ints(kind="i8")  # BEGIN, SEARCH or FOLLOW
    ply: int = ints(kind="i8")  # the current frame
    nodes: int = ints(kind="i8")  # actions played so far, including those for sorting
    limit: int = ints(kind="i8")  # stop when `nodes` reaches this
    me: int = ints(kind="i8")  # the searching seat
    done: int = ints(kind="i8")  # 1: the root is finished
    slots: int = ints(kind="i8")  # entries of the table, a power of two; 0: no table
    strict: int = ints(kind="i8")  # 1: the table answers only at exactly the same depth (for tests)
    out: list[int] = ints(MAX_SEATS, kind="i8")  # results
    worked: list[list[int]] = ints(
        2, CODES, kind="i8"
    )  # worked[seat][code]: cutoffs, weighted by depth
    line: list[int] = ints(2 * TOLD, kind="i8")  # of `follow`: seat, action, seat, action ...
    steps: int = ints(kind="i8")  # its number of actions
    path: list[int] = ints(TOLD, kind="i8")  # the state_keys before them


# ---- frames


@loop
def clear(f: Any) -> None:
    """Reset a frame."""
    f.low = f.alpha
    f.high = f.beta
    f.value = 0
    f.choice = NONE
    f.next = 0
    f.cut = 0
    f.loop = PLIES
    f.late = 0
    f.scout = 0
    f.again = 0
    f.sorted = 0


# ---- the table


@loop
def find(table: Any, key: int, slots: int) -> int:
    """The slot of a key: of two neighbours, the one that holds it or could store it."""
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
    """True if an entry settles a frame: deep enough, and with a bound outside the window."""
    if e.depth != f.depth and (strict or (e.depth < f.depth and e.cut)):
        return False
    if e.bound == AT_LEAST:
        return bool(e.value >= f.beta)
    return bool(e.bound == EXACT or e.value <= f.alpha)


@loop
def keep(f: Any, table: Any, c: Any) -> None:
    """Store a frame in the table; it replaces the shallower of two neighbours."""
    e = table[find(table, f.key, c.slots)]
    # If no move was good enough, the best is only a guess, no better than an older one.
    poor = f.value <= f.low if f.mover == c.me else f.value >= f.high
    if not poor or e.key != f.key or e.bound == EMPTY:
        e.choice = f.choice
    e.key = f.key
    e.value = f.value
    e.depth = f.depth
    e.cut = f.cut | f.late << 1
    e.bound = AT_MOST if f.value <= f.low else AT_LEAST if f.value >= f.high else EXACT
