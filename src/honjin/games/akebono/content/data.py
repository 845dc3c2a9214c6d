"""Pieces, sides, the shipped board and the readings to choose from, out of board.toml.

A piece on a hex is a small number: bits 0-2 are its type, bit 3 its seat, and bit 4 is set if it
has defeated an enemy or shot this turn.

    type   1      2       3        4         5          6         (0: no piece)
           tairo  daimyo  samurai  ashigaru  teppo-tai  ninja
    red    1      2       3        4         5          6
    white  9      10      11       12        13         14
"""

from pathlib import Path
from typing import Final

from honjin.core.reading.tables import Table, load_tables, must_be_read
from honjin.games.akebono.content.board import PLACED
from honjin.games.akebono.content.boardfile import BOARD_TABLES, load_board
from honjin.games.akebono.content.boardtext import write_board

_FILE: Final = Path(__file__).with_name("board.toml")
_TABLES: Final = load_tables(_FILE)
_PIECES: Final[dict[str, Table]] = {table["id"]: table for table in _TABLES["piece"]}

# ---- sides

RED: Final = 0
WHITE: Final = 1
NOBODY: Final = 2
SIDES: Final = tuple(_TABLES["meta"]["sides"])

# ---- pieces

TYPES: Final = ("", *_PIECES)
TAIRO: Final = 1
DAIMYO: Final = 2
SAMURAI: Final = 3
ASHIGARU: Final = 4
TEPPO: Final = 5
NINJA: Final = 6
KINDS: Final = 7
"""One more than the number of types, so that lists can be indexed by type."""

LETTERS: Final = "?TDSAGN"
"""The letter of each type; G is for gun."""

SEAT: Final = 8
USED: Final = 16

COUNT_READINGS: Final = ("a", "b")
DEFENCE_READINGS: Final = ("a", "b", "c")
SHOT_COSTS: Final = ("target", "path")
TARGET, PATH = range(2)
BACKED: Final = int(_PIECES["teppo_tai"]["defence_supported"])
"""The defence of a teppo-tai beside a friend (rule 26)."""


def _read(table: str, reading: str, kind: str, key: str) -> int:
    other = _TABLES["alternatives"].get(f"{table}_{reading}", {})
    return int(other.get(kind, _PIECES[kind][key]))


COUNTS: Final = {
    reading: (0, *(_read("counts", reading, kind, "count") for kind in TYPES[1:]))
    for reading in COUNT_READINGS
}
"""COUNTS[reading][type]: the number of pieces a side has (Q1); index 0 is unused."""

DEFENCES: Final = {
    reading: (0, 0, *(_read("defence", reading, kind, "defence") for kind in TYPES[2:]))
    for reading in DEFENCE_READINGS
}
"""DEFENCES[reading][type]: the defence, of a teppo-tai alone (Q2); the tairo has none."""

MEN_TYPES: Final = tuple(TYPES.index(kind) for kind, count in PLACED.items() for _ in range(count))
"""The type of each piece of a formation, in order."""

# ---- numbers of the rules

MAX_VALOR: Final = int(_TABLES["valor_track"]["maximum"])
ALL_OF_A_TYPE: Final = int(_TABLES["scoring"]["all_of_a_type"])
ALL_DAIMYO: Final = int(_TABLES["scoring"]["all_daimyo"])
PER_VALOR_POINT: Final = int(_TABLES["scoring"]["per_valor_point"])
MOUNTAIN: Final = 6
TERRAINS: Final = ("", *(str(_TABLES["terrain"][str(value)]) for value in range(1, 7)))

MAX_ROUNDS: Final = 60
"""The limit of rounds if no other limit is chosen (W1)."""

CHANGES: Final = (30, 15)
"""The changes a side has while placing, and in each rearrangement (W2)."""

MAX_REVISIONS: Final = 3

for name in BOARD_TABLES:
    _TABLES.pop(name, None)
must_be_read(_FILE.name, _TABLES)

# ---- the shipped board

SHIPPED: Final = load_board(_FILE)
SHIPPED_KEY: Final = "sekigahara"
SHIPPED_TEXT: Final = write_board(SHIPPED)
