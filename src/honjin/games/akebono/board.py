"""A board: hexes with values, two midlines, formations; its text, as an option carries it.

    -1,-1:365/-1,0:1.26 north_south=3a2-1b west_east=...

First the rows, from north to south: the axial coordinates of the first hex, then a value for each
hex going east, `.` where there is none. Then for each midline, in the same order of the hexes, who
owns them: so many of the first half (`a`), closed (`-`), of the second half (`b`).

A row has a letter, and a hex the number that it has in its row: C4 is the fourth hex of the third
row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from string import ascii_uppercase
from typing import Final, NamedTuple

from honjin.core.errors import Unreadable
from honjin.geometry.hexes import Hex, Lattice, distance, neighbours, pack

MIDLINES: Final = ("north_south", "west_east")
CLOSED: Final = -1
"""The half of a hex that a midline crosses; the halves are 0 and 1."""

CELLS: Final = 200
"""So many cells a state has for a board."""

PLACED: Final = {"tairo": 1, "daimyo": 3, "samurai": 3, "ashigaru": 5, "teppo_tai": 3}
"""What a formation places at most, in this order."""

MEN: Final = sum(PLACED.values())
PLANS: Final = 5
"""So many formations a midline has at most."""
ONLY_PLAN: Final = "circle"
"""The formation that can be drawn up on any board."""

_LETTERS: Final = "ab-"  # of half 0, half 1, CLOSED
_ROW: Final = re.compile(r"(-?\d{1,3}),(-?\d{1,3}):([1-6](?:[1-6.]*[1-6])?)")
_RUN: Final = re.compile(r"(\d{1,3})([ab-])")


class Place(NamedTuple):
    """A hex of a board; `halves` says for each midline in whose half it lies."""

    name: str
    at: Hex
    value: int
    halves: tuple[int, int]


class Plan(NamedTuple):
    """A formation for both halves: where the pieces stand, in the order of PLACED."""

    key: str
    names: tuple[tuple[str, ...], tuple[str, ...]]


class Board(NamedTuple):
    """Places in reading order; formations for each midline; the road's places, if it has one."""

    places: tuple[Place, ...]
    plans: tuple[tuple[Plan, ...], tuple[Plan, ...]]
    road: tuple[str, ...] = ()

    def lattice(self) -> Lattice:
        """Its places as cells of a list."""
        return pack(place.at for place in self.places)


def named(hexes: Iterable[Hex]) -> dict[Hex, str]:
    """The names of the hexes of a board, in reading order; Unreadable for too many rows."""
    ordered = sorted(hexes, key=lambda place: (place.r, place.q))
    rows = [list(row) for _, row in groupby(ordered, key=lambda place: place.r)]
    if len(rows) > len(ascii_uppercase):
        raise Unreadable(f"expected at most {len(ascii_uppercase)} rows, got {len(rows)}")
    return {
        place: f"{letter}{number}"
        for letter, row in zip(ascii_uppercase, rows, strict=False)
        for number, place in enumerate(row, 1)
    }


# ---- what every board must be


def must_be_board(places: Sequence[Place]) -> None:
    """Unreadable says what no game could be played on."""
    if not places:
        raise Unreadable("expected a board, got no hexes")
    if len(places) > CELLS:
        raise Unreadable(f"expected at most {CELLS} hexes, got {len(places)}")
    reached = _reached(places)
    for place in places:
        if place.at not in reached:
            raise Unreadable(f"hex {place.name}: expected a way to {places[0].name}, got none")
    size = pack(place.at for place in places).size
    if size > CELLS:
        raise Unreadable(f"expected a board of at most {CELLS} cells, rims included; got {size}")
    for midline, key in enumerate(MIDLINES):
        for half in (0, 1):
            found = len(deep(places, midline, half))
            if found < MEN:
                raise Unreadable(
                    f"midline {key}, half {'ab'[half]}: expected {MEN} hexes or more that "
                    f"touch no hex of the other half, got {found}"
                )


def _reached(places: Sequence[Place]) -> set[Hex]:
    """The hexes that hang together with the first."""
    board = {place.at for place in places}
    reached, ahead = set[Hex](), [places[0].at]
    while ahead:
        here = ahead.pop()
        if here not in reached:
            reached.add(here)
            ahead += [near for near in neighbours(here) if near in board]
    return reached


def deep(places: Sequence[Place], midline: int, half: int) -> list[Place]:
    """The places of a half that touch none of the other one."""
    others = {place.at for place in places if place.halves[midline] == 1 - half}
    return [
        place
        for place in places
        if place.halves[midline] == half and others.isdisjoint(neighbours(place.at))
    ]


# ---- a formation for any board


def drawn_up(places: Sequence[Place]) -> tuple[tuple[Plan, ...], tuple[Plan, ...]]:
    """One formation for each midline: all round a tairo that stands as deep as can be."""
    first, second = (
        (Plan(ONLY_PLAN, (_circle(places, midline, 0), _circle(places, midline, 1))),)
        for midline in range(len(MIDLINES))
    )
    return first, second


def _circle(places: Sequence[Place], midline: int, half: int) -> tuple[str, ...]:
    own = deep(places, midline, half)
    others = [place.at for place in places if place.halves[midline] == 1 - half]

    def far(place: Place) -> int:
        return min(distance(place.at, other) for other in others)

    tairo = max(own, key=lambda place: (far(place), -place.value))
    around = sorted(own, key=lambda place: (distance(place.at, tairo.at), -far(place)))
    return tuple(place.name for place in around[:MEN])


# ---- as text


def write_board(board: Board) -> str:
    """The text of a board, its formations and its road left out."""
    rows = [list(row) for _, row in groupby(board.places, key=lambda place: place.at.r)]
    halves = (
        f"{key}={_write_runs([place.halves[n] for place in board.places])}"
        for n, key in enumerate(MIDLINES)
    )
    return " ".join(["/".join(map(_write_row, rows)), *halves])


def _write_row(row: list[Place]) -> str:
    value = {place.at.q: str(place.value) for place in row}
    first, last = row[0].at, row[-1].at
    return f"{first.q},{first.r}:" + "".join(value.get(q, ".") for q in range(first.q, last.q + 1))


def _write_runs(halves: list[int]) -> str:
    return "".join(f"{len(list(run))}{_LETTERS[half]}" for half, run in groupby(halves))


def read_board(text: str) -> Board:
    """The board of a text; Unreadable says what was expected and what came."""
    parts = text.split()
    if len(parts) != 1 + len(MIDLINES):
        keys = ", ".join(f"{key}=" for key in MIDLINES)
        raise Unreadable(f"expected a board as rows, {keys}; got {len(parts)} parts: {text!r}")
    values = _read_rows(parts[0])
    halves = [
        _read_runs(key, part, len(values)) for key, part in zip(MIDLINES, parts[1:], strict=True)
    ]
    places = tuple(
        Place(name, at, values[at], (first, second))
        for (at, name), first, second in zip(named(values).items(), *halves, strict=True)
    )
    must_be_board(places)
    return Board(places, drawn_up(places))


def _read_rows(text: str) -> dict[Hex, int]:
    values: dict[Hex, int] = {}
    south = None
    for row in text.split("/"):
        found = _ROW.fullmatch(row)
        if not found:
            raise Unreadable(f"expected a row of a board like -3,-5:654334, got {row!r}")
        q, r = int(found[1]), int(found[2])
        if south is not None and r != south:
            raise Unreadable(f"expected row {south} after row {south - 1}, got {row!r}")
        south = r + 1
        values |= {Hex(q + n, r): int(value) for n, value in enumerate(found[3]) if value != "."}
    return values


def _read_runs(key: str, text: str, hexes: int) -> list[int]:
    name, _, runs = text.partition("=")
    if name != key or not re.fullmatch(f"(?:{_RUN.pattern})+", runs):
        raise Unreadable(f"expected halves like {key}=58a11-58b, got {text!r}")
    halves = [
        CLOSED if letter == "-" else _LETTERS.index(letter)
        for count, letter in _RUN.findall(runs)
        for _ in range(int(count))
    ]
    if len(halves) != hexes:
        raise Unreadable(f"expected {key} of {hexes} hexes, got {len(halves)}")
    return halves
