"""Boards from files: TOML as in board.toml; what does not agree with itself is refused.

    [board]        hexes = [{ id = "A1", q = -3, r = -5, value = 6, ns = "N", we = "W" }, ...]
    [[midline]]    two: id, halves, field (where a hex names its half; M: closed), and if given
                   forbidden (the closed hexes) and hexes_per_half
    [geometry]             if there: orientation, hex_count, symmetry, directions, picture
    [terrain_distribution] if there: how many hexes each value has
    [road]                 if there: path, hexes of value 1, each beside the one before
    [[example_setup]]      formations: id, midline, first, second (the halves, in their order)

A file that gives the same fact twice must give the same twice.

    python -m honjin.games.akebono.boardfile FILE      the text for the option `board`
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

import msgspec

from honjin.core.errors import Unreadable
from honjin.games.akebono.board import (
    CLOSED,
    MIDLINES,
    PLACED,
    PLANS,
    Board,
    Place,
    Plan,
    deep,
    drawn_up,
    must_be_board,
    named,
    write_board,
)
from honjin.geometry.hexes import DIRECTIONS, Hex, distance, opposite

VALUES: Final = range(1, 7)
ROAD: Final = 1
NO_HALF: Final = "M"
MOST: Final = 60_000
"""So many characters a file has at most; the shipped one has 15,400."""
FARTHEST: Final = 999
"""The largest coordinate either way."""

# ---- the form of a file


class _Geometry(msgspec.Struct):
    orientation: str = "pointy-top"
    hex_count: int | None = None
    symmetry: str = ""
    directions: list[tuple[int, int]] | None = None
    picture: str = ""


class _Midline(msgspec.Struct):
    id: str
    halves: tuple[str, str]
    field: str
    forbidden: list[str] | None = None
    hexes_per_half: int | None = None


class _Road(msgspec.Struct):
    path: list[str]


class _Setup(msgspec.Struct):
    id: str
    midline: str
    first: dict[str, list[str]]
    second: dict[str, list[str]]


class _Hexes(msgspec.Struct):
    hexes: list[dict[str, int | str]]


class _File(msgspec.Struct):
    board: _Hexes
    midline: list[_Midline]
    geometry: _Geometry = msgspec.field(default_factory=_Geometry)
    terrain_distribution: dict[str, int | str] | None = None
    road: _Road | None = None
    example_setup: list[_Setup] = []


def load_board(path: str | Path) -> Board:
    """The board of a file; Unreadable names the place, what was expected there and what came."""
    path = Path(path)
    try:
        return read_file(path.read_text("utf-8-sig"))
    except UnicodeError as problem:
        raise Unreadable(f"{path.name}: expected text in UTF-8: {problem}") from None
    except Unreadable as problem:
        raise Unreadable(f"{path.name}: {problem}") from None


def is_file(text: str) -> bool:
    """Whether a text is meant as a file, and not as the text of a board."""
    return "[" in text or "\n" in text.strip()


def read_file(text: str) -> Board:
    """The board of a file's text; Unreadable as for a file."""
    if len(text) > MOST:
        _wrong("the file", f"at most {MOST} characters", len(text))
    try:
        return _board(msgspec.convert(tomllib.loads(text), _File))
    except tomllib.TOMLDecodeError as problem:
        raise Unreadable(f"expected TOML: {problem}") from None
    except RecursionError:
        raise Unreadable("expected TOML, got brackets within brackets too deep to read") from None
    except msgspec.ValidationError as problem:
        raise Unreadable(str(problem)) from None


def _wrong(where: str, expected: object, got: object) -> NoReturn:
    raise Unreadable(f"{where}: expected {expected}, got {got}")


def _must_equal(where: str, expected: object, got: object) -> None:
    if expected != got:
        _wrong(where, expected, got)


def _board(file: _File) -> Board:
    midlines = _midlines(file.midline)
    places = _places(file.board.hexes, midlines)
    _must_agree(file.geometry, places)
    for n, midline in enumerate(midlines):
        _must_agree_midline(midline, n, places)
    _must_agree_terrain(file.terrain_distribution, places)
    must_be_board(places)
    road = _road(file.road, places)
    return Board(places, _plans(file.example_setup, places), road)


# ---- hexes


def _midlines(given: Sequence[_Midline]) -> list[_Midline]:
    """The midlines in the order of MIDLINES."""
    found = {midline.id: midline for midline in given}
    if len(given) != len(MIDLINES) or set(found) != set(MIDLINES):
        _wrong("[[midline]]", " and ".join(MIDLINES), " and ".join(m.id for m in given) or "none")
    for midline in given:
        if len({*midline.halves, NO_HALF}) < 3:
            expected = f"two halves with names of their own, none of them {NO_HALF}"
            _wrong(f"midline {midline.id}", expected, " and ".join(midline.halves))
    return [found[key] for key in MIDLINES]


def _places(given: Sequence[Mapping[str, Any]], midlines: Sequence[_Midline]) -> tuple[Place, ...]:
    found: dict[Hex, Place] = {}
    for n, entry in enumerate(given):
        place = _place(f"hex {entry.get('id', f'number {n + 1}')}", entry, midlines)
        if place.at in found:
            other = found[place.at].name
            _wrong(f"hex {place.name}", "coordinates of its own", f"those of {other}")
        found[place.at] = place
    for at, name in named(found).items():
        _must_equal(f"the hex at {at.q}, {at.r}", f"the id {name}", f"the id {found[at].name}")
    return tuple(found[at] for at in named(found))


def _place(where: str, entry: Mapping[str, Any], midlines: Sequence[_Midline]) -> Place:
    for key, kind in (("id", str), ("q", int), ("r", int), ("value", int)):
        if not isinstance(entry.get(key), kind):
            _wrong(f"{where}, {key}", "text" if kind is str else "a number", entry.get(key, "none"))
    for key in ("q", "r"):
        if abs(entry[key]) > FARTHEST:
            _wrong(f"{where}, {key}", f"-{FARTHEST} to {FARTHEST}", entry[key])
    if entry["value"] not in VALUES:
        _wrong(f"{where}, value", "1 to 6", entry["value"])
    first, second = (_half(where, entry, midline) for midline in midlines)
    return Place(entry["id"], Hex(entry["q"], entry["r"]), entry["value"], (first, second))


def _half(where: str, entry: Mapping[str, Any], midline: _Midline) -> int:
    name = entry.get(midline.field, "none")
    if name == NO_HALF:
        return CLOSED
    if name not in midline.halves:
        _wrong(f"{where}, {midline.field}", f"{', '.join(midline.halves)} or {NO_HALF}", name)
    return midline.halves.index(name)


# ---- facts given twice


def _must_agree(geometry: _Geometry, places: Sequence[Place]) -> None:
    _must_equal("[geometry] orientation", "pointy-top", geometry.orientation)
    if geometry.directions is not None:
        _must_equal(
            "[geometry] directions",
            sorted(map(tuple, DIRECTIONS)),
            sorted(map(tuple, geometry.directions)),
        )
    if geometry.hex_count is not None:
        _must_equal("[geometry] hex_count", len(places), geometry.hex_count)
    if geometry.symmetry.startswith("180"):
        _must_be_turnable(places)
    if geometry.picture:
        _must_agree_picture(geometry.picture, places)


def _must_be_turnable(places: Sequence[Place]) -> None:
    value = {place.at: place.value for place in places}
    for place in places:
        turned = value.get(opposite(place.at), "no hex")
        if turned != place.value:
            _wrong(f"hex {place.name}, by symmetry", f"its value {place.value} opposite", turned)


def _must_agree_picture(picture: str, places: Sequence[Place]) -> None:
    rows = {line.split()[0]: line.split()[1:] for line in picture.splitlines() if line.strip()}
    for letter in sorted({place.name[0] for place in places} | set(rows)):
        values = [str(place.value) for place in places if place.name[0] == letter]
        drawn = rows.get(letter, [])
        _must_equal(f"[geometry] picture, row {letter}", " ".join(values), " ".join(drawn))


def _must_agree_midline(midline: _Midline, n: int, places: Sequence[Place]) -> None:
    where = f"midline {midline.id}"
    closed = sorted(place.name for place in places if place.halves[n] == CLOSED)
    if midline.forbidden is not None:
        _must_equal(f"{where}, forbidden", closed, sorted(midline.forbidden))
    if midline.hexes_per_half is not None:
        for half, name in enumerate(midline.halves):
            found = sum(place.halves[n] == half for place in places)
            _must_equal(f"{where}, hexes of {name}", midline.hexes_per_half, found)


def _must_agree_terrain(given: Mapping[str, int | str] | None, places: Sequence[Place]) -> None:
    if given is not None:
        counted = Counter(str(place.value) for place in places)
        for value in map(str, VALUES):
            where = f"[terrain_distribution] {value}"
            _must_equal(where, counted[value], given.get(value, 0))


def _road(given: _Road | None, places: Sequence[Place]) -> tuple[str, ...]:
    if given is None:
        return ()
    known = {place.name: place for place in places}
    for n, name in enumerate(given.path):
        if name not in known or known[name].value != ROAD or name in given.path[:n]:
            _wrong(f"[road] path, {n + 1}", "a hex of value 1 that it has not passed yet", name)
        last = known[given.path[n - 1]].at if n else None
        if last and distance(last, known[name].at) != 1:
            _wrong(f"[road] path, {n + 1}", f"a hex beside {given.path[n - 1]}", name)
    return tuple(given.path)


# ---- formations


def _plans(
    given: Sequence[_Setup], places: Sequence[Place]
) -> tuple[tuple[Plan, ...], tuple[Plan, ...]]:
    """The formations of each midline; where a file has none, one is drawn up."""
    for setup in given:
        if setup.midline not in MIDLINES:
            _wrong(f"setup {setup.id}, midline", " or ".join(MIDLINES), setup.midline)
    first, second = (
        tuple(_plan(setup, n, places) for setup in given if setup.midline == key) or (drawn,)
        for n, (key, (drawn,)) in enumerate(zip(MIDLINES, drawn_up(places), strict=True))
    )
    for key, plans in zip(MIDLINES, (first, second), strict=True):
        if len(plans) > PLANS or len({plan.key for plan in plans}) < len(plans):
            got = ", ".join(plan.key for plan in plans)
            _wrong(f"setups of {key}", f"at most {PLANS} with ids of their own", got)
    return first, second


def _plan(setup: _Setup, midline: int, places: Sequence[Place]) -> Plan:
    first = _one_side(f"setup {setup.id}, first", setup.first, midline, 0, places)
    second = _one_side(f"setup {setup.id}, second", setup.second, midline, 1, places)
    return Plan(setup.id, (first, second))


def _one_side(
    where: str, given: Mapping[str, list[str]], midline: int, half: int, places: Sequence[Place]
) -> tuple[str, ...]:
    expected = ", ".join(f"{count} {kind}" for kind, count in PLACED.items())
    got = ", ".join(f"{len(names)} {kind}" for kind, names in given.items())
    _must_equal(f"{where}, pieces", expected, got)
    own = {place.name for place in places if place.halves[midline] == half}
    names = tuple(name for listed in given.values() for name in listed)
    for n, name in enumerate(names):
        if name not in own or name in names[:n]:
            _wrong(where, "a free hex of its half", name)
    if names[0] not in {place.name for place in deep(places, midline, half)}:
        _wrong(f"{where}, tairo", "a hex that touches none of the other half", names[0])
    return names


if __name__ == "__main__":
    print(write_board(load_board(sys.argv[1])))
