"""The state of a game, the few functions that change the board, and the queries the rules use.

Cards are bits: mask `1 << card`. Dice are packed three bits each, nine a card:

    bit     62        54 53        45        8   6 5   3 2   0
    dice    |  card 6   |  card 5   | ...    | top | mid | low |  card 0

so `dice` holds the whole position of the dice in one number, and serves as the key that
distinguishes positions. The fields under "follows from" are kept up to date by `put`, `lift`,
`take`, `give_back` and `settle_board`; `follows` in game.py defines them, and tests check it in
every state.
"""

from __future__ import annotations

from honjin.core.arrays import amount, bits, one_of, own, seat_number, seat_set
from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.rule import rule
from honjin.core.state import State, ints
from honjin.games.rokumon.content.data import DIRECTIONS, FORBIDDEN, FRAME, MAX_CELLS, TIES

MAX_ACTIONS = 200
"""A game of this many actions is a draw (ruling W3)."""

MAX_ROWS = 4
"""No reachable board has more straight lines of three."""

NO_ROW = -1
"""A mask that no set of cards contains."""

NOBODY = 2


class RokumonParameters(State, parameters=True):
    """The options: none changes during a game."""

    # fixed by the options
    act: int = ints()  # index into data.ACTS
    cards: int = ints()  # the number of cards on the board
    plain: int = ints()  # 1: dice have no values
    fights: int = ints()  # 1: the act has the Fight action
    solo: int = ints()  # 1: the second side is the Automa
    numbers: int = ints()  # index into data.COLOURS_BY_NUMBER (Epilogue)
    # indices into data.RULINGS[name]
    reveal: int = ints()  # M1: LANDING: a reveal is judged after the landing
    reveal_beats_win: int = ints(start=1)  # M2
    fight_own_pair: int = ints()  # F1: two dice of one side may fight
    fight_tie: int = ints()  # F2: FORBIDDEN: a tied fight is
    surprise_connected: int = ints()  # S1: a Surprise may not split the board
    surprise_ban: int = ints()  # S2: PERMANENT: a card moved by Surprise may never move again
    repetition: int = ints()  # W2: LENGTH_ONLY: no draw by repetition
    automa_block: int = ints()  # A1: GEOMETRIC: also of threats that red cannot carry out
    automa_sees_piles: int = ints(start=1)  # A1: a die of the row itself can complete it
    automa_prefers_empty: int = ints()  # A4: the Automa moves to empty cards first
    automa_stacks: int = ints()  # A5: the Automa completes stacks, whatever it uncovers
    automa_stacks_safely: int = ints()  # A5: the Automa completes stacks, but uncovers no red row


class Rokumon(RokumonParameters):
    """One position."""

    # the deal
    undealt: int = ints(shows=amount(7))  # chance turns left in the deal
    # colour[card]: 0 not dealt, else data.GOLD, GREEN, FORT
    colour: list[int] = ints(7, shows=one_of(3, 1))
    number: list[int] = ints(7, shows=one_of(7, 1))  # number[card]: 1-7 in the Epilogue

    # the board
    dice: int = ints(kind="i8", shows=own(168))  # see above
    supply: list[int] = ints(8, shows=own(8, 12))  # supply[kind]: dice beside the board
    cell: list[int] = ints(7, shows=one_of(MAX_CELLS))  # cell[card] on the lattice of data.py

    # whose turn it is, and what is used up
    turn: int = ints(shows=seat_number())  # seat to act (1 in a solo game: the Automa)
    # mask of seats whose Surprise is used (or that have none)
    surprised: int = ints(shows=seat_set())
    barred: int = ints(shows=bits(7))  # mask of cards that a Surprise may not move now
    ply: int = ints(kind="i2", shows=amount(MAX_ACTIONS, per=2))  # actions done
    outcome: int = ints()  # 0 while running, else 1 + index of the reason
    winner: int = ints(start=NOBODY)
    past: int = ints(kind="i2")  # the number of entries of `history` that count
    history: list[int] = ints(MAX_ACTIONS, kind="i8")  # `dice` after each action that can recur

    # follows from history
    seen: int = ints(kind="i8")  # mask of `dice % 61` of the entries that count

    # follows from colour
    unlike: list[int] = ints(7)  # unlike[card]: mask of cards of other colours

    # follows from dice and supply
    height: list[int] = ints(7)  # height[card]: dice on it
    high: list[int] = ints(4)  # high[h]: mask of cards with h dice
    tops: list[int] = ints(2)  # tops[seat]: mask of cards whose top die is the seat's
    pairs: list[int] = ints(2)  # pairs[seat]: mask of cards whose two lowest dice are the seat's
    kinds: list[int] = ints(2, kind="i2")  # kinds[seat]: mask of the kinds in its supply

    # follows from cell
    occupied: int = ints(kind="i8")  # mask of cells with a card
    rows: int = ints()  # the number of straight lines of three cards
    row: list[int] = ints(MAX_ROWS, start=NO_ROW)  # row[i]: mask of the cards of a line
    free: list[int] = ints(7, kind="i8")  # free[card]: mask of cells where a Surprise may put it


# ---- writers


@rule
def put(s: Rokumon, card: int, kind: int) -> None:
    """Put a die on top of a card."""
    level = s.height[card]
    bit = 1 << card
    seat = kind >> 2
    s.dice |= kind << (9 * card + 3 * level)
    s.height[card] = level + 1
    s.high[level] ^= bit
    s.high[level + 1] |= bit
    if level == 1:
        s.pairs[seat] |= s.tops[seat] & bit
    s.tops[seat] |= bit
    s.tops[1 - seat] &= ~bit


@rule
def lift(s: Rokumon, card: int) -> int:
    """Take the top die off a card with one or two dice; return its kind."""
    level = s.height[card] - 1
    shift = 9 * card + 3 * level
    bit = 1 << card
    kind = s.dice >> shift & 7
    seat = kind >> 2
    s.dice ^= kind << shift
    s.height[card] = level
    s.high[level + 1] ^= bit
    s.high[level] |= bit
    s.tops[seat] &= ~bit
    if level == 1:
        s.pairs[seat] &= ~bit
        s.tops[(s.dice >> (shift - 3) & 7) >> 2] |= bit
    return kind


@rule
def take(s: Rokumon, kind: int) -> None:
    """Take a die out of its supply."""
    s.supply[kind] -= 1
    if s.supply[kind] == 0:
        s.kinds[kind >> 2] ^= 1 << kind


@rule
def give_back(s: Rokumon, kind: int) -> None:
    """Return a die to its supply."""
    s.supply[kind] += 1
    s.kinds[kind >> 2] |= 1 << kind


@rule
def settle_board(s: Rokumon) -> None:
    """Recompute the lines, and the places each card could go to, after cards were moved."""
    s.occupied = 0
    for card in range(s.cards):
        s.occupied |= 1 << s.cell[card]
    find_rows(s)
    for card in range(s.cards):
        s.free[card] = places_touching_two(s, card)
        if s.surprise_connected:
            s.free[card] = joining(s.occupied ^ 1 << s.cell[card], s.free[card])


@rule
def find_rows(s: Rokumon) -> None:
    """List the straight lines of three cards (rule 21)."""
    s.rows = 0
    for step in DIRECTIONS:
        starts = s.occupied & s.occupied >> step & s.occupied >> 2 * step
        while starts:
            first = lowest_bit(starts)
            starts &= starts - 1
            s.row[s.rows] = cards_on(s, 1 << first | 1 << (first + step) | 1 << (first + 2 * step))
            s.rows += 1
    for i in range(s.rows, MAX_ROWS):
        s.row[i] = NO_ROW


@rule
def places_touching_two(s: Rokumon, card: int) -> int:
    """The free cells that touch at least two cards other than this one (rules 16, 17)."""
    others = s.occupied ^ 1 << s.cell[card]
    once = 0
    twice = 0
    for step in DIRECTIONS:
        near = others << step
        twice |= once & near
        once |= near
        near = others >> step
        twice |= once & near
        once |= near
    return twice & ~s.occupied & FRAME


@rule
def joining(others: int, cells: int) -> int:
    """The cells that, together with the other cells, form one connected board (S1)."""
    places = 0
    while cells:
        cell = cells & -cells
        cells ^= cell
        if is_joined(others | cell):
            places |= cell
    return places


@rule
def is_joined(cells: int) -> bool:
    """True if the cells are connected."""
    reached = cells & -cells
    grown = 0
    while grown != reached:
        grown = reached
        for step in DIRECTIONS:
            reached |= (reached << step | reached >> step) & cells
    return reached == cells


# ---- queries


@rule
def die_on(s: Rokumon, card: int, level: int) -> int:
    """The kind of the die at a level of a card, 0 for none."""
    return s.dice >> (9 * card + 3 * level) & 7


@rule
def board(s: Rokumon) -> int:
    """The mask of all cards."""
    return (1 << s.cards) - 1


@rule
def cards_on(s: Rokumon, cells: int) -> int:
    """The cards on some cells."""
    mask = 0
    for card in range(s.cards):
        mask |= (cells >> s.cell[card] & 1) << card
    return mask


@rule
def has_row(s: Rokumon, tops: int) -> bool:
    """True if a set of cards contains a straight line of three (rules 21, W1)."""
    free = ~tops
    return (
        s.row[0] & free == 0 or s.row[1] & free == 0 or s.row[2] & free == 0 or s.row[3] & free == 0
    )


@rule
def move_targets(s: Rokumon, seat: int, card: int) -> int:
    """The cards to which the seat's top die on a card may move (rules 8-10)."""
    return s.unlike[card] & (s.high[0] | s.high[1] | s.pairs[seat])


@rule
def fight_cards(s: Rokumon, seat: int) -> int:
    """The cards with exactly two dice, at least one of them the seat's (rules 12, F1)."""
    if s.fights == 0:
        return 0
    cards = s.high[2] & ~s.pairs[1 - seat]
    if s.fight_own_pair == 0:
        cards &= ~s.pairs[seat]
    if s.fight_tie == FORBIDDEN:
        cards &= ~tied_cards(s)
    return cards


@rule
def tied_cards(s: Rokumon) -> int:
    """The cards on which neither of the two dice is higher (rule 14)."""
    tied = 0
    left = s.high[2]
    while left:
        card = lowest_bit(left)
        left &= left - 1
        tied |= (TIES >> (die_on(s, card, 0) << 3 | die_on(s, card, 1)) & 1) << card
    return tied


@rule
def surprise_cards(s: Rokumon, seat: int) -> int:
    """The cards the seat may move by Surprise: none once it has used it (rules 16, 18)."""
    if s.surprised >> seat & 1:
        return 0
    return board(s) & ~s.barred
