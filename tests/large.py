"""Games whose rules only the slow tests run compiled, since they take long to compile.

The quick tests compare compiled with interpreted rules in two games with rules of their own:
Rokumon, in which nothing is hidden, and Akiwado, with secrets and sealed choices. Of Akebono they
compile only what enumerates the values of a puzzle.
"""

from collections.abc import Iterable
from typing import Any, Final

import pytest

LARGE: Final = frozenset({"akebono", "swords", "summits"})


def large_are_slow(rows: Iterable[tuple[str, ...]]) -> list[Any]:
    """Rows of parameters that begin with a game's key: those of large games are slow."""
    return [pytest.param(*row, marks=[pytest.mark.slow] if row[0] in LARGE else []) for row in rows]
