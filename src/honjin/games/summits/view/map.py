"""The map: areas as polygons, the marks on them, the road, links between areas.

An area is drawn by its outline or, if the file gives none, as the points nearest to its centre.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import cos, dist, hypot, pi, sin
from typing import Final

from honjin.core.scene import Decor, Point, Space
from honjin.core.words import Say
from honjin.games.summits.content.board import SCALE, Area, Battle
from honjin.games.summits.info.names import MAX_KEPT, Holes, area_say, plain
from honjin.games.summits.rules.battles import battle_of
from honjin.games.summits.rules.state import NOWHERE, Summits

SHEET: Final[Point] = (28.0, 20.0)
TOUCH: Final = 0.15
"""Areas touch where they share a border of at least this length."""
NEAR: Final = 0.01
REACH: Final = 2.9
"""The greatest extent of an area without an outline from its centre."""
CORNERS: Final = 16

_maps: dict[int, tuple[Space, ...]] = {}
_roads: dict[int, tuple[Decor, ...]] = {}


def areas(land: int, seen: Summits) -> tuple[Space, ...]:
    """The areas: they never change, so they are built once for each battle."""
    if land not in _maps:
        if len(_maps) > MAX_KEPT:
            _maps.clear()
        battle = battle_of(seen)
        _maps[land] = tuple(_space(seen, battle, n) for n in range(len(battle.area)))
    return _maps[land]


def _space(seen: Summits, battle: Battle, n: int) -> Space:
    area = battle.area[n]
    corners = outline(battle, area)
    at = place(area.x, area.y)
    points = tuple((round(x - at[0], 2), round(y - at[1], 2)) for x, y in corners)
    xs, ys = ([point[k] for point in points] for k in (0, 1))
    size = (round(max(xs) - min(xs), 3), round(max(ys) - min(ys), 3))
    holes: Holes = {"area": area_say(seen, n), "terrain": Say(f"terrain.{area.terrain}")}
    return Space(
        area.id, at, size, look_of(area), Say("area", holes), shape="poly", points=points,
        fan="grid",
        text=f"{area.name_ja} {plain(area.name_en)}",
    )  # fmt: skip


def look_of(area: Area) -> str:
    """The terrain and marks of an area: `hill-palisade-honjin-hideyoshi`."""
    marks = {
        "palisade": area.barrier, "road": area.road, "beyond": area.beyond_final_line,
        f"honjin-{area.honjin}": area.honjin, "entry": area.entry_for,
    }  # fmt: skip
    return "-".join([area.terrain, *(mark for mark, is_there in marks.items() if is_there)])


def place(x: float, y: float) -> Point:
    """A point of a file in the scene."""
    return round(x * SCALE[0], 3), round(y * SCALE[1], 3)


def outline(battle: Battle, area: Area) -> list[Point]:
    """The corners of an area: its own, or those of the points nearest to its centre."""
    if area.outline:
        return [place(x, y) for x, y in area.outline]
    own = place(area.x, area.y)
    corners = [
        (own[0] + REACH * cos(2 * pi * k / CORNERS), own[1] + REACH * sin(2 * pi * k / CORNERS))
        for k in range(CORNERS)
    ]
    for other in battle.area:
        if other.id != area.id and (other.x, other.y) != (area.x, area.y):
            corners = _nearer(corners, own, place(other.x, other.y))
    for mirrored in _beyond(own):
        corners = _nearer(corners, own, mirrored)
    return corners


def _beyond(point: Point) -> tuple[Point, ...]:
    """A point mirrored at each edge of the sheet, which bounds its polygon by the sheet."""
    (x, y), (right, bottom) = point, SHEET
    return (-x, y), (x, -y), (2 * right - x, y), (x, 2 * bottom - y)


def _nearer(corners: list[Point], own: Point, other: Point) -> list[Point]:
    """The part of a convex polygon that is nearer to one point than to another."""
    nx, ny = other[0] - own[0], other[1] - own[1]
    middle = ((own[0] + other[0]) / 2, (own[1] + other[1]) / 2)

    def side(point: Point) -> float:
        return (point[0] - middle[0]) * nx + (point[1] - middle[1]) * ny

    found: list[Point] = []
    for one, two in zip(corners, [*corners[1:], corners[0]], strict=True):
        here, there = side(one), side(two)
        if here <= 0:
            found.append(one)
        if (here < 0 < there) or (there < 0 < here):
            share = here / (here - there)
            found.append((one[0] + share * (two[0] - one[0]), one[1] + share * (two[1] - one[1])))
    return found


def links(land: int, seen: Summits) -> tuple[Decor, ...]:
    """Lines between adjacent areas, the road thicker; areas that touch need not be adjacent."""
    if land not in _roads:
        if len(_roads) > MAX_KEPT:
            _roads.clear()
        _roads[land] = tuple(_lines(battle_of(seen)))
    return _roads[land]


def _lines(battle: Battle) -> Iterator[Decor]:
    known = {area.id: area for area in battle.area}
    drawn = {area.id: outline(battle, area) for area in battle.area}
    for area in battle.area:
        for near in (known[name] for name in area.adjacent if name > area.id):
            is_road = area.road and near.road
            if is_road or not _border(drawn[area.id], area, near):
                way = _line(place(area.x, area.y), place(near.x, near.y))
                yield Decor("road" if is_road else "link", way)
    for one, two in combinations(battle.area, 2):
        if two.id not in one.adjacent and (border := _border(drawn[one.id], one, two)):
            yield Decor("barred", _line(*border))


def _border(corners: list[Point], one: Area, two: Area) -> tuple[Point, Point] | None:
    """The line where two areas touch: as far from one centre as from the other."""
    here, there = place(one.x, one.y), place(two.x, two.y)
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        if dist(start, end) > TOUCH and all(
            abs(dist(point, here) - dist(point, there)) < NEAR for point in (start, end)
        ):
            return start, end
    return None


def _line(one: Point, two: Point) -> str:
    return f"M{one[0]:.4g} {one[1]:.4g}L{two[0]:.4g} {two[1]:.4g}"


def shots(seen: Summits) -> Iterator[Decor]:
    """The start and end of an attack."""
    if seen.strike and seen.source != seen.target and NOWHERE not in (seen.source, seen.target):
        one, two = (battle_of(seen).area[area] for area in (seen.source, seen.target))
        start, goal = place(one.x, one.y), place(two.x, two.y)
        dx, dy = goal[0] - start[0], goal[1] - start[1]
        share = 1 - 0.8 / max(0.82, hypot(dx, dy))
        yield Decor("shot", _line(start, (start[0] + share * dx, start[1] + share * dy)))
