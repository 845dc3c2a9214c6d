"""The arguments of actions: squares, seats, cards, castles, and which of them exist."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from honjin.core.actions import Domain, named, numbered
from honjin.core.errors import Unreadable
from honjin.core.options import Options
from honjin.games.swords.content.data import CARD_LETTERS, CASTLES, MAX_SEATS, TRAIT_ROLLS
from honjin.games.swords.content.mapfile import choose_map
from honjin.games.swords.content.maps import (
    FORTRESS,
    HEXES,
    IMPASSABLE,
    LETTERS,
    SIDES_ONLY,
    SQUARE_NAMES,
    SQUARE_OF,
    SQUARES,
    WITH_CORNERS,
    Map,
    is_beside,
)
from honjin.games.swords.rules.state import Swords

# ---- what exists under given options


def seats_of(options: Options) -> range:
    """The seats."""
    return range(int(str(options["seats"])))


def board_of(options: Options) -> Map | None:
    """The map; None if the players lay the board."""
    if options["board"] == "laid":
        return None
    return choose_map(str(options["map"]), len(seats_of(options)))


def adjacency_of(options: Options) -> int:
    """Which squares are neighbours (Q5)."""
    board = board_of(options)
    return adjacency_on(str(options["tiles"]) if board is None else board.shape, options)


def adjacency_on(shape: str, options: Options) -> int:
    """Which squares are neighbours on a board of this shape (Q5)."""
    if shape == "hexes":
        return HEXES
    return WITH_CORNERS if options["adjacency"] == "eight" else SIDES_ONLY


def land(options: Options) -> Sequence[int]:
    """The squares that an army can occupy; all of them while the board is not laid."""
    board = board_of(options)
    if board is None:
        return range(SQUARES)
    return [square for square in range(SQUARES) if board.terrain[square] != IMPASSABLE]


def land_by_fortresses(options: Options) -> Sequence[int]:
    """The squares of the land that are fortresses or border on one."""
    board, adjacency, squares = board_of(options), adjacency_of(options), land(options)
    if board is None:
        return squares
    return [
        square
        for square in squares
        if board.terrain[square] == FORTRESS
        or any(is_beside(adjacency, square, other) for other in board.fortresses)
    ]


def keeps_of(options: Options) -> range:
    """The numbers of the keeps; two per player if players place them (rule 26)."""
    board, seats = board_of(options), len(seats_of(options))
    return range(seats, seats + (2 * seats if board is None else len(board.keeps)))


# ---- domains


def _write_castle(s: Swords, castle: int) -> str:
    return SQUARE_NAMES[s.square[castle]]


def _read_castle(s: Swords, text: str) -> int:
    if not s.castle[SQUARE_OF[text]]:
        raise Unreadable(f"expected the square of a castle, got {text!r}")
    return s.castle[SQUARE_OF[text]] - 1


def read_square(_s: Any, text: str) -> int:
    """The square with a name that fits the pattern."""
    return SQUARE_OF[text]


_NAMED_SQUARE: Final = "[a-j](?:10|[1-9])"

SQUARE: Final = Domain(
    "square", SQUARES, lambda _s, n: SQUARE_NAMES[n], read_square, _NAMED_SQUARE, present=land,
    is_fixed=True,
)  # fmt: skip
ARMY_START: Final = replace(SQUARE, present=land_by_fortresses)
"""The squares where armies are set up."""
SEAT: Final = numbered("seat", MAX_SEATS, present=seats_of)
CARD: Final = named("card", CARD_LETTERS)
TRAIT: Final = named("trait", tuple(map(str, TRAIT_ROLLS)))
TILE: Final = named("tile", LETTERS[: IMPASSABLE + 1].replace(".", "o") + "x")
"""`o` is clear ground, `x` an impassable tile face down."""
CASTLE: Final = Domain(
    "castle", CASTLES, _write_castle, _read_castle, _NAMED_SQUARE, present=keeps_of
)
