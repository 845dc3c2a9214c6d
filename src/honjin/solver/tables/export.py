"""Exporting solved positions: as text in notation, or as the arrays of a table."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.parts.index import Plan
from honjin.solver.tables.ask import Tables
from honjin.solver.tables.files import Table
from honjin.solver.tables.solving import index_of, plan_for
from honjin.solver.tables.value import read_byte

COLUMNS: Final = ("position", "side", "result", "plies")


class BadExport(HonjinError):
    """The file cannot be exported to."""


class Row(NamedTuple):
    """One position: `result` is 1, 0 or -1 for the side to move."""

    position: Any
    side: str
    result: int
    plies: int


def export(
    game: Game[Any], options: Options, folder: Path, to: Path, *, sample: int = 0, seed: int = 1
) -> int:
    """Write a solved table to a .csv or .npz file; return the number of positions."""
    if to.suffix not in (".csv", ".npz"):
        raise BadExport(f"expected a file that ends in .csv or .npz, got {to.name!r}")
    start = game.setup(options)
    _, table = Tables.open(game, folder).table_for(start)
    plan = plan_for(game, options)
    places = _places(table, sample, seed)
    if to.suffix == ".csv":
        _write_csv(game, plan, table, places, to)
    else:
        _write_arrays(table, places, to)
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


def _write_csv(game: Game[Any], plan: Plan[Any], table: Table, places: Any, to: Path) -> None:
    with to.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for row in rows(game, plan, table, places):
            writer.writerow([game.notation.write_position(row.position), *row[1:]])


def _write_arrays(table: Table, places: Any, to: Path) -> None:
    families = np.searchsorted(table.first, places, side="right") - 1
    np.savez_compressed(
        to,
        family=table.numbers[families],
        member=(places - table.first[families]).astype(np.uint16),
        value=table.bytes[places],
    )
