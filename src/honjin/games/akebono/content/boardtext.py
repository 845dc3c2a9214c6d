"""The text of a board, as an option carries it: everything a game on it needs.

    -1,-1:365/-1,0:1.26 north_south=3a2-1b west_east=... road=A1,B2 north_south.crane=A5,...;K8,...

First the rows, from north to south: the axial coordinates of the first hex, then the value of each
hex going east, with `.` where there is no hex. Then for each midline, in the same order of hexes,
runs of hexes of the first half (`a`), closed (`-`) and of the second half (`b`), each with its
length. Then the road, if one is given, and the formations of a midline, unless it has only the
default one: the hexes of the pieces of the first half, in the order of PLACED, then of the second.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from honjin.core.reading.files import wrong
from honjin.core.words import Say
from honjin.games.akebono.content.board import (
    CLOSED,
    MEN,
    MIDLINES,
    THE_BOARD,
    Board,
    Place,
    Plan,
    drawn_up,
    must_be_board,
    must_be_plans,
    must_be_road,
    named,
    setup_at,
)
from honjin.geometry.hexes import Hex

_HALVES: Final = "ab-"  # of half 0, half 1, CLOSED
_ROW: Final = re.compile(r"(-?\d{1,3}),(-?\d{1,3}):([1-6](?:[1-6.]*[1-6])?)")
_RUN: Final = re.compile(r"(\d{1,3})([ab-])")
_PLAN: Final = re.compile(rf"({'|'.join(MIDLINES)})\.(\w+)=([^;]*);([^;]*)", re.ASCII)

# ---- writing


def write_board(board: Board) -> str:
    """The text of a board."""
    rows = [list(row) for _, row in groupby(board.places, key=lambda place: place.at.r)]
    parts = ["/".join(map(_write_row, rows))]
    parts += [
        f"{key}={_write_runs([place.halves[n] for place in board.places])}"
        for n, key in enumerate(MIDLINES)
    ]
    if board.road:
        parts.append(f"road={','.join(board.road)}")
    for n, (key, plans) in enumerate(zip(MIDLINES, board.plans, strict=True)):
        if len(plans) > 1 or plans != drawn_up(board.places, n):
            parts += [f"{key}.{plan.key}={';'.join(map(','.join, plan.names))}" for plan in plans]
    return " ".join(parts)


def _write_row(row: list[Place]) -> str:
    value = {place.at.q: str(place.value) for place in row}
    first, last = row[0].at, row[-1].at
    return f"{first.q},{first.r}:" + "".join(value.get(q, ".") for q in range(first.q, last.q + 1))


def _write_runs(halves: list[int]) -> str:
    return "".join(f"{len(list(run))}{_HALVES[half]}" for half, run in groupby(halves))


# ---- reading


def read_board(text: str) -> Board:
    """Parse the text of a board; Flaw says what was expected and what came."""
    parts = text.split()
    if len(parts) < 1 + len(MIDLINES):
        raise wrong(THE_BOARD, Say("flaw.parts"), text.strip() or None)
    places = _read_places(parts[0], parts[1 : 1 + len(MIDLINES)])
    must_be_board(places)
    rest = parts[1 + len(MIDLINES) :]
    road: tuple[str, ...] = ()
    if rest and rest[0].startswith("road="):
        road = tuple(rest.pop(0).removeprefix("road=").split(","))
        must_be_road(road, places)
    return Board(places, _read_plans(rest, places), road)


def _read_places(rows: str, runs: Sequence[str]) -> tuple[Place, ...]:
    values = _read_rows(rows)
    halves = [_read_runs(key, part, len(values)) for key, part in zip(MIDLINES, runs, strict=True)]
    return tuple(
        Place(name, at, values[at], (first, second))
        for (at, name), first, second in zip(named(values).items(), *halves, strict=True)
    )


def _read_rows(text: str) -> dict[Hex, int]:
    values: dict[Hex, int] = {}
    south = None
    for row in text.split("/"):
        found = _ROW.fullmatch(row)
        if not found:
            raise wrong(THE_BOARD, Say("flaw.row", {"row": "-3,-5:654334"}), row)
        q, r = int(found[1]), int(found[2])
        if south is not None and r != south:
            raise wrong(THE_BOARD, Say("flaw.next_row", {"r": south}), row)
        south = r + 1
        values |= {Hex(q + n, r): int(value) for n, value in enumerate(found[3]) if value != "."}
    return values


def _read_runs(key: str, text: str, hexes: int) -> list[int]:
    name, _, runs = text.partition("=")
    if name != key or not re.fullmatch(f"(?:{_RUN.pattern})+", runs):
        raise wrong(THE_BOARD, Say("flaw.runs", {"runs": f"{key}=58a11-58b"}), text)
    halves = [
        CLOSED if letter == "-" else _HALVES.index(letter)
        for count, letter in _RUN.findall(runs)
        for _ in range(int(count))
    ]
    if len(halves) != hexes:
        raise wrong(Say("flaw.midline", {"id": key}), Say("flaw.hexes", {"n": hexes}), len(halves))
    return halves


def _read_plans(
    parts: Sequence[str], places: Sequence[Place]
) -> tuple[tuple[Plan, ...], tuple[Plan, ...]]:
    given: dict[str, list[Plan]] = {key: [] for key in MIDLINES}
    for part in parts:
        found = _PLAN.fullmatch(part)
        if not found:
            raise wrong(
                THE_BOARD, Say("flaw.plan", {"plan": "north_south.crane=A5,...;K8,..."}), part
            )
        given[found[1]].append(Plan(found[2], (_men(found, 0), _men(found, 1))))
    for midline, plans in enumerate(given.values()):
        must_be_plans(midline, plans, places)
    first, second = (tuple(plans) or drawn_up(places, n) for n, plans in enumerate(given.values()))
    return first, second


def _men(found: re.Match[str], half: int) -> tuple[str, ...]:
    names = tuple(found[3 + half].split(","))
    if len(names) != MEN:
        raise wrong(setup_at(found[2], half), Say("flaw.hexes", {"n": MEN}), len(names))
    return names
