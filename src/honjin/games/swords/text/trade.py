"""Actions of trade as text; notation.py has the others."""

import re
from typing import Final

from honjin.games.swords.content.data import CARD_LETTERS
from honjin.games.swords.info.names import SQUARE_NAMES, SQUARE_OF
from honjin.games.swords.rules.state import Swords
from honjin.games.swords.rules.trade import (
    ACCEPT,
    AMOUNT,
    ARMY,
    CARD_IN,
    CARD_OUT,
    COUNTER,
    DECLINE,
    KEEP_AT,
    OFFER,
)

SIDES: Final = ("give", "ask")
SUMS: Final = ("gold", "honor", "promises")
_TO_SEAT: Final = {
    "offer": OFFER, "accept": ACCEPT, "decline": DECLINE, "counter": COUNTER
}  # fmt: skip


def write_deal(s: Swords, action: int) -> str:
    """An action of trade in notation."""
    if action < AMOUNT:
        name, base = next((k, b) for k, b in reversed(_TO_SEAT.items()) if action >= b)
        return f"{name}-{action - base}"
    if action < CARD_IN:
        at = action - AMOUNT
        return f"{SIDES[at // 900]}-{SUMS[at % 900 // 300]}-{at % 300}"
    side, at = SIDES[action % 200 // 100], action % 100
    if action < ARMY:
        return f"{side}-{CARD_LETTERS[at]}{'' if action < CARD_OUT else '-less'}"
    if action < KEEP_AT:
        return f"{side}-army-{SQUARE_NAMES[at]}"
    return f"{side}-keep-{SQUARE_NAMES[s.square[at]]}"


def read_deal(s: Swords, text: str) -> int:
    """The action of a text, -1 if it is none of trade."""
    found = re.fullmatch(r"(offer|accept|decline|counter)-([0-5])", text)
    if found:
        return _TO_SEAT[found[1]] + int(found[2])
    found = re.fullmatch(r"(give|ask)-(gold|honor|promises)-(\d{1,2})", text)
    if found:
        at = 3 * SIDES.index(found[1]) + SUMS.index(found[2])
        return AMOUNT + 300 * at + int(found[3])
    return _read_item(s, text)


def _read_item(s: Swords, text: str) -> int:
    found = re.fullmatch(rf"(give|ask)-({'|'.join(CARD_LETTERS)})(-less)?", text)
    if found:
        base = CARD_OUT if found[3] else CARD_IN
        return base + 100 * SIDES.index(found[1]) + CARD_LETTERS.index(found[2])
    found = re.fullmatch(r"(give|ask)-(army|keep)-([a-j]\d+)", text)
    if not found or found[3] not in SQUARE_OF:
        return -1
    side, square = 100 * SIDES.index(found[1]), SQUARE_OF[found[3]]
    if found[2] == "army":
        return ARMY + side + square
    return KEEP_AT + side + s.castle[square] - 1 if s.castle[square] else -1
