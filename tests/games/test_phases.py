"""The number of a phase is a named constant in `state.py`, and the index of its row."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

import pytest

import madeup.rules
import madeup.state
from honjin.core.actions import Phases
from honjin.games import keys

WITHOUT: Final = {"rokumon"}
"""Games without a table of phases."""


def homes(key: str) -> tuple[ModuleType, list[ModuleType]]:
    """The module of a game's state, and those of its rules."""
    if key == "madeup":
        return madeup.state, [madeup.rules]
    room = f"honjin.games.{key}.rules"
    rules = import_module(room)
    names = [found.name for found in iter_modules(rules.__path__)]
    return import_module(f"{room}.state"), [import_module(f"{room}.{name}") for name in names]


def table_of(key: str) -> Phases | None:
    """The table of a game's phases."""
    found = [vars(module).get("PHASES") for module in homes(key)[1]]
    return next((table for table in found if isinstance(table, Phases)), None)


def test_which_games_have_phases() -> None:
    """The other games are tested below."""
    assert WITHOUT == {key for key in keys() if table_of(key) is None}


@pytest.mark.parametrize("key", [*(key for key in keys() if key not in WITHOUT), "madeup"])
def test_phases_are_numbered_as_the_state_says(key: str) -> None:
    """Each phase constant is the index of its row."""
    table, (state, _) = table_of(key), homes(key)
    assert table is not None
    names = [row.key.upper() for row in table.rows]
    assert dict(zip(names, range(len(names)), strict=True)) == {
        name: getattr(state, name, None) for name in names
    }
