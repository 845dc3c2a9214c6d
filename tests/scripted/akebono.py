"""A hunter at Akebono: it takes whatever it can, and goes for the enemy's tairō by the nearest way.

It sets up in the formation of the arrow and keeps it. It guards nothing, and spends all its points.
"""

from typing import Final

from honjin.games.akebono.rules.names import read_hex
from honjin.games.akebono.rules.state import Akebono
from scripted.player import Scripted

SET_UP: Final = {"ready": 9, "=arrow": 8}
ANY_TIME: Final = {"die": 30, "end": 0}


def worth(s: Akebono, seat: int, text: str) -> float:
    """The worth of an action."""
    if text in SET_UP:
        return SET_UP[text]
    if text in ANY_TIME:
        return ANY_TIME[text]
    if text[0] in "=+@":
        return -1
    if text.startswith("nx"):
        return 60
    if text[0] == "n":
        return 5 - distance(s, read_hex(s, text[1:]), s.tairo[1 - seat])
    if ">" in text or "x" in text:
        return 40 + (">" not in text)
    start, goal = (read_hex(s, name) for name in text.split("-"))
    return step_worth(s, seat, start, goal)


def step_worth(s: Akebono, seat: int, start: int, goal: int) -> float:
    """A step: towards the enemy's tairō, the foremost piece first; its own tairō stays."""
    before, after = (distance(s, cell, s.tairo[1 - seat]) for cell in (start, goal))
    return 25 - after if after < before and start != s.tairo[seat] else -1


def distance(s: Akebono, one: int, other: int) -> int:
    """The steps between two hexes of the lattice, without regard to what is in between."""
    down, across = one // s.width - other // s.width, one % s.width - other % s.width
    return max(abs(down), abs(across), abs(down + across))


HUNTER: Final = Scripted("hunter", "akebono", worth)
