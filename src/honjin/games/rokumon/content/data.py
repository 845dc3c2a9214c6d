"""Components, boards and acts, as tables of constants. The values are in layouts.toml.

Cards are numbered 0 to 6 in reading order of the places where they were dealt. Dice come in kinds:

    kind     1      2      3      4        5        6        7          (0: no die)
    die      red 2  red 4  red 6  black 1  black 3  black 5  white 1
    written  2      4      6      1        3        5        w

so `kind >> 2` is the seat. Without fights a die has no value; there every red die is kind 1 and
every other die kind 4.

Places lie on a lattice of brick courses, large enough that no Surprise can leave it. Each cell has
one bit of a mask: bit 7 * (y + 2) + (x + 1), for x from -1 to 4 and y from -2 to 2. The seventh
column of each row stays empty, so that no shift of a mask runs from one row into the next.
"""

from pathlib import Path
from typing import Any, Final, NamedTuple

from honjin.core.reading.tables import Table, load_tables, must_be_read

_TABLES: Final = load_tables(Path(__file__).with_name("layouts.toml"))

RED: Final = 0
BLACK: Final = 1

# ---- dice

KIND_NAMES: Final = ("", "2", "4", "6", "1", "3", "5", "w")
KIND_VALUES: Final = (0, 2, 4, 6, 1, 3, 5, 1)
WHITE: Final = 7
PLAIN_KINDS: Final = (1, 4)
PLAIN_NAMES: Final = ("r", "b")


def _count(kind: int) -> int:
    if kind == WHITE:
        return len(_TABLES["dice"]["white"])
    colour = "red" if kind < 4 else "black"
    return int(_TABLES["dice"][colour].count(KIND_VALUES[kind]))


KIND_COUNTS: Final = (0, *(_count(kind) for kind in range(1, 8)))
SIDE_DICE: Final = (sum(KIND_COUNTS[1:4]), sum(KIND_COUNTS[4:]))


def wins_fight(one: int, other: int) -> bool:
    """True if a kind defeats another: the higher value wins, except white 1 against red 6."""
    if {one, other} == {WHITE, 3}:
        return one == WHITE
    return KIND_VALUES[one] > KIND_VALUES[other]


def _pair_mask(test: Any) -> int:
    return sum(1 << (8 * a + b) for a in range(1, 8) for b in range(1, 8) if test(a, b))


# Bit 8 * bottom + top; bottom and top are never both 7, so 63 bits are enough.
TOP_WINS: Final = _pair_mask(lambda bottom, top: wins_fight(top, bottom))
TIES: Final = _pair_mask(
    lambda a, b: not (wins_fight(a, b) or wins_fight(b, a)) and not a == b == WHITE
)

# ---- cards

GOLD: Final = 1
GREEN: Final = 2
FORT: Final = 3
COLOUR_LETTERS: Final = "?gjf"
COLOUR_NAMES: Final = ("unknown", "gold", "green", "fort")
COLOUR_COUNTS: Final = (0, int(_TABLES["cards"]["gold"]), int(_TABLES["cards"]["green"]))
NUMBER_SCHEMES: Final = tuple(_TABLES["numbers"])


def _colours(scheme: Table) -> tuple[int, ...]:
    return (0, *(GOLD if number in scheme["gold"] else GREEN for number in range(1, 8)))


COLOURS_BY_NUMBER: Final = tuple(map(_colours, _TABLES["numbers"].values()))
"""COLOURS_BY_NUMBER[scheme][number]: the colour of a card; number 0 is unused."""


# ---- the lattice

WIDTH: Final = 7
MAX_CARDS: Final = 7
MAX_CELLS: Final = 5 * WIDTH
LEFT: Final = -1
TOP: Final = -2
DIRECTIONS: Final = (1, WIDTH, WIDTH - 1)
"""The shifts of a mask along the three line directions."""

FRAME: Final = sum(1 << (WIDTH * row + column) for row in range(5) for column in range(6))


def cell_at(x: int, y: int) -> int:
    """The cell at axial coordinates.

    >>> cell_at(0, 0)
    15
    """
    return WIDTH * (y - TOP) + (x - LEFT)


def coordinates(cell: int) -> tuple[int, int]:
    """The axial coordinates of a cell."""
    return cell % WIDTH + LEFT, cell // WIDTH + TOP


def is_in_frame(x: int, y: int) -> bool:
    """True if the coordinates are those of a cell."""
    return LEFT <= x < LEFT + WIDTH - 1 and TOP <= y < TOP + 5


# ---- boards and acts


class Layout(NamedTuple):
    """A board: the names and cells of its places in reading order."""

    names: tuple[str, ...]
    cells: tuple[int, ...]
    is_brick: bool


class Act(NamedTuple):
    """The board and features of an act."""

    key: str
    layout: Layout
    fights: bool
    surprises: bool
    has_fort: bool
    has_automa: bool


def _layout(name: str) -> Layout:
    table = _TABLES["layouts"][name]
    cells = tuple(cell_at(x, y) for x, y in table["coords"])
    return Layout(tuple(table["cells"]), cells, name != "grid")


def _act(key: str) -> Act:
    table = _TABLES["acts"][key]
    return Act(
        key,
        _layout(table["layout"]),
        "fight" in table["actions"],
        "surprise" in table["actions"],
        table.get("fort", False),
        table.get("automa", False),
    )


ACT_KEYS: Final = tuple(_TABLES["acts"])
EPILOGUE: Final = "epilogue"
ACTS: Final = tuple(_act(key) for key in ACT_KEYS)
"""The acts in order; a state holds an index into them."""

must_be_read("layouts.toml", _TABLES)

# ---- rulings

CHOICES: Final = {
    "reveal": ("air", "landing"),
    "fight_tie": ("top_returns", "forbidden"),
    "surprise_ban": ("next_turn", "permanent"),
    "repetition": ("third_draws", "length_only"),
    "automa_block": ("executable", "geometric"),
}
FLAGS: Final = (
    "reveal_beats_win", "fight_own_pair", "surprise_connected", "automa_sees_piles",
    "automa_prefers_empty", "automa_stacks", "automa_stacks_safely",
)  # fmt: skip
RULINGS: Final[dict[str, tuple[str | bool, ...]]] = {
    **CHOICES, **dict.fromkeys(FLAGS, (False, True)),
}  # fmt: skip
"""The values of each option that settles a question; a state holds an index into them."""

AIR, LANDING = range(2)
TOP_RETURNS, FORBIDDEN = range(2)
NEXT_TURN, PERMANENT = range(2)
THIRD_DRAWS, LENGTH_ONLY = range(2)
EXECUTABLE, GEOMETRIC = range(2)
