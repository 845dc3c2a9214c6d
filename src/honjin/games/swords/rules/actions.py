"""The numbers of actions; those of trade are in trade.py."""

from typing import Final

STEP: Final = 0  # + 100 * from + to
STRIKE: Final = 10_000  # an attack, + 100 * from + to
LEAP: Final = 20_000  # through a friend (Q32), + 100 * from + to
RAISE: Final = 30_000  # + square
DISMISS: Final = 30_100  # + square
NINJA_AT: Final = 30_200  # + square
MARCH_OF: Final = 30_300  # + square
PUT_AT: Final = 30_400  # + square: second army, castle
SPY_ON: Final = 30_500  # + seat
INTRIGUE_ON: Final = 30_510  # + seat
BUY_SOME: Final = 30_520  # + honor
ASIDE: Final = 30_540  # + card
BACK: Final = 30_560  # + card
YIELD_ONE: Final = 30_580  # + card
ON: Final = 30_600  # the phase is done
DRAW_ONE: Final = 30_601
HOUSE: Final = 30_602
COMPOSE: Final = 30_603  # roll for the honor that may be bought
PROSPER: Final = 30_604
MUCH: Final = 30_605
GIVE_HONOR: Final = 30_606
GIVE_CARDS: Final = 30_607
SEALED: Final = 30_608
GO_IN: Final = 30_609
STAY: Final = 30_610
TILE: Final = 31_000  # + 100 * terrain + square
