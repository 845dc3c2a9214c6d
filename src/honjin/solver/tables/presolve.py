"""`python -m honjin.solver.tables.presolve`: make a table in a process of low priority.

It reads an `Order` in JSON from standard input and prints a line for each progress made: the amount
done and the total. It exits with 0 when the table is complete; otherwise the last line says why
not. If interrupted, the next run resumes it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from honjin.core.errors import HonjinError
from honjin.core.game import load_game
from honjin.solver.tables.plans import index_of

if TYPE_CHECKING:
    from honjin.solver.retrograde.steps import Step
    from honjin.solver.tables.solving import Counting

NICENESS: Final = 10
PAUSE: Final = 0.1
"""Seconds between two lines."""

OF: Final = 1000


class Order(msgspec.Struct, frozen=True):
    """The table that holds a position of a game; `game` is the address of its module."""

    game: str
    position: str
    options: Mapping[str, str | bool]
    folder: str
    jobs: int = 2


def command() -> list[str]:
    """The command that runs this module."""
    return [sys.executable, "-m", "honjin.solver.tables.presolve"]


def main() -> int:
    """Make the table ordered on standard input."""
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        make(order)
    except (HonjinError, OSError) as problem:
        print(problem, flush=True)
        return 1
    return 0


def make(order: Order) -> None:
    """Make a table, reporting progress on standard output."""
    from honjin.solver.tables.solving import solve_plan

    game = load_game(order.game)
    position = game.read_position(order.position, game.read_options(order.options))
    plan = index_of(game).plan(position)
    solve_plan(game, plan, Path(order.folder), jobs=order.jobs, tell=_Teller().tell)


class _Teller:
    def __init__(self) -> None:
        self._told = 0.0

    def tell(self, news: Counting | Step) -> None:
        """Print the progress: half for the graph, half for the analysis (draws stay open)."""
        from honjin.solver.tables.solving import Counting

        if time.monotonic() - self._told < PAUSE:
            return
        self._told = time.monotonic()
        done, of, _ = news.progress()
        half = OF // 2 * done // max(1, of)
        print(half if isinstance(news, Counting) else OF // 2 + half, OF, flush=True)


if __name__ == "__main__":
    # Import the module under its own name, so that its classes are those of other modules.
    sys.exit(import_module("honjin.solver.tables.presolve").main())
