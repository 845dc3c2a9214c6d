"""What a bot does out of turn at the fair, what a search prunes, and the terms of the estimate."""

from honjin.core.contract.search import NOTHING
from honjin.core.parts.terms import Term, Terms
from madeup.actions import DECLINE, encode_offer, encode_sale
from madeup.rules import can_offer
from madeup.state import START_COINS, VALUES, Fair


def off_turn(seen: Fair, seat: int) -> int:
    """Rules 8 and 9: sells its lowest card if it has another; offers if it has coins to spare."""
    if seen.offer_to == seat:
        if seen.held[seat] < 2:
            return DECLINE
        return encode_sale(min(value for value in range(VALUES + 1) if seen.hand[seat][value]))
    if can_offer(seen, seat) and seen.coins[seat] > START_COINS:
        return encode_offer(seen.actor)
    return NOTHING


def prune_optional(s: Fair) -> None:
    """No more offers are made; a pending one can still be answered."""
    s.offers = 0


def terms(s: Fair, seat: int) -> Terms:
    """Points, coins, and the best rival's total."""
    if s.alive >> seat & 1 == 0:
        return (Term("out", -1000),)
    others = (n for n in range(s.seats) if n != seat and s.alive >> n & 1)
    best = max((10 * s.score[n] + s.coins[n] for n in others), default=0)
    return (
        Term("points", 10 * s.score[seat], s.score[seat]),
        Term("coins", s.coins[seat], s.coins[seat]),
        Term("rivals", -best),
    )
