"""The numbers of the data that rules, lessons and words state, by the names in their holes."""

from typing import Final

from honjin.core.words import Numbers
from honjin.games.akiwado.content.data import (
    ANYBODY,
    COINS,
    COLOUR_NAMES,
    COLOURS,
    COPIES,
    DICE,
    MAX_SEATS,
    PIPS,
    SEATS,
    SET_POINTS,
    START_COINS,
    WHITE_POINTS,
    first_waste,
    removed,
)
from honjin.games.akiwado.rules.state import MAX_CHANGES

_START_CARDS: Final = 2
"""The starting cards of each player (rule 1)."""


def _removed(profile: str, seats: int) -> int:
    """The number of cards taken out (rule 2)."""
    own, other = (removed(profile, seats, f"{kind}_colour") for kind in ("own", "other"))
    orders = removed(profile, seats, "custom_orders")
    return own * seats + other * (COLOURS - seats) + orders


def _deck(profile: str, seats: int) -> int:
    """The cards in the deck after the set-up (rule 8)."""
    waste = first_waste("per_player", seats)
    return sum(COPIES) - _removed(profile, seats) - _START_CARDS * seats - waste


def _of(seats: int) -> Numbers:
    return {
        f"stock_{seats}": COINS - START_COINS * seats,
        f"deck_{seats}": _deck("printed", seats),
        f"turns_{seats}": (_deck("printed", seats) + 1) // 2,
    }


STATED: Final[Numbers] = {
    "min_seats": int(SEATS[0]),
    "max_seats": MAX_SEATS,
    "dice": DICE,
    "coins": COINS,
    "start_coins": START_COINS,
    "copies": COPIES[0],
    "anybody": ANYBODY,
    **{f"{name}_pip": pip for name, pip in zip(COLOUR_NAMES, PIPS, strict=True)},
    **{f"set_{colours}": SET_POINTS[colours] for colours in range(2, COLOURS + 1)},
    "white_points": WHITE_POINTS,
    "removed_own": removed("printed", 3, "own_colour"),
    "removed_more": removed("printed", 3, "other_colour") - removed("printed", 3, "own_colour"),
    "removed_orders": removed("printed", 3, "custom_orders"),
    "removed_3": _removed("printed", 3),
    "removed_4": _removed("printed", 4),
    "removed_constant": removed("constant_deck", 4, "other_colour"),
    "deck_constant": _deck("constant_deck", 4),
    "waste_each": first_waste("per_player", 1),
    "waste_total": first_waste("total_2", MAX_SEATS),
    **_of(3),
    **_of(4),
    **_of(5),
    "max_changes": MAX_CHANGES,
}
