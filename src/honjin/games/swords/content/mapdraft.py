"""Drafts of maps: the painted squares, from a file and back into one, and what is wrong.

    marks.terrain    {"a1": "covered", "b4": "keep", "e1": "fortress.1"}    the rest is clear
    fields.name      "Lake Biwa"
    fields.shape     "squares" or "hexes"

The number of a fortress is its seat. If numbers are left out, the following ones move up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from honjin.core.errors import Unreadable
from honjin.core.parts.desks import Draft, Finding, cells_named
from honjin.core.reading.bounds import shown
from honjin.core.words import Say
from honjin.games.swords.content.generator import FROM_FORTRESS
from honjin.games.swords.content.mapfile import (
    LEAST_PLAYERS,
    NAMELESS,
    closed_in,
    read_loose,
    remarks,
    too_close,
    unreached,
)
from honjin.games.swords.content.maps import (
    CLEAR,
    FORTRESS,
    MAX_KEEPS,
    MAX_PLAYERS,
    MOVE,
    SHAPES,
    SQUARE_NAMES,
    SQUARE_OF,
    SQUARES,
    TERRAINS,
    Map,
    make_map,
)

LAYER: Final = "terrain"
SEATS: Final = tuple(f"{TERRAINS[FORTRESS]}.{seat}" for seat in range(1, MAX_PLAYERS + 1))
"""The fortress of each seat as a brush."""
_CELLS: Final = {name: name for name in SQUARE_NAMES}


def draft_of(found: Map) -> Draft:
    """The draft of a map."""
    painted = {
        SQUARE_NAMES[square]: TERRAINS[code]
        for square, code in enumerate(found.terrain)
        if code not in (CLEAR, FORTRESS)
    }
    for seat, square in zip(SEATS, found.fortresses, strict=False):
        painted[SQUARE_NAMES[square]] = seat
    usual = {"name": NAMELESS, "shape": SHAPES[0]}
    fields = {"name": found.name, "shape": found.shape}
    kept = {key: text for key, text in fields.items() if text != usual[key]}
    return Draft({LAYER: painted} if painted else {}, kept)


def read_draft(text: str) -> Draft:
    """The draft of a file or a line; Flaw if it holds none."""
    return draft_of(read_loose(text))


def map_of(draft: Draft) -> Map:
    """The map of a draft; Unreadable for squares that do not exist."""
    terrain, seats = [CLEAR] * SQUARES, dict[str, int]()
    for cell, brush in draft.cells(LAYER).items():
        square = _square(cell)
        terrain[square] = FORTRESS if brush in SEATS else TERRAINS.index(brush)
        if brush in SEATS:
            seats[brush] = square
    fortresses = [seats[brush] for brush in SEATS if brush in seats]
    name, shape = draft.fields.get("name", NAMELESS), draft.fields.get("shape", SHAPES[0])
    return make_map(name, shape, terrain, fortresses)


def _square(cell: str) -> int:
    if cell not in SQUARE_OF:
        raise Unreadable(f"expected a square from a1 to j10, got {shown(cell)}")
    return SQUARE_OF[cell]


# ---- what is wrong


def findings_of(
    found: Map, cost: Sequence[int] = MOVE, adjacency: int | None = None
) -> tuple[Finding, ...]:  # fmt: skip
    """The flaws that make a map unplayable; failing that, how it differs from maps of the rules."""
    stops = tuple(_stops(found))
    return stops or tuple(
        Finding(say, cells_named(say, _CELLS), LAYER, stops=False)
        for say in remarks(found, cost, adjacency)
    )


def _stops(found: Map) -> Iterator[Finding]:
    if not found.name.strip():
        yield Finding(Say("draft.nameless"))
    if found.players < LEAST_PLAYERS:
        holes: dict[str, int | str | Say] = {"n": LEAST_PLAYERS, "got": found.players}
        yield Finding(Say("draft.fortresses", holes), layer=LAYER)
        return
    most = MAX_KEEPS * found.players
    if len(found.keeps) > most:
        said = Say("draft.keeps", {"n": most, "got": len(found.keeps)})
        yield Finding(said, _names(*found.keeps), LAYER)
    if lost := _cut_off(found):
        yield Finding(Say("draft.unreached", {"n": len(lost)}), _names(*lost), LAYER)
    for fortress in closed_in(found):
        yield Finding(Say("draft.exit"), _names(fortress), LAYER)
    for fortress, other, _ in too_close(found):
        said = Say("draft.close", {"n": FROM_FORTRESS})
        yield Finding(said, _names(fortress, other), LAYER)


def _cut_off(found: Map) -> list[int]:
    """The castles that cannot be reached: of two parts of the map, those in the smaller one."""
    lost = unreached(found)
    others = [castle for castle in (*found.fortresses, *found.keeps) if castle not in lost]
    return min(lost, others, key=len) if lost else []


def _names(*squares: int) -> tuple[str, ...]:
    return tuple(SQUARE_NAMES[square] for square in squares)


def is_measured(found: Map) -> bool:
    """True if the evenness of a map can be measured: each castle can be reached."""
    return found.players >= LEAST_PLAYERS and not unreached(found)
