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
from math import prod
from typing import Any, Final, NamedTuple

from honjin.core.arrays.counts import Count, strides
from honjin.core.arrays.words import Shown
from honjin.core.arrays.writing import turned
from honjin.core.jit.bits import entry
from honjin.core.jit.rule import is_rule
from honjin.core.jit.sources.written import written
from honjin.core.state import Field, State

_MAX_SEATS: Final = 64
"""More seats than any game has: with a bound, the compiler knows that no index is negative."""


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
    lines = [f"me = min(max(seat, 0), {_MAX_SEATS})", f"seats = min(max(seats, 1), {_MAX_SEATS})"]
    at = Count()
    for key, field, shown in fields:
        lines += _lines(key, field, shown, at)
        at = at.plus(strides(field, shown)[0])
    names = {"entry": entry, "turned": turned} | {
        f"show_{key}": function for key, function in own.items()
    }
    body = [f"    {line}" for line in [*lines, f"return {at}"]]
    return written(home, name, "\n".join([f"def {name}(s, seat, seats, out):", *body]), names)


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


def _lines(key: str, field: Field, shown: Shown, at: Count) -> list[str]:
    """The lines that encode a field from the place `at`: a loop for each axis, a value inside."""
    if shown.kind == "own":
        return [f"show_{key}(s, me, out, {at})"]
    loops, value, place = [], f"s.{key}", str(at)
    for axis, stride in enumerate(strides(field, shown)[1:]):
        if axis == 0 and shown.is_mine:
            value += "[me]"
        elif axis == shown.axis:
            loops.append(f"for k{axis} in range(seats):")
            value += f"[turned(me + k{axis}, seats)]"
            place += f" + k{axis} * ({stride})"
        elif shown.kind == "amount" and shown.axis < axis < len(field.shape) - 1:
            # The rest is one run of numbers: a short inner loop would keep them apart.
            loops.append(f"for k in range({prod(field.shape[axis:])}):")
            value, place = f"entry({value}, k)", f"{place} + k"
            break
        else:
            loops.append(f"for k{axis} in range({field.shape[axis]}):")
            value += f"[k{axis}]"
            place += f" + k{axis} * ({stride})"
    return [
        "    " * depth + line
        for depth, lines in enumerate([*([loop] for loop in loops), _writing(shown, place, value)])
        for line in lines
    ]


def _writing(shown: Shown, place: str, value: str) -> list[str]:
    """The lines that write one value from a place on."""
    value += f" - {shown.least}" if shown.least and shown.kind != "amount" else ""
    match shown.kind:
        case "amount":
            per = f" // {shown.per}" if shown.per > 1 else ""
            return [f"out[{place}] = max({shown.least}, min({shown.most}, {value})){per}"]
        case "one_of":
            return [f"v = {value}", f"if 0 <= v < {shown.size}: out[{place} + v] = 1"]
        case "bits":
            return [f"v = {value}", f"for j in range({shown.size}): out[{place} + j] = v >> j & 1"]
        case "seat_number":
            seat = "turned(v + seats - me, seats)"
            return [f"v = {value}", f"if 0 <= v < seats: out[{place} + {seat}] = 1"]
        case _:
            bit = "v >> turned(me + j, seats) & 1"
            return [f"v = {value}", f"for j in range(seats): out[{place} + j] = {bit}"]


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
