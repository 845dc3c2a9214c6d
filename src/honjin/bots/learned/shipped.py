"""The learned values that come with a game: files in the folder `values` beside its rules."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from honjin.bots.learned.files import read_value
from honjin.bots.learned.weights import LearnedValue
from honjin.core.game import Game
from honjin.core.options import Options

FOLDER: Final = "values"


def shipped_value(game: Game[Any], options: Options) -> LearnedValue | None:
    """The learned value for these options; None if there is none, or only under other rules."""
    for value in _values_in(game.home / FOLDER):
        if value.suits(game, options):
            return value
    return None


@lru_cache(16)
def _values_in(folder: Path) -> tuple[LearnedValue, ...]:
    return tuple(read_value(path) for path in sorted(folder.glob("*.npz")))
