"""The state of a game, and the queries the rules use.

The markets of the board, and the three things a merchant can declare or do:

    1 EAST     bids for the cards of the east
    2 WEST     bids for the cards of the west
    3 POCKET   earns pocket money                   0: nothing yet, or takes no part

A secret choice is stored in `sealed` as its action, 0 while there is none.
"""

from __future__ import annotations

from typing import Final

from honjin.core.arrays import amount, bits, one_of, seat_number, seat_set
from honjin.core.jit.bits import count_bits
from honjin.core.jit.rule import rule
from honjin.core.state import State, ints
from honjin.games.akiwado.content.data import (
    CARDS,
    COLOURS,
    DICE,
    MAX_SEATS,
    NOBODY,
    PIPS,
    PURVEYOR,
    SIMULTANEOUS,
)

# phases, in the order in which they come
LOT_OF_COLOURS: Final = 0  # chance: the colour of the next seat
CHOOSE_COLOUR: Final = 1  # or the next seat chooses it (W3)
LOT: Final = 2  # chance: the seat that goes first
WASTE: Final = 3  # chance: a card for the destruction area
ROLL: Final = 4  # chance: three dice
SPLIT: Final = 5  # the turn player keeps one or two dice
CALL: Final = 6  # the others challenge or not, in secret
DRAW_EAST: Final = 7  # chance: a card for the east
DRAW_WEST: Final = 8  # chance: a card for the west
DECLARE: Final = 9  # one after the other
BID: Final = 10  # all, in secret
TAKE_BACK: Final = 11  # the blue purveyor, a coin of the bid
SALVAGE: Final = 12  # the red purveyor, a card of the destruction area
OVER: Final = 13

EAST: Final = 1
WEST: Final = 2
POCKET: Final = 3
PLACES: Final = 4

MAX_CHANGES: Final = 9
"""The number of times a sealed choice can be changed (W1)."""


class AkiwadoParameters(State, parameters=True):
    """The options and the list of cards: none changes during a game."""

    # fixed by the options
    seats: int = ints()
    removed_own_colour: int = ints()  # cards taken out of each colour in play (rule 2)
    removed_other_colour: int = ints()  # of each colour not in play
    removed_custom_orders: int = ints()
    first_waste: int = ints()  # cards in the destruction area at the start (Q1)
    variant: int = ints()  # PURVEYOR: with purveyors (rules 41-48)
    purveyor_tie: int = ints()  # RETURN: a tie takes the marker from its holder (Q18)
    blue_floor: int = ints()  # the least a bid can be lowered to (Q19)
    second_call_quorum: int = ints()  # 0: one challenge is enough the second time (Q5)
    challenge_order: int = ints()  # IN_ORDER: challenges are called one after the other (Q7)
    unjust_sits_out_stocking: int = ints()  # 1: ungrateful players do not stock either (Q8)
    coin_limit: int = ints()  # 1: there are no more coins than in the box (Q20)
    basic_points_per_article: int = ints()  # Q13
    special_mode: int = ints()  # BEST_SINGLE_SET: only the best set counts (Q15)
    show_coins: int = ints()  # 1: coins are shown (Q11)
    copies: list[int] = ints(CARDS)  # copies[card] in the box
    colour_of: list[int] = ints(max(PIPS) + 1)  # colour_of[pip]: whose cards a die pays (rule 13)
    box: int = ints()  # coins in the box (rule 6)
    set_points: list[int] = ints(COLOURS + 1)  # set_points[colours] (rule 52)
    white_points: int = ints()  # of the white marker (rule 48)


class Akiwado(AkiwadoParameters):
    """One position."""

    # the box
    # colour[seat]; NOBODY none yet
    colour: list[int] = ints(MAX_SEATS, start=NOBODY, shows=one_of(COLOURS).by_seat())
    removed: list[int] = ints(CARDS, shows=amount(30))  # removed[card]: taken out before play
    # deck[card]: cards still to come, in unknown order
    deck: list[int] = ints(CARDS, shows=amount(30))
    left: int = ints(shows=amount(120))  # cards in the deck
    waste: list[int] = ints(CARDS, shows=amount(30))  # the destruction area
    # market[place][card], east and west
    market: list[list[int]] = ints(PLACES, CARDS, shows=amount(30))
    # hand[seat][card], face up
    hand: list[list[int]] = ints(MAX_SEATS, CARDS, shows=amount(30).by_seat())
    coins: list[int] = ints(MAX_SEATS, kind="i2", shows=amount(120).by_seat())
    stock: int = ints(kind="i2", shows=amount(120))
    pool: int = ints(kind="i2", shows=amount(120))  # the coin area
    # marker[colour]: its purveyor
    marker: list[int] = ints(COLOURS, start=NOBODY, shows=seat_number())
    unjust: int = ints(shows=seat_set())  # mask: tiles with the ungrateful side up
    absent: int = ints(shows=seat_set())  # mask: seats that sit out this stocking (Q8)

    # the turn
    phase: int = ints(shows=one_of(OVER))
    turn: int = ints(shows=seat_number())  # the turn player
    turns: int = ints(shows=amount(120))  # done
    again: int = ints(shows=amount(1))  # 1: the dice were rolled a second time (rule 22)
    dice: list[int] = ints(DICE, shows=one_of(6, 1))  # smallest first; 0 none
    kept: int = ints(shows=bits(DICE))  # mask of dice that the turn player keeps
    calls: int = ints(shows=seat_set())  # mask: seats that challenged last, until the next split
    # said[seat]: the declaration
    said: list[int] = ints(MAX_SEATS, shows=one_of(3, 1).by_seat())
    # place[seat]: the choice, once revealed
    place: list[int] = ints(MAX_SEATS, shows=one_of(3, 1).by_seat())
    # bid[seat]: coins, once revealed
    bid: list[int] = ints(MAX_SEATS, kind="i2", shows=amount(120).by_seat())

    # secret choices
    decided: int = ints(shows=seat_set())  # mask: seats that have chosen
    sealed: list[int] = ints(MAX_SEATS, kind="i2")  # sealed[seat]: the action; hidden from others
    changes: list[int] = ints(MAX_SEATS)  # changes[seat]: times changed; hidden from others
    settled: int = ints()  # mask: seats that cannot change their choice any more (W1)

    eyes: int = ints()  # in an observation: the viewer's seat + 1; 0 for a spectator or the state


# ---- queries


@rule
def everybody(s: Akiwado) -> int:
    """The mask of all seats."""
    return (1 << s.seats) - 1


@rule
def participants(s: Akiwado) -> int:
    """The mask of seats that take part in the touting (rule 16)."""
    return everybody(s) & ~s.unjust


@rule
def callers(s: Akiwado) -> int:
    """The mask of seats that may challenge (rule 19)."""
    return participants(s) & ~(1 << s.turn)


@rule
def stockers(s: Akiwado) -> int:
    """The mask of seats that take part in the stocking (rule 27, Q8)."""
    return everybody(s) & ~s.absent


@rule
def is_sealed(s: Akiwado) -> bool:
    """True if seats are choosing in secret now (rules 19, 28)."""
    return s.phase == BID or (s.phase == CALL and s.challenge_order == SIMULTANEOUS)


@rule
def choosers(s: Akiwado) -> int:
    """The mask of seats whose choices make up the current simultaneous phase."""
    return callers(s) if s.phase == CALL else stockers(s)


@rule
def clockwise(s: Akiwado, k: int) -> int:
    """The seat k places clockwise of the turn player."""
    seat = s.turn + k
    return seat - s.seats if seat >= s.seats else seat


@rule
def next_of(s: Akiwado, mask: int) -> int:
    """The first seat of a mask, clockwise from the turn player; NOBODY if the mask is empty."""
    for k in range(s.seats):
        if mask >> clockwise(s, k) & 1:
            return clockwise(s, k)
    return NOBODY


@rule
def undeclared(s: Akiwado) -> int:
    """The mask of seats that have yet to declare (rule 27)."""
    mask = 0
    for seat in range(s.seats):
        if s.said[seat] == 0:
            mask |= 1 << seat
    return mask & stockers(s)


@rule
def liars(s: Akiwado) -> int:
    """The mask of seats that did not do what they declared (rule 38)."""
    mask = 0
    for seat in range(s.seats):
        if s.place[seat] != s.said[seat]:
            mask |= 1 << seat
    return mask & stockers(s)


@rule
def quorum(s: Akiwado) -> int:
    """The number of challenges needed now (rules 20, 21, Q5)."""
    if s.again and s.second_call_quorum == 0:
        return 1
    return (count_bits(participants(s)) + 1) // 2


@rule
def holds(s: Akiwado, seat: int, colour: int) -> bool:
    """True if a seat is the purveyor of a colour (rule 42)."""
    return s.variant == PURVEYOR and s.marker[colour] == seat


@rule
def cards_in(s: Akiwado, place: int) -> int:
    """The number of cards in a market."""
    n = 0
    for card in range(CARDS):
        n += s.market[place][card]
    return n


@rule
def articles(s: Akiwado, seat: int) -> int:
    """The number of cards a seat has, including custom orders (rule 51)."""
    n = 0
    for card in range(CARDS):
        n += s.hand[seat][card]
    return n


@rule
def is_plain(s: Akiwado, kept: int, k: int) -> bool:
    """True unless die k is given away while an equal die k + 1 is kept."""
    return s.dice[k] != s.dice[k + 1] or kept >> (k + 1) & 1 == 0 or kept >> k & 1 == 1
