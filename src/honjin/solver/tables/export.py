"""Exporting solved positions: as text in notation, or as the arrays of a table."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.parts.index import Plan
from honjin.solver.tables.ask import Tables
from honjin.solver.tables.files import Table
from honjin.solver.tables.plans import index_of, plan_for
from honjin.solver.tables.value import read_byte

COLUMNS: Final = ("position", "side", "result", "plies")
EVERY: Final = 1000
"""Positions between two news of the progress."""


class BadExport(HonjinError):
    """The file cannot be exported to."""


class Row(NamedTuple):
    """One position: `result` is 1, 0 or -1 for the side to move."""

    position: Any
    side: str
    result: int
    plies: int


class Exporting(NamedTuple):
    """Progress: `done` positions of `of`."""

    done: int
    of: int

    def progress(self) -> tuple[int, int, str]:
        """The amount done, the total, and what is counted."""
        return self.done, self.of, "positions exported"


Tell = Callable[[Exporting], None]


def must_be_exportable(to: Path) -> None:
    """Raise BadExport unless the file's name has one of the endings that there are."""
    if to.suffix not in (".csv", ".npz"):
        raise BadExport(f"expected a file that ends in .csv or .npz, got {to.name!r}")


def export(
    game: Game[Any], options: Options, folder: Path, to: Path, *, sample: int = 0, seed: int = 1,
    tell: Tell = lambda _: None,
) -> int:  # fmt: skip
    """Write a solved table to a .csv or .npz file; return the number of positions.

    A file that is there already is replaced only once the new one is complete.
    """
    must_be_exportable(to)
    start = game.setup(options)
    _, table = Tables.open(game, folder).table_for(start)
    plan = plan_for(game, options)
    places = _places(table, sample, seed)
    to.parent.mkdir(parents=True, exist_ok=True)
    fresh = to.with_name(to.name + ".new")
    try:
        if to.suffix == ".csv":
            _write_csv(rows(game, plan, table, places), game, len(places), fresh, tell)
        else:
            _write_arrays(table, places, fresh)
        fresh.replace(to)
    finally:
        fresh.unlink(missing_ok=True)
    return len(places)


def _places(table: Table, sample: int, seed: int) -> Any:
    """The indices of all positions, or of `sample` distinct ones drawn at random."""
    count = len(table.bytes)
    if not 0 < sample < count:
        return np.arange(count)
    return np.sort(np.array(random.Random(seed).sample(range(count), sample)))


def rows(game: Game[Any], plan: Plan[Any], table: Table, places: Any) -> Iterator[Row]:
    """Positions with their values, as states of the table's game."""
    index = index_of(game)
    families = np.searchsorted(table.first, places, side="right") - 1
    for place, family in zip(map(int, places), map(int, families), strict=True):
        member = place - int(table.first[family])
        s = index.position(plan.start, int(table.numbers[family]), member)
        value = read_byte(int(table.bytes[place]))
        yield Row(s, index.sides[s.turn], value.result, value.plies)


def _write_csv(
    found: Iterable[Row], game: Game[Any], count: int, to: Path, tell: Tell
) -> None:  # fmt: skip
    with to.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for done, row in enumerate(found, 1):
            writer.writerow([game.notation.write_position(row.position), *row[1:]])
            if done % EVERY == 0:
                tell(Exporting(done, count))


def _write_arrays(table: Table, places: Any, to: Path) -> None:
    families = np.searchsorted(table.first, places, side="right") - 1
    with to.open("wb") as file:  # given a name, NumPy would append its ending
        np.savez_compressed(
            file,
            family=table.numbers[families],
            member=(places - table.first[families]).astype(np.uint16),
            value=table.bytes[places],
        )
