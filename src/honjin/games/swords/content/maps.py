"""The board: 100 squares (or hexes), their terrain, their neighbours, and the designed maps.

A square is the number 10 * row + column; row 0 is north. On hexes, every odd row is shifted half a
hex to the east. Terrain codes, with the letters of maps.toml and of map files:

    0 .  clear        3 t  treacherous    5 K  keep
    1 d  difficult    4 X  impassable     6 F  fortress
    2 c  covered                          7 _  empty: no tile laid yet (rule 26)

In rules, call `around` or `neighbour`: NEIGHBOURS is for plain Python, since compiled code is slow
with tables of tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from honjin.core.jit.rule import rule
from honjin.core.reading.tables import Table, load_tables, must_be_read
from honjin.geometry.squares import CORNERS, SIDES, Square, beside, beside_hex

_TABLES: Final = load_tables(Path(__file__).with_name("maps.toml"))

SIDE: Final = 10
SQUARES: Final = SIDE * SIDE
MAX_PLAYERS: Final = 6
MAX_KEEPS: Final = 3
"""Per player (rule 2)."""

SQUARE_NAMES: Final = tuple(
    f"{'abcdefghij'[square % SIDE]}{square // SIDE + 1}" for square in range(SQUARES)
)
"""a1 is the north-western corner, j10 the south-eastern one."""
SQUARE_OF: Final = {name: square for square, name in enumerate(SQUARE_NAMES)}

# ---- terrain (rule 1)

CLEAR: Final = 0
DIFFICULT: Final = 1
COVERED: Final = 2
TREACHEROUS: Final = 3
IMPASSABLE: Final = 4
KEEP: Final = 5
FORTRESS: Final = 6
EMPTY: Final = 7

TERRAINS: Final = tuple(str(terrain["id"]) for terrain in _TABLES["terrain"])
"""The name of each terrain by its code; EMPTY has none."""
LETTERS: Final = "".join(terrain["letter"] for terrain in _TABLES["terrain"]) + "_"
"""The letter of each terrain by its code."""
MOVE: Final = (*(int(terrain["move"]) for terrain in _TABLES["terrain"]), 0)
"""The points to enter each terrain as printed; 0: it cannot be entered."""
DEFENCE: Final = (*(int(terrain["defence"]) for terrain in _TABLES["terrain"]), 0)
"""The force that each terrain adds to a defender in it, as printed."""
PASSABLE: Final = tuple(code for code, points in enumerate(MOVE) if points)
"""The terrain that can be entered; no list of cards changes which that is."""
POINTS: Final = 2
"""Points of an army in a travel phase (rule 15)."""

# ---- neighbours (Q5)

SIDES_ONLY: Final = 0
WITH_CORNERS: Final = 1
HEXES: Final = 2
MAX_NEIGHBOURS: Final = 8
SHAPES: Final = ("squares", "hexes")


def _beside(adjacency: int, square: int) -> tuple[int, ...]:
    """The neighbours of a square, padded with -1 to MAX_NEIGHBOURS."""
    place = Square(*divmod(square, SIDE))
    if adjacency == HEXES:
        ways = beside_hex(place)
    else:
        ways = beside(place, SIDES + CORNERS if adjacency == WITH_CORNERS else SIDES)
    near = [SIDE * row + col for row, col in ways if 0 <= row < SIDE and 0 <= col < SIDE]
    return tuple(near + [-1] * (MAX_NEIGHBOURS - len(near)))


NEIGHBOURS: Final = tuple(
    tuple(_beside(adjacency, square) for square in range(SQUARES)) for adjacency in range(3)
)
"""NEIGHBOURS[adjacency][square][k]: up to four, eight or six neighbours."""

_AROUND: Final = tuple(
    sum(near + 1 << 7 * k for k, near in enumerate(row)) for table in NEIGHBOURS for row in table
)


@rule
def around(adjacency: int, square: int) -> int:
    """The neighbours of a square as one number: square + 1 in the last seven bits, and so on up.

    near = around(adjacency, square)
    while near:
        other = (near & 127) - 1
        near >>= 7
    """
    return _AROUND[100 * adjacency + square]


@rule
def is_beside(adjacency: int, one: int, other: int) -> bool:
    """True if two squares are neighbours."""
    near = _AROUND[100 * adjacency + one]
    while near:
        if (near & 127) - 1 == other:
            return True
        near >>= 7
    return False


@rule
def steps(adjacency: int, one: int, other: int) -> int:
    """The number of steps from one square to another over an open board.

    >>> steps(SIDES_ONLY, 0, 99), steps(WITH_CORNERS, 0, 99), steps(HEXES, 0, 99)
    (18, 9, 14)
    """
    down, east = abs(other // 10 - one // 10), abs(other % 10 - one % 10)
    if adjacency == 0:
        return down + east
    if adjacency == 1:
        return max(down, east)
    slant = (other % 10 - other // 10 // 2) - (one % 10 - one // 10 // 2)
    fall = other // 10 - one // 10
    return max(abs(slant), down, abs(slant + fall))


# ---- maps


class Map(NamedTuple):
    """A board with castles; `name` is the key of its words, or the name in its file."""

    name: str
    shape: str  # one of SHAPES
    terrain: tuple[int, ...]  # the code of each square, castles included
    fortresses: tuple[int, ...]  # squares in seat order
    keeps: tuple[int, ...]  # squares in reading order

    @property
    def players(self) -> int:
        """The number of fortresses (rule 2)."""
        return len(self.fortresses)

    @property
    def adjacency(self) -> int:
        """Across sides; corners count only if an option says so (Q5)."""
        return HEXES if self.shape == "hexes" else SIDES_ONLY

    def rows(self) -> tuple[str, ...]:
        """The letters, row by row from the north."""
        text = "".join(LETTERS[code] for code in self.terrain)
        return tuple(text[at : at + SIDE] for at in range(0, SQUARES, SIDE))


def make_map(
    name: str, shape: str, terrain: Sequence[int], fortresses: Sequence[int] | None = None
) -> Map:
    """The map of these squares; without `fortresses`, they are taken in reading order."""
    here = tuple(square for square, code in enumerate(terrain) if code == FORTRESS)
    keeps = tuple(square for square, code in enumerate(terrain) if code == KEEP)
    return Map(name, shape, tuple(terrain), tuple(fortresses or here), keeps)


def _designed(table: Table) -> Map:
    terrain = [LETTERS.index(letter) for row in table["rows"] for letter in row]
    fortresses = [SIDE * row + col for row, col in table["fortresses"]]
    return make_map(table["id"], table["shape"], terrain, fortresses)


DESIGNED: Final = {table["id"]: _designed(table) for table in _TABLES["map"]}
"""The designed maps by name: one for each number of players (rule 2)."""

DRAWN: Final[Table] = _TABLES.pop("drawn")
"""The numbers of generated maps (generator.py)."""

TILES: Final = tuple(int(_TABLES["tiles"][name]) for name in TERRAINS[:KEEP])
"""The tiles of each terrain in the stock (rule 26)."""
TILE_TOTAL: Final = sum(TILES)

must_be_read("maps.toml", _TABLES)


def designed_for(players: int) -> Map:
    """The map designed for a number of players."""
    return next(found for found in DESIGNED.values() if found.players == players)
