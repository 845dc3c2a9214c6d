"""`python -m honjin.solver.tables.presolve`: make a table in a process of low priority.

What it needs comes as JSON on its standard input (`Order`). A line is printed each time that more
is done: how much, and of how much. It ends with 0 when the table is there; otherwise the last line
says why not. Broken off, it goes on from where it was when it is asked again.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Final

import msgspec

from honjin.core.errors import HonjinError
from honjin.core.jit.compiled import load_game
from honjin.solver.retrograde.steps import Step
from honjin.solver.tables.solving import Counting, index_of, solve_plan

NICENESS: Final = 10
PAUSE: Final = 0.1
"""Seconds between two lines."""

OF: Final = 1000


class Order(msgspec.Struct, frozen=True):
    """The table that holds a position of a game; `game` is where the module finds it."""

    game: str
    position: str
    options: Mapping[str, str | bool]
    folder: str
    jobs: int = 2


def command() -> list[str]:
    """The command that makes a table."""
    return [sys.executable, "-m", "honjin.solver.tables.presolve"]


def main() -> int:
    """Make the table that standard input asks for."""
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
    """Make a table, and tell of it on standard output."""
    game = load_game(order.game)
    position = game.read_position(order.position, game.read_options(order.options))
    plan = index_of(game).plan(position)
    solve_plan(game, plan, Path(order.folder), jobs=order.jobs, tell=_Teller().tell)


class _Teller:
    def __init__(self) -> None:
        self._told = 0.0

    def tell(self, news: Counting | Step) -> None:
        """Half of the work is to ask the rules, half to decide; positions that draw are left."""
        if time.monotonic() - self._told < PAUSE:
            return
        self._told = time.monotonic()
        done, of, _ = news.progress()
        half = OF // 2 * done // max(1, of)
        print(half if isinstance(news, Counting) else OF // 2 + half, OF, flush=True)


if __name__ == "__main__":
    # The module under its own name, as others see it.
    sys.exit(import_module("honjin.solver.tables.presolve").main())
