"""What a bot does out of turn at the fair, and what a search leaves out."""

from honjin.core.game import NOTHING
from madeup.actions import DECLINE, encode_offer, encode_sale
from madeup.rules import can_offer
from madeup.state import START_COINS, VALUES, Fair


def off_turn(seen: Fair, seat: int) -> int:
    """Rules 8 and 9: sells its lowest card if it has another; who has coins to spare buys."""
    if seen.offer_to == seat:
        if seen.held[seat] < 2:
            return DECLINE
        return encode_sale(min(value for value in range(VALUES + 1) if seen.hand[seat][value]))
    if can_offer(seen, seat) and seen.coins[seat] > START_COINS:
        return encode_offer(seen.actor)
    return NOTHING


def prune_optional(s: Fair) -> None:
    """No more offers are made; one that stands can still be answered."""
    s.offers = 0
