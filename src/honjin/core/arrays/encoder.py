"""Encoders, generated from a state's table of fields (`core.arrays.words`).

    encode = encoder(__name__, "encode", MyState, pile=show_pile)

creates a rule function `encode(s, seat, seats, out)` that runs interpreted and compiled. It fills
the list `out`, initially zeros, with the seat's observation `s`, and returns the number of places.
`features` names them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple

from honjin.core.arrays import writing
from honjin.core.arrays.words import Shown
from honjin.core.jit.rule import is_rule
from honjin.core.jit.written import written
from honjin.core.state import Field, State

_PUTS: Final = {
    name: getattr(writing, name)
    for name in ("put_amount", "put_one_of", "put_bits", "put_seat_number", "put_seat_set")
}


class Feature(NamedTuple):
    """One place of an array: its name, its least and its greatest value.

    `coins[+1]` is the number of coins of the seat after the viewer's, `phase=3` is 1 if the phase
    is 3, `kept:2` is 1 if bit 2 is set, `turn=+0` is 1 if it is the viewer's turn.
    """

    name: str
    least: int
    most: int


def encoder(
    home: str, name: str, state: type[State], **own: Callable[..., None]
) -> Callable[[Any, int, int, Any], int]:
    """A rule function `name(s, seat, seats, out)` of the module `home`; see the module docstring.

    `own` are the rule functions `(s, me, out, at)` that fill the places of the fields shown by
    `own`, starting at `at`; `me` is the viewer, seat 0 for a spectator.
    """
    fields = _shown(state)
    _must_match({key for key, _, shown in fields if shown.kind == "own"}, own)
    lines = [f"def {name}(s, seat, seats, out):", "    me = max(seat, 0)", "    at = 0"]
    for key, field, shown in fields:
        lines += ["    " + line for line in _lines(key, field, shown)]
    names = _PUTS | {f"show_{key}": function for key, function in own.items()}
    return written(home, name, "\n".join([*lines, "    return at"]), names)


@lru_cache(64)
def features(state: type[State], seats: int) -> tuple[Feature, ...]:
    """All places of an array, in their order, for a number of seats."""
    return tuple(
        place for key, field, shown in _shown(state) for place in _places(key, field, shown, seats)
    )


def _shown(state: type[State]) -> list[tuple[str, Field, Shown]]:
    return [(key, field, field.shows) for key, field in state._fields.items() if field.shows]


def _must_match(expected: set[str], own: dict[str, Callable[..., None]]) -> None:
    if expected != own.keys():
        different = ", ".join(sorted(expected ^ own.keys()))
        raise TypeError(f"expected a function for each field shown by own; check {different}")
    for key, function in own.items():
        if not is_rule(function):
            raise TypeError(f"the function for {key} is not marked @rule")


# ---- text


def _lines(key: str, field: Field, shown: Shown) -> list[str]:
    """The lines that encode a field: a loop for each axis, with a call inside."""
    if shown.kind == "own":
        return [f"show_{key}(s, me, out, at)", f"at += {shown.size}"]
    value = f"s.{key}"
    lines: list[str] = []
    for axis, length in enumerate(field.shape):
        pad = "    " * len(lines)
        if axis == 0 and shown.is_mine:
            value += "[me]"
        elif axis == shown.axis:
            lines.append(f"{pad}for k{axis} in range(seats):")
            value += f"[(me + k{axis}) % seats]"
        else:
            lines.append(f"{pad}for k{axis} in range({length}):")
            value += f"[k{axis}]"
    return [*lines, "    " * len(lines) + _call(shown, value)]


def _call(shown: Shown, value: str) -> str:
    plus = f" - {shown.least}" if shown.least else ""
    given = {
        "amount": f"{value}, {shown.least}, {shown.most}, {shown.per}",
        "one_of": f"{value}, {shown.least}, {shown.size}",
        "bits": f"{value}, {shown.size}",
        "seat_number": f"{value}{plus}, me, seats",
        "seat_set": f"{value}, me, seats",
    }[shown.kind]
    return f"at = put_{shown.kind}(out, at, {given})"


# ---- names


def _places(key: str, field: Field, shown: Shown, seats: int) -> Iterator[Feature]:
    if shown.kind == "own":
        yield from (Feature(f"{key}:{n}", shown.least, shown.most) for n in range(shown.size))
        return
    for part in product(*(_axis(n, axis, shown, seats) for n, axis in enumerate(field.shape))):
        yield from _values(key + "".join(part), shown, seats)


def _axis(axis: int, length: int, shown: Shown, seats: int) -> list[str]:
    if axis == 0 and shown.is_mine:
        return ["[+0]"]
    if axis == shown.axis:
        return [f"[+{n}]" for n in range(seats)]
    return [f"[{n}]" for n in range(length)]


def _values(name: str, shown: Shown, seats: int) -> Iterator[Feature]:
    match shown.kind:
        case "amount":
            yield Feature(name, shown.least, shown.most // shown.per)
        case "one_of":
            yield from (Feature(f"{name}={shown.least + n}", 0, 1) for n in range(shown.size))
        case "bits":
            yield from (Feature(f"{name}:{n}", 0, 1) for n in range(shown.size))
        case _:
            sign = "=" if shown.kind == "seat_number" else ":"
            yield from (Feature(f"{name}{sign}+{n}", 0, 1) for n in range(seats))
