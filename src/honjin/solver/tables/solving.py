"""Solving: from the options of a game to a table on disk that holds every position of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from filelock import FileLock
from platformdirs import user_data_path

from honjin.core.game import Game
from honjin.core.index import Index, Plan, Unsolvable
from honjin.core.jit.compiled import compiled
from honjin.core.options import Options
from honjin.solver.retrograde.graph import LOOPS, Graph, numbered
from honjin.solver.retrograde.steps import Step, Sweep
from honjin.solver.tables.files import Damaged, Draft, Table, open_table, table_path

KEEP_SECONDS: Final = 20.0
"""So much work at most is lost when a solve is broken off by a crash of the machine."""


class Counting(NamedTuple):
    """The graph is being made from the rules: so many parts of so many."""

    done: int
    of: int

    def progress(self) -> tuple[int, int, str]:
        """How much is done of all there is, and of what."""
        return self.done, self.of, "rules"


Tell = Callable[[Counting | Step], None]


def default_folder() -> Path:
    """Where tables are kept unless another folder is given."""
    return user_data_path("honjin", appauthor=False) / "tables"


def index_of(game: Game[Any]) -> Index[Any]:
    """The game's index; Unsolvable when it has none."""
    if game.index is None:
        raise Unsolvable(_no_index(game))
    return game.index


def _no_index(game: Game[Any]) -> str:
    if game.has_secrets:
        return f"{game.key} has secrets: seats do not know the position, so it has no exact value"
    if game.has_chance:
        return f"{game.key} has dice or draws: its positions have odds, no sure outcome"
    return f"{game.key} has no index of its positions (core.index), which a table needs"


def plan_for(game: Game[Any], options: Options) -> Plan[Any]:
    """The table that a game with these options needs; Unsolvable says why there is none."""
    return index_of(game).plan(game.setup(options))


def plans_for(game: Game[Any], options: Options) -> list[Options]:
    """The options of all tables of a game: one deal of each class that are alike."""
    return index_of(game).plans(options)


def solve(
    game: Game[Any], options: Options, folder: Path, *, jobs: int = 2, tell: Tell | None = None
) -> Table:
    """The table of a game: opened if it is there, else solved. Broken off, it can be gone on with.

    A damaged table raises Damaged; it is never believed and never overwritten unasked.
    """
    return solve_plan(game, plan_for(game, options), folder, jobs=jobs, tell=tell)


def solve_plan(
    game: Game[Any], plan: Plan[Any], folder: Path, *, jobs: int = 2, tell: Tell | None = None
) -> Table:
    """The same for the table that a plan names."""
    path = table_path(folder, game.key, plan.key)
    if path.exists():
        return open_table(path, game.key, game.version)
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(path.with_suffix(".lock")):
        if not path.exists():
            _solve(game, plan, path, jobs, tell or (lambda _: None))
    return open_table(path, game.key, game.version)


def _solve(game: Game[Any], plan: Plan[Any], path: Path, jobs: int, tell: Tell) -> None:
    graph = numbered(game, plan, jobs, lambda done, of: tell(Counting(done, of)))
    draft = Draft(path, game.key, game.version, graph)
    kept = time.monotonic()

    def look(step: Step) -> None:
        nonlocal kept
        tell(step)
        if time.monotonic() - kept > KEEP_SECONDS and step.depth > 1:
            # What this step begins with is decided in up to `depth` plies.
            draft.keep(step.depth)
            kept = time.monotonic()

    longest = Sweep(compiled(game, LOOPS), graph, draft.bytes, jobs).run(draft.depth, look)
    draft.finish(longest)


def check(
    game: Game[Any], options: Options, folder: Path, *, jobs: int = 2, tell: Tell | None = None
) -> Table:
    """Prove a table twice: by its checksum, and each position by what its actions lead to.

    Damaged names the first position that is wrong.
    """
    plan = plan_for(game, options)
    path = table_path(folder, game.key, plan.key)
    table = open_table(path, game.key, game.version)
    graph = numbered(game, plan, jobs, lambda done, of: tell(Counting(done, of)) if tell else None)
    _must_be_of(table, graph)
    fault = Sweep(compiled(game, LOOPS), graph, table.bytes, jobs).fault()
    if fault >= 0:
        raise Damaged(f"{path}: the byte of position {fault} is not what its actions lead to")
    return table


def _must_be_of(table: Table, graph: Graph) -> None:
    same = len(table.numbers) == graph.families and (table.numbers == graph.numbers).all()
    if not same or not (table.first == graph.first).all():
        raise Damaged(f"{table.path}: it does not count the positions that the rules know")
