"""The state of a game, the few functions that move pieces, and the questions rules ask of it.

A board of any shape is a list of cells (`geometry.hexes.Lattice`): from a cell to its neighbour in
direction d it is `step[d]`, and a cell of value 0 is no hex. Cell 0 never is.
"""

from __future__ import annotations

from honjin.core.arrays import amount, one_of, own, seat_number, seat_set
from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.rule import rule
from honjin.core.state import State, ints
from honjin.games.akebono.content.board import CELLS, MEN, PLANS
from honjin.games.akebono.content.data import (
    BACKED,
    DAIMYO,
    KINDS,
    MOST_VALOR,
    NOBODY,
    TAIRO,
    TEPPO,
    USED,
)

# phases, in the order in which they come
ARROWS = 0  # chance: which midline
PLACING = 1  # both at once, in secret
REVISING = 2  # both at once, in secret, knowing what was placed
REPAIR = 3  # who must move a tairo that stands beside two enemies
LOT = 4  # chance: who begins
ROLL = 5  # chance: two dice
TURN = 6
THIRD = 7  # chance: the third die
OVER = 8

WORD = 32  # cells to a word of a mask
WORDS = -(-CELLS // WORD)


class Akebono(State):
    """One position, with the options that bear on it."""

    # fixed by the options
    count: list[int] = ints(KINDS)  # count[type]: pieces of a side (Q1)
    defence: list[int] = ints(KINDS)  # defence[type], of a teppo-tai alone (Q2)
    shot_by_path: int = ints()  # 1: a shot also costs the hexes between (Q31)
    shot_gap: int = ints()  # empty hexes that a shot needs at least (Q33)
    last_turn: int = ints(kind="i2")  # so many turns and the game is over (Q54, W1)

    # the board, and both midlines
    land: int = ints(kind="i8")  # a digest of the board, by which boards are told apart
    width: int = ints()  # of the lattice
    end: int = ints(kind="i2")  # one more than the last cell that is a hex
    step: list[int] = ints(6)  # to the neighbour in each direction
    value: list[int] = ints(CELLS)  # value[cell]: 1-6, 0 no hex
    row: list[int] = ints(CELLS)  # row[cell]: 0 in the north
    home: list[int] = ints(CELLS)  # bit 2 * midline + seat: lies in the seat's half
    plan: list[list[list[int]]] = ints(4, PLANS, MEN, kind="i2")
    # plan[2 * midline + seat][formation][man]: a cell; 0 in formations that there are not
    plan_name: list[list[int]] = ints(2, PLANS, kind="i8")  # of each midline; board.name_of_number
    way: list[int] = ints(CELLS)  # way[cell]: bit d where the road goes on in direction d

    # set-up; what is hidden is 0 in the eyes of others
    midline: int = ints(start=-1, shows=one_of(2))  # index into board.MIDLINES; -1 not drawn yet
    revisions: int = ints(shows=amount(3))  # rearrangements still to come, the present one included
    done: int = ints(shows=seat_set())  # mask of seats that have finished the present phase
    # tray[seat][type]: to be placed yet; hidden
    tray: list[list[int]] = ints(2, KINDS, shows=amount(30).by_seat())
    # a cell, or -type from the tray, 0 none; hidden
    lifted: list[int] = ints(2, kind="i2", shows=one_of(CELLS + KINDS - 1, 1 - KINDS).of_mine())
    changes: list[int] = ints(2)  # changes left (W2); hidden
    # REVISING: the pieces as both have seen them
    shown: list[int] = ints(CELLS, shows=own(CELLS, KINDS, -KINDS))

    # the board, and what lies beside it
    # piece[cell] as in data.py; hidden while arms are set up
    piece: list[int] = ints(CELLS, shows=own(13 * CELLS))
    hand: list[int] = ints(2, shows=amount(10).by_seat())  # ninja not on the board yet
    # taken[seat][type]: prisoners that a seat made
    taken: list[list[int]] = ints(2, KINDS, shows=amount(30).by_seat())
    valor: list[int] = ints(2, shows=amount(MOST_VALOR).by_seat())

    # whose turn
    phase: int = ints(shows=one_of(OVER))
    turn: int = ints(shows=seat_number())  # seat to act, from REPAIR on
    turns: int = ints(kind="i2", shows=amount(600, per=5))  # turns done
    # the roll, the smaller first; the third die as bought, 0 none
    dice: list[int] = ints(3, shows=one_of(6, 1))
    points: int = ints(shows=amount(100))  # battle points left
    must_place: int = ints(shows=amount(1))  # 1: the pair waits for its ninja

    # how it ended
    outcome: int = ints()  # 0 running, else 1 + index of the reason
    winner: int = ints(start=NOBODY)
    captor: int = ints(start=NOBODY)  # seat that captured a tairo

    # follows from piece
    # tairo[seat]: its cell; 0 while it is hidden or not placed
    tairo: list[int] = ints(2, kind="i2")
    stands: list[list[int]] = ints(2, WORDS, kind="i8")
    # stands[seat][cell // WORD]: bit cell % WORD where a piece of the seat stands


# ---- writers


@rule
def put(s: Akebono, cell: int, man: int) -> None:
    """Set a piece on an empty hex."""
    s.piece[cell] = man
    s.stands[owner(man)][cell // WORD] |= 1 << cell % WORD
    if man & 7 == TAIRO:
        s.tairo[owner(man)] = cell


@rule
def take_off(s: Akebono, cell: int) -> int:
    """Take the piece off a hex; returns it."""
    man = s.piece[cell]
    s.piece[cell] = 0
    s.stands[owner(man)][cell // WORD] &= ~(1 << cell % WORD)
    if man & 7 == TAIRO:
        s.tairo[owner(man)] = 0
    return man


@rule
def defeat(s: Akebono, cell: int) -> None:
    """The piece on a hex becomes a prisoner of the seat whose turn it is (rules 19, 30)."""
    kind = take_off(s, cell) & 7
    s.taken[s.turn][kind] += 1
    if s.taken[s.turn][kind] & 1 == 0 and s.valor[s.turn] < MOST_VALOR:
        s.valor[s.turn] += 1


# ---- questions


@rule
def next_piece(s: Akebono, seat: int, cell: int) -> int:
    """The next cell after this one where a piece of a seat stands; 0 after the last."""
    word = (cell + 1) // WORD
    rest = s.stands[seat][word] >> (cell + 1) % WORD << (cell + 1) % WORD
    while rest == 0:
        word += 1
        if word == WORDS:
            return 0
        rest = s.stands[seat][word]
    return WORD * word + lowest_bit(rest)


@rule
def owner(man: int) -> int:
    """The seat of a piece."""
    return man >> 3 & 1


@rule
def is_used(man: int) -> bool:
    """True if a piece has defeated somebody or shot in this turn (rules 20, 24)."""
    return man & USED != 0


@rule
def is_home(s: Akebono, cell: int, seat: int) -> bool:
    """True if a hex lies in the half of a seat (rules 6, 8)."""
    return s.midline >= 0 and s.home[cell] >> (2 * s.midline + seat) & 1 == 1


@rule
def beside(s: Akebono, cell: int, seat: int) -> int:
    """How many pieces of a seat stand beside a hex."""
    found = 0
    for step in s.step:
        man = s.piece[cell + step]
        found += man != 0 and man >> 3 & 1 == seat
    return found


@rule
def is_backed(s: Akebono, cell: int) -> bool:
    """True if a friend stands beside the piece on a hex (rule 26)."""
    return beside(s, cell, owner(s.piece[cell])) > 0


@rule
def defence_at(s: Akebono, cell: int) -> int:
    """The current defence of the piece on a hex (rules 2, 26)."""
    kind = s.piece[cell] & 7
    if kind == TEPPO and is_backed(s, cell):
        return BACKED
    return s.defence[kind]


@rule
def price(s: Akebono, cell: int) -> int:
    """What a step into a hex costs: its value, and the defence of who stands there (15, 19)."""
    return s.value[cell] + (defence_at(s, cell) if s.piece[cell] else 0)


@rule
def is_captured(s: Akebono, seat: int) -> bool:
    """True if two or more enemies stand beside a seat's tairo (rule 31)."""
    return beside(s, s.tairo[seat], 1 - seat) > 1


@rule
def has_all_daimyo(s: Akebono, seat: int) -> bool:
    """True if a seat has defeated every daimyo of the other (rule 33)."""
    return s.taken[seat][DAIMYO] == s.count[DAIMYO]


@rule
def dice_total(s: Akebono) -> int:
    """The sum of the dice (rule 12)."""
    return s.dice[0] + s.dice[1] + s.dice[2]


@rule
def first_piece(s: Akebono, cell: int, d: int) -> int:
    """The first hex with a piece in a direction; where the hexes end, 0 (rule 23)."""
    step = s.step[d]
    cell += step
    while s.value[cell] and s.piece[cell] == 0:
        cell += step
    return cell if s.value[cell] else 0
