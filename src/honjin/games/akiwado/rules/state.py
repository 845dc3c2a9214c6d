"""The state of a game, and the few questions that rules ask of it.

The markets of the board and the three things that a merchant can declare or do:

    1 EAST     bids for the cards of the east
    2 WEST     bids for the cards of the west
    3 POCKET   earns pocket money                   0: nothing yet, or has no part

What is chosen in secret stands in `sealed` as the action, 0 while there is none.
"""

from __future__ import annotations

from typing import Final

from honjin.core.arrays import amount, bits, one_of, seat_number, seat_set
from honjin.core.jit.bits import count_bits
from honjin.core.jit.rule import rule
from honjin.core.state import State, ints
from honjin.games.akiwado.content.data import CARDS, COLOURS, DICE, MOST_SEATS, NOBODY

# phases, in the order in which they come
LOT_OF_COLOURS: Final = 0  # chance: the colour of the next seat
LOT: Final = 1  # chance: who begins
WASTE: Final = 2  # chance: a card for the destruction area
ROLL: Final = 3  # chance: three dice
SPLIT: Final = 4  # the turn player keeps one or two dice
CALL: Final = 5  # the others challenge or not, in secret
DRAW_EAST: Final = 6  # chance: a card for the east
DRAW_WEST: Final = 7  # chance: a card for the west
DECLARE: Final = 8  # one after the other
BID: Final = 9  # all, in secret
TAKE_BACK: Final = 10  # the blue purveyor, a coin of the bid
SALVAGE: Final = 11  # the red purveyor, a card of the destruction area
OVER: Final = 12

EAST: Final = 1
WEST: Final = 2
POCKET: Final = 3
PLACES: Final = 4

MOST_CHANGES: Final = 9
"""So often can a sealed choice be made anew (W1)."""


class Akiwado(State):
    """One position, with the options that bear on it."""

    # fixed by the options
    seats: int = ints()
    cut_own: int = ints()  # cards taken out of each colour that somebody plays (rule 2)
    cut_other: int = ints()  # of each colour that nobody plays
    cut_orders: int = ints()  # custom orders taken out
    first_waste: int = ints()  # cards that the destruction area begins with (Q1)
    purveyor: int = ints()  # 1: the variant (rules 41-48)
    tie_returns: int = ints()  # 1: a tie takes the marker from its holder (Q18)
    blue_floor: int = ints()  # what a bid cannot fall below (Q19)
    any_second: int = ints()  # 1: one challenge is enough the second time (Q5)
    in_order: int = ints()  # 1: challenges are called one after the other (Q7)
    sits_out: int = ints()  # 1: the ungrateful do not stock either (Q8)
    limited: int = ints()  # 1: there are no more than 50 coins (Q20)
    card_points: int = ints()  # basic points of a card (Q13)
    one_set: int = ints()  # 1: only the best set counts (Q15)
    open_coins: int = ints()  # 1: coins are shown (Q11)

    # the box
    # colour[seat]; NOBODY not drawn yet
    colour: list[int] = ints(MOST_SEATS, start=NOBODY, shows=one_of(COLOURS).by_seat())
    removed: list[int] = ints(CARDS, shows=amount(30))  # removed[card]: taken out before play
    # deck[card]: what is left to come, in an order nobody knows
    deck: list[int] = ints(CARDS, shows=amount(30))
    left: int = ints(shows=amount(120))  # cards in the deck
    waste: list[int] = ints(CARDS, shows=amount(30))  # the destruction area
    # market[place][card], east and west
    market: list[list[int]] = ints(PLACES, CARDS, shows=amount(30))
    # hand[seat][card], face up
    hand: list[list[int]] = ints(MOST_SEATS, CARDS, shows=amount(30).by_seat())
    coins: list[int] = ints(MOST_SEATS, kind="i2", shows=amount(120).by_seat())
    stock: int = ints(kind="i2", shows=amount(120))
    pool: int = ints(kind="i2", shows=amount(120))  # the coin area
    # marker[colour]: its purveyor
    marker: list[int] = ints(COLOURS, start=NOBODY, shows=seat_number())
    unjust: int = ints(shows=seat_set())  # mask: tiles with the ungrateful side up
    absent: int = ints(shows=seat_set())  # mask: who has no part in this stocking (Q8)

    # the turn
    phase: int = ints(shows=one_of(OVER))
    turn: int = ints(shows=seat_number())  # the turn player
    turns: int = ints(shows=amount(120))  # done
    again: int = ints(shows=amount(1))  # 1: the dice were rolled a second time (rule 22)
    dice: list[int] = ints(DICE, shows=one_of(6, 1))  # the smallest first; 0 none
    kept: int = ints(shows=bits(DICE))  # mask of dice that the turn player keeps
    calls: int = ints(shows=seat_set())  # mask: who challenged last, until the next split
    # said[seat]: what was declared
    said: list[int] = ints(MOST_SEATS, shows=one_of(3, 1).by_seat())
    # place[seat]: what was done, once revealed
    place: list[int] = ints(MOST_SEATS, shows=one_of(3, 1).by_seat())
    # bid[seat]: coins, once revealed
    bid: list[int] = ints(MOST_SEATS, kind="i2", shows=amount(120).by_seat())

    # choices in secret
    decided: int = ints(shows=seat_set())  # mask: whose choice is in
    sealed: list[int] = ints(MOST_SEATS, kind="i2")  # sealed[seat]: the action; hidden from others
    changes: list[int] = ints(MOST_SEATS)  # changes[seat]: made anew so often; hidden from others
    settled: int = ints()  # mask: who cannot change it any more (W1)

    eyes: int = ints()  # of an observation: the seat that looks + 1; 0 a spectator, or the state


# ---- questions


@rule
def everybody(s: Akiwado) -> int:
    """All seats."""
    return (1 << s.seats) - 1


@rule
def participants(s: Akiwado) -> int:
    """Who takes part in the touting (rule 16)."""
    return everybody(s) & ~s.unjust


@rule
def callers(s: Akiwado) -> int:
    """Who may challenge (rule 19)."""
    return participants(s) & ~(1 << s.turn)


@rule
def stockers(s: Akiwado) -> int:
    """Who takes part in the stocking (rule 27, Q8)."""
    return everybody(s) & ~s.absent


@rule
def is_sealed(s: Akiwado) -> bool:
    """True if several choose in secret now (rules 19, 28)."""
    return s.phase == BID or (s.phase == CALL and s.in_order == 0)


@rule
def choosers(s: Akiwado) -> int:
    """Whose choices make up the present phase of many."""
    return callers(s) if s.phase == CALL else stockers(s)


@rule
def clockwise(s: Akiwado, k: int) -> int:
    """The seat that is k places clockwise of the turn player."""
    seat = s.turn + k
    return seat - s.seats if seat >= s.seats else seat


@rule
def next_of(s: Akiwado, mask: int) -> int:
    """The first seat of a mask, clockwise from the turn player; NOBODY if it is empty."""
    for k in range(s.seats):
        if mask >> clockwise(s, k) & 1:
            return clockwise(s, k)
    return NOBODY


@rule
def undeclared(s: Akiwado) -> int:
    """Who has yet to declare (rule 27)."""
    mask = 0
    for seat in range(s.seats):
        if s.said[seat] == 0:
            mask |= 1 << seat
    return mask & stockers(s)


@rule
def liars(s: Akiwado) -> int:
    """Who did something else than was declared (rule 38)."""
    mask = 0
    for seat in range(s.seats):
        if s.place[seat] != s.said[seat]:
            mask |= 1 << seat
    return mask & stockers(s)


@rule
def quorum(s: Akiwado) -> int:
    """How many challenges are enough now (rules 20, 21, Q5)."""
    if s.again and s.any_second:
        return 1
    return (count_bits(participants(s)) + 1) // 2


@rule
def holds(s: Akiwado, seat: int, colour: int) -> bool:
    """True if a seat is the purveyor of a colour (rule 42)."""
    return s.purveyor == 1 and s.marker[colour] == seat


@rule
def cards_in(s: Akiwado, place: int) -> int:
    """How many cards lie in a market."""
    n = 0
    for card in range(CARDS):
        n += s.market[place][card]
    return n


@rule
def articles(s: Akiwado, seat: int) -> int:
    """How many cards a seat has, custom orders included (rule 51)."""
    n = 0
    for card in range(CARDS):
        n += s.hand[seat][card]
    return n


@rule
def is_plain(s: Akiwado, kept: int, k: int) -> bool:
    """True if a die is not kept before an equal one that comes first."""
    return s.dice[k] != s.dice[k + 1] or kept >> (k + 1) & 1 == 0 or kept >> k & 1 == 1
