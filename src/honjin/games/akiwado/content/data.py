"""Colours, cards, coins, sets, and the readings to choose from, out of cards.toml.

A card is a small number: its colour, or ORDER for a custom order.

    card   0      1       2    3     4      5
           white  yellow  red  blue  black  order
    pip    2      3       4    5     6      none
"""

from pathlib import Path
from typing import Final

from honjin.core.reading.tables import Table, load_tables, must_be_read

_TABLES: Final = load_tables(Path(__file__).with_name("cards.toml"))
_COLOURS: Final[list[Table]] = _TABLES["colour"]

# ---- seats

SEATS: Final = tuple(str(n) for n in _TABLES["components"]["seats"])
MAX_SEATS: Final = int(SEATS[-1])
NOBODY: Final = 7
TIED: Final = 6

# ---- cards

COLOURS: Final = len(_COLOURS)
COLOUR_NAMES: Final = tuple(str(colour["name"]) for colour in _COLOURS)
WHITE, YELLOW, RED, BLUE, BLACK = range(COLOURS)
ORDER: Final = COLOURS
CARDS: Final = COLOURS + 1
CARD_NAMES: Final = (*COLOUR_NAMES, "order")
CARD_LETTERS: Final = "wyrbko"
"""The letter of each card; `k` is black, `o` a custom order."""

COPIES: Final = (
    *(int(colour["copies"]) for colour in _COLOURS), int(_TABLES["components"]["custom_orders"])
)  # fmt: skip
PIPS: Final = tuple(int(colour["pip"]) for colour in _COLOURS)
ANYBODY: Final = 1
"""The pip that pays every player the die concerns (rule 14)."""

# ---- dice

DICE: Final = int(_TABLES["components"]["dice"])

# ---- coins

COINS: Final = int(_TABLES["components"]["coins"])
START_COINS: Final = int(_TABLES["components"]["start_coins"])

# ---- score

SET_POINTS: Final = (0, 0, *(int(_TABLES["sets"][str(n)]) for n in range(2, COLOURS + 1)))
"""SET_POINTS[n]: the points for two cards of each of n colours (rule 52)."""
WHITE_POINTS: Final = int(_TABLES["privilege"]["white_points"])

# ---- readings

REMOVALS: Final = tuple(_TABLES["removed"])
WASTES: Final = ("per_player", "total_2")

CHOICES: Final = {
    "variant": ("base", "purveyor"),
    "challenge_order": ("simultaneous", "in_order"),
    "special_mode": ("disjoint_sets_best_total", "best_single_set"),
    "purveyor_tie": ("keep", "return"),
}
"""The values of each of these options; a state holds an index into them."""
BASE, PURVEYOR = range(2)
SIMULTANEOUS, IN_ORDER = range(2)
DISJOINT_SETS_BEST_TOTAL, BEST_SINGLE_SET = range(2)
KEEP, RETURN = range(2)

FLAGS: Final = ("show_coins", "second_call_quorum", "unjust_sits_out_stocking", "coin_limit")
NUMBERS: Final = ("basic_points_per_article", "blue_floor")
"""Options of which a state holds the number."""


_REMOVED: Final = {
    (profile, int(seats), kind): int(table[kind][seats])
    for profile, table in _TABLES["removed"].items()
    for kind in ("own_colour", "other_colour", "custom_orders")
    for seats in SEATS
}
_WASTE_PER_PLAYER: Final = int(_TABLES["waste"]["per_player"])
_WASTE: Final = int(_TABLES["waste"]["total"])


def removed(profile: str, seats: int, kind: str) -> int:
    """The number of cards of a kind taken out (rule 2): own_colour, other_colour, custom_orders."""
    return _REMOVED[profile, seats, kind]


def first_waste(reading: str, seats: int) -> int:
    """The number of cards in the destruction area at the start (rule 5, Q1)."""
    return _WASTE_PER_PLAYER * seats if reading == "per_player" else _WASTE


must_be_read("cards.toml", _TABLES)
