"""Actions as text, and back; positions stand in position.py.

auction     bid:9                      track     box:B
hand        take:fire  clear  ready    order     first  second
phase       use:fire  down:fire  pass  end  call  come:B  treason:maeda
group       gather:minase  rally:minase  add:kuroda_yoshitaka  add:hashiba
            band:saito_toshimitsu (with his troops)
deed        move:yamazaki  attack  fire:yamazaki  turn-up  halt  done  enter:hirose
ambush      ambush  let  let-all
orders      lurk:minase  let:minase  ask:minase  let-all  ask-all  no-more
attack      auto  support:4  roll:saito_toshimitsu  roll:troops
damage      flip:hashiba  drop:hashiba (of the group)  retreat:hashiba>minase  remove:hashiba
chance      3-5, the smaller die first; seat:0 plays Hideyoshi
"""

from __future__ import annotations

import re
from typing import Final

from honjin.core.errors import Unreadable
from honjin.core.seats import CHANCE
from honjin.games.summits.content.board import MOST_TURNS
from honjin.games.summits.content.data import CARD_NAMES, SPLITS, TROOP
from honjin.games.summits.info.names import LETTERS, area_id, clan_id, read_area, read_unit, unit_id
from honjin.games.summits.rules.harm import FLIP, FLIP_GROUP, REMOVE, RETREAT
from honjin.games.summits.rules.march import ENTER, HALT, LET, SPRING, STEP
from honjin.games.summits.rules.orders import (
    ADD,
    ADD_BAND,
    AIM_AT,
    ATTACK,
    CALL,
    COME,
    DONE,
    DOWN,
    END,
    GATHER,
    PASS,
    REST,
    TURN_UP,
    USE,
    WIN_OVER,
)
from honjin.games.summits.rules.setup import BOX, CLEAR, FIRST, READY, SECOND, STAKE, TAKE
from honjin.games.summits.rules.standing_orders import (
    ASK_ALL,
    ASK_AT,
    LET_ALL,
    LET_AT,
    LURK_AT,
    NO_MORE,
)
from honjin.games.summits.rules.state import BID, BOXES, LOT, ORDER, PICK, PLAY, Summits
from honjin.games.summits.rules.strike import AUTO, HELP, ROLL
from honjin.games.summits.text.position import read_position, write_position

__all__ = ["read_action", "read_position", "write_action", "write_position"]

_PLAIN: Final = {
    "pass": PASS, "end": END, "call": CALL, "done": DONE, "attack": ATTACK, "turn-up": TURN_UP,
    "halt": HALT, "let": LET, "let-all": LET_ALL, "ambush": SPRING, "auto": AUTO,
    "ask-all": ASK_ALL, "no-more": NO_MORE,
}  # fmt: skip
_EARLY: Final = {
    PICK: {"ready": READY, "clear": CLEAR},
    ORDER: {"first": FIRST, "second": SECOND},
}
# Word, first action, what is counted from there; in the order of the actions.
_FAMILIES: Final = (
    ("down", DOWN, "card"), ("use", USE, "card"), ("gather", GATHER, "area"),
    ("rally", REST, "area"), ("move", STEP, "area"), ("enter", ENTER, "area"),
    ("fire", AIM_AT, "area"), ("come", COME, "group"), ("treason", WIN_OVER, "clan"),
    ("add", ADD, "unit"), ("support", HELP, "number"), ("roll", ROLL, "roller"),
    ("flip", FLIP, "unit"), ("drop", FLIP_GROUP, "unit"),
    ("remove", REMOVE, "unit"), ("band", ADD_BAND, "unit"), ("let", LET_AT, "area"),
    ("lurk", LURK_AT, "area"), ("ask", ASK_AT, "area"),
)  # fmt: skip
_EARLY_FAMILIES: Final = {
    BID: ("bid", STAKE, "number"), BOXES: ("box", BOX, "group"), PICK: ("take", TAKE, "card"),
}  # fmt: skip
_DICE: Final = re.compile(r"([1-6])-([1-6])")


# ---- writing


def write_action(s: Summits, seat: int, action: int) -> str:
    """The text of an action, or of an outcome of chance."""
    if seat == CHANCE:
        return f"seat:{action}" if s.phase == LOT else f"{action >> 3}-{action & 7}"
    if s.phase < PLAY:
        return _write_early(s, action)
    plain = next((text for text, number in _PLAIN.items() if number == action), "")
    if plain:
        return plain
    if RETREAT <= action < ADD_BAND:
        area, unit = divmod(action - RETREAT, 64)
        return f"retreat:{unit_id(s, unit)}>{area_id(s, area)}"
    return _write_family(s, [one for one in _FAMILIES if one[1] <= action][-1], action)


def _write_early(s: Summits, action: int) -> str:
    for text, number in _EARLY.get(s.phase, {}).items():
        if number == action:
            return text
    return _write_family(s, _EARLY_FAMILIES[s.phase], action)


def _write_family(s: Summits, family: tuple[str, int, str], action: int) -> str:
    word, first, kind = family
    return f"{word}:{_write_part(s, kind, action - first)}"


def _write_part(s: Summits, kind: str, n: int) -> str:
    if kind == "card":
        return CARD_NAMES[n]
    if kind == "area":
        return area_id(s, n)
    if kind == "group":
        return LETTERS[n]
    if kind == "clan":
        return clan_id(s, n)
    if kind == "number":
        return str(n)
    return "troops" if kind == "roller" and n == TROOP else unit_id(s, n)


# ---- reading


def read_action(s: Summits, seat: int, text: str) -> int:
    """The action of a text; Unreadable says what was expected."""
    if seat == CHANCE:
        return _read_chance(s, text)
    if s.phase in _EARLY or s.phase in _EARLY_FAMILIES:
        return _read_early(s, text)
    if text in _PLAIN:
        return _PLAIN[text]
    word, _, part = text.partition(":")
    if word == "retreat":
        unit, _, area = part.partition(">")
        return RETREAT + 64 * read_area(s, area) + read_unit(s, unit)
    for name, first, kind in _FAMILIES:
        if name == word:
            return first + _read_part(s, kind, part)
    raise Unreadable(f"expected an action such as use:fire, move:<area>, pass; got {text[:40]!r}")


def _read_chance(s: Summits, text: str) -> int:
    if s.phase == LOT:
        if text in ("seat:0", "seat:1"):
            return int(text[-1])
        raise Unreadable(f"expected seat:0 or seat:1, got {text[:40]!r}")
    found = _DICE.fullmatch(text)
    split = 8 * int(found[1]) + int(found[2]) if found else 0
    if split not in SPLITS:
        raise Unreadable(f"expected two dice such as 3-5, the smaller first; got {text[:40]!r}")
    return split


def _read_early(s: Summits, text: str) -> int:
    known = _EARLY.get(s.phase, {})
    if text in known:
        return known[text]
    if s.phase in _EARLY_FAMILIES:
        name, first, kind = _EARLY_FAMILIES[s.phase]
        word, _, part = text.partition(":")
        if word == name:
            return first + _read_part(s, kind, part)
        known = known | {f"{name}:<{kind}>": 0}
    raise Unreadable(f"expected {', '.join(known)}; got {text[:40]!r}")


def _read_part(s: Summits, kind: str, text: str) -> int:
    if kind == "card" and text in CARD_NAMES:
        return CARD_NAMES.index(text)
    if kind == "area":
        return read_area(s, text)
    if kind == "group" and text in LETTERS[1:] and len(text) == 1:
        return LETTERS.index(text)
    if kind == "number" and re.fullmatch(r"[0-9]{1,2}", text) and int(text) <= MOST_TURNS + 5:
        return int(text)
    if kind in ("clan", "unit", "roller"):
        unit = TROOP if kind == "roller" and text == "troops" else read_unit(s, text)
        if kind != "clan":
            return unit
        if unit >= TROOP:
            return unit - TROOP
    raise Unreadable(f"expected a {kind}, got {text[:40]!r}")
