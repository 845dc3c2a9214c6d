"""An honest merchant of Akiwado: splits fairly, does as declared, and bids two coins for a card.

It challenges a split that brings it nothing, and never lies.
"""

from typing import Final

from honjin.games.akiwado.rules.state import EAST, POCKET, WEST, Akiwado
from scripted.player import Scripted

PLACES: Final = {"east": EAST, "west": WEST, "pocket": POCKET}


def worth(s: Akiwado, seat: int, text: str) -> float:
    """The worth of an action."""
    if "/" in text:
        kept, given = text.split("/")
        others = [income(s, other, given) for other in range(s.seats) if other != seat]
        return income(s, seat, kept) + min(others)
    if text in ("accept", "challenge"):
        given = [s.dice[k] for k in range(3) if not s.kept >> k & 1]
        return 1 if (text == "accept") == (income(s, seat, given) > 0) else 0
    if text.startswith("says-"):
        return -abs(PLACES[text.removeprefix("says-")] - best_place(s, seat))
    if text == "pocket":
        return 0 if s.said[seat] == POCKET else -500
    if text[:4] in PLACES:
        price = min(s.coins[seat], 2 * sum(s.market[PLACES[text[:4]]]))
        return -abs(int(text[4:]) - price) - 300 * (PLACES[text[:4]] != s.said[seat])
    return 0  # a purveyor's right


def income(s: Akiwado, seat: int, dice: str | list[int]) -> int:
    """The coins that some dice pay a seat: one for each card of their number, and for a 1."""
    hand = s.hand[seat]
    return sum(1 if int(die) == 1 else hand[s.colour_of[int(die)]] for die in dice)


def best_place(s: Akiwado, seat: int) -> int:
    """The market with more cards, as far as it can be paid for, or else pocket money."""
    if s.coins[seat] < 2:
        return POCKET
    return EAST if sum(s.market[EAST]) >= sum(s.market[WEST]) else WEST


MERCHANT: Final = Scripted("merchant", "akiwado", worth)
