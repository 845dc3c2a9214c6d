"""A builder of rows in Rokumon: completes its row, spoils the rival's, or builds one.

It looks at the dice on top, and not at what a move uncovers. It fights and surprises only if it has
nothing better.
"""

from typing import Final

from honjin.games.rokumon.rules.actions import read_card
from honjin.games.rokumon.rules.state import Rokumon
from scripted.player import Scripted

OWN: Final = (0, 1, 4, 1000)
"""The worth of a row by the seat's dice on top."""
RIVALS: Final = (0, 1, 40, 0)
"""The same of the rival's: a row of two is one action from complete."""


def worth(s: Rokumon, seat: int, text: str) -> float:
    """The worth of the tops that an action leaves."""
    if text[-1] == "x" or "~" in text:
        return 0
    names = text.rpartition("@")[2].split("-")
    *start, goal = (1 << read_card(s, name) for name in names)
    own, rival = s.tops[seat], s.tops[1 - seat]
    left = own & ~sum(start) | goal, rival & ~goal
    return rows_worth(s, *left) - rows_worth(s, own, rival)


def rows_worth(s: Rokumon, own: int, rival: int) -> int:
    """The worth of all rows, given the cards that each side tops."""
    rows = s.row[: s.rows]
    return sum(OWN[(row & own).bit_count()] - RIVALS[(row & rival).bit_count()] for row in rows)


BUILDER: Final = Scripted("builder", "rokumon", worth)
