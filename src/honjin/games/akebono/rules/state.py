"""The state of a game, the few functions that move pieces, and the queries the rules use.

A board of any shape is a list of cells (`geometry.hexes.Lattice`): the neighbour of a cell in
direction d is `step[d]` further, and a cell of value 0 is not a hex. Cell 0 is never a hex.
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
    MAX_ROUNDS,
    MAX_VALOR,
    NOBODY,
    TAIRO,
    TEPPO,
    USED,
)

# phases, in the order in which they come
ARROWS = 0  # chance: which midline
PLACING = 1  # both at once, in secret
REVISING = 2  # both at once, in secret, knowing what was placed
REPAIR = 3  # a side must move its tairo away from two enemies
LOT = 4  # chance: the side that goes first
ROLL = 5  # chance: two dice
TURN = 6
THIRD = 7  # chance: the third die
OVER = 8

SECRET = (PLACING, REVISING)

WORD = 32  # cells per word of a mask
WORDS = -(-CELLS // WORD)


class AkebonoParameters(State, parameters=True):
    """The options and the board: none changes during a game."""

    # fixed by the options
    counts: list[int] = ints(KINDS)  # counts[type]: pieces of a side (Q1)
    defence: list[int] = ints(KINDS)  # defence[type], of a teppo-tai alone (Q2)
    shot_cost: int = ints()  # PATH: a shot also costs the hexes in between (Q31)
    shot_min_empty_hexes: int = ints()  # Q33
    max_rounds: int = ints()  # 0: no limit but MAX_ROUNDS (Q54, W1)

    # the board, and both midlines
    land: int = ints(kind="i8")  # a digest that distinguishes boards
    width: int = ints()  # of the lattice
    end: int = ints(kind="i2")  # one more than the last cell that is a hex
    step: list[int] = ints(6)  # to the neighbour in each direction
    value: list[int] = ints(CELLS)  # value[cell]: 1-6, 0 no hex
    row: list[int] = ints(CELLS)  # row[cell]: 0 in the north
    home: list[int] = ints(CELLS)  # bit 2 * midline + seat: lies in the seat's half
    plan: list[list[list[int]]] = ints(4, PLANS, MEN, kind="i2")
    # plan[2 * midline + seat][formation][man]: a cell; 0 in unused formations
    plan_name: list[list[int]] = ints(2, PLANS, kind="i8")  # of each midline; board.name_of_number
    way: list[int] = ints(CELLS)  # way[cell]: bit d if the road continues in direction d


class Akebono(AkebonoParameters):
    """One position."""

    # set-up; hidden fields are 0 for other viewers
    midline: int = ints(start=-1, shows=one_of(2))  # index into board.MIDLINES; -1 not drawn yet
    revisions: int = ints(shows=amount(3))  # rearrangements still to come, the present one included
    done: int = ints(shows=seat_set())  # mask of seats that have finished the present phase
    # tray[seat][type]: still to be placed; hidden
    tray: list[list[int]] = ints(2, KINDS, shows=amount(30).by_seat())
    # a cell, or -type if from the tray, 0 for none; hidden
    lifted: list[int] = ints(2, kind="i2", shows=one_of(CELLS + KINDS - 1, 1 - KINDS).of_mine())
    changes: list[int] = ints(2)  # changes left (W2); hidden
    # REVISING: the pieces as both sides last saw them
    shown: list[int] = ints(CELLS, shows=own(CELLS, KINDS, -KINDS))

    # the board, and what is beside it
    # piece[cell] as in data.py; hidden during the set-up
    piece: list[int] = ints(CELLS, shows=own(13 * CELLS))
    hand: list[int] = ints(2, shows=amount(10).by_seat())  # ninja not on the board yet
    # taken[seat][type]: prisoners a seat has taken
    taken: list[list[int]] = ints(2, KINDS, shows=amount(30).by_seat())
    valor: list[int] = ints(2, shows=amount(MAX_VALOR).by_seat())

    # whose turn
    phase: int = ints(shows=one_of(OVER))
    turn: int = ints(shows=seat_number())  # seat to act, from REPAIR on
    turns: int = ints(kind="i2", shows=amount(600, per=5))  # turns done
    # the roll, the smaller first; the third die as bought, 0 none
    dice: list[int] = ints(3, shows=one_of(6, 1))
    points: int = ints(shows=amount(100))  # battle points left
    must_place: int = ints(shows=amount(1))  # 1: the pair waits for its ninja

    # how it ended
    outcome: int = ints()  # 0 while running, else 1 + index of the reason
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
    """Take the piece off a hex and return it."""
    man = s.piece[cell]
    s.piece[cell] = 0
    s.stands[owner(man)][cell // WORD] &= ~(1 << cell % WORD)
    if man & 7 == TAIRO:
        s.tairo[owner(man)] = 0
    return man


@rule
def defeat(s: Akebono, cell: int) -> None:
    """Make the piece on a hex a prisoner of the seat whose turn it is (rules 19, 30)."""
    kind = take_off(s, cell) & 7
    s.taken[s.turn][kind] += 1
    if s.taken[s.turn][kind] & 1 == 0 and s.valor[s.turn] < MAX_VALOR:
        s.valor[s.turn] += 1


# ---- queries


@rule
def next_piece(s: Akebono, seat: int, cell: int) -> int:
    """The next cell after this one with a piece of the seat; 0 after the last."""
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
    """True if a piece has defeated an enemy or shot this turn (rules 20, 24)."""
    return man & USED != 0


@rule
def is_home(s: Akebono, cell: int, seat: int) -> bool:
    """True if a hex lies in a seat's half (rules 6, 8)."""
    return s.midline >= 0 and s.home[cell] >> (2 * s.midline + seat) & 1 == 1


@rule
def beside(s: Akebono, cell: int, seat: int) -> int:
    """The number of pieces of a seat beside a hex."""
    pieces = 0
    for step in s.step:
        man = s.piece[cell + step]
        pieces += man != 0 and man >> 3 & 1 == seat
    return pieces


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
    """The cost of a step into a hex: its value plus the defence of a piece there (15, 19)."""
    return s.value[cell] + (defence_at(s, cell) if s.piece[cell] else 0)


@rule
def is_captured(s: Akebono, seat: int) -> bool:
    """True if two or more enemies stand beside a seat's tairo (rule 31)."""
    return beside(s, s.tairo[seat], 1 - seat) > 1


@rule
def has_all_daimyo(s: Akebono, seat: int) -> bool:
    """True if a seat has defeated every daimyo of the other (rule 33)."""
    return s.taken[seat][DAIMYO] == s.counts[DAIMYO]


@rule
def last_turn(s: Akebono) -> int:
    """The number of turns after which the game is over (Q54, W1)."""
    return 2 * (s.max_rounds or MAX_ROUNDS)


@rule
def dice_total(s: Akebono) -> int:
    """The sum of the dice (rule 12)."""
    return s.dice[0] + s.dice[1] + s.dice[2]


@rule
def first_piece(s: Akebono, cell: int, d: int) -> int:
    """The first hex with a piece in a direction, 0 if there is none (rule 23)."""
    step = s.step[d]
    cell += step
    while s.value[cell] and s.piece[cell] == 0:
        cell += step
    return cell if s.value[cell] else 0
