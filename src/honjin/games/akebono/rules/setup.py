"""The rules of the set-up (6 to 9): both sides place at once and in secret, then rearrange.

A change takes two actions, lifting a piece and setting it down; a formation takes one. `changes`
bounds them (W2), and always leaves enough to place the pieces in the tray.
"""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.games.akebono.content.board import MIDLINES, PLANS
from honjin.games.akebono.content.data import (
    CHANGES,
    COUNTS,
    DEFENCES,
    MEN_TYPES,
    NINJA,
    RED,
    SEAT,
    TAIRO,
    WHITE,
)
from honjin.games.akebono.rules.actions import (
    PUT_BACK,
    READY,
    encode_form,
    encode_lift,
    encode_put,
    encode_save,
    encode_take,
)
from honjin.games.akebono.rules.land import empty_board
from honjin.games.akebono.rules.state import (
    ARROWS,
    LOT,
    PLACING,
    REPAIR,
    REVISING,
    Akebono,
    beside,
    is_captured,
    is_home,
    next_piece,
    owner,
    put,
    take_off,
)

# ---- before the first decision


def fresh_state(options: Options) -> Akebono:
    """The armies beside an empty board (rules 1, 2, 5)."""
    s = empty_board(str(options["board"])).copy()
    s.counts = list(COUNTS[str(options["counts"])])
    s.defence = list(DEFENCES[str(options["defence"])])
    for seat in (RED, WHITE):
        s.hand[seat] = s.counts[NINJA]
        reset_setup(s, seat)
    return s


def choose_arrows(s: Akebono, midline: str) -> None:
    """Use the agreed midline, or have one drawn (rule 6, Q7)."""
    if midline in MIDLINES:
        draw_arrows(s, MIDLINES.index(midline))
    else:
        s.phase = ARROWS


@rule
def draw_arrows(s: Akebono, midline: int) -> None:
    """Set the midline; placing begins (rule 6)."""
    s.midline = midline
    s.phase = PLACING


@rule
def reset_setup(s: Akebono, seat: int) -> None:
    """Undo everything the seat has done in this phase."""
    s.done &= ~(1 << seat)
    s.lifted[seat] = 0
    if s.phase == REVISING:
        s.changes[seat] = CHANGES[1]
    else:
        s.changes[seat] = CHANGES[0]
        fill_tray(s, seat)
    clear_away(s, seat)
    for cell in range(s.end):
        if s.shown[cell] and owner(s.shown[cell]) == seat:
            put(s, cell, s.shown[cell])


@rule
def clear_away(s: Akebono, seat: int) -> None:
    """Take all pieces of a seat off the board; they are all in its half."""
    cell = next_piece(s, seat, 0)
    while cell:
        take_off(s, cell)
        cell = next_piece(s, seat, cell)


@rule
def fill_tray(s: Akebono, seat: int) -> None:
    """Put all pieces except ninja into the tray, to be placed (rules 7, 8)."""
    for kind in range(TAIRO, NINJA):
        s.tray[seat][kind] = s.counts[kind]


# ---- legal actions (rules 8, 9)


@rule
def unready(s: Akebono) -> int:
    """The mask of sides that have not finished."""
    return 3 & ~s.done


@rule
def list_setup(s: Akebono, seat: int, out: Any) -> int:
    """List the actions of a seat that has not finished."""
    if s.lifted[seat]:
        return list_puts(s, seat, out)
    n = 0
    left = to_place(s, seat)
    if s.changes[seat] > 0:
        for plan in range(PLANS):
            if s.plan[2 * s.midline + seat][plan][0]:
                out[n] = encode_form(plan)
                n += 1
    for kind in range(TAIRO, NINJA):
        if s.tray[seat][kind]:
            out[n] = encode_take(kind)
            n += 1
    if s.changes[seat] > left:
        n = list_lifts(s, seat, out, n)
    if left == 0:
        out[n] = READY
        n += 1
    return n


@rule
def to_place(s: Akebono, seat: int) -> int:
    """The number of pieces in the tray."""
    left = 0
    for kind in range(TAIRO, NINJA):
        left += s.tray[seat][kind]
    return left


@rule
def list_lifts(s: Akebono, seat: int, out: Any, n: int) -> int:
    """List the lifting of any of the seat's pieces on the board."""
    cell = next_piece(s, seat, 0)
    while cell:
        out[n] = encode_lift(cell)
        n += 1
        cell = next_piece(s, seat, cell)
    return n


@rule
def list_puts(s: Akebono, seat: int, out: Any) -> int:
    """List the hexes where the lifted piece may be set down (rules 8, 9, Q9)."""
    n = 0
    for cell in range(s.end):
        if may_put(s, seat, cell):
            out[n] = encode_put(cell)
            n += 1
    if may_put_back(s, seat):
        out[n] = PUT_BACK
        n += 1
    return n


@rule
def may_put(s: Akebono, seat: int, cell: int) -> bool:
    """True for an empty hex of the seat's half; from the board, also one with another type."""
    if not is_home(s, cell, seat):
        return False
    if s.piece[cell] == 0:
        return True
    return s.lifted[seat] > 0 and s.piece[cell] != s.piece[s.lifted[seat]]


@rule
def may_put_back(s: Akebono, seat: int) -> bool:
    """True on the board; in the tray only if enough changes are left to place all pieces (W2)."""
    return s.lifted[seat] > 0 or s.changes[seat] >= to_place(s, seat)


# ---- effects


@rule
def lift(s: Akebono, seat: int, cell: int) -> None:
    """Begin a change with a piece on the board."""
    s.lifted[seat] = cell
    s.changes[seat] -= 1


@rule
def take(s: Akebono, seat: int, kind: int) -> None:
    """Begin a change with a piece from the tray."""
    s.lifted[seat] = -kind
    s.changes[seat] -= 1


@rule
def put_back(s: Akebono, seat: int) -> None:
    """Set the lifted piece down where it was."""
    s.lifted[seat] = 0


@rule
def set_down(s: Akebono, seat: int, cell: int) -> None:
    """Set the lifted piece down on a hex; a piece already there goes where it came from."""
    source = s.lifted[seat]
    s.lifted[seat] = 0
    if source < 0:
        s.tray[seat][-source] -= 1
        put(s, cell, SEAT * seat - source)
        return
    man = take_off(s, source)
    other = take_off(s, cell)
    put(s, cell, man)
    if other:
        put(s, source, other)


@rule
def stand_in(s: Akebono, seat: int, plan: int) -> None:
    """Put all pieces into a formation; places for pieces a side lacks stay empty (W4)."""
    s.changes[seat] -= 1
    clear_away(s, seat)
    fill_tray(s, seat)
    for k in range(len(MEN_TYPES)):
        kind = MEN_TYPES[k]
        if s.tray[seat][kind]:
            s.tray[seat][kind] -= 1
            put(s, s.plan[2 * s.midline + seat][plan][k], SEAT * seat + kind)


@rule
def finish(s: Akebono, seat: int) -> None:
    """Finish a side's set-up; once both have finished, everything is revealed (Q8)."""
    s.done |= 1 << seat
    if s.done == 3:
        reveal(s)


@rule
def reveal(s: Akebono) -> None:
    """Reveal both armies: another rearrangement follows, or the set-up ends (rule 9, Q8)."""
    s.done = 0
    if s.phase == REVISING:
        s.revisions -= 1
    if s.revisions > 0:
        s.phase = REVISING
        for cell in range(s.end):
            s.shown[cell] = s.piece[cell]
        for seat in range(2):
            s.changes[seat] = CHANGES[1]
        return
    for cell in range(s.end):
        s.shown[cell] = 0
    for seat in range(2):
        s.changes[seat] = 0
    see_to_tairo(s)


# ---- a tairo beside two enemies (Q10)


@rule
def see_to_tairo(s: Akebono) -> None:
    """A side whose tairo must move does so, red first; then the first turn is drawn (Q10, W5)."""
    s.phase = REPAIR
    for seat in range(2):
        if is_captured(s, seat):
            s.turn = seat
            return
    s.phase = LOT
    s.turn = 0


@rule
def list_repairs(s: Akebono, seat: int, out: Any) -> int:
    """List the hexes the tairo may move to (W5)."""
    n = 0
    for cell in range(s.end):
        if is_safe(s, seat, cell):
            out[n] = encode_save(cell)
            n += 1
    return n


@rule
def is_safe(s: Akebono, seat: int, cell: int) -> bool:
    """True for an empty hex of the seat's half beside at most one enemy, and no tairo (W5)."""
    if not is_home(s, cell, seat) or s.piece[cell]:
        return False
    for step in s.step:
        if cell + step == s.tairo[1 - seat]:
            return False
    return beside(s, cell, 1 - seat) < 2


@rule
def save(s: Akebono, seat: int, cell: int) -> None:
    """Move the tairo out of danger."""
    put(s, cell, take_off(s, s.tairo[seat]))
    see_to_tairo(s)
