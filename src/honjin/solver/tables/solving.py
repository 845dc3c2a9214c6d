"""Solving: making a table on disk with every position of a game with given options."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from filelock import FileLock

from honjin.core.game import Game
from honjin.core.jit.compiled import compiled
from honjin.core.options import Options
from honjin.core.parts.index import Plan
from honjin.solver.retrograde.graph import LOOPS, Graph, numbered
from honjin.solver.retrograde.steps import Step, Sweep
from honjin.solver.tables.files import Damaged, Draft, Table, open_table
from honjin.solver.tables.plans import plan_for, table_path

KEEP_SECONDS: Final = 20.0
"""Seconds of work lost at most when the machine crashes."""


class Counting(NamedTuple):
    """The progress of building the graph from the rules, in parts."""

    done: int
    of: int

    def progress(self) -> tuple[int, int, str]:
        """How much is done, the total, and the unit."""
        return self.done, self.of, "rules"


Tell = Callable[[Counting | Step], None]


def solve(
    game: Game[Any], options: Options, folder: Path, *, jobs: int = 2, tell: Tell | None = None
) -> Table:
    """The table of a game: opened if it exists, else solved. If interrupted, it can be resumed.

    A damaged table raises Damaged; it is never used, and never overwritten by itself.
    """
    return solve_plan(game, plan_for(game, options), folder, jobs=jobs, tell=tell)


def solve_plan(
    game: Game[Any], plan: Plan[Any], folder: Path, *, jobs: int = 2, tell: Tell | None = None
) -> Table:
    """The same for the table of a plan."""
    path = table_path(folder, game.key, plan.key)
    if path.exists():
        return open_table(path, game.key, game.version, plan.key)
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(path.with_suffix(".lock")):
        if not path.exists():
            _solve(game, plan, path, jobs, tell or (lambda _: None))
    return open_table(path, game.key, game.version, plan.key)


def _solve(game: Game[Any], plan: Plan[Any], path: Path, jobs: int, tell: Tell) -> None:
    graph = numbered(game, plan, jobs, lambda done, of: tell(Counting(done, of)))
    draft = Draft(path, game.key, game.version, graph)
    kept = time.monotonic()

    def look(step: Step) -> None:
        nonlocal kept
        tell(step)
        if time.monotonic() - kept > KEEP_SECONDS and step.depth > 1:
            # At the start of this step, all is decided within `depth` plies.
            draft.keep(step.depth)
            kept = time.monotonic()

    longest = Sweep(compiled(game, LOOPS), graph, draft.bytes, jobs).run(draft.depth, look)
    draft.finish(longest)


def check(
    game: Game[Any], options: Options, folder: Path, *, jobs: int = 2, tell: Tell | None = None
) -> Table:
    """Check a table by its checksum, and each position against those that its actions lead to.

    Raises Damaged, which names the first wrong position.
    """
    plan = plan_for(game, options)
    path = table_path(folder, game.key, plan.key)
    table = open_table(path, game.key, game.version, plan.key)
    graph = numbered(game, plan, jobs, lambda done, of: tell(Counting(done, of)) if tell else None)
    _must_be_of(table, graph)
    fault = Sweep(compiled(game, LOOPS), graph, table.bytes, jobs).fault()
    if fault >= 0:
        raise Damaged(f"{path}: the byte of position {fault} contradicts its actions")
    return table


def _must_be_of(table: Table, graph: Graph) -> None:
    same = len(table.numbers) == graph.families and (table.numbers == graph.numbers).all()
    if not same or not (table.first == graph.first).all():
        raise Damaged(f"{table.path}: its positions are not those of the rules")
