"""Actions and positions as text.

bid2   bright   dim   card3   offer1   sell2   decline       a draw: 1, 2 or 3
position: the fields that differ from an empty state, as name=1,2,3
"""

import re
from typing import Any

from honjin.core.actions import TableNotation
from honjin.core.errors import Unreadable
from honjin.core.options import Options
from madeup.actions import ACTIONS
from madeup.laws import LAWS
from madeup.rules import PHASES
from madeup.state import VALUES, Fair


def write_position(s: Fair) -> str:
    """All fields that differ from an empty state."""
    empty = Fair()
    return " ".join(
        f"{name}={','.join(map(str, _flat(getattr(s, name))))}"
        for name in Fair._fields
        if getattr(s, name) != getattr(empty, name)
    )


def read_position(text: str, options: Options) -> Fair:
    """The state that a text denotes; Unreadable if it is malformed."""
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
        raise Unreadable(f"expected {size} numbers for {name}, got {len(numbers)}")
    if not shape:
        return numbers[0]
    if len(shape) == 1:
        return numbers
    return [numbers[k : k + shape[1]] for k in range(0, size, shape[1])]


NOTATION = TableNotation(ACTIONS, PHASES, VALUES, write_position, read_position)
