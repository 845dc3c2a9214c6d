"""Why a path of clicks leads to no choice, and the rule behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from honjin.core.errors import Unreadable
from honjin.core.scene import Reason
from honjin.core.words import Say
from honjin.games.summits.content.data import AMBUSH, CARD_NAMES, HIDEYOSHI, MOVES, REINFORCE
from honjin.games.summits.info.names import area_say, side_say
from honjin.games.summits.rules.battles import read_area
from honjin.games.summits.rules.march import step_cost
from honjin.games.summits.rules.options import BLOCKED_BARRED
from honjin.games.summits.rules.orders import COVER, fits, owes_arrival
from honjin.games.summits.rules.play import acting_side, must_act
from honjin.games.summits.rules.state import (
    AIM,
    ALARM,
    BID,
    BOXES,
    DICE,
    ENTRY,
    GROUP,
    HARM,
    LOT,
    MARCH,
    NOWHERE,
    ORDER,
    OVER,
    PICK,
    PLAY,
    SUPPORT,
    Summits,
    group_size,
    has_enemy,
    most_of,
    picked,
    room,
    side_of,
    used_units,
)
from honjin.games.summits.rules.turn import MAX_CLEARS
from honjin.games.summits.view.orders import ORDER_VERBS

_ASKS: Final = {
    BID: ("bid", "70"), BOXES: ("box", "61"), ORDER: ("order", "9"), ALARM: ("alarm", "A23"),
    SUPPORT: ("support", "30"), AIM: ("aim", "29"), HARM: ("harm", "40"),
}  # fmt: skip
"""Phases in which every path is refused with the same reason."""


def why(seen: Summits, seat: int, path: Sequence[str]) -> Reason:
    """Why a path of ids leads to no choice of the seat."""
    if seen.phase == OVER:
        return _reason("over", "50")
    if not must_act(seen) >> seat & 1:
        return _why_not_ordered(path) or _why_not_now(seen)
    if seen.phase in _ASKS:
        return _reason(*_ASKS[seen.phase])
    return _WHY[seen.phase](seen, side_of(seen, seat), path or ("",))


def _reason(key: str, number: str, **holes: int | str | Say) -> Reason:
    return Reason(Say(f"why.{key}", holes), number)


def _why_not_ordered(path: Sequence[str]) -> Reason | None:
    """Why a standing order is not possible."""
    return _reason("orders", "W9") if path and path[0] in (*ORDER_VERBS, "let-all") else None


def _why_not_now(seen: Summits) -> Reason:
    if seen.phase in (DICE, LOT):
        return _reason("dice", "31")
    if seen.phase == BID:
        return _reason("bid.in", "70")
    if seen.phase == PICK:
        return _reason("picked", "69")
    return _reason("turn", "10", who=side_say(seen, acting_side(seen)))


# ---- hands (rules 7, 8)


def _why_not_picked(seen: Summits, side: int, path: Sequence[str]) -> Reason:
    first = path[0]
    place, _, name = first.partition(".")
    n = seen.size[side]
    if first == "clear":
        is_bare = picked(seen, side) == 0
        return _reason("bare", "7") if is_bare else _reason("clears", "W3", n=MAX_CLEARS)
    if name in CARD_NAMES and place == f"deck:{side}":
        if picked(seen, side) >= n:
            return _reason("full.hand", "7", n=n)
        card = CARD_NAMES.index(name)
        most = most_of(seen, side, card)
        return _reason("type", "A1" if card == REINFORCE else "8", n=most)
    return _reason("pick", "7")


# ---- cards (rules 13, 19, 20)


def _why_not_played(seen: Summits, side: int, path: Sequence[str]) -> Reason:
    return _why_not_ordered(path) or _why_no_card(seen, side, path)


def _why_no_card(seen: Summits, side: int, path: Sequence[str]) -> Reason:
    first = path[0]
    place, _, name = first.partition(".")
    if place == f"hand:{side}" and name in CARD_NAMES:
        return _why_not_card(seen, CARD_NAMES.index(name), path)
    if first == "pass":
        return _reason("pass", "20")
    if first == "end":
        return _reason("arrival" if owes_arrival(seen, side) else "card.first", "48")
    if seen.played == 0:
        return _reason("card.first", "10")
    if owes_arrival(seen, side) and seen.groups_left == 1:
        return _reason("arrival", "48")
    return _why_not_chosen(seen, side, path)


def _why_not_chosen(seen: Summits, side: int, path: Sequence[str]) -> Reason:
    first = path[0]
    area = _area(seen, path[-1] if first == "rally" and len(path) > 1 else first)
    if area == NOWHERE:
        return _reason("play", "10")
    if not seen.stack[side][area]:
        return _reason("nobody", "14", area=area_say(seen, area))
    if first == "rally" and not used_units(seen, area, side):
        return _reason("all.fresh", "A25")
    return _reason("all.used", "15", area=area_say(seen, area))


def _why_not_card(seen: Summits, card: int, path: Sequence[str]) -> Reason:
    if seen.played & COVER or seen.used_slots:
        return _reason("declared", "20")
    if len(path) > 1 and path[1] == "cover":
        return _reason("combined", "20")
    if card == AMBUSH:
        return _reason("ambush", "20")
    if seen.played >> card & 1:
        return _reason("same", "20")
    if card == REINFORCE and fits(seen.played | 1 << card):
        is_barred = seen.blocked == BLOCKED_BARRED and not seen.shown[HIDEYOSHI][REINFORCE]
        return _reason("blocked", "A13") if is_barred else _reason("reinforced", "19")
    return _reason("slots", "A3")


def _area(seen: Summits, name: str) -> int:
    """The area of an id: its own, or that of units in it; NOWHERE if there is none."""
    try:
        return read_area(seen, name.partition(".")[0])
    except Unreadable:
        return NOWHERE


# ---- actions (rules 21-28)


def _why_not_done(seen: Summits, side: int, path: Sequence[str]) -> Reason:
    first = path[0]
    area = NOWHERE if "." in first else _area(seen, first)
    if first == "attack":
        key = "no.general" if has_enemy(seen, seen.at, side) else "no.enemy"
        return _reason(key, "28" if key == "no.general" else "27")
    if first == "fire":
        return _reason("fire", "A26")
    if area == NOWHERE:
        return _reason("deed", "16")
    if not seen.near[seen.at] >> area & 1:
        return _reason("far", "21", area=area_say(seen, area))
    return _reason("rallying", "A25") if seen.rallying else _why_no_step(seen, side, area)


def _why_not_entered(seen: Summits, side: int, path: Sequence[str]) -> Reason:
    first = path[0]
    area = NOWHERE if "." in first else _area(seen, first)
    if area == NOWHERE or not seen.entries >> area & 1:
        return _reason("entry", "46")
    return _why_no_step(seen, side, area)


def _why_no_step(seen: Summits, side: int, area: int) -> Reason:
    if seen.level[area] and seen.points < MOVES:
        return _reason("climb", "24", area=area_say(seen, area))
    cost = step_cost(seen, side, area)
    if cost > seen.points:
        return _reason("points", "22", n=cost, left=seen.points)
    if room(seen, area, side) < group_size(seen):
        return _reason("room", "26", area=area_say(seen, area), n=room(seen, area, side))
    return _reason("deed", "16")


_WHY: Final[dict[int, Callable[[Summits, int, Sequence[str]], Reason]]] = {
    PICK: _why_not_picked, PLAY: _why_not_played, GROUP: _why_not_done, MARCH: _why_not_done,
    ENTRY: _why_not_entered,
}  # fmt: skip
