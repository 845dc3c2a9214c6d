"""A greedy attacker at the Summits: every card brings men nearer to the enemy's honjin.

It takes an open honjin, strikes where it stands beside fewer men, and otherwise moves its largest
force along the shortest way. It guards nothing, keeps no card back and orders no ambush in advance.
"""

from typing import Final

from honjin.games.summits.rules.battles import read_area
from honjin.games.summits.rules.state import Summits, fresh_units, group_size, room, side_of
from scripted.player import Scripted

VERBS: Final = {
    "bid": 0, "box": 0, "ready": -9, "clear": -99, "first": 1, "pass": -8, "end": -7, "call": 9,
    "enter": 5, "come": 8, "treason": 9, "rally": -3, "done": -6, "halt": -5, "turn-up": 1,
    "attack": 30, "ambush": 2, "let": 1, "let-all": -9, "ask-all": -9,
    "ask": -99, "lurk": -99, "no-more": -9, "auto": 1, "support": -1, "flip": 2, "retreat": 1,
}  # fmt: skip
"""The worth of what needs no look at the map, by the verb of its notation."""

HAND: Final = ("reinforce", "assault", "combined", "fire", "rally", "ambush")
"""The cards it wants, best first; it plays the last of them face down first."""


def worth(s: Summits, seat: int, text: str) -> float:
    """The worth of an action."""
    side, (verb, _, named) = side_of(s, seat), text.partition(":")
    if verb == "let" and named:
        return -99  # a standing order
    if verb in ("take", "use", "down"):
        return card_worth(verb, HAND.index(named))
    if verb == "gather":
        return march_worth(s, side, read_area(s, named))
    if verb in ("add", "band"):
        return 70 if s.picking == 2 and group_size(s) < room_ahead(s, side) else -4
    if verb in ("move", "fire"):
        return goal_worth(s, side, read_area(s, named), s.at, is_shot=verb == "fire")
    return VERBS.get(verb, 0)


def card_worth(verb: str, wish: int) -> float:
    """A hand is picked and played from the best card on; a card face down is the worst one."""
    if verb == "take":
        return 10 - wish
    return 20 - wish if verb == "use" and wish < 3 else 1 + wish


def march_worth(s: Summits, side: int, area: int) -> float:
    """A group in an area: it strikes where it is not outnumbered, or moves, the more the better."""
    own, enemies = fresh_units(s, area, side), s.stack[1 - side][area]
    if enemies:
        return 40 + own - enemies if own >= enemies else own / 10
    ahead = [step for step in range(s.areas) if s.near[area] >> step & 1]
    best = max(goal_worth(s, side, step, area) for step in ahead)
    return best + 2 * own - s.far[side][area] if best > 0 else -2


def room_ahead(s: Summits, side: int) -> int:
    """The units that still fit into the best area that the group can move to."""
    ahead = [step for step in range(s.areas) if s.near[s.at] >> step & 1]
    return room(s, max(ahead, key=lambda step: goal_worth(s, side, step, s.at)), side)


def goal_worth(s: Summits, side: int, area: int, start: int, *, is_shot: bool = False) -> float:
    """A move into an area, or a shot at it; an open honjin is worth most."""
    enemies, nearer = s.stack[1 - side][area], s.far[side][start] - s.far[side][area]
    if is_shot:
        return 12 + enemies
    if nearer <= 0:
        return -10
    return 60 if s.far[side][area] == 0 and not enemies else 15 - (enemies > 0)


ATTACKER: Final = Scripted("attacker", "summits", worth)
