"""The rules of the set-up (6 to 9): both sides place at once and in secret, then rearrange.

A change is two small decisions, lift a piece and set it down; a formation is one. `changes` bounds
them (W2), and always leaves enough to place what lies in the tray.

    FORMATION + n      stand in a formation
    READY              the side has finished
    LIFT_TRAY + type   lift a piece from the tray
    LIFT + cell        lift one from the board
    PUT + cell         set it down; on an own piece, the two change places
    PUT_BACK           set it down where it was lifted
"""

from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final

from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.games.akebono.content.board import MIDLINES, PLANS, Board, number_of_name, ways
from honjin.games.akebono.content.boardtext import read_board
from honjin.games.akebono.content.data import (
    CHANGES,
    MEN_TYPES,
    NINJA,
    RED,
    SEAT,
    SHIPPED,
    SHIPPED_KEY,
    TAIRO,
    WHITE,
    counts,
    defences,
)
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

FORMATION: Final = 0
READY: Final = 8
LIFT_TRAY: Final = 16
PUT_BACK: Final = 24
LIFT: Final = 256
PUT: Final = 512

HALVES: Final = (WHITE, RED)
"""Whose a half is: white has the first one, red the second (W3)."""


# ---- before the first decision


def fresh_state(options: Options) -> Akebono:
    """The armies beside an empty board (rules 1, 2, 5)."""
    s = empty_board(str(options["board"])).copy()
    s.count[:] = counts(str(options["counts"]))
    s.defence[:] = defences(str(options["defence"]))
    for seat in (RED, WHITE):
        s.hand[seat] = s.count[NINJA]
        begin_anew(s, seat)
    return s


@lru_cache(16)
def empty_board(text: str) -> Akebono:
    """The hexes and formations of the board that an option names or describes (rules 5, 6)."""
    s = Akebono()
    lay_out(s, SHIPPED if text == SHIPPED_KEY else read_board(text))
    drawn = repr((s.width, s.value, s.row)).encode()
    s.land = int.from_bytes(blake2b(drawn, digest_size=8).digest(), "little") >> 1
    return s


def lay_out(s: Akebono, board: Board) -> None:
    """Put the hexes, formations and road of a board into cells."""
    lattice = board.lattice()
    s.width, s.step[:] = lattice.width, lattice.steps()
    north = board.places[0].at.r
    cell = {place.name: lattice.cell(place.at) for place in board.places}
    s.end = 1 + max(cell.values())
    for place in board.places:
        at = cell[place.name]
        s.value[at], s.row[at] = place.value, place.at.r - north
        for midline, half in enumerate(place.halves):
            if half >= 0:
                s.home[at] |= 1 << (2 * midline + HALVES[half])
    for name, others in ways(board).items():
        goals = {cell[other] - cell[name] for other in others}
        s.way[cell[name]] = sum(1 << d for d, step in enumerate(s.step) if step in goals)
    for midline, plans in enumerate(board.plans):
        for n, plan in enumerate(plans):
            s.plan_name[midline][n] = number_of_name(plan.key)
            for half, names in enumerate(plan.names):
                s.plan[2 * midline + HALVES[half]][n][:] = [cell[name] for name in names]


def choose_arrows(s: Akebono, midline: str) -> None:
    """A midline that was agreed on, or the draw of one (rule 6, Q7)."""
    if midline in MIDLINES:
        draw_arrows(s, MIDLINES.index(midline))
    else:
        s.phase = ARROWS


@rule
def draw_arrows(s: Akebono, midline: int) -> None:
    """The arrows in play are known; placing begins (rule 6)."""
    s.midline = midline
    s.phase = PLACING


@rule
def begin_anew(s: Akebono, seat: int) -> None:
    """Nothing that the seat did in this phase has been done."""
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
    """Nothing of a seat stands on the board; all that it has stands in its half."""
    cell = next_piece(s, seat, 0)
    while cell:
        take_off(s, cell)
        cell = next_piece(s, seat, cell)


@rule
def fill_tray(s: Akebono, seat: int) -> None:
    """All pieces but ninja are to be placed (rules 7, 8)."""
    for kind in range(TAIRO, NINJA):
        s.tray[seat][kind] = s.count[kind]


# ---- what a side may do (rules 8, 9)


@rule
def list_setup(s: Akebono, seat: int, out: Any) -> int:
    """What a seat that has not finished can do."""
    if s.lifted[seat]:
        return list_puts(s, seat, out)
    n = 0
    left = to_place(s, seat)
    if s.changes[seat] > 0:
        for plan in range(PLANS):
            if s.plan[2 * s.midline + seat][plan][0]:
                out[n] = FORMATION + plan
                n += 1
    for kind in range(TAIRO, NINJA):
        if s.tray[seat][kind]:
            out[n] = LIFT_TRAY + kind
            n += 1
    if s.changes[seat] > left:
        n = list_lifts(s, seat, out, n)
    if left == 0:
        out[n] = READY
        n += 1
    return n


@rule
def to_place(s: Akebono, seat: int) -> int:
    """How many pieces lie in the tray."""
    left = 0
    for kind in range(TAIRO, NINJA):
        left += s.tray[seat][kind]
    return left


@rule
def list_lifts(s: Akebono, seat: int, out: Any, n: int) -> int:
    """Any own piece on the board."""
    cell = next_piece(s, seat, 0)
    while cell:
        out[n] = LIFT + cell
        n += 1
        cell = next_piece(s, seat, cell)
    return n


@rule
def list_puts(s: Akebono, seat: int, out: Any) -> int:
    """Where the lifted piece may be set down (rules 8, 9, Q9)."""
    n = 0
    for cell in range(s.end):
        if may_put(s, seat, cell):
            out[n] = PUT + cell
            n += 1
    if may_put_back(s, seat):
        out[n] = PUT_BACK
        n += 1
    return n


@rule
def may_put(s: Akebono, seat: int, cell: int) -> bool:
    """An empty hex of the own half; from the board also one with another kind of piece."""
    if not is_home(s, cell, seat):
        return False
    if s.piece[cell] == 0:
        return True
    return s.lifted[seat] > 0 and s.piece[cell] != s.piece[s.lifted[seat]]


@rule
def may_put_back(s: Akebono, seat: int) -> bool:
    """Always on the board; in the tray while enough changes are left to place all (W2)."""
    return s.lifted[seat] > 0 or s.changes[seat] >= to_place(s, seat)


# ---- what follows


@rule
def do_setup(s: Akebono, seat: int, action: int) -> None:
    """The next state of the set-up."""
    if action >= PUT:
        set_down(s, seat, action - PUT)
    elif action >= LIFT:
        lift(s, seat, action - LIFT)
    elif action == PUT_BACK:
        s.lifted[seat] = 0
    elif action >= LIFT_TRAY:
        lift(s, seat, LIFT_TRAY - action)
    elif action == READY:
        finish(s, seat)
    else:
        stand_in(s, seat, action - FORMATION)


@rule
def lift(s: Akebono, seat: int, what: int) -> None:
    """A change begins."""
    s.lifted[seat] = what
    s.changes[seat] -= 1


@rule
def set_down(s: Akebono, seat: int, cell: int) -> None:
    """The lifted piece stands on a hex; a piece that stood there goes where it came from."""
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
    """All pieces stand in a formation; what a side has not, is left out (W4)."""
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
    """A side has finished; when both have, all is revealed (Q8)."""
    s.done |= 1 << seat
    if s.done == 3:
        reveal(s)


@rule
def reveal(s: Akebono) -> None:
    """Both see what stands where: another rearrangement, or the end of the set-up (rule 9, Q8)."""
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
    """Who must move a tairo does so, red first; then a lot says who begins (Q10, W5)."""
    s.phase = REPAIR
    for seat in range(2):
        if is_captured(s, seat):
            s.turn = seat
            return
    s.phase = LOT
    s.turn = 0


@rule
def list_repairs(s: Akebono, seat: int, out: Any) -> int:
    """Where the tairo may go (W5)."""
    n = 0
    for cell in range(s.end):
        if is_safe(s, seat, cell):
            out[n] = PUT + cell
            n += 1
    return n


@rule
def is_safe(s: Akebono, seat: int, cell: int) -> bool:
    """An empty hex of the own half, beside one enemy at most, and that one not the tairo (W5)."""
    if not is_home(s, cell, seat) or s.piece[cell]:
        return False
    for step in s.step:
        if cell + step == s.tairo[1 - seat]:
            return False
    return beside(s, cell, 1 - seat) < 2


@rule
def repair(s: Akebono, cell: int) -> None:
    """The tairo moves out of danger."""
    put(s, cell, take_off(s, s.tairo[s.turn]))
    see_to_tairo(s)
