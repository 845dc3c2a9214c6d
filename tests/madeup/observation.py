"""What a seat may know."""

from typing import Any

from honjin.core.jit.rng import draw
from honjin.core.jit.rule import rule
from madeup.state import MOST, VALUES, Fair


@rule
def observe(s: Fair, seat: int) -> None:
    """Hide the deck, and the hands and bids of others."""
    for value in range(VALUES + 1):
        s.deck[value] = 0
    for other in range(MOST):
        if other != seat:
            s.bid[other] = 0
            for value in range(VALUES + 1):
                s.hand[other][value] = 0


@rule
def resample(s: Fair, seat: int, rng: Any) -> None:
    """Deal the unseen cards to the other seats and the deck, and replace unseen bids at random."""
    for value in range(1, VALUES + 1):
        s.deck[value] = s.seats - s.open[value]
        if seat >= 0:
            s.deck[value] -= s.hand[seat][value]
    for other in range(s.seats):
        if other != seat:
            deal(s, other, rng)
            if s.bidden >> other & 1:
                s.bid[other] = draw(rng, s.coins[other] + 1)


@rule
def deal(s: Fair, seat: int, rng: Any) -> None:
    """Deal a seat as many cards as it has, from those left."""
    left = 0
    for value in range(1, VALUES + 1):
        left += s.deck[value]
    for k in range(s.held[seat]):
        ticket = draw(rng, left - k)
        value = 1
        while ticket >= s.deck[value]:
            ticket -= s.deck[value]
            value += 1
        s.deck[value] -= 1
        s.hand[seat][value] += 1
