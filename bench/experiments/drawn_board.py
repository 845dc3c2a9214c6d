"""A board of Akebono drawn from nothing, and lopsided: 61 hexes, the south under mountains.

Red won 24.1 % of 400 games on it between samurai (20.2 to 28.5).

    python -m bench.experiments.drawn_board > board.toml
    python -m bench.experiments.drawn_board --vary

`--vary` prints what a search for balance may change on it, as options of the command: the terrain
of three rows, each the same all along.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from honjin.core.parts.desks import Draft
from honjin.games import load

RADIUS: Final = 4
ROAD, FIELD, FOREST, MOUNTAIN = "1", "2", "5", "6"
ROWS: Final = (-1, 1, 2)
"""The rows that may change, north of the middle and south of it."""


def row(r: int) -> Iterator[str]:
    """The cells of a row."""
    for q in range(-RADIUS, RADIUS + 1):
        if abs(q + r) <= RADIUS:
            yield f"{q},{r}"


def _terrain(r: int) -> str:
    return {1: ROAD, 2: FOREST}.get(r, MOUNTAIN if r > 0 else FIELD)


def drawn() -> Draft:
    """The draft: terrain, and the halves of both midlines."""
    rows = {r: tuple(row(r)) for r in range(-RADIUS, RADIUS + 1)}
    terrain = {cell: _terrain(r) for r, cells in rows.items() for cell in cells}
    north = {
        cell: "first" if r < 0 else "second" for r, cells in rows.items() if r for cell in cells
    }
    west = {
        cell: "first" if 2 * int(cell.split(",")[0]) + r < 0 else "second"
        for r, cells in rows.items()
        for cell in cells
        if abs(2 * int(cell.split(",")[0]) + r) > 1
    }
    return Draft({"terrain": terrain, "north_south": north, "west_east": west})


def main() -> None:
    """Print the file, or what may vary."""
    if "--vary" in sys.argv:
        for r in ROWS:
            print(f"--vary board:terrain:{'+'.join(row(r))}=1..6")
        return
    (desk,) = load("akebono").desks
    checked = desk.check(drawn())
    assert not checked.stops(), checked.findings
    sys.stdout.write(checked.file)


if __name__ == "__main__":
    main()
