"""The clicks for each action, what it costs or brings, and the prompt of the seat to act.

bid       turn:9                  box        group:B
hand      deck:0.fire, clear, ready          order      first, second
cards     hand:0.fire use         face down  hand:0.fire cover      pass, end, call
group     minase                  rally      rally minase          group:B waits
units     kuroda_yoshitaka (with his troops); alone saito_toshimitsu; minase.hashiba
actions   yamazaki (move)         attack     fire yamazaki          halt, done, turn-up
ambush    ambush, let, let-all    orders     lurk minase, let-at minase, ask-at minase, ask-all
rolls     auto, help:2, a general, troops
damage    a unit (flip, removal); drop a unit (of the group); a unit, then an area (retreat)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from honjin.core.contract.presentation import Choice, Prompt
from honjin.core.jit.bits import lowest_bit
from honjin.core.words import Say
from honjin.games.summits.content.board import AREAS
from honjin.games.summits.content.data import TROOP
from honjin.games.summits.info.names import area_say, side_say, unit_say
from honjin.games.summits.rules.actions import ACTIONS
from honjin.games.summits.rules.groups import has_band
from honjin.games.summits.rules.harm import retreats
from honjin.games.summits.rules.march import is_asked, step_cost
from honjin.games.summits.rules.orders import owes_arrival
from honjin.games.summits.rules.play import acting_side, legal_actions, may_act, must_act
from honjin.games.summits.rules.state import (
    AIM,
    ALARM,
    AMBUSHED,
    BID,
    BOXES,
    ENTRY,
    GROUP,
    HARM,
    LOT,
    MARCH,
    MELEE,
    ORDER,
    OVER,
    PICK,
    PLAY,
    RANGED,
    SUPPORT,
    Summits,
    fresh_units,
    picked,
    side_of,
)
from honjin.games.summits.rules.turn import next_box
from honjin.games.summits.view.attack import attack_ahead
from honjin.games.summits.view.board import scene, sketch
from honjin.games.summits.view.orders import orders_left
from honjin.games.summits.view.reasons import why

__all__ = ["choice", "prompt", "scene", "sketch", "why"]

More = dict[str, Any]
"""Fields of a choice."""


def choice(seen: Summits, seat: int, action: int) -> Choice:
    """An action as notation, as ids to click, and with its price or gain."""
    key, args = ACTIONS.decode(action)
    kind, *_ = ACTIONS.rows[key].kinds
    more: More = {
        "do": ACTIONS.write(seen, seat, action), "path": ACTIONS.path(seen, seat, action),
        "kind": kind,
    }  # fmt: skip
    return Choice(**more | (_MORE[key](seen, seat, *args) if key in _MORE else {}))


# ---- what it gives up for good (7, 11, 20)


def _ready(seen: Summits, seat: int) -> More:
    """The cards that could still be picked."""
    side = side_of(seen, seat)
    n, of = picked(seen, side), seen.size[side]
    if not _can(seen, seat, "take"):
        return {}
    return {"gives_up": Say("gives_up.hand" if n else "gives_up.hand.none", {"n": n, "of": of})}


def _end(seen: Summits, seat: int) -> More:
    """The groups that could still act."""
    if not _can(seen, seat, "gather", "rally", "come", "treason"):
        return {}
    return {"gives_up": Say("gives_up.groups", {"n": seen.groups_left})}


def _pass_on(seen: Summits, seat: int) -> More:
    """The unplayed cards, if the turn ends."""
    n = seen.cards[side_of(seen, seat)]
    return {"gives_up": Say("gives_up.cards", {"n": n})} if seen.passes and n else {}


def _can(seen: Summits, seat: int, *keys: str) -> bool:
    """True if the seat has a choice of one of these kinds."""
    out = [0] * (10 * AREAS)
    legal = out[: legal_actions(seen, seat, out)]
    return any(ACTIONS.decode(action).key in keys for action in legal)


# ---- what it costs or brings


def _add(seen: Summits, seat: int, unit: int) -> More:
    """A general with followers needs a choice between with and without his troops."""
    if unit >= TROOP or not has_band(seen, unit):
        return {}
    return {"path": ("alone", *ACTIONS.path(seen, seat, ACTIONS.encode("add", unit)))}


def _step(seen: Summits, seat: int, area: int) -> More:
    cost = step_cost(seen, side_of(seen, seat), area)
    if seen.level[area]:
        return {"note": Say("note.climb", {"n": cost}), "price": cost}
    note = Say("note.move", {"n": cost, "left": max(0, seen.points - cost)})
    return {"note": note, "price": cost}


def _fire(seen: Summits, seat: int, area: int) -> More:
    return _strike(seen, seat, RANGED, area)


def _attack(seen: Summits, seat: int) -> More:
    return _strike(seen, seat, MELEE, seen.at)


def _ambush(seen: Summits, seat: int) -> More:
    return _strike(seen, seat, AMBUSHED, seen.at)


def _strike(seen: Summits, seat: int, strike: int, area: int) -> More:
    note, sums = attack_ahead(seen, side_of(seen, seat), strike, area)
    return {"note": note, "breakdown": sums}


def _order(seen: Summits, seat: int, _area: int = 0) -> More:
    return {"note": orders_left(seen, side_of(seen, seat))}


def _let_all(seen: Summits, seat: int) -> More:
    """As an answer, it is of the same kind as letting the entered units pass."""
    if is_asked(seen, side_of(seen, seat)):
        return {}
    return {"kind": "let-all"} | _order(seen, seat)


_MORE: Final[dict[str, Callable[..., More]]] = {
    "ready": _ready, "pass_on": _pass_on, "end": _end, "add": _add, "move": _step, "enter": _step,
    "fire": _fire, "attack": _attack, "ambush": _ambush, "let_all": _let_all, "ask_all": _order,
    "let_at": _order, "lurk": _order, "ask_at": _order,
}  # fmt: skip
"""Further fields of choices, by kind of action."""


# ---- prompts


def prompt(seen: Summits, seat: int) -> Prompt:
    """The prompt of a seat."""
    if seen.phase == OVER:
        return Prompt(Say("prompt.over"), "50")
    if not may_act(seen) >> seat & 1:
        return Prompt(_waiting(seen, seat), "10")
    if not must_act(seen) >> seat & 1:
        return Prompt(Say("prompt.orders", {"who": side_say(seen, acting_side(seen))}), "W9")
    asked, number = _ASKED[seen.phase]
    return Prompt(asked(seen, side_of(seen, seat)), number)


def _waiting(seen: Summits, seat: int) -> Say:
    if seen.phase in (BID, LOT):
        return Say("prompt.wait.bid")
    if seen.phase == PICK:
        return Say("prompt.wait", {"who": side_say(seen, 1 - side_of(seen, seat))})
    return Say("prompt.wait", {"who": side_say(seen, acting_side(seen))})


def _asked_box(seen: Summits, _side: int) -> Say:
    return Say("prompt.box", {"n": next_box(seen)})


def _asked_hand(seen: Summits, side: int) -> Say:
    return Say("prompt.pick", {"n": picked(seen, side), "of": seen.size[side]})


def _asked_play(seen: Summits, side: int) -> Say:
    if seen.played == 0:
        return Say("prompt.play", {"n": seen.cards[side]})
    if owes_arrival(seen, side) and seen.groups_left == 1:
        return Say("prompt.call")
    return Say("prompt.slots", {"n": seen.groups_left})


def _asked_group(seen: Summits, _side: int) -> Say:
    key = "prompt.group" if seen.picking else "prompt.again"
    return Say("prompt.rally" if seen.rallying else key, {"area": area_say(seen, seen.at)})


def _asked_march(seen: Summits, _side: int) -> Say:
    return Say("prompt.march", {"n": seen.points})


def _asked_alarm(seen: Summits, _side: int) -> Say:
    return Say("prompt.alarm", {"area": area_say(seen, seen.at)})


def _asked_support(seen: Summits, _side: int) -> Say:
    return Say("prompt.support", {"unit": unit_say(seen, lowest_bit(seen.asked))})


def _asked_aim(seen: Summits, _side: int) -> Say:
    return Say("prompt.aim", {"n": seen.total, "need": seen.need})


def _asked_harm(seen: Summits, side: int) -> Say:
    key = "prompt.retreat" if retreats(seen, seen.target, side) else "prompt.remove"
    is_flip = fresh_units(seen, seen.target, side) > 0
    return Say("prompt.flip" if is_flip else key, {"n": seen.harm})


_ASKED: Final[dict[int, tuple[Callable[[Summits, int], Say], str]]] = {
    BID: (lambda _seen, _side: Say("prompt.bid"), "70"), BOXES: (_asked_box, "61"),
    PICK: (_asked_hand, "7"), ORDER: (lambda _seen, _side: Say("prompt.order"), "9"),
    PLAY: (_asked_play, "10"), GROUP: (_asked_group, "16"), MARCH: (_asked_march, "21"),
    ENTRY: (lambda _seen, _side: Say("prompt.enter"), "46"), ALARM: (_asked_alarm, "A23"),
    SUPPORT: (_asked_support, "30"), AIM: (_asked_aim, "29"), HARM: (_asked_harm, "40"),
}  # fmt: skip
"""The prompt of the acting side in each phase, and the rule behind it."""
