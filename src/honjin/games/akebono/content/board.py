"""A board (hexes with values, two midlines, formations, a road) and the checks every board passes.

boardtext.py reads and writes its text, as an option carries it; boardfile.py reads its file. A row
has a letter, and a hex its number within the row: C4 is the fourth hex of the third row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final, NamedTuple

from honjin.core.reading.files import quoted, wrong
from honjin.core.words import Say
from honjin.geometry.hexes import Hex, Lattice, distance, neighbours, pack

MIDLINES: Final = ("north_south", "west_east")
CLOSED: Final = -1
"""The half of a hex that a midline crosses; the halves are 0 and 1."""

CELLS: Final = 200
"""The number of cells that a state has for a board."""

PLACED: Final = {"tairo": 1, "daimyo": 3, "samurai": 3, "ashigaru": 5, "teppo_tai": 3}
"""The most pieces of each type that a formation places, in this order."""

MEN: Final = sum(PLACED.values())
PLANS: Final = 5
"""The most formations that a midline has."""
ONLY_PLAN: Final = "circle"
"""The formation that can be drawn up on any board."""

ROAD: Final = 1
"""The value of a hex that a road passes through."""

_LETTERS: Final = f" {ascii_lowercase}{digits}_"  # in the name of a formation; 12 fit in 63 bits
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,11}")


class Place(NamedTuple):
    """A hex of a board; `halves` gives the half it lies in, for each midline."""

    name: str
    at: Hex
    value: int
    halves: tuple[int, int]


class Plan(NamedTuple):
    """A formation for both halves: the hexes of the pieces, in the order of PLACED."""

    key: str
    names: tuple[tuple[str, ...], tuple[str, ...]]


class Board(NamedTuple):
    """Places in reading order, formations for each midline, and the road's places, if any."""

    places: tuple[Place, ...]
    plans: tuple[tuple[Plan, ...], tuple[Plan, ...]]
    road: tuple[str, ...] = ()

    def lattice(self) -> Lattice:
        """Its places as cells of a list."""
        return pack(place.at for place in self.places)


def named(hexes: Iterable[Hex]) -> dict[Hex, str]:
    """The names of the hexes of a board, in reading order; Flaw for too many rows."""
    ordered = sorted(hexes, key=lambda place: (place.r, place.q))
    rows = [list(row) for _, row in groupby(ordered, key=lambda place: place.r)]
    if len(rows) > len(ascii_uppercase):
        raise wrong(THE_BOARD, Say("flaw.most_rows", {"n": len(ascii_uppercase)}), len(rows))
    return {
        place: f"{letter}{number}"
        for letter, row in zip(ascii_uppercase, rows, strict=False)
        for number, place in enumerate(row, 1)
    }


# ---- what every board must satisfy

THE_BOARD: Final = Say("flaw.board")


def hex_at(name: str) -> Say:
    """A hex as the place of a flaw."""
    return Say("flaw.hex", {"hex": quoted(name)})


def must_be_board(places: Sequence[Place]) -> None:
    """Raise Flaw for a board that no game could be played on."""
    must_be_few(places)
    must_hang_together(places)
    must_fit_cells(places)
    for midline in range(len(MIDLINES)):
        for half in (0, 1):
            must_have_room(places, midline, half)


def must_be_few(places: Sequence[Place]) -> None:
    """Raise Flaw if there are no hexes, or too many."""
    if not places:
        raise wrong(THE_BOARD, Say("flaw.some_hexes"), None)
    if len(places) > CELLS:
        raise wrong(THE_BOARD, Say("flaw.most_hexes", {"n": CELLS}), len(places))


def must_hang_together(places: Sequence[Place]) -> None:
    """Raise Flaw for the first hex that cannot be reached."""
    reached = reached_from_first(places)
    for place in places:
        if place.at not in reached:
            raise wrong(hex_at(place.name), Say("flaw.way", {"hex": places[0].name}), None)


def must_fit_cells(places: Sequence[Place]) -> None:
    """Raise Flaw if the hexes, with the cells around them, do not fit into a state."""
    size = pack(place.at for place in places).size
    if size > CELLS:
        raise wrong(THE_BOARD, Say("flaw.most_cells", {"n": CELLS}), size)


def must_have_room(places: Sequence[Place], midline: int, half: int) -> None:
    """Raise Flaw if a half has too few hexes that touch none of the other, for a formation."""
    found = len(deep(places, midline, half))
    if found < MEN:
        where = Say("flaw.half", {"midline": MIDLINES[midline], "half": "ab"[half]})
        raise wrong(where, Say("flaw.deep_hexes", {"n": MEN}), found)


def reached_from_first(places: Sequence[Place]) -> set[Hex]:
    """The hexes connected to the first one."""
    board = {place.at for place in places}
    reached, ahead = set[Hex](), [places[0].at]
    while ahead:
        here = ahead.pop()
        if here not in reached:
            reached.add(here)
            ahead += [near for near in neighbours(here) if near in board]
    return reached


def deep(places: Sequence[Place], midline: int, half: int) -> tuple[Place, ...]:
    """The places of a half that touch no place of the other half."""
    return _deep(tuple(places), midline, half)


@lru_cache(32)  # called for each formation of a board
def _deep(places: tuple[Place, ...], midline: int, half: int) -> tuple[Place, ...]:
    others = {place.at for place in places if place.halves[midline] == 1 - half}
    return tuple(
        place
        for place in places
        if place.halves[midline] == half and others.isdisjoint(neighbours(place.at))
    )


# ---- a formation for any board


def drawn_up(places: Sequence[Place], midline: int) -> tuple[Plan, ...]:
    """The default formation of a midline: the army around a tairo placed as deep as possible."""
    return (Plan(ONLY_PLAN, (_circle(places, midline, 0), _circle(places, midline, 1))),)


def _circle(places: Sequence[Place], midline: int, half: int) -> tuple[str, ...]:
    own = deep(places, midline, half)
    others = [place.at for place in places if place.halves[midline] == 1 - half]

    def far(place: Place) -> int:
        return min(distance(place.at, other) for other in others)

    tairo = max(own, key=lambda place: (far(place), -place.value))
    around = sorted(own, key=lambda place: (distance(place.at, tairo.at), -far(place)))
    return tuple(place.name for place in around[:MEN])


# ---- roads


def must_be_road(path: Sequence[str], places: Sequence[Place]) -> None:
    """Raise Flaw where the road does not lead from one hex of value 1 to the next."""
    known = {place.name: place for place in places}
    for n, name in enumerate(path):
        where = f"[road] path, {n + 1}"
        if name not in known or known[name].value != ROAD or name in path[:n]:
            raise wrong(where, Say("flaw.new_road", {"n": ROAD}), name)
        if n and distance(known[path[n - 1]].at, known[name].at) != 1:
            raise wrong(where, Say("flaw.beside", {"hex": path[n - 1]}), name)


def ways(board: Board) -> dict[str, set[str]]:
    """The neighbours of each hex along the road; without a given road, all adjacent road hexes."""
    if board.road:
        pairs = list(zip(board.road, board.road[1:], strict=False))
    else:
        at = {place.at: place.name for place in board.places if place.value == ROAD}
        pairs = [
            (name, at[near]) for here, name in at.items() for near in neighbours(here) if near in at
        ]
    found: dict[str, set[str]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


# ---- formations


def must_be_plans(midline: int, plans: Sequence[Plan], places: Sequence[Place]) -> None:
    """Raise Flaw for a formation of a midline that cannot be taken up."""
    keys = [plan.key for plan in plans]
    if len(keys) > PLANS or len(set(keys)) < len(keys):
        where = Say("flaw.setups", {"midline": MIDLINES[midline]})
        raise wrong(where, Say("flaw.most_plans", {"n": PLANS}), ", ".join(keys))
    for plan in plans:
        if not is_name(plan.key):
            raise wrong(setup_at(plan.key), Say("flaw.plan_name"), plan.key)
        for half, names in enumerate(plan.names):
            _must_stand(setup_at(plan.key, half), names, midline, half, places)


def is_name(key: str) -> bool:
    """True if a formation can have this name."""
    return _NAME.fullmatch(key) is not None


def setup_at(key: str, half: int | None = None) -> Say:
    """A formation, or one half of it, as the place of a flaw."""
    if half is None:
        return Say("flaw.setup", {"id": quoted(key)})
    return Say(f"flaw.setup.{('first', 'second')[half]}", {"id": quoted(key)})


def _must_stand(
    where: Say, names: Sequence[str], midline: int, half: int, places: Sequence[Place]
) -> None:
    own = {place.name for place in places if place.halves[midline] == half}
    for n, name in enumerate(names):
        if name not in own or name in names[:n]:
            raise wrong(where, Say("flaw.free_hex"), name)
    if names[0] not in {place.name for place in deep(places, midline, half)}:
        raise wrong(where, Say("flaw.deep_tairo"), names[0])


def number_of_name(key: str) -> int:
    """The name of a formation as a number, for a state."""
    found = 0
    for letter in key:
        found = found * len(_LETTERS) + _LETTERS.index(letter)
    return found


@lru_cache(1024)
def name_of_number(number: int) -> str:
    """The name that a state carries as a number; empty for 0."""
    text = ""
    while number:
        number, letter = divmod(number, len(_LETTERS))
        text = _LETTERS[letter] + text
    return text
