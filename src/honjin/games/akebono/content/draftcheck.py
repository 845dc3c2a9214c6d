"""The errors in the draft of a board, each with the cells and the layer it concerns.

The checks of board.py decide what is wrong; this module reports it to the user of the editor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from honjin.core.parts.desks import Draft, Finding, flaw_of
from honjin.core.words import Say
from honjin.games.akebono.content.board import (
    CELLS,
    MEN,
    MIDLINES,
    PLACED,
    ROAD,
    Place,
    deep,
    is_name,
    must_be_few,
    must_fit_cells,
    must_hang_together,
    must_have_room,
    reached_from_first,
)
from honjin.games.akebono.content.drafting import (
    ROAD_LAYER,
    SIDES_OF_HALF,
    TERRAIN,
    Formation,
    cell_of,
    formations_of,
    hex_of,
    on_hexes,
)
from honjin.geometry.hexes import distance

_TAIRO: Final = next(iter(PLACED))

Holes = dict[str, int | str | Say]
Halves = Mapping[str, int]
"""The half in which each cell of a midline lies."""


def findings_of(draft: Draft, places: Sequence[Place]) -> tuple[Finding, ...]:
    """All errors; those that depend on hexes are checked only if there are hexes."""
    if flaw_of(must_be_few, places):
        key = "draft.too_many" if places else "draft.empty"
        return (Finding(Say(key, {"n": CELLS}), layer=TERRAIN),)
    return (*_of_land(places), *_of_halves(places), *_of_road(draft, places),
            *_of_formations(draft, places))  # fmt: skip


def _cells(places: Sequence[Place]) -> tuple[str, ...]:
    return tuple(cell_of(place.at) for place in places)


def _of_land(places: Sequence[Place]) -> Iterator[Finding]:
    if flaw_of(must_hang_together, places):
        reached = reached_from_first(places)
        lost = [place for place in places if place.at not in reached]
        if 2 * len(lost) > len(places):  # report the smaller part
            lost = [place for place in places if place.at in reached]
        yield Finding(Say("draft.apart", {"n": len(lost)}), _cells(lost), TERRAIN)
    elif flaw_of(must_fit_cells, places):
        yield Finding(Say("draft.too_wide"), layer=TERRAIN)


def _of_halves(places: Sequence[Place]) -> Iterator[Finding]:
    for midline, key in enumerate(MIDLINES):
        for half in range(len(SIDES_OF_HALF)):
            if flaw_of(must_have_room, places, midline, half):
                room = deep(places, midline, half)
                holes: Holes = {"half": _half(midline, half), "n": MEN, "got": len(room)}
                yield Finding(Say("draft.room", holes), _cells(room), key)


def _half(midline: int, half: int) -> Say:
    return Say(f"draft.{MIDLINES[midline]}.{SIDES_OF_HALF[half]}")


def _of_road(draft: Draft, places: Sequence[Place]) -> Iterator[Finding]:
    """Report hexes of the road with the wrong value, and gaps between them."""
    value = {cell_of(place.at): place.value for place in places}
    path = list(on_hexes(draft, ROAD_LAYER))
    off = tuple(cell for cell in path if value[cell] != ROAD)
    if off:
        yield Finding(Say("draft.road.value", {"n": len(off)}), off, ROAD_LAYER)
    for one, other in pairwise(path):
        if distance(hex_of(one), hex_of(other)) != 1:
            yield Finding(Say("draft.road.gap"), (one, other), ROAD_LAYER)


# ---- formations


def _of_formations(draft: Draft, places: Sequence[Place]) -> Iterator[Finding]:
    halves = [{cell_of(p.at): p.halves[n] for p in places} for n in range(len(MIDLINES))]
    names: set[tuple[int, str]] = set()
    for found in formations_of(draft):
        if not is_name(found.key):
            yield Finding(Say("draft.plan.name", _named(found)), layer=found.layer)
        if (found.midline, found.key) in names:
            yield Finding(Say("draft.plan.twice", _named(found)), layer=found.layer)
        names.add((found.midline, found.key))
        for half in range(len(SIDES_OF_HALF)):
            yield from _of_side(found, half, halves[found.midline], places)


def _named(found: Formation) -> Holes:
    return {"plan": found.key}


def _of_side(
    found: Formation, half: int, halves: Halves, places: Sequence[Place]
) -> Iterator[Finding]:
    """Report missing pieces of a side, pieces outside their half, and a tairo not deep in it."""
    men = found.men[half]
    holes = {**_named(found), "half": _half(found.midline, half)}
    for kind, count in PLACED.items():
        if len(men[kind]) != count:
            counts = {**holes, "kind": Say(f"type.{kind}"), "n": count, "got": len(men[kind])}
            yield Finding(Say("draft.plan.count", counts), men[kind], found.layer)
    astray = tuple(cell for cells in men.values() for cell in cells if halves.get(cell) != half)
    if astray:
        yield Finding(Say("draft.plan.astray", {**holes, "n": len(astray)}), astray, found.layer)
    room = set(_cells(deep(places, found.midline, half)))
    near = tuple(cell for cell in men[_TAIRO] if cell not in room and cell not in astray)
    if near:
        yield Finding(Say("draft.plan.tairo", holes), near, found.layer)
