"""Actions as text; positions in position.py.

e1-e2            an army steps, or attacks as e1xe2; leaps through a friend as e1^e3
raise-e2         a new army; dismiss-e2 lets one go
ninja-e2 march-e2 at-e2        a card played on an army; a second army or a castle placed
spy-1 intrigue-1               a card played against a seat
draw house compose buy-3       the draw and honor phases
prosperity much-honor          cards played
+hc -hc          a card set aside, taken back; seal when that is done
lose-hc honor cards            what Intrigue takes
enter stay       into a beaten attacker's castle or not
on               the phase is done
lay-d-e2         a tile; lay-x-e2 an impassable one face down
offer-1 clear send close accept-1 decline-1 counter-1   an offer, answers to one
give-gold-5 ask-honor-2 give-promises-1 give-hc ask-hc-less give-army-e2 ask-keep-e2   its items

Chance: seat1 is first, e1 the next clan's fortress, 34 a trait, hc a card, 7 two dice, t a tile.
"""

import re
from typing import Final

from honjin.core.errors import Unreadable
from honjin.core.seats import CHANCE
from honjin.games.swords.content.data import CARD_LETTERS, TRAIT_ROLLS
from honjin.games.swords.content.maps import IMPASSABLE, LETTERS
from honjin.games.swords.info.names import SQUARE_NAMES, SQUARE_OF
from honjin.games.swords.rules.actions import (
    ASIDE,
    BACK,
    BUY_SOME,
    COMPOSE,
    DISMISS,
    DRAW_ONE,
    GIVE_CARDS,
    GIVE_HONOR,
    GO_IN,
    HOUSE,
    INTRIGUE_ON,
    LEAP,
    MARCH_OF,
    MUCH,
    NINJA_AT,
    ON,
    PROSPER,
    PUT_AT,
    RAISE,
    SEALED,
    SPY_ON,
    STAY,
    STEP,
    STRIKE,
    TILE,
    YIELD_ONE,
)
from honjin.games.swords.rules.play import chance_outcomes
from honjin.games.swords.rules.state import FORTS, LOT, ROLL_TRAITS, TILES, VERSE, Swords
from honjin.games.swords.rules.trade import CLEAR, CLOSE, OFFER, SEND
from honjin.games.swords.text.position import read_position, write_position
from honjin.games.swords.text.trade import read_deal, write_deal

__all__ = ["read_action", "read_position", "write_action", "write_position"]

_FIXED: Final = {
    "on": ON, "draw": DRAW_ONE, "house": HOUSE, "compose": COMPOSE, "prosperity": PROSPER,
    "much-honor": MUCH, "honor": GIVE_HONOR, "cards": GIVE_CARDS, "seal": SEALED, "enter": GO_IN,
    "stay": STAY, "clear": CLEAR, "send": SEND, "close": CLOSE,
}  # fmt: skip
_WRITTEN: Final = {action: text for text, action in _FIXED.items()}
_WALKS: Final = {"-": STEP, "x": STRIKE, "^": LEAP}
_AT: Final = {
    "raise": RAISE, "dismiss": DISMISS, "ninja": NINJA_AT, "march": MARCH_OF, "at": PUT_AT
}  # fmt: skip
_ON_SEAT: Final = {"spy": SPY_ON, "intrigue": INTRIGUE_ON}
_ON_CARD: Final = {"+": ASIDE, "-": BACK, "lose-": YIELD_ONE}
TILE_LETTERS: Final = LETTERS[: IMPASSABLE + 1].replace(".", "o") + "x"
"""The letter of each tile: `o` is clear ground, `x` an impassable tile face down."""
_CARD: Final = "|".join(CARD_LETTERS)
_EXPECTED: Final = "e1-e2, e1xe2, raise-e2, spy-1, buy-3, +hc, lose-hc, draw, seal, on or the like"


def write_action(s: Swords, seat: int, action: int) -> str:
    """An action or outcome in notation."""
    if seat == CHANCE:
        return _write_chance(s, action)
    if action in _WRITTEN:
        return _WRITTEN[action]
    if action >= OFFER:
        return write_deal(s, action)
    if action < RAISE:
        mark = next(mark for mark, base in reversed(_WALKS.items()) if action >= base)
        return f"{SQUARE_NAMES[action % 10_000 // 100]}{mark}{SQUARE_NAMES[action % 100]}"
    if action < SPY_ON:
        name = next(name for name, base in reversed(_AT.items()) if action >= base)
        return f"{name}-{SQUARE_NAMES[action % 100]}"
    return _write_small(action)


def _write_small(action: int) -> str:
    if action >= TILE:
        tile, square = divmod(action - TILE, 100)
        return f"lay-{TILE_LETTERS[tile]}-{SQUARE_NAMES[square]}"
    if action >= ASIDE:
        mark, base = next((m, b) for m, b in reversed(_ON_CARD.items()) if action >= b)
        return f"{mark}{CARD_LETTERS[action - base]}"
    if action >= BUY_SOME:
        return f"buy-{action - BUY_SOME}"
    name, base = next((name, b) for name, b in reversed(_ON_SEAT.items()) if action >= b)
    return f"{name}-{action - base}"


def _write_chance(s: Swords, outcome: int) -> str:
    if s.phase == LOT:
        return f"seat{outcome}"
    if s.phase == FORTS:
        return SQUARE_NAMES[s.square[outcome]]
    if s.phase == ROLL_TRAITS:
        return str(TRAIT_ROLLS[outcome])
    if s.phase == TILES:
        return TILE_LETTERS[outcome]
    return str(outcome) if s.phase == VERSE else CARD_LETTERS[outcome]


def read_action(s: Swords, seat: int, text: str) -> int:
    """The action of a text; Unreadable says what was expected."""
    if seat == CHANCE:
        return _read_chance(s, text)
    if text in _FIXED:
        return _FIXED[text]
    action = _read_on_board(text)
    if action < 0:
        action = _read_small(text)
    if action < 0:
        action = read_deal(s, text)
    if action < 0:
        raise Unreadable(f"expected {_EXPECTED}; got {text[:80]!r}")
    return action


def _read_on_board(text: str) -> int:
    found = re.fullmatch(r"([a-j]\d+)([-x^])([a-j]\d+)", text)
    if found and found[1] in SQUARE_OF and found[3] in SQUARE_OF:
        return _WALKS[found[2]] + 100 * SQUARE_OF[found[1]] + SQUARE_OF[found[3]]
    found = re.fullmatch(rf"({'|'.join(_AT)})-([a-j]\d+)", text)
    if found and found[2] in SQUARE_OF:
        return _AT[found[1]] + SQUARE_OF[found[2]]
    found = re.fullmatch(rf"lay-([{re.escape(TILE_LETTERS)}])-([a-j]\d+)", text)
    if found and found[2] in SQUARE_OF:
        return TILE + 100 * TILE_LETTERS.index(found[1]) + SQUARE_OF[found[2]]
    return -1


def _read_small(text: str) -> int:
    found = re.fullmatch(r"(spy|intrigue)-([0-5])", text)
    if found:
        return _ON_SEAT[found[1]] + int(found[2])
    found = re.fullmatch(r"buy-(\d|1[0-2])", text)
    if found:
        return BUY_SOME + int(found[1])
    found = re.fullmatch(rf"(\+|-|lose-)({_CARD})", text)
    return _ON_CARD[found[1]] + CARD_LETTERS.index(found[2]) if found else -1


def _read_chance(s: Swords, text: str) -> int:
    out, weights = [0] * 40, [0] * 40
    outcomes = out[: chance_outcomes(s, out, weights)]
    texts = {_write_chance(s, outcome): outcome for outcome in outcomes}
    if text not in texts:
        told = ", ".join(texts) or "no lots or dice"
        raise Unreadable(f"expected one of {told}; got {text[:80]!r}")
    return texts[text]
