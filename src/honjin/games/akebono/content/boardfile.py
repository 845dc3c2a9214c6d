"""Boards from files: TOML as in board.toml; a file that contradicts itself is refused.

    [board]        hexes = [{ id = "A1", q = -3, r = -5, value = 6, ns = "N", we = "W" }, ...]
    [[midline]]    two: id, halves, field (the key under which a hex names its half; M: closed),
                   and optionally forbidden (the closed hexes) and hexes_per_half
[geometry]             optional: orientation, hex_count, symmetry, directions, picture
    [terrain_distribution] optional: the number of hexes of each value
    [road]                 optional: path, hexes of value 1, each beside the one before
    [[example_setup]]      formations: id, midline, first, second (the halves, in their order)

If a file states a fact twice, both statements must agree. Other tables of the shipped file are
allowed, but not read; keys that are neither of these nor for readers (`core.reading.tables`) are
refused.

    python -m honjin.games.akebono.content.boardfile FILE      the text for the option `board`
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from honjin.core.errors import Flaw
from honjin.core.reading.files import (
    FILE_WORDS,
    NONE,
    quoted,
    read_toml,
    unknown,
    within,
    wrong,
)
from honjin.core.reading.tables import unread_keys
from honjin.core.reading.text import read_text
from honjin.core.words import Say, load_words, speak
from honjin.games.akebono.content.board import (
    CLOSED,
    MIDLINES,
    PLACED,
    Board,
    Place,
    Plan,
    drawn_up,
    hex_at,
    must_be_board,
    must_be_plans,
    must_be_road,
    named,
    setup_at,
)
from honjin.games.akebono.content.boardtext import write_board
from honjin.geometry.hexes import DIRECTIONS, Hex, opposite

VALUES: Final = range(1, 7)
NO_HALF: Final = "M"
MAX_CHARACTERS: Final = 60_000
"""The most characters a file may have; the shipped one has 15,400."""
FARTHEST: Final = 999
"""The largest coordinate in either direction."""

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


class Setup(msgspec.Struct):
    """A formation as a file has it: for each half, the hexes by kind of piece."""

    id: str
    midline: str
    first: dict[str, list[str]]
    second: dict[str, list[str]]


class _Hexes(msgspec.Struct):
    hexes: list[dict[str, int | str]]


class _BoardTables(msgspec.Struct):
    board: _Hexes
    midline: list[_Midline]
    geometry: _Geometry = msgspec.field(default_factory=_Geometry)
    terrain_distribution: dict[str, int | str] | None = None
    road: _Road | None = None
    example_setup: list[Setup] = []


class _File(_BoardTables):
    # In the shipped file these apply to every board, so that a copy of it may have them as well.
    meta: Any = None
    terrain: Any = None
    valor_track: Any = None
    scoring: Any = None
    piece: Any = None
    alternatives: Any = None


BOARD_TABLES: Final = _BoardTables.__struct_fields__
"""The tables that describe a board; `data` reads the others."""


def load_board(path: str | Path) -> Board:
    """Load a board from a file; Flaw names the file, the place, what was expected and what came."""
    path = Path(path)
    try:
        return read_file(read_text(path))
    except Flaw as flaw:
        raise Flaw(Say("file.named", {"name": path.name, "flaw": flaw.say})) from None


def is_file(text: str) -> bool:
    """True if a string is meant as a file rather than as the text of a board."""
    return "[" in text or "\n" in text.strip()


def read_file(text: str) -> Board:
    """Read a board from a file's contents; Flaw as for a file."""
    return _board(read_toml(text, _File, MAX_CHARACTERS))


def _must_equal(where: str | Say, expected: object, got: object) -> None:
    if expected != got:
        raise wrong(where, quoted(expected), got)


class Loose(NamedTuple):
    """The contents of a file, whether or not a game can be played on it."""

    places: tuple[Place, ...]
    road: tuple[str, ...]
    setups: Sequence[Setup]


def read_loose(text: str) -> Loose:
    """Read a file's contents; Flaw if it is not such a file or contradicts itself."""
    return _loose(read_toml(text, _File, MAX_CHARACTERS))


def _loose(file: _File) -> Loose:
    midlines = _midlines(file.midline)
    places = _places(file.board.hexes, midlines)
    _must_agree(file.geometry, places)
    for n, midline in enumerate(midlines):
        _must_agree_midline(midline, n, places)
    _must_agree_terrain(file.terrain_distribution, places)
    return Loose(places, tuple(file.road.path) if file.road else (), file.example_setup)


def _board(file: _File) -> Board:
    places, road, setups = _loose(file)
    must_be_board(places)
    must_be_road(road, places)
    return Board(places, _plans(setups, places), road)


# ---- hexes


def _midlines(given: Sequence[_Midline]) -> list[_Midline]:
    """The midlines in the order of MIDLINES."""
    by_id = {midline.id: midline for midline in given}
    if len(given) != len(MIDLINES) or set(by_id) != set(MIDLINES):
        got = ", ".join(midline.id for midline in given) or None
        raise wrong("[[midline]] id", ", ".join(MIDLINES), got)
    for midline in given:
        if len({*midline.halves, NO_HALF}) < 3:
            where = Say("flaw.midline", {"id": midline.id})
            raise wrong(where, Say("flaw.two_halves", {"id": NO_HALF}), ", ".join(midline.halves))
    return [by_id[key] for key in MIDLINES]


def _places(given: Sequence[Mapping[str, Any]], midlines: Sequence[_Midline]) -> tuple[Place, ...]:
    places: dict[Hex, Place] = {}
    for n, entry in enumerate(given):
        where = hex_at(entry["id"]) if "id" in entry else Say("flaw.hex.number", {"n": n + 1})
        place = _place(where, entry, midlines)
        if place.at in places:
            other = Say("flaw.those_of", {"hex": places[place.at].name})
            raise wrong(hex_at(place.name), Say("flaw.own_place"), other)
        places[place.at] = place
    for at, name in named(places).items():
        if places[at].name != name:
            where = Say("flaw.hex.place", {"q": at.q, "r": at.r})
            raise wrong(where, Say("flaw.id", {"id": name}), places[at].name)
    return tuple(places[at] for at in named(places))


_OF_A_HEX: Final = (
    ("id", str, "text"),
    ("q", int, "number"),
    ("r", int, "number"),
    ("value", int, "number"),
)


def _place(where: Say, entry: Mapping[str, Any], midlines: Sequence[_Midline]) -> Place:
    for key, kind, name in _OF_A_HEX:
        if not isinstance(entry.get(key), kind):
            raise wrong(_key(where, key), Say(f"file.{name}"), entry.get(key))
    keys = (*(key for key, *_ in _OF_A_HEX), *(midline.field for midline in midlines))
    for key in unread_keys(entry, keys):
        raise unknown(_key(where, key), key, keys)
    for key in ("q", "r"):
        if abs(entry[key]) > FARTHEST:
            raise wrong(_key(where, key), within(-FARTHEST, FARTHEST), entry[key])
    if entry["value"] not in VALUES:
        raise wrong(_key(where, "value"), within(VALUES[0], VALUES[-1]), entry["value"])
    first, second = (_half(where, entry, midline) for midline in midlines)
    return Place(entry["id"], Hex(entry["q"], entry["r"]), entry["value"], (first, second))


def _key(where: Say, key: str) -> Say:
    return Say("flaw.key", {"where": where, "key": quoted(key)})


def _half(where: Say, entry: Mapping[str, Any], midline: _Midline) -> int:
    name = entry.get(midline.field)
    if name == NO_HALF:
        return CLOSED
    if name not in midline.halves:
        known = Say("file.one_of", {"values": quoted(", ".join((*midline.halves, NO_HALF)))})
        raise wrong(_key(where, midline.field), known, name)
    return midline.halves.index(name)


# ---- facts stated twice


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
        turned = value.get(opposite(place.at))
        if turned != place.value:
            where = Say("flaw.hex.symmetry", {"hex": place.name})
            raise wrong(where, Say("flaw.opposite", {"n": place.value}), turned)


def _must_agree_picture(picture: str, places: Sequence[Place]) -> None:
    rows = {line.split()[0]: line.split()[1:] for line in picture.splitlines() if line.strip()}
    for letter in sorted({place.name[0] for place in places} | set(rows)):
        values = [str(place.value) for place in places if place.name[0] == letter]
        drawn = rows.get(letter, [])
        if values != drawn:
            where = f"[geometry] picture, {letter}"
            raise wrong(where, " ".join(values) or NONE, " ".join(drawn) or None)


def _must_agree_midline(midline: _Midline, n: int, places: Sequence[Place]) -> None:
    where = Say("flaw.midline", {"id": midline.id})
    closed = sorted(place.name for place in places if place.halves[n] == CLOSED)
    if midline.forbidden is not None and closed != sorted(midline.forbidden):
        expected = ", ".join(closed) or NONE
        got = ", ".join(sorted(midline.forbidden)) or None
        raise wrong(_key(where, "forbidden"), expected, got)
    if midline.hexes_per_half is not None:
        for half, name in enumerate(midline.halves):
            count = sum(place.halves[n] == half for place in places)
            hexes = Say("flaw.hexes_of", {"where": where, "half": quoted(name)})
            _must_equal(hexes, midline.hexes_per_half, count)


def _must_agree_terrain(given: Mapping[str, int | str] | None, places: Sequence[Place]) -> None:
    if given is not None:
        keys = [str(value) for value in VALUES]
        for key in unread_keys(given, keys):
            raise unknown(f"[terrain_distribution] {key}", key, keys)
        counted = Counter(str(place.value) for place in places)
        for value in keys:
            where = f"[terrain_distribution] {value}"
            _must_equal(where, counted[value], given.get(value, 0))


# ---- formations


def _plans(
    given: Sequence[Setup], places: Sequence[Place]
) -> tuple[tuple[Plan, ...], tuple[Plan, ...]]:
    """The formations of each midline; the default one if the file has none."""
    for setup in given:
        if setup.midline not in MIDLINES:
            known = Say("file.one_of", {"values": ", ".join(MIDLINES)})
            raise wrong(_key(setup_at(setup.id), "midline"), known, setup.midline)
    first, second = (
        _plans_of(n, [setup for setup in given if setup.midline == key], places)
        or drawn_up(places, n)
        for n, key in enumerate(MIDLINES)
    )
    return first, second


def _plans_of(midline: int, given: Sequence[Setup], places: Sequence[Place]) -> tuple[Plan, ...]:
    plans = tuple(
        Plan(setup.id, (_men(setup.id, 0, setup.first), _men(setup.id, 1, setup.second)))
        for setup in given
    )
    must_be_plans(midline, plans, places)
    return plans


def _men(setup: str, half: int, given: Mapping[str, list[str]]) -> tuple[str, ...]:
    """The hexes of the pieces of one side, in the order of PLACED."""
    expected = ", ".join(f"{count} {kind}" for kind, count in PLACED.items())
    got = ", ".join(f"{len(names)} {kind}" for kind, names in given.items())
    if expected != got:
        raise wrong(setup_at(setup, half), expected, got or None)
    return tuple(name for listed in given.values() for name in listed)


def main(path: str) -> int:
    """Print the text of a file's board, or the error in it."""
    try:
        print(write_board(load_board(path)))
    except Flaw as flaw:
        words = load_words(Path(__file__).parents[1] / "words" / "files", FILE_WORDS)
        print(speak(words, flaw.say), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
