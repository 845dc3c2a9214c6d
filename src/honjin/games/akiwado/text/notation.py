"""Actions as text; positions in position.py.

15/4             the dice 1 and 5 are kept, 4 is given away
accept challenge to a split
says-east        declared: east, west, pocket
east3 pocket     in secret: three coins on the east; pocket money
leave back       the blue purveyor leaves the bid, takes a coin back
take-red         the red purveyor takes a card
white            chance: a colour; a card, also order
seat2            who begins
1-4-5            three dice
"""

import re
from typing import Final

from honjin.core.errors import Unreadable
from honjin.core.seats import CHANCE
from honjin.games.akiwado.content.data import CARD_NAMES, COLOUR_NAMES, DICE
from honjin.games.akiwado.info.names import PLACE_NAMES, given_mask, kept_text
from honjin.games.akiwado.rules.play import (
    ACCEPT,
    BACK,
    CHALLENGE,
    LEAVE,
    SAY,
    STAKE,
    TAKE,
    chance_outcomes,
    list_splits,
)
from honjin.games.akiwado.rules.state import EAST, LOT, LOT_OF_COLOURS, POCKET, ROLL, SPLIT, Akiwado
from honjin.games.akiwado.text.position import read_position, write_position

__all__ = ["read_action", "read_position", "write_action", "write_position"]

_FIXED: Final = {
    "accept": ACCEPT, "challenge": CHALLENGE, "leave": LEAVE, "back": BACK,
    "pocket": STAKE * POCKET,
    **{f"says-{PLACE_NAMES[place]}": SAY + place for place in range(EAST, POCKET + 1)},
    **{f"take-{name}": TAKE + colour for colour, name in enumerate(COLOUR_NAMES)},
}  # fmt: skip
_WRITTEN: Final = {action: text for text, action in _FIXED.items()}
_BID: Final = re.compile(r"(east|west)([1-9]\d{0,2})")
_MOST_OUTCOMES: Final = 56
_EXPECTED: Final = (
    "15/4 to split the dice, accept, challenge, says-east, east3, pocket, leave, back or take-red"
)


def write_action(s: Akiwado, seat: int, action: int) -> str:
    """An action or outcome in notation."""
    if seat == CHANCE:
        return _write_chance(s, action)
    if action in _WRITTEN:
        return _WRITTEN[action]
    if action >= STAKE:
        place, coins = divmod(action, STAKE)
        return f"{PLACE_NAMES[place]}{coins}"
    return f"{kept_text(s, action)}/{kept_text(s, given_mask(action))}"


def _write_chance(s: Akiwado, outcome: int) -> str:
    if s.phase == ROLL:
        return f"{outcome >> 6}-{outcome >> 3 & 7}-{outcome & 7}"
    if s.phase == LOT:
        return f"seat{outcome}"
    return (COLOUR_NAMES if s.phase == LOT_OF_COLOURS else CARD_NAMES)[outcome]


def read_action(s: Akiwado, seat: int, text: str) -> int:
    """The action of a text; Unreadable says what was expected."""
    if seat == CHANCE:
        return _read_chance(s, text)
    if text in _FIXED:
        return _FIXED[text]
    found = _BID.fullmatch(text)
    if found:
        return STAKE * PLACE_NAMES.index(found[1]) + int(found[2])
    splits = _splits(s)
    if text in splits:
        return splits[text]
    if splits and "/" in text:
        raise Unreadable(f"expected one of {', '.join(splits)}; got {text!r}")
    raise Unreadable(f"expected {_EXPECTED}; got {text!r}")


def _splits(s: Akiwado) -> dict[str, int]:
    if s.phase != SPLIT:
        return {}
    out = [0] * (1 << DICE)
    return {write_action(s, s.turn, kept): kept for kept in out[: list_splits(s, out)]}


def _read_chance(s: Akiwado, text: str) -> int:
    out, weights = [0] * _MOST_OUTCOMES, [0] * _MOST_OUTCOMES
    outcomes = out[: chance_outcomes(s, out, weights)]
    texts = {_write_chance(s, outcome): outcome for outcome in outcomes}
    if text not in texts:
        raise Unreadable(f"expected one of {', '.join(texts) or 'no lots or dice'}; got {text!r}")
    return texts[text]
