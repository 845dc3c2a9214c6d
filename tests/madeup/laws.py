"""The laws that hold in every state of the fair."""

from honjin.core.contract.rules import Law
from madeup.state import NOBODY, START_COINS, VALUES, Fair


def all_cards_there(s: Fair) -> bool:
    """There are as many cards of each value as seats."""
    return all(
        s.deck[v] + s.open[v] + sum(hand[v] for hand in s.hand) == s.seats
        for v in range(1, VALUES + 1)
    )


def counts_agree(s: Fair) -> bool:
    """The public counts agree with the cards."""
    return s.deck_left == sum(s.deck) and s.held == [sum(hand) for hand in s.hand]


def all_coins_there(s: Fair) -> bool:
    """There are two coins per seat: with their owners, in the bank or set aside for an offer."""
    aside = int(s.offer_by != NOBODY)
    return sum(s.coins) + s.bank + aside == START_COINS * s.seats


LAWS = (
    Law("cards", all_cards_there),
    Law("counts", counts_agree),
    Law("coins", all_coins_there),
)
