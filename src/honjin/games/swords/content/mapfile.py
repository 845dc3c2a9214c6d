"""Maps as text: TOML files, the one-line form in an option, and what every map needs.

    name = "Lake Biwa"                 # default: Map
    shape = "squares"                  # or "hexes": odd rows are shifted half a hex to the east
    rows = ["F..K…", …]                # ten of ten letters, from the north: . d c t X K F
    fortresses = ["a1", "j10"]         # in the order of the seats; default: reading order

A square is named by its column, a to j from the west, and its row, 1 to 10 from the north. The
line says the same:

    squares:F..K…/…/…:a1,j10:Lake Biwa

A Flaw says what makes a map unplayable, or where a file contradicts itself. Mere differences from
the maps of the rules are reported by `remarks`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from honjin.core.reading.files import quoted, read_toml, within, wrong
from honjin.core.words import Say
from honjin.games.swords.content.fairness import NEVER, fairness, ground_of
from honjin.games.swords.content.generator import EXITS, FROM_FORTRESS, MAX_UNFAIRNESS, draw_map
from honjin.games.swords.content.laying import is_passable
from honjin.games.swords.content.maps import (
    EMPTY,
    FORTRESS,
    HEXES,
    IMPASSABLE,
    KEEP,
    LETTERS,
    MAX_KEEPS,
    MAX_PLAYERS,
    MOVE,
    NEIGHBOURS,
    SHAPES,
    SIDE,
    SQUARE_NAMES,
    SQUARE_OF,
    SQUARES,
    TERRAINS,
    WITH_CORNERS,
    Map,
    designed_for,
    make_map,
    steps,
)

MAP_WORDS: Final = Path(__file__).parents[1] / "words" / "files"
MOST: Final = 4_000
"""The most characters of a file."""
LONGEST_NAME: Final = 60
LEAST_PLAYERS: Final = 2
FEWEST_KEEPS: Final = 2
"""Per player, in the maps of the rules (rule 2)."""
FORTRESSES_APART: Final = 4
"""The least number of steps between fortresses of generated maps."""
NAMELESS: Final = "Map"
DESIGNED_KEY: Final = "designed"
"""The option value for the map designed for the number of players."""

_KNOWN: Final = LETTERS[:EMPTY]
_SHOWN: Final = " ".join(_KNOWN)
_LINE: Final = re.compile(r"(\w+):([^:]*):([^:]*):([^\n]*)")
_DRAWN: Final = re.compile(r"drawn:(\d{1,9})(?::([23]))?")


class _File(msgspec.Struct):
    rows: list[str]
    name: str = NAMELESS
    shape: str = SHAPES[0]
    fortresses: list[str] | None = None


# ---- reading


def is_file(text: str) -> bool:
    """True if a string is a map file, not a line."""
    return "[" in text or "\n" in text.strip()


def read_file(text: str) -> Map:
    """The map of a file's contents."""
    return _map(read_toml(text, _File, MOST))


def read_line(text: str) -> Map:
    """The map of a line, as `write_line` writes it."""
    return _map(_form_of_line(text))


def read_loose(text: str) -> Map:
    """The map of a file or a line, playable or not (without fortresses or a name, for instance)."""
    file = read_toml(text, _File, MOST) if is_file(text) else _form_of_line(text)
    name = file.name if file.name.strip() else ""
    if name:
        _must_be_named(name)
    _must_have_shape(file.shape)
    terrain = _terrain(file.rows)
    _must_have_fortresses(terrain, 0)
    return make_map(name, file.shape, terrain, _fortresses(file.fortresses, terrain))


def _form_of_line(text: str) -> _File:
    found = _LINE.fullmatch(text)
    if not found:
        raise wrong(Say("flaw.map"), Say("flaw.line"), text)
    shape, rows, fortresses, name = found.groups()
    named = fortresses.split(",") if fortresses else None
    return _File(rows.split("/"), name, shape, named)


@lru_cache(maxsize=64)
def choose_map(text: str, players: int, cost: tuple[int, ...] = MOVE) -> Map:
    """The map that an option asks for, for a number of players.

    `designed`, `drawn:<seed>`, `drawn:<seed>:<keeps per player>`, a file's contents, or a line. A
    drawn map is even where terrain costs `cost` points to enter.
    """
    if text == DESIGNED_KEY:
        return designed_for(players)
    drawn = _DRAWN.fullmatch(text)
    if drawn:
        return draw_map(players, int(drawn[2] or 0), int(drawn[1]), cost=cost).map
    found = read_file(text) if is_file(text) else read_line(text)
    if found.players != players:
        raise wrong(Say("flaw.map"), Say("flaw.fortresses", {"n": players}), found.players)
    return found


def kept_map(text: str, players: int, cost: tuple[int, ...] = MOVE) -> str:
    """The value that an option stores: `designed`, or the line of its map."""
    found = choose_map(text, players, cost)
    return text if text == DESIGNED_KEY else write_line(found)


# ---- writing


def write_line(found: Map) -> str:
    """The line of a map."""
    fortresses = ",".join(SQUARE_NAMES[square] for square in found.fortresses)
    return f"{found.shape}:{'/'.join(found.rows())}:{fortresses}:{found.name}"


def write_file(found: Map) -> str:
    """The contents of a map's file."""
    rows = "".join(f'  "{row}",\n' for row in found.rows())
    fortresses = ", ".join(f'"{SQUARE_NAMES[square]}"' for square in found.fortresses)
    name = json.dumps(found.name, ensure_ascii=False)
    return (
        f'name = {name}\nshape = "{found.shape}"\nrows = [\n{rows}]\nfortresses = [{fortresses}]\n'
    )


# ---- what every map needs


def _map(file: _File) -> Map:
    _must_be_named(file.name)
    _must_have_shape(file.shape)
    terrain = _terrain(file.rows)
    _must_have_fortresses(terrain, LEAST_PLAYERS)
    found = make_map(file.name, file.shape, terrain, _fortresses(file.fortresses, terrain))
    must_be_map(found)
    return found


def _must_be_named(name: str) -> None:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise wrong("name", Say("flaw.name", {"n": LONGEST_NAME}), name or None)


def _must_have_shape(shape: str) -> None:
    if shape not in SHAPES:
        raise wrong("shape", Say("file.one_of", {"values": ", ".join(SHAPES)}), shape)


def _must_have_fortresses(terrain: Sequence[int], least: int) -> None:
    there = terrain.count(FORTRESS)
    if not least <= there <= MAX_PLAYERS:
        expected = Say("flaw.fortress_count", {"low": LEAST_PLAYERS, "high": MAX_PLAYERS})
        raise wrong("rows", expected, there)


def _terrain(rows: Sequence[str]) -> tuple[int, ...]:
    if len(rows) != SIDE:
        raise wrong("rows", Say("flaw.rows", {"n": SIDE}), len(rows))
    for n, row in enumerate(rows, 1):
        if len(row) != SIDE:
            raise wrong(Say("flaw.row", {"row": n}), Say("flaw.letters", {"n": SIDE}), len(row))
    letters = "".join(rows)
    for square, letter in enumerate(letters):
        if letter not in _KNOWN:
            raise wrong(square_at(square), Say("file.one_of", {"values": _SHOWN}), letter)
    return tuple(map(LETTERS.index, letters))


def square_at(square: int) -> Say:
    """A square as the place of a flaw: its row and its column."""
    row, col = divmod(square, SIDE)
    holes: dict[str, int | str | Say] = {
        "square": SQUARE_NAMES[square], "row": row + 1, "col": col + 1
    }  # fmt: skip
    return Say("flaw.square", holes)


def _fortresses(names: Sequence[str] | None, terrain: Sequence[int]) -> list[int]:
    """The fortresses in seat order: each F of the rows once (rule 2)."""
    there = [square for square, code in enumerate(terrain) if code == FORTRESS]
    if names is None:
        return there
    for n, name in enumerate(names):
        where = Say("flaw.entry", {"field": "fortresses", "n": n + 1})
        if SQUARE_OF.get(name) not in there:
            raise wrong(where, Say("flaw.a_fortress"), name)
        if name in names[:n]:
            raise wrong(where, Say("flaw.new_fortress"), name)
    if len(names) != len(there):
        left = [SQUARE_NAMES[square] for square in there if SQUARE_NAMES[square] not in names]
        raise wrong(
            "fortresses", Say("flaw.all_fortresses"), Say("flaw.without", {"left": left[0]})
        )
    return [SQUARE_OF[name] for name in names]


def must_be_map(found: Map) -> None:
    """Raise Flaw if no game can be played on the map."""
    most = MAX_KEEPS * found.players
    if len(found.keeps) > most:
        raise wrong("rows", Say("flaw.most_keeps", {"n": most}), len(found.keeps))
    for castle in unreached(found):
        way = Say("flaw.way", {"square": SQUARE_NAMES[found.fortresses[0]]})
        raise wrong(square_at(castle), way, None)
    for fortress in closed_in(found):
        raise wrong(square_at(fortress), Say("flaw.exit"), None)
    for fortress, other, far in too_close(found):
        holes: dict[str, int | str | Say] = {"n": FROM_FORTRESS, "square": SQUARE_NAMES[other]}
        raise wrong(square_at(fortress), Say("flaw.apart", holes), far)


def unreached(found: Map) -> list[int]:
    """The castles that cannot be reached from the first fortress (rules 9, 15)."""
    castles = (*found.fortresses[1:], *found.keeps)
    ground = ground_of(found.terrain, found.adjacency)
    far = ground.phases(found.fortresses[0], castles)
    return [castle for castle, phases in zip(castles, far, strict=True) if phases == NEVER]


def closed_in(found: Map) -> list[int]:
    """The fortresses without room for their second army (Q4)."""
    return [fortress for fortress in found.fortresses if not exits(found, fortress)]


def exits(found: Map, fortress: int) -> int:
    """The squares beside a fortress where its second army can be placed (Q4)."""
    near = NEIGHBOURS[found.adjacency][fortress]
    return sum(
        square >= 0 and is_passable(found.terrain, square)
        and found.terrain[square] not in (KEEP, FORTRESS)
        for square in near
    )  # fmt: skip


def too_close(found: Map) -> list[tuple[int, int, int]]:
    """Two fortresses too close for their second armies (Q4), and the steps between them."""
    adjacency = HEXES if found.adjacency == HEXES else WITH_CORNERS
    pairs = (
        (fortress, other, steps(adjacency, fortress, other))
        for n, fortress in enumerate(found.fortresses)
        for other in found.fortresses[:n]
    )
    return [pair for pair in pairs if pair[2] < FROM_FORTRESS]


# ---- comparison with maps of the rules


def remarks(
    found: Map, cost: Sequence[int] = MOVE, adjacency: int | None = None
) -> tuple[Say, ...]:  # fmt: skip
    """How a map differs from those of the rules (rule 2); it can still be played.

    Armies pay `cost` to enter terrain; `adjacency` is that of armies, by default the map's.
    """
    return (
        *_of_terrain(found), *_of_keeps(found), *_of_fortresses(found),
        *_of_land(found, adjacency), *_of_fairness(found, cost, adjacency),
    )  # fmt: skip


def _of_terrain(found: Map) -> list[Say]:
    """Rule 2: every terrain occurs."""
    return [
        Say("remark.terrain", {"terrain": Say(f"terrain.{TERRAINS[code]}")})
        for code in range(KEEP)
        if code not in found.terrain
    ]


def _of_keeps(found: Map) -> list[Say]:
    """Rule 2: two or three keeps per player, spread evenly."""
    said = []
    if len(found.keeps) < FEWEST_KEEPS * found.players:
        most = MAX_KEEPS * found.players
        expected = within(FEWEST_KEEPS * found.players, most)
        said.append(Say("remark.keeps", {"expected": expected, "got": len(found.keeps)}))
    for n, keep in enumerate(found.keeps):
        said += [
            _near(keep, other, FROM_FORTRESS)
            for other in found.fortresses
            if steps(found.adjacency, keep, other) < FROM_FORTRESS
        ]
        said += [
            _near(keep, other, 2)
            for other in found.keeps[:n]
            if steps(found.adjacency, keep, other) < 2
        ]
    return said


def _near(one: int, other: int, least: int) -> Say:
    holes: dict[str, int | str | Say] = {
        "one": SQUARE_NAMES[one], "other": SQUARE_NAMES[other], "n": least
    }  # fmt: skip
    return Say("remark.near", holes)


def _of_fortresses(found: Map) -> list[Say]:
    """Rule 2: on opposite sides; our maps leave them two exits."""
    said = [
        _near(fortress, other, FORTRESSES_APART)
        for n, fortress in enumerate(found.fortresses)
        for other in found.fortresses[:n]
        if steps(found.adjacency, fortress, other) < FORTRESSES_APART
    ]
    return said + [
        Say("remark.exit", {"square": SQUARE_NAMES[fortress]})
        for fortress in found.fortresses
        if exits(found, fortress) < EXITS
    ]


def _of_land(found: Map, adjacency: int | None) -> list[Say]:
    """Land that no army can reach (3.2)."""
    land = [square for square in range(SQUARES) if found.terrain[square] != IMPASSABLE]
    ground = ground_of(found.terrain, found.adjacency if adjacency is None else adjacency)
    far = ground.phases(found.fortresses[0], land)
    lost = [square for square, phases in zip(land, far, strict=True) if phases == NEVER]
    return [Say("remark.land", {"square": SQUARE_NAMES[lost[0]], "n": len(lost)})] if lost else []


def _of_fairness(found: Map, cost: Sequence[int], adjacency: int | None) -> list[Say]:
    unfair = fairness(found, adjacency, cost).unfairness
    if unfair <= MAX_UNFAIRNESS:
        return []
    percent: dict[str, int | str | Say] = {
        "got": quoted(f"{unfair:.3f}"), "most": f"{MAX_UNFAIRNESS:.2f}"
    }  # fmt: skip
    return [Say("remark.unfair", percent)]
