"""What varies in a search, and the values that it may take.

It is an option of the game, a value in a file that the game reads, or something that is drawn at
one of its desks (`core.parts.desks`): what a few cells are painted with, or where a brush's cell
lies.
"""

from __future__ import annotations

import math
from typing import Any, Final

import msgspec

from honjin.core.game import Game
from honjin.core.options import Option, Value
from honjin.lab.errors import BadPlan

MAX_VALUES: Final = 200
BLANK: Final = "-"
"""As a value: nothing is painted there."""


class Varied(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that varies, and its values: those of an option.

    With `path` it is what stands there in the option's file, such as `scenario.turns`. With `layer`
    it is part of what is drawn for that option: all of `cells` are painted with a brush, the
    values; or the cell of `brush` lies at one of the values, and what lay there goes where it was.
    """

    option: str
    values: tuple[Value, ...]
    layer: str = ""
    cells: tuple[str, ...] = ()
    brush: str = ""
    path: str = ""

    @property
    def name(self) -> str:
        """What it is called: `bid`, `map:scenario.turns`, `map:terrain:a1`, `map:terrain:@keep`."""
        if self.path:
            return f"{self.option}:{self.path}"
        part = f"@{self.brush}" if self.brush else "+".join(self.cells)
        return ":".join((self.option, self.layer, part)) if self.layer else self.option

    @property
    def is_plain(self) -> bool:
        """Whether it is an option as such, and nothing in its file."""
        return not self.path and not self.layer

    def features(self) -> list[list[float]]:
        """Each value as numbers from 0 to 1, in order if all are different numbers.

        Otherwise each has a place of its own.
        """
        numbers = [_number(value) for value in self.values]
        known = [number for number in numbers if number is not None]
        if len(set(known)) == len(numbers) > 1 and not self.brush:
            low, high = min(known), max(known)
            return [[(number - low) / (high - low)] for number in known]
        every = range(len(self.values))
        return [[float(n == value) for n in every] for value in every]


def _number(value: Value) -> float | None:
    try:
        found = float(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return found if found is not None and math.isfinite(found) else None


# ---- as one writes it


def read_varied(game: Game[Any], text: str) -> Varied:
    """What a text such as `bid=2..9` or `map:terrain:c3+d4=covered,-` varies; BadPlan if nothing.

    `map:scenario.turns=8..12` is a value in a file. Values stand between commas, or between slashes
    where they hold commas themselves. `a..b` is all from a to b: of an option with values in their
    order, of a layer's brushes in theirs, else whole numbers. An option alone takes all its values.
    """
    name, equals, told = text.partition("=")
    option, _, rest = name.partition(":")
    layer, colon, part = rest.partition(":")
    if rest and not colon:
        return Varied(option.replace("-", "_"), _read_values(told, ()), path=rest)
    option = option.replace("-", "_")
    brush = part[1:] if part.startswith("@") else ""
    cells = tuple(part.split("+")) if part and not brush else ()
    every = _values_of(game, option, layer, brush)
    if not equals:
        if not every:
            raise BadPlan(f"expected values, as in {text}=a,b")
        return Varied(option, every, layer, cells, brush)
    return Varied(option, _read_values(told, every), layer, cells, brush)


def _values_of(game: Game[Any], option: str, layer: str, brush: str) -> tuple[Value, ...]:
    """All values that are known."""
    if brush:
        return ()
    if layer:
        found = (one for desk in game.desks if desk.option == option for one in desk.layers)
        return tuple(brush.key for one in found if one.key == layer for brush in one.brushes)
    declared = next((one for one in game.options if one.key == option), None)
    return _values_of_option(declared) if declared else ()


def _values_of_option(option: Option) -> tuple[Value, ...]:
    return (False, True) if isinstance(option.default, bool) else option.values


def _read_values(told: str, every: tuple[Value, ...]) -> tuple[Value, ...]:
    parts = told.split("/" if "/" in told else ",")
    found = [value for part in parts for value in _read_value(part.strip(), every)]
    return tuple(dict.fromkeys(found))


def _read_value(part: str, every: tuple[Value, ...]) -> list[Value]:
    low, dots, high = part.partition("..")
    if dots:
        return _between(low, high, every)
    if every == (False, True) and part in ("false", "true"):
        return [part == "true"]
    return [part]


def _between(low: str, high: str, every: tuple[Value, ...]) -> list[Value]:
    if low in every and high in every:
        ends = sorted((every.index(low), every.index(high)))
        return list(every[ends[0] : ends[1] + 1])
    try:
        first, last = int(low), int(high)
    except ValueError:
        first, last = 1, 0
    if not first < last < first + MAX_VALUES:
        raise BadPlan(f"expected a range such as 2..9, got {low[:40]}..{high[:40]}")
    return [str(n) for n in range(first, last + 1)]
