"""The themes of Akiwado's puzzles: how to split the dice, and what to bid.

Both depend on what rivals do in secret, so the values come from deep searches. They are asked only
where coins lie open (Q11): a puzzle shows no log from which they could be counted.
"""

from typing import Final

from honjin.core.parts.themes import Theme
from honjin.games.akiwado.rules.state import BID, SPLIT, Akiwado

SEARCH: Final = "mcts:1500:select=ucb:prior=0:c=1"
"""The search that values a choice, with its simulations."""

MAX_BID: Final = 7
"""The most coins of a seat that is asked for a bid."""

MARGIN: Final = 8
"""How far the best choice must be ahead, in hundredths of the best result."""


def splits(seen: Akiwado, seat: int) -> bool:
    """True if the seat is to split dice that are not all alike, where coins are open."""
    return bool(seen.show_coins) and seen.phase == SPLIT and seen.turn == seat


def bids(seen: Akiwado, seat: int) -> bool:
    """True if the seat, which has not chosen yet, is to bid, and nobody else has chosen."""
    is_first = seen.phase == BID and seen.decided == 0
    return bool(seen.show_coins) and is_first and 2 <= seen.coins[seat] <= MAX_BID


THEMES: Final = (
    Theme(key="split", asks=splits, search=SEARCH, margin=MARGIN),
    Theme(key="bid", asks=bids, search=SEARCH, margin=MARGIN),
)
