"""The flaws of a battle's draft, each with the rows that it concerns.

The checks of boardtext.py decide what prevents a game; what a drawing alone can have is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from honjin.core.parts.desks import Draft, Finding
from honjin.core.words import Say
from honjin.games.summits.content.board import SIDES, Area, Battle
from honjin.games.summits.content.boardtext import flaws
from honjin.games.summits.content.drafttables import TABLES

_PLACE: Final = re.compile(r"(area|general|troop|setup|reinforcement|treason) ([a-z0-9_]+)")
_FILED: Final = {
    "[scenario] stack_limit_per_side": "stack",
    "[scenario] shorten_per_lost_general": "lost",
    "[scenario.turn1] anti_attack_modifier": "attack_turn1",
}
"""Columns that a file names otherwise."""
_OF_MAP: Final = ("terrain", "id")
_TABLES: Final = (
    ("[scenario.hand.", "hand"), ("[scenario.deck.", "deck"), ("[reinforcement_track]", "track"),
    ("[[", ""), ("[scenario", "scenario"),
)  # fmt: skip

Point = tuple[int, int]


def findings_of(draft: Draft, battle: Battle) -> tuple[Finding, ...]:
    """All flaws; then remarks on outlines that a player would not recognise."""
    found = [_finding(draft, flaw.say) for flaw in flaws(battle)]
    if not any(one.layer == "area" for one in found):
        found += _remarks(battle)
    return tuple(found)


def _finding(draft: Draft, say: Say) -> Finding:
    where = say.p.get("where", "")
    table, rows = _rows_at(draft, where) if isinstance(where, str) else ("", ())
    return Finding(say, rows, table, column=_column_at(table, str(where)) if rows else "")


def _column_at(table: str, where: str) -> str:
    """The column at a place of a file, which ends with it; none if it is of the whole row."""
    name = _FILED.get(where, where.replace(",", " ").rpartition(" ")[2])
    columns = next(one.columns for one in TABLES if one.key == table)
    return name if name in {column.key for column in columns} else ""


def _rows_at(draft: Draft, where: str) -> tuple[str, tuple[str, ...]]:
    """The table and the rows at a place of a file."""
    if found := _PLACE.match(where):
        return found[1], _rows_of(draft, found[1], found[2])
    if where in _OF_MAP:
        return "area", ()
    if where.startswith("[[") and not where.startswith("[[scenario"):
        return where[2:].partition("]")[0], ()
    if where.startswith("[[scenario"):
        return "shortening", ()
    table = next((table for start, table in _TABLES if where.startswith(start)), "")
    row = next((side for side in SIDES if f".{side}]" in where), table)
    return table, (row,) if row in draft.table(table) else ()


def _rows_of(draft: Draft, table: str, name: str) -> tuple[str, ...]:
    rows = draft.table(table)
    if table == "setup":
        return tuple(key for key, row in rows.items() if row.get("area", "") == name)
    if table == "reinforcement":
        return tuple(rows)[int(name) - 1 : int(name)]
    return (name,) if name in rows else ()


# ---- outlines


def _remarks(battle: Battle) -> Iterator[Finding]:
    for area in battle.area:
        if not area.outline:
            continue
        if _crosses_itself(area.outline):
            yield _remark("crossed", area)
        elif not is_inside(area.outline, (area.x, area.y)):
            yield _remark("outside", area)


def _remark(key: str, area: Area) -> Finding:
    return Finding(Say(f"draft.outline.{key}", {"area": area.id}), (area.id,), "area", stops=False)


def _crosses_itself(corners: Sequence[Point]) -> bool:
    """True if two edges cross that do not meet in a corner."""
    edges = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    return any(
        _cross(*edges[one], *edges[other])
        for one in range(len(edges))
        for other in range(one + 2, len(edges))
        if (other + 1) % len(edges) != one
    )


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_inside(corners: Sequence[Point], at: Point) -> bool:
    """True if a point lies in a polygon."""
    inside = False
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (y1 > at[1]) != (y2 > at[1]) and at[0] < x1 + (at[1] - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


# ---- figures


def strength(battle: Battle, side: str) -> Mapping[str, int]:
    """The generals and the combat units of a side."""
    return {
        "generals": sum(one.side == side for one in battle.general),
        "units": sum(one.count for one in battle.troop if one.side == side),
    }
