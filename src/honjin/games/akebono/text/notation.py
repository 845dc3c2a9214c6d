"""Actions as text; positions in position.py.

=crane  +samurai  +E5  @D4  @back  ready     set-up: formation, lift, set down, finished
@B2                                          a tairo moves out of danger
E5-F5  E5xF6  F3>F8                          step, step that defeats, shot
nA1  nxJ4                                    a ninja arrives, assassinates
die  end                                     third die, end of the turn
north_south  red  3-5  4                     chance: midline, who begins, two dice, third die
"""

import re
from typing import Final

from honjin.core.errors import Unreadable
from honjin.core.seats import CHANCE
from honjin.games.akebono.content.board import MIDLINES
from honjin.games.akebono.content.data import NINJA, SIDES, TYPES
from honjin.games.akebono.info.names import hex_name, plan_key, plan_keys, read_hex
from honjin.games.akebono.rules.play import (
    ARRIVE,
    ASSASSINATE,
    BUY,
    END,
    SHOT,
    STEP,
    chance_outcomes,
    first_piece,
)
from honjin.games.akebono.rules.setup import FORMATION, LIFT, LIFT_TRAY, PUT, PUT_BACK, READY
from honjin.games.akebono.rules.state import ARROWS, LOT, ROLL, Akebono
from honjin.games.akebono.text.position import read_position, write_position

__all__ = ["read_action", "read_position", "write_action", "write_position"]

_MOVE: Final = re.compile(r"([A-Z]\d{1,3})([-x>])([A-Z]\d{1,3})")
_FIXED: Final = {"ready": READY, "@back": PUT_BACK, "die": BUY, "end": END}
_WRITTEN: Final = {number: text for text, number in _FIXED.items()}
_AT_A_HEX: Final = {"nx": ASSASSINATE, "n": ARRIVE, "@": PUT, "+": LIFT}  # the largest first
_EXPECTED: Final = (
    "=crane, +samurai, +E5, @D4, @back or ready in the set-up; "
    "E5-F5, E5xF6, F3>F8, nA1, nxJ4, die or end in a turn"
)


# ---- actions


def write_action(s: Akebono, seat: int, action: int) -> str:
    """An action or outcome in notation."""
    if seat == CHANCE:
        return _write_chance(s, action)
    if action in _WRITTEN:
        return _WRITTEN[action]
    if action >= STEP:
        return _write_move(s, action)
    for sign, first in _AT_A_HEX.items():
        if action >= first:
            return sign + hex_name(s, action - first)
    return f"+{TYPES[action - LIFT_TRAY]}" if action >= LIFT_TRAY else f"={plan_key(s, action)}"


def _write_chance(s: Akebono, outcome: int) -> str:
    if s.phase == ARROWS:
        return MIDLINES[outcome]
    if s.phase == LOT:
        return str(SIDES[outcome])
    return f"{outcome >> 3}-{outcome & 7}" if s.phase == ROLL else str(outcome)


def _write_move(s: Akebono, action: int) -> str:
    if action >= SHOT:
        cell, d = divmod(action - SHOT, 8)
        return f"{hex_name(s, cell)}>{hex_name(s, first_piece(s, cell, d))}"
    cell, d = divmod(action - STEP, 8)
    goal = cell + s.step[d]
    return f"{hex_name(s, cell)}{'x' if s.piece[goal] else '-'}{hex_name(s, goal)}"


def read_action(s: Akebono, seat: int, text: str) -> int:
    """The action of a text; Unreadable says what was expected."""
    if seat == CHANCE:
        return _read_chance(s, text)
    if text in _FIXED:
        return _FIXED[text]
    found = _MOVE.fullmatch(text)
    if found:
        return _read_move(s, found[1], found[2], found[3])
    if text[:1] == "=":
        return FORMATION + _read_plan(s, text[1:])
    if text[:1] == "+" and text[1:] in TYPES[1:NINJA]:
        return LIFT_TRAY + TYPES.index(text[1:])
    for sign, first in _AT_A_HEX.items():
        if text.startswith(sign):
            return first + read_hex(s, text.removeprefix(sign))
    raise Unreadable(f"expected {_EXPECTED}; got {text!r}")


def _read_chance(s: Akebono, text: str) -> int:
    out, weights = [0] * 21, [0] * 21
    outcomes = out[: chance_outcomes(s, out, weights)]
    texts = {_write_chance(s, outcome): outcome for outcome in outcomes}
    if text not in texts:
        raise Unreadable(f"expected one of {', '.join(texts) or 'no lots or dice'}; got {text!r}")
    return texts[text]


def _read_plan(s: Akebono, key: str) -> int:
    keys = plan_keys(s)
    if key not in keys:
        raise Unreadable(f"expected a formation, one of {', '.join(keys) or 'none'}; got {key!r}")
    return keys.index(key)


def _read_move(s: Akebono, source: str, sign: str, goal: str) -> int:
    cell, target = read_hex(s, source), read_hex(s, goal)
    for d in range(6):
        if sign == ">" and first_piece(s, cell, d) == target:
            return SHOT + 8 * cell + d
        if sign != ">" and cell + s.step[d] == target:
            return STEP + 8 * cell + d
    expected = "the first piece in a line" if sign == ">" else "a neighbour"
    raise Unreadable(f"expected {expected} from {source}, got {goal}")
