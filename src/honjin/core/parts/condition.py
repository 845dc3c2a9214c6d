"""Conditions: the options under which a rule, or a row of a table, is part of a game.

`act: 3, 4; deal: yes` means that each option named has one of the values listed. A flag is `yes` or
`no`.

>>> when = read_condition("act: 3, 4; fight_own_pair: no")
>>> holds(when, {"act": "3", "fight_own_pair": False})
True
>>> holds(when, {"act": "1", "fight_own_pair": False})
False
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from honjin.core.options import Option, Options, Value

Condition = Mapping[str, tuple[Value, ...]]
"""Values by option; an empty condition always holds."""

ALWAYS: Final[Condition] = {}

_FLAGS: Final = {"yes": True, "no": False}


def read_condition(text: str) -> Condition:
    """The condition that a string denotes; ValueError if it is malformed."""
    found: dict[str, tuple[Value, ...]] = {}
    for part in text.split(";"):
        key, colon, values = (piece.strip() for piece in part.partition(":"))
        listed = [value.strip() for value in values.split(",")]
        if not (key and colon and all(listed)) or key in found:
            raise ValueError(f"expected '<option>: <value>, <value>; …', got {text!r}")
        found[key] = tuple(_FLAGS.get(value, value) for value in listed)
    return found


def holds(when: Condition, options: Options) -> bool:
    """True if a game with these options meets the condition."""
    return all(options.get(key) in values for key, values in when.items())


def both(one: Condition, other: Condition) -> Condition:
    """The condition that holds when both do; ValueError if they name the same option."""
    if shared := sorted(set(one) & set(other)):
        raise ValueError(f"{shared[0]} is in the condition of the chapter already")
    return {**one, **other}


def unknown_in(when: Condition, options: Iterable[Option]) -> str:
    """The first unknown option or value in a condition; empty if there is none."""
    known = {option.key: option for option in options}
    for key, values in when.items():
        option = known.get(key)
        if option is None:
            return key
        given = option.values or (True, False) if _is_choice(option) else (option.default,)
        if strange := [value for value in values if value not in given]:
            return f"{key}: {strange[0]}"
    return ""


def _is_choice(option: Option) -> bool:
    return bool(option.values) or isinstance(option.default, bool)
