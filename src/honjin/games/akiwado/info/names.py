"""The names of seats, cards and places, in words and in the ids of the scene."""

from collections.abc import Iterable, Sequence
from typing import Final

from honjin.core.words import Say
from honjin.games.akiwado.content.data import CARD_NAMES, CARDS, ORDER
from honjin.games.akiwado.rules.actions import (
    ACCEPT,
    CHALLENGE,
    PLACE_NAMES,
    POCKET_MONEY,
    coins_of,
    place_of,
)

Holes = dict[str, int | str | Say]

BLACK_CALLS: Final = ".black"
"""Ends the key of a verdict in which the black purveyor's challenge counts as two (rule 24)."""


def house(seat: int) -> Say:
    """The name of a merchant."""
    return Say(f"seat.{seat}")


def card_say(card: int) -> Say:
    """A card by its colour."""
    return Say(f"card.{CARD_NAMES[card]}")


def place_say(place: int) -> Say:
    """East, west or pocket money, as a place to declare or bid for."""
    return Say(f"place.{PLACE_NAMES[place]}")


def all_of(parts: Iterable[Say]) -> Say:
    """Several items in a list; "nothing" if there are none."""
    found = tuple(parts)
    return Say("list", {"of": found}) if found else Say("none")


def cards_say(cards: Sequence[int]) -> Say:
    """Cards by kind and number."""
    return all_of(_some(card, cards[card]) for card in range(CARDS) if cards[card])


def _some(card: int, n: int) -> Say:
    if n == 1:
        return card_say(card)
    return (
        Say("orders", {"n": n}) if card == ORDER else Say("cards", {"card": card_say(card), "n": n})
    )


def houses_say(mask: int, seats: int) -> Say:
    """The merchants of a mask."""
    return all_of(house(seat) for seat in range(seats) if mask >> seat & 1)


def choice_say(action: int) -> Say:
    """A secret choice in words."""
    if action in (ACCEPT, CHALLENGE):
        return Say("choice.challenge" if action == CHALLENGE else "choice.accept")
    if action == POCKET_MONEY:
        return Say("choice.pocket")
    return Say("choice.bid", {"n": coins_of(action), "place": place_say(place_of(action))})
