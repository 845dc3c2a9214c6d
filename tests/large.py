"""Games whose rules take a minute or more to compile: only slow tests run them compiled."""

from collections.abc import Iterable
from typing import Any, Final

import pytest

LARGE: Final = frozenset({"swords", "summits"})


def large_are_slow(rows: Iterable[tuple[str, ...]]) -> list[Any]:
    """Rows of parameters that begin with a game's key: those of large games are slow."""
    return [pytest.param(*row, marks=[pytest.mark.slow] if row[0] in LARGE else []) for row in rows]
