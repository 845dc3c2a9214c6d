"""The fields of a Lantern Fair."""

from typing import Final

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


class Fair(State):
    """All that is known and unknown at the fair; masks hold a bit per seat."""

    seats: int = ints()
    rounds: int = ints()  # rounds in the game
    offers: int = ints()  # 1: offers are part of the game
    round: int = ints(start=1)
    phase: int = ints()
    alive: int = ints()  # mask: seats in the game
    drawer: int = ints()  # DRAW: seat that draws next
    actor: int = ints(start=NOBODY)  # LANTERN, CARD: seat that has the turn
    lantern: int = ints()  # CARD: lantern chosen

    deck: list[int] = ints(VALUES + 1)  # deck[value]: cards left; hidden
    deck_left: int = ints()  # how many in all
    hand: list[list[int]] = ints(MOST, VALUES + 1)  # hand[seat][value]; hidden from others
    held: list[int] = ints(MOST)  # cards in hand
    open: list[int] = ints(VALUES + 1)  # open[value]: cards played or laid open

    coins: list[int] = ints(MOST)
    bank: int = ints()
    bid: list[int] = ints(MOST)  # hidden from others until all are in
    bidden: int = ints()  # mask: seats whose bid is in
    changed: int = ints()  # mask: seats that changed it in this round
    score: list[int] = ints(MOST)

    offer_by: int = ints(start=NOBODY)  # the standing offer; its coin is set aside
    offer_to: int = ints(start=NOBODY)
    offered: int = ints()  # mask: seats that have made their offer
