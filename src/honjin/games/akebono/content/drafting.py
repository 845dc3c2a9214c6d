"""Drafts of boards: what is painted on each hex, read from a file and written to one.

    marks.terrain       {"-3,-5": "6", ...}          the value of each hex, by its coordinates
    marks.north_south   {"-3,-5": "first", ...}      the half it lies in; closed if not painted
    marks.road          {"-2,-3": "road", ...}       in the order of the road
    marks.west_east.2   {"-4,-1": "first.tairo"}     the pieces of a formation
    fields.west_east.2  "scales"                     the name of that formation

A draft need not be a valid board yet: whatever is wrong with it, its file can be read back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from honjin.core.errors import Unreadable
from honjin.core.parts.desks import Draft
from honjin.core.reading.bounds import shown
from honjin.core.reading.files import quoted, wrong
from honjin.core.words import Say
from honjin.games.akebono.content.board import (
    CLOSED,
    MIDLINES,
    PLACED,
    PLANS,
    Place,
    named,
    setup_at,
)
from honjin.games.akebono.content.boardfile import FARTHEST, NO_HALF, Setup, read_loose
from honjin.geometry.hexes import Hex

TERRAIN: Final = "terrain"
ROAD_LAYER: Final = "road"
SIDES_OF_HALF: Final = ("first", "second")
"""The halves of a midline as brushes, and in a file."""
HALVES: Final = (("N", "S"), ("W", "E"))
FIELDS: Final = ("ns", "we")
"""For each midline, the names of its halves in a written file, and the field of a hex."""

_CELL: Final = re.compile(r"(-?\d{1,3}),(-?\d{1,3})", re.ASCII)


def cell_of(at: Hex) -> str:
    """The cell of a hex in a draft."""
    return f"{at.q},{at.r}"


def hex_of(cell: str) -> Hex:
    """The hex of a cell; Unreadable if it is not one."""
    found = _CELL.fullmatch(cell)
    at = Hex(int(found[1]), int(found[2])) if found else None
    if at is None or cell_of(at) != cell:
        expected = f"a cell as its coordinates, at most {FARTHEST} either way"
        raise Unreadable(f"expected {expected}, like -3,5; got {shown(cell)}")
    return at


def plan_layers(midline: int) -> tuple[str, ...]:
    """The layers of a midline's formations."""
    return tuple(f"{MIDLINES[midline]}.{n}" for n in range(1, PLANS + 1))


# ---- the contents of a draft


class Formation(NamedTuple):
    """A formation of a draft: its layer, its name, and by half and kind the cells of its pieces."""

    layer: str
    midline: int
    key: str
    men: tuple[Mapping[str, tuple[str, ...]], Mapping[str, tuple[str, ...]]]


def places_of(draft: Draft) -> tuple[Place, ...]:
    """The hexes of a draft in reading order; Flaw for too many rows."""
    value = {hex_of(cell): int(brush) for cell, brush in draft.cells(TERRAIN).items()}
    return tuple(
        Place(name, at, value[at], (_half(draft, at, 0), _half(draft, at, 1)))
        for at, name in named(value).items()
    )


def _half(draft: Draft, at: Hex, midline: int) -> int:
    brush = draft.cells(MIDLINES[midline]).get(cell_of(at))
    return CLOSED if brush is None else SIDES_OF_HALF.index(brush)


def on_hexes(draft: Draft, layer: str) -> dict[str, str]:
    """What is painted in a layer on hexes; elsewhere it is ignored."""
    land = draft.cells(TERRAIN)
    return {cell: brush for cell, brush in draft.cells(layer).items() if cell in land}


def formations_of(draft: Draft) -> Iterator[Formation]:
    """The formations with anything painted, midline by midline."""
    for midline in range(len(MIDLINES)):
        for n, layer in enumerate(plan_layers(midline), 1):
            if cells := on_hexes(draft, layer):
                key = draft.fields.get(layer) or f"formation_{n}"
                first, second = (_men_of(cells, half) for half in SIDES_OF_HALF)
                yield Formation(layer, midline, key, (first, second))


def _men_of(cells: Mapping[str, str], half: str) -> dict[str, tuple[str, ...]]:
    return {
        kind: tuple(cell for cell, brush in cells.items() if brush == f"{half}.{kind}")
        for kind in PLACED
    }


# ---- from a file


def read_draft(text: str) -> Draft:
    """Read a draft from a file's contents; Flaw if there is none in it."""
    places, road, setups = read_loose(text)
    cells = {place.name: cell_of(place.at) for place in places}
    marks = {TERRAIN: {cells[place.name]: str(place.value) for place in places}}
    for n, key in enumerate(MIDLINES):
        marks[key] = {
            cells[place.name]: SIDES_OF_HALF[place.halves[n]]
            for place in places
            if place.halves[n] != CLOSED
        }
    marks[ROAD_LAYER] = dict.fromkeys(_cells("[road] path", road, cells), ROAD_LAYER)
    fields = {}
    for layer, setup in _by_layer(setups):
        marks[layer] = _painted(setup, cells)
        fields[layer] = setup.id
    return Draft({layer: painted for layer, painted in marks.items() if painted}, fields)


def _by_layer(setups: Sequence[Setup]) -> Iterator[tuple[str, Setup]]:
    free = {key: iter(plan_layers(n)) for n, key in enumerate(MIDLINES)}
    for setup in setups:
        if setup.midline not in free:
            where = Say("flaw.key", {"where": setup_at(setup.id), "key": "midline"})
            known = Say("file.one_of", {"values": ", ".join(MIDLINES)})
            raise wrong(where, known, setup.midline)
        layer = next(free[setup.midline], None)
        if layer is None:
            where = Say("flaw.setups", {"midline": setup.midline})
            raise wrong(where, Say("flaw.most_plans", {"n": PLANS}), setup.id)
        yield layer, setup


def _painted(setup: Setup, cells: Mapping[str, str]) -> dict[str, str]:
    """The pieces of a formation by their cells, in the order of the file."""
    found: dict[str, str] = {}
    for half, men in enumerate((setup.first, setup.second)):
        where = setup_at(setup.id, half)
        for kind, names in men.items():
            if len(names) > PLACED.get(kind, 0):
                placed = ", ".join(f"{count} {one}" for one, count in PLACED.items())
                raise wrong(where, placed, f"{len(names)} {kind}")
            for cell in _cells(where, names, cells):
                if cell in found:
                    raise wrong(where, Say("flaw.free_hex"), ", ".join(names))
                found[cell] = f"{SIDES_OF_HALF[half]}.{kind}"
    return found


def _cells(where: str | Say, names: Sequence[str], cells: Mapping[str, str]) -> list[str]:
    """The cells of named hexes, each once."""
    for n, name in enumerate(names):
        if name not in cells or name in names[:n]:
            raise wrong(where, Say("draft.new_hex"), quoted(name))
    return [cells[name] for name in names]


# ---- into a file


def write_draft(draft: Draft) -> str:
    """The file of a draft, without what lies off its hexes; Flaw for too many rows."""
    places = places_of(draft)
    name = {cell_of(place.at): place.name for place in places}
    parts = [_write_midline(n) for n in range(len(MIDLINES))]
    if road := [name[cell] for cell in on_hexes(draft, ROAD_LAYER)]:
        parts.append(f"[road]\npath = {_list(road)}\n")
    hexes = "".join(f"  {_write_place(place)},\n" for place in places)
    parts.append(f"[board]\nhexes = [\n{hexes}]\n")
    parts += [_write_formation(one, name) for one in formations_of(draft)]
    return "\n".join(parts)


def _write_midline(n: int) -> str:
    return (
        f'[[midline]]\nid = "{MIDLINES[n]}"\nhalves = {_list(HALVES[n])}\nfield = "{FIELDS[n]}"\n'
    )


def _write_place(place: Place) -> str:
    owners = ", ".join(
        f'{field} = "{NO_HALF if half == CLOSED else names[half]}"'
        for field, names, half in zip(FIELDS, HALVES, place.halves, strict=True)
    )
    at = f"q = {place.at.q}, r = {place.at.r}, value = {place.value}"
    return f'{{ id = "{place.name}", {at}, {owners} }}'


def _write_formation(found: Formation, name: Mapping[str, str]) -> str:
    head = f"[[example_setup]]\nid = {json.dumps(found.key, ensure_ascii=False)}\n"
    sides = "".join(
        f"[example_setup.{half}]\n{_write_men(men, name)}"
        for half, men in zip(SIDES_OF_HALF, found.men, strict=True)
    )
    return f'{head}midline = "{MIDLINES[found.midline]}"\n{sides}'


def _write_men(men: Mapping[str, Sequence[str]], name: Mapping[str, str]) -> str:
    return "".join(
        f"{kind} = {_list([name[cell] for cell in cells])}\n" for kind, cells in men.items()
    )


def _list(names: Sequence[str]) -> str:
    return f"[{', '.join(json.dumps(name) for name in names)}]"
