"""What to click for each action, what it costs or brings, what is said to who is to act.

bid       turn:9                  box        group:B
hand      deck:0.fire, clear, ready          order      first, second
cards     hand:0.fire use         face down  hand:0.fire cover      pass, end, call
group     minase                  rally      rally minase          group:B waits
units     kuroda_yoshitaka (with his troops); alone saito_toshimitsu; minase.hashiba
deeds     yamazaki (move)         attack     fire yamazaki          halt, done, turn-up
ambush    ambush, let, let-all    orders     lurk minase, let-at minase, ask-at minase, ask-all
rolls      auto, help:2, a general, troops
damage    a unit (flip, removal); drop a unit (of the group); a unit, then an area (retreat)
"""

from __future__ import annotations

from typing import Final

from honjin.core.game import Choice, Prompt
from honjin.core.words import Say
from honjin.games.summits.content.board import AREAS
from honjin.games.summits.content.data import CARD_NAMES, TROOP
from honjin.games.summits.info.names import (
    LETTERS,
    area_id,
    area_say,
    clan_id,
    side_say,
    unit_id,
    unit_say,
)
from honjin.games.summits.rules.harm import FLIP, FLIP_GROUP, REMOVE, RETREAT, retreats
from honjin.games.summits.rules.march import ENTER, LET, SPRING, STEP, step_cost
from honjin.games.summits.rules.orders import (
    ADD,
    ADD_BAND,
    AIM_AT,
    ATTACK,
    CALL,
    COME,
    DOWN,
    END,
    GATHER,
    PASS,
    REST,
    TURN_UP,
    USE,
    WIN_OVER,
    has_band,
    owes_arrival,
)
from honjin.games.summits.rules.play import acting_side, awaited, legal_actions, to_act
from honjin.games.summits.rules.setup import FIRST, READY, next_box
from honjin.games.summits.rules.setup import TAKE as TAKE_CARD
from honjin.games.summits.rules.standing_orders import LET_ALL, is_order
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
from honjin.games.summits.rules.strike import AUTO, HELP, ROLL
from honjin.games.summits.text.notation import write_action
from honjin.games.summits.view.attack import attack_ahead
from honjin.games.summits.view.board import scene, sketch
from honjin.games.summits.view.orders import order_choice
from honjin.games.summits.view.reasons import why

__all__ = ["CHOICE_KINDS", "choice", "prompt", "scene", "sketch", "why"]

CHOICE_KINDS: Final = {
    "bid": "70", "box": "61", "take": "7", "clear": "7", "ready": "7", "order": "9", "pass": "11",
    "end": "10", "use": "13", "cover": "13", "call": "45", "come": "47", "treason": "60",
    "gather": "14", "rally": "A25", "add": "14", "band": "14", "move": "21", "enter": "46",
    "attack": "27", "fire": "A26", "turn_up": "A25", "halt": "21", "done": "16", "ambush": "A23",
    "let": "A23", "support": "30", "roll": "29", "flip": "37", "drop": "37", "remove": "39",
    "retreat": "38", "lurk": "W9", "let-at": "W9", "ask-at": "W9", "let-all": "W9", "ask-all": "W9",
    "no-more": "W9",
}  # fmt: skip

Path = tuple[str, ...]
_MOST_CHOICES: Final = 10 * AREAS


def choice(seen: Summits, seat: int, action: int) -> Choice:
    """One action as notation, as ids to click, and what it costs or brings."""
    text, side = write_action(seen, seat, action), side_of(seen, seat)
    if seen.phase < PLAY:
        path, kind = _early(seen, side, action)
        return Choice(text, path, kind, gives_up=_gives_up(seen, seat, side, action))
    if side != acting_side(seen) or (seen.phase == PLAY and is_order(action)):
        return order_choice(seen, seat, side, action)
    if seen.phase == PLAY:
        path, kind = _play(seen, side, action)
        return Choice(text, path, kind, gives_up=_gives_up(seen, seat, side, action))
    if seen.phase == GROUP:
        return _group(seen, side, action, text)
    if seen.phase in (MARCH, ENTRY):
        return _march(seen, side, action, text)
    if action == SPRING and seen.phase == ALARM:
        note, sums = attack_ahead(seen, side, AMBUSHED, seen.at)
        return Choice(text, ("ambush",), "ambush", note, reckoning=sums)
    path, kind = _reaction(seen, action)
    return Choice(text, path, kind)


def _early(seen: Summits, side: int, action: int) -> tuple[Path, str]:
    if seen.phase == BID:
        return (f"turn:{action}",), "bid"
    if seen.phase == BOXES:
        return (f"group:{LETTERS[action]}",), "box"
    if seen.phase == ORDER:
        return ("first" if action == FIRST else "second",), "order"
    if action >= TAKE_CARD:
        return (f"deck:{side}.{CARD_NAMES[action - TAKE_CARD]}",), "take"
    return (("ready",), "ready") if action == READY else (("clear",), "clear")


def _play(seen: Summits, side: int, action: int) -> tuple[Path, str]:
    plain = {PASS: "pass", END: "end", CALL: "call"}
    if action in plain:
        return (plain[action],), plain[action]
    if action >= WIN_OVER:
        return (f"treason:{clan_id(seen, action - WIN_OVER)}",), "treason"
    if action >= COME:
        return (f"group:{LETTERS[action - COME]}",), "come"
    if action >= REST:
        return ("rally", area_id(seen, action - REST)), "rally"
    if action >= GATHER:
        return (area_id(seen, action - GATHER),), "gather"
    verb, card = ("use", action - USE) if action >= USE else ("cover", action - DOWN)
    return (f"hand:{side}.{CARD_NAMES[card]}", verb), verb


def _gives_up(seen: Summits, seat: int, side: int, action: int) -> Say | None:
    """Cards that could still be picked, actions of groups, cards when the turn ends (7, 11, 20)."""
    if seen.phase == PICK and action == READY and _can(seen, seat, TAKE_CARD):
        n = picked(seen, side)
        return Say("gives_up.hand" if n else "gives_up.hand.none", {"n": n, "of": seen.size[side]})
    if seen.phase == PLAY and action == END and _can(seen, seat, GATHER):
        return Say("gives_up.groups", {"n": seen.groups_left})
    if seen.phase == PLAY and action == PASS and seen.passes and seen.cards[side]:
        return Say("gives_up.cards", {"n": seen.cards[side]})
    return None


def _can(seen: Summits, seat: int, least: int) -> bool:
    """Whether the seat has a choice that is at least this action."""
    out = [0] * _MOST_CHOICES
    return any(action >= least for action in out[: legal_actions(seen, seat, out)])


def _group(seen: Summits, side: int, action: int, text: str) -> Choice:
    if action >= ADD_BAND:
        return Choice(text, (unit_id(seen, action - ADD_BAND),), "band")
    if action >= ADD:
        unit = action - ADD
        piece = _piece(seen, seen.at, unit, is_used=bool(seen.rallying))
        is_alone = unit < TROOP and has_band(seen, unit)
        return Choice(text, ("alone", piece) if is_alone else (piece,), "add")
    if action >= AIM_AT:
        area = action - AIM_AT
        note, sums = attack_ahead(seen, side, RANGED, area)
        return Choice(text, ("fire", area_id(seen, area)), "fire", note, reckoning=sums)
    if action >= STEP:
        return _march(seen, side, action, text)
    if action == ATTACK:
        note, sums = attack_ahead(seen, side, MELEE, seen.at)
        return Choice(text, ("attack",), "attack", note, reckoning=sums)
    return Choice(text, ("turn-up",), "turn_up") if action == TURN_UP else Choice(
        text, ("done",), "done"
    )  # fmt: skip


def _march(seen: Summits, side: int, action: int, text: str) -> Choice:
    if STEP <= action < STEP + seen.areas or action >= ENTER:
        kind = "enter" if action >= ENTER else "move"
        area = action - (ENTER if kind == "enter" else STEP)
        cost = step_cost(seen, side, area)
        note = Say("note.move", {"n": cost, "left": max(0, seen.points - cost)})
        if seen.level[area]:
            note = Say("note.climb", {"n": cost})
        return Choice(text, (area_id(seen, area),), kind, note, price=cost)
    return Choice(text, ("halt",), "halt")


def _piece(seen: Summits, area: int, unit: int, *, is_used: bool) -> str:
    """The piece that a unit of an area is."""
    if unit < TROOP:
        return unit_id(seen, unit)
    return f"{area_id(seen, area)}.{clan_id(seen, unit - TROOP)}{'.used' if is_used else ''}"


def _reaction(seen: Summits, action: int) -> tuple[Path, str]:
    if seen.phase == ALARM:
        if action == LET:
            return ("let",), "let"
        return (("let-all",), "let") if action == LET_ALL else (("ambush",), "ambush")
    if seen.phase == SUPPORT:
        return ("auto" if action == AUTO else f"help:{action - HELP}",), "support"
    if seen.phase == AIM:
        unit = action - ROLL
        return ("troops" if unit == TROOP else unit_id(seen, unit),), "roll"
    return _harm(seen, action)


def _harm(seen: Summits, action: int) -> tuple[Path, str]:
    if action >= RETREAT:
        area, unit = divmod(action - RETREAT, 64)
        piece = _piece(seen, seen.target, unit, is_used=True)
        return (piece, area_id(seen, area)), "retreat"
    if action >= REMOVE:
        return (_piece(seen, seen.target, action - REMOVE, is_used=True),), "remove"
    if action >= FLIP_GROUP:
        return ("drop", _piece(seen, seen.target, action - FLIP_GROUP, is_used=False)), "drop"
    return (_piece(seen, seen.target, action - FLIP, is_used=False),), "flip"


# ---- prompts

_RULES: Final = {
    BID: "70", BOXES: "61", PICK: "7", ORDER: "9", PLAY: "10", GROUP: "16", MARCH: "21",
    ENTRY: "46", ALARM: "A23", SUPPORT: "30", AIM: "29", HARM: "40",
}  # fmt: skip


def prompt(seen: Summits, seat: int) -> Prompt:
    """What a seat can do now."""
    if seen.phase == OVER:
        return Prompt(Say("prompt.over"), "50")
    if not to_act(seen) >> seat & 1:
        return Prompt(_waiting(seen, seat), "10")
    if not awaited(seen) >> seat & 1:
        return Prompt(Say("prompt.orders", {"who": side_say(seen, acting_side(seen))}), "W9")
    return Prompt(_asked(seen, side_of(seen, seat)), _RULES[seen.phase])


def _waiting(seen: Summits, seat: int) -> Say:
    if seen.phase in (BID, LOT):
        return Say("prompt.wait.bid")
    if seen.phase == PICK:
        return Say("prompt.wait", {"who": side_say(seen, 1 - side_of(seen, seat))})
    return Say("prompt.wait", {"who": side_say(seen, acting_side(seen))})


def _asked(seen: Summits, side: int) -> Say:
    if seen.phase == BOXES:
        return Say("prompt.box", {"n": next_box(seen)})
    if seen.phase == PICK:
        return Say("prompt.pick", {"n": picked(seen, side), "of": seen.size[side]})
    if seen.phase == PLAY:
        return _asked_play(seen, side)
    if seen.phase == GROUP:
        return Say(_group_key(seen), {"area": area_say(seen, seen.at)})
    if seen.phase == MARCH:
        return Say("prompt.march", {"n": seen.points})
    if seen.phase in (SUPPORT, AIM, HARM):
        return _asked_strike(seen)
    if seen.phase == ALARM:
        return Say("prompt.alarm", {"area": area_say(seen, seen.at)})
    return Say({BID: "prompt.bid", ORDER: "prompt.order", ENTRY: "prompt.enter"}[seen.phase])


def _asked_strike(seen: Summits) -> Say:
    if seen.phase == SUPPORT:
        unit = (seen.asked & -seen.asked).bit_length() - 1
        return Say("prompt.support", {"unit": unit_say(seen, unit)})
    if seen.phase == AIM:
        return Say("prompt.aim", {"n": seen.total, "need": seen.need})
    return Say(_harm_key(seen), {"n": seen.harm})


def _asked_play(seen: Summits, side: int) -> Say:
    if seen.played == 0:
        return Say("prompt.play", {"n": seen.cards[side]})
    if owes_arrival(seen, side) and seen.groups_left == 1:
        return Say("prompt.call")
    return Say("prompt.slots", {"n": seen.groups_left})


def _group_key(seen: Summits) -> str:
    if seen.rallying:
        return "prompt.rally"
    return "prompt.group" if seen.picking else "prompt.again"


def _harm_key(seen: Summits) -> str:
    side = 1 - seen.striker
    if fresh_units(seen, seen.target, side):
        return "prompt.flip"
    return "prompt.retreat" if retreats(seen, seen.target, side) else "prompt.remove"
