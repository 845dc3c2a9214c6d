"""The fields of a Lantern Fair."""

from typing import Final

from honjin.core.arrays import amount, one_of, seat_number, seat_set
from honjin.core.state import State, ints

MOST: Final = 4  # seats
VALUES: Final = 3  # cards are worth 1, 2 or 3
START_COINS: Final = 2
NOBODY: Final = 7  # as a seat

DRAW: Final = 0  # phases
BID: Final = 1
LANTERN: Final = 2
CARD: Final = 3
OVER: Final = 4

BRIGHT: Final = 1
DIM: Final = 2


class FairParameters(State, parameters=True):
    """What the options fix for the whole game."""

    seats: int = ints()
    rounds: int = ints()  # rounds in the game
    offers: int = ints()  # 1: offers are part of the game


class Fair(FairParameters):
    """The complete state of the fair; masks have a bit per seat."""

    round: int = ints(start=1, shows=amount(3))
    phase: int = ints(shows=one_of(OVER))
    alive: int = ints(shows=seat_set())  # mask: seats in the game
    drawer: int = ints(shows=seat_number())  # DRAW: seat that draws next
    actor: int = ints(start=NOBODY, shows=seat_number())  # LANTERN, CARD: seat whose turn it is
    lantern: int = ints(shows=one_of(2, 1))  # CARD: lantern chosen

    deck: list[int] = ints(VALUES + 1)  # deck[value]: cards left; hidden
    deck_left: int = ints(shows=amount(20))  # their number in total
    # hand[seat][value]; hidden from others
    hand: list[list[int]] = ints(MOST, VALUES + 1, shows=amount(10).of_mine())
    held: list[int] = ints(MOST, shows=amount(10).by_seat())  # cards in hand
    open: list[int] = ints(VALUES + 1, shows=amount(20))  # open[value]: cards played or revealed

    coins: list[int] = ints(MOST, shows=amount(40).by_seat())
    bank: int = ints(shows=amount(40))
    bid: list[int] = ints(MOST, shows=amount(40).by_seat())  # hidden from others until all are in
    bidden: int = ints(shows=seat_set())  # mask: seats whose bid is in
    changed: int = ints(shows=seat_set())  # mask: seats that changed it in this round
    score: list[int] = ints(MOST, shows=amount(120, -120).by_seat())

    # the pending offer; its coin is set aside
    offer_by: int = ints(start=NOBODY, shows=seat_number())
    offer_to: int = ints(start=NOBODY, shows=seat_number())
    offered: int = ints(shows=seat_set())  # mask: seats that have made their offer
