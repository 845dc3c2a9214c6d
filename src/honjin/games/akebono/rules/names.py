"""The names of hexes and formations, for a state on any board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final

from honjin.core.errors import Unreadable
from honjin.games.akebono.content.board import name_of_number
from honjin.games.akebono.rules.state import Akebono
from honjin.geometry.hexes import Hex, centre

MAX_KEPT: Final = 64
"""The most boards to cache."""


@dataclass(frozen=True, eq=False)
class Ground:
    """The hexes of a board by cell, in reading order; the middle of the board is at 0, 0."""

    name: Mapping[int, str]
    cell: Mapping[str, int]
    at: Mapping[int, tuple[float, float]]
    value: Sequence[int]


_grounds: dict[int, Ground] = {}


def ground(s: Akebono) -> Ground:
    """The hexes of the board a state is played on."""
    known = _grounds.get(s.land)
    if known is None:
        if len(_grounds) > MAX_KEPT:
            _grounds.clear()
        known = _grounds[s.land] = _ground(s)
    return known


def _ground(s: Akebono) -> Ground:
    row = s.row
    cells = [cell for cell, number in enumerate(s.value) if number]
    name: dict[int, str] = {}
    count = [0] * len(ascii_uppercase)
    for cell in cells:
        count[row[cell]] += 1
        name[cell] = f"{ascii_uppercase[row[cell]]}{count[row[cell]]}"
    at = {cell: centre(Hex(cell - s.width * row[cell], row[cell])) for cell in cells}
    left, right = (pick(x for x, _ in at.values()) for pick in (min, max))
    upper, lower = (pick(y for _, y in at.values()) for pick in (min, max))
    middle = ((left + right) / 2, (upper + lower) / 2)
    places = {
        cell: (round(x - middle[0], 3), round(y - middle[1], 3)) for cell, (x, y) in at.items()
    }
    return Ground(name, {text: cell for cell, text in name.items()}, places, s.value)


def read_hex(s: Akebono, name: str) -> int:
    """The cell of the hex with this name; Unreadable gives the range of names."""
    cells = ground(s).cell
    if name not in cells:
        names = list(cells)
        raise Unreadable(f"expected a hex, {names[0]} to {names[-1]}; got {name!r}")
    return cells[name]


def hex_name(s: Akebono, cell: int) -> str:
    """The name of a hex."""
    return ground(s).name[cell]


def plan_key(s: Akebono, plan: int) -> str:
    """The name of a formation."""
    return plan_keys(s)[plan]


def plan_keys(s: Akebono) -> tuple[str, ...]:
    """The names of the formations of the midline in play."""
    names = s.plan_name[s.midline] if s.midline >= 0 else []
    return tuple(name_of_number(name) for name in names if name)
