"""What the official checks are run on: every preset, and options mixed at random."""

import random
from typing import Any, Final, NamedTuple

import pytest

from honjin.core.options import Option
from honjin.games import keys, load

MIXES: Final = 4
"""So many mixes of each game."""


class Case(NamedTuple):
    """A game with what its environments are made with; `name` is for people."""

    key: str
    name: str
    given: dict[str, Any]


def presets(key: str) -> list[Case]:
    """Every preset of a game."""
    return [Case(key, preset.key, {"preset": preset.key}) for preset in load(key).presets]


def mixes(key: str) -> list[Case]:
    """Options of which each value is drawn, the same ones in every run."""
    drawn = random.Random(key)
    return [
        Case(key, f"mix{n}", {option.key: drawn.choice(values) for option, values in _free(key)})
        for n in range(MIXES)
    ]


def _free(key: str) -> list[tuple[Option, tuple[Any, ...]]]:
    found = ((option, _values_of(option)) for option in load(key).options)
    return [(option, values) for option, values in found if values]


def _values_of(option: Option) -> tuple[Any, ...]:
    """What can be chosen; nothing where any text can."""
    return option.values or ((False, True) if isinstance(option.default, bool) else ())


def cases(quick: tuple[str, ...] = ()) -> list[Any]:
    """All of them, as parameters; only the first presets of the `quick` games are in that tier."""
    return [
        pytest.param(case, id=f"{case.key}-{case.name}", marks=_marks(key in quick and not n))
        for key in keys()
        for n, case in enumerate([*presets(key), *mixes(key)])
    ]


def _marks(is_quick: bool) -> Any:
    return () if is_quick else pytest.mark.slow
