"""Purveyors (41 to 45), points and the end (50 to 54).

The cards of a hand are counted in one number, four bits per colour; the largest count is nine.
"""

from typing import Any, Final

from honjin.core.jit.bits import count_bits
from honjin.core.jit.rule import rule
from honjin.games.akiwado.content.data import (
    BEST_SINGLE_SET,
    COLOURS,
    NOBODY,
    ORDER,
    RETURN,
    TIED,
    WHITE,
)
from honjin.games.akiwado.rules.state import Akiwado, articles, holds

REASONS: Final = ("end.won", "end.shared")
WON: Final = 0
SHARED: Final = 1

ONES: Final = 0x11111
EIGHTS: Final = 0x88888


# ---- purveyors (41-45)


@rule
def check_markers(s: Akiwado) -> None:
    """Give each marker to the seat with the most cards of its colour (rules 42, 43, Q27)."""
    for colour in range(COLOURS):
        leader = leader_in(s, colour)
        if leader != TIED:
            s.marker[colour] = leader
        elif s.purveyor_tie == RETURN:
            s.marker[colour] = NOBODY


@rule
def leader_in(s: Akiwado, colour: int) -> int:
    """The seat with more cards of a colour than every other, or TIED (rules 43, 44, Q26)."""
    best = TIED
    most = -1
    for seat in range(s.seats):
        if s.hand[seat][colour] > most:
            best = seat
            most = s.hand[seat][colour]
        elif s.hand[seat][colour] == most:
            best = TIED
    return best


# ---- points (50-53)


@rule
def packed(s: Akiwado, seat: int) -> int:
    """The article cards of a seat, without custom orders, as one number."""
    cards = 0
    for colour in range(COLOURS):
        cards |= s.hand[seat][colour] << 4 * colour
    return cards


@rule
def layer(cards: int, n: int) -> int:
    """The number of colours with n cards or more, n from 2 to 8: adding 8 - n sets bit 3."""
    return count_bits(cards + (8 - n) * ONES & EIGHTS)


@rule
def points_of_sets(s: Akiwado, cards: int) -> int:
    """The best total of disjoint sets, or the best single set (rules 52, 53, Q15).

    A further colour never adds less than the one before, so each set is best made as large as
    possible: all first pairs together, all second pairs, and so on.
    """
    total = s.set_points[layer(cards, 2)]
    if s.special_mode == BEST_SINGLE_SET:
        return total
    for n in range(4, 9, 2):
        total += s.set_points[layer(cards, n)]
    return total


@rule
def best_cards(s: Akiwado, seat: int) -> int:
    """The cards of a seat with its custom orders in the colours that bring the most (rule 50)."""
    return with_orders(s, packed(s, seat), s.hand[seat][ORDER])


@rule
def with_orders(s: Akiwado, own: int, orders: int) -> int:
    """Article cards with up to two custom orders in the colours that bring the most (rule 50)."""
    best = own
    if orders == 0:
        return best
    for first in range(COLOURS):
        one = own + (1 << 4 * first)
        best = better(s, best, one)
        if orders > 1:
            for second in range(first, COLOURS):
                best = better(s, best, one + (1 << 4 * second))
    return best


@rule
def better(s: Akiwado, cards: int, others: int) -> int:
    """Whichever cards have the better sets; the first ones in a tie."""
    return others if points_of_sets(s, others) > points_of_sets(s, cards) else cards


@rule
def special_points(s: Akiwado, seat: int) -> int:
    """The points of a seat's sets (rules 50, 52)."""
    return points_of_sets(s, best_cards(s, seat))


@rule
def basic_points(s: Akiwado, seat: int) -> int:
    """The points of the cards themselves, including custom orders (rule 51)."""
    return s.basic_points_per_article * articles(s, seat)


@rule
def white_points(s: Akiwado, seat: int) -> int:
    """The points of the white marker (rule 48)."""
    return s.white_points if holds(s, seat, WHITE) else 0


@rule
def score(s: Akiwado, seat: int) -> int:
    """The points of a seat so far (rule 51)."""
    return basic_points(s, seat) + special_points(s, seat) + white_points(s, seat)


# ---- the winner (54)


@rule
def rank_key(s: Akiwado, seat: int) -> int:
    """Points, then cards, then coins, as one number to rank by (rule 54)."""
    return (score(s, seat) << 24) + (articles(s, seat) << 16) + s.coins[seat]


@rule
def returns(s: Akiwado, out: Any) -> int:
    """The number of seats behind a seat minus the number ahead of it (rule 54, W2).

    Until all are compared, `out` holds a seat's rank key, with this number in the low bits.
    """
    for seat in range(s.seats):
        out[seat] = rank_key(s, seat) << 6 | 32
        for other in range(seat):
            lead = (out[seat] >> 6) - (out[other] >> 6)
            sign = 1 if lead > 0 else -1 if lead < 0 else 0
            out[seat] += sign
            out[other] -= sign
    best = 0
    for seat in range(s.seats):
        out[seat] = (out[seat] & 63) - 32
        best = max(best, out[seat])
    return WON if best == s.seats - 1 else SHARED


@rule
def winners(s: Akiwado) -> int:
    """The mask of the winning seats (rule 54)."""
    mask = 0
    most = -1
    for seat in range(s.seats):
        key = rank_key(s, seat)
        if key > most:
            mask = 0
            most = key
        if key == most:
            mask |= 1 << seat
    return mask
