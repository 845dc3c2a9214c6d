"""The cases for the official checks: every preset, and random mixes of options."""

import random
from typing import Any, Final, NamedTuple

import pytest

from honjin.core.options import Option
from honjin.games import keys, load

MIXES: Final = 4
"""The number of mixes of each game."""


class Case(NamedTuple):
    """A game with the arguments of its environments; `name` is the id of the test."""

    key: str
    name: str
    given: dict[str, Any]


def presets(key: str) -> list[Case]:
    """Every preset of a game."""
    return [Case(key, preset.key, {"preset": preset.key}) for preset in load(key).presets]


def mixes(key: str) -> list[Case]:
    """Options whose values are drawn at random, the same in every run."""
    drawn = random.Random(key)
    return [
        Case(key, f"mix{n}", {option.key: drawn.choice(values) for option, values in _free(key)})
        for n in range(MIXES)
    ]


def _free(key: str) -> list[tuple[Option, tuple[Any, ...]]]:
    found = ((option, _values_of(option)) for option in load(key).options)
    return [(option, values) for option, values in found if values]


def _values_of(option: Option) -> tuple[Any, ...]:
    """The values to choose from; none for free text."""
    return option.values or ((False, True) if isinstance(option.default, bool) else ())


def cases(quick: tuple[str, ...] = ()) -> list[Any]:
    """All cases as parameters; only the first presets of the `quick` games are not slow."""
    return [
        pytest.param(case, id=f"{case.key}-{case.name}", marks=_marks(key in quick and not n))
        for key in keys()
        for n, case in enumerate([*presets(key), *mixes(key)])
    ]


def _marks(is_quick: bool) -> Any:
    return () if is_quick else pytest.mark.slow
