"""A conqueror in Japanese Swords: walks into the nearest castle, and fights with all it has.

One army stays in its fortress. It raises armies as it gains castles, buys honor with the rest,
strikes when it holds six cards, and never trades.
"""

from typing import Final

from honjin.games.swords.content.data import CARD_LETTERS
from honjin.games.swords.content.maps import SIDE, SQUARE_OF
from honjin.games.swords.rules.state import REDUCE, Swords
from scripted.player import Scripted

ENOUGH: Final = 6
VERBS: Final = {
    "on": 0, "seal": 0.5, "prosperity": 40, "much": 40, "intrigue": 10, "ninja": 10, "march": 5,
    "house": 5, "compose": 3, "enter": 1, "close": 1, "dismiss": -9, "spy": -1, "offer": -99,
}  # fmt: skip


def worth(s: Swords, seat: int, text: str) -> float:
    """The worth of an action."""
    if text[0] in "+-":
        return card_worth(s, text)
    for mark in "x", "-", "^":
        start, _, goal = text.partition(mark)
        if start in SQUARE_OF and goal in SQUARE_OF:
            return army_worth(s, seat, SQUARE_OF[start], SQUARE_OF[goal], is_attack=mark == "x")
    verb, _, named = text.partition("-")
    if verb == "draw":
        return -1 if s.drawn else 15
    if verb == "buy":
        return int(named)
    if verb == "raise":
        owned = sum(s.control[castle] == seat for castle in range(s.castles))
        return 30 if s.armies[seat] < 2 + owned // 2 else -1
    return VERBS.get(verb, 0)


def card_worth(s: Swords, text: str) -> float:
    """A card for a battle, the strongest first; the weakest go when hands go down."""
    if text[0] == "-":
        return -99
    force = s.face[CARD_LETTERS.index(text[1:])]
    return 20 - force if s.phase == REDUCE else force


def army_worth(s: Swords, seat: int, start: int, goal: int, *, is_attack: bool) -> float:
    """An attack, or a step nearer to a castle of others; the fortress keeps its army."""
    if is_attack:
        return s.held[seat] - ENOUGH + (1 if s.castle[goal] else 2)
    if start == s.square[s.home[seat]]:
        return -5
    others = [c for c in range(s.castles) if s.control[c] != seat]
    before, after = (min(distance(s.square[c], at) for c in others) for at in (start, goal))
    return 50 - after if after < before else -1


def distance(one: int, other: int) -> int:
    """The squares between two, in rows and columns."""
    return abs(one // SIDE - other // SIDE) + abs(one % SIDE - other % SIDE)


CONQUEROR: Final = Scripted("conqueror", "swords", worth)
