"""Actions and positions as text.

bid2   bright   dim   card3   offer1   sell2   decline       a draw: 1, 2 or 3
position: the fields that differ from an empty state, as name=1,2,3
"""

import re
from typing import Any

from honjin.core.errors import Unreadable
from honjin.core.options import Options
from honjin.core.seats import CHANCE
from madeup.laws import LAWS
from madeup.rules import ANSWERS, CARDS, LANTERNS, OFFERS
from madeup.state import BRIGHT, DIM, Fair

_FIXED = {"bright": LANTERNS + BRIGHT, "dim": LANTERNS + DIM, "decline": ANSWERS}
_NUMBERED = {"bid": 0, "card": CARDS, "offer": OFFERS, "sell": ANSWERS}
_RANGES = {"bid": range(LANTERNS + 1), "card": range(1, 4), "offer": range(4), "sell": range(1, 4)}
_ACTION = re.compile(r"(bid|card|offer|sell)([0-9]|1[0-5])\Z")


def write_action(s: Fair, seat: int, action: int) -> str:
    """An action in notation."""
    if seat == CHANCE:
        return str(action)
    for text, number in _FIXED.items():
        if number == action:
            return text
    kind = [key for key, first in _NUMBERED.items() if first <= action][-1]
    return f"{kind}{action - _NUMBERED[kind]}"


def read_action(s: Fair, seat: int, text: str) -> int:
    """The action of a text; Unreadable otherwise."""
    if seat == CHANCE:
        if text in ("1", "2", "3"):
            return int(text)
        raise Unreadable(f"expected a card 1, 2 or 3, got {text!r}")
    if text in _FIXED:
        return _FIXED[text]
    found = _ACTION.match(text)
    if not found or int(found[2]) not in _RANGES[found[1]]:
        raise Unreadable(f"expected bid<n>, bright, dim, card<n>, offer<seat> ..., got {text!r}")
    return _NUMBERED[found[1]] + int(found[2])


def write_position(s: Fair) -> str:
    """All fields that differ from an empty state."""
    empty = Fair()
    return " ".join(
        f"{name}={','.join(map(str, _flat(getattr(s, name))))}"
        for name in Fair._fields
        if getattr(s, name) != getattr(empty, name)
    )


def read_position(text: str, options: Options) -> Fair:
    """The state of a text; Unreadable otherwise."""
    s = Fair()
    for part in text.split():
        name, _, values = part.partition("=")
        if name not in Fair._fields or not re.fullmatch(r"-?[0-9]{1,9}(,-?[0-9]{1,9})*", values):
            raise Unreadable(f"expected <field>=<numbers>, got {part!r}")
        setattr(s, name, _folded(name, [int(value) for value in values.split(",")]))
    _must_be_a_fair(s, options)
    return s


def _must_be_a_fair(s: Fair, options: Options) -> None:
    try:
        s.check()
    except OverflowError as problem:
        raise Unreadable(f"a number is out of bounds: {problem}") from None
    if (str(s.seats), str(s.rounds)) != (options["seats"], options["rounds"]):
        raise Unreadable(f"expected {options['seats']} seats and {options['rounds']} rounds")
    for law in LAWS:
        if not law.holds(s):
            raise Unreadable(f"the position breaks the law of {law.name}")


def _flat(value: Any) -> list[int]:
    if isinstance(value, int):
        return [value]
    return [number for part in value for number in _flat(part)]


def _folded(name: str, numbers: list[int]) -> Any:
    shape = Fair._fields[name].shape
    size = 1
    for n in shape:
        size *= n
    if len(numbers) != size:
        raise Unreadable(f"{name} has {size} numbers, not {len(numbers)}")
    if not shape:
        return numbers[0]
    if len(shape) == 1:
        return numbers
    return [numbers[k : k + shape[1]] for k in range(0, size, shape[1])]
