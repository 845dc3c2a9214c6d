"""What lies on the table: the map with both sides' units, hands, tracks.

Ids: areas by their own; `box:1` `empty:1` `start` of the track, `turn:3`; trays `hand:0` `deck:0`
`played:0` `reserve`; generals by their id; combat units `minase.hashiba`, face down
`minase.hashiba.used`; cards `hand:0.fire`, `deck:0.fire`, `played:0.fire`, `hand:1.back`;
`group:A`, `flag:minase`, `marker`, `turn`. Verbs are those of VERBS, `help:2`, `treason:maeda`.

An area is drawn by its outline, and where the file gives none, by what lies nearest to its centre.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import cos, dist, hypot, pi, sin
from typing import Final

from honjin.core.scene import Decor, Piece, Point, Scene, Side, Space, Tray, Verb
from honjin.core.words import Say
from honjin.games.summits.board import SIDES, TERRAINS, Area, Battle
from honjin.games.summits.data import (
    CARD_NAMES,
    CARDS,
    HIDEYOSHI,
    NO_UNIT,
    NOBODY,
    OFF,
    SPLITS,
    TROOP,
)
from honjin.games.summits.muster import battle_of
from honjin.games.summits.names import (
    LETTERS,
    Holes,
    area_id,
    area_say,
    card_say,
    clan_id,
    clan_say,
    group_say,
    side_say,
    unit_id,
    unit_say,
)
from honjin.games.summits.scoring import hand_size
from honjin.games.summits.state import (
    BID,
    BOXES,
    LOT,
    NOWHERE,
    OVER,
    PICK,
    SUPPORT,
    Summits,
    boxes_used,
    most_of,
    road_areas,
)
from honjin.games.summits.strike import roll_bonus

SCALE: Final[Point] = (1.4 / 50, 1 / 50)
"""Of a unit of a file in the scene: the map is 28 wide and 20 high, as a table is."""
SHEET: Final[Point] = (28.0, 20.0)
TOUCH: Final = 0.15
"""Areas touch where they share a border of at least this length."""
NEAR: Final = 0.01
REACH: Final = 2.9
"""So far from its centre an area is drawn at most, where it has no outline."""
CORNERS: Final = 16
TRACK_Y: Final = 21.5
BOX_SIZE: Final[Point] = (1.3, 1.1)
TURN_SIZE: Final[Point] = (1.1, 1.1)

COLOURS: Final = ("hideyoshi", "anti")
CRESTS: Final = ("kiri", "kikyo", "karigane")
"""The paulownia of Hideyoshi; the bellflower of the Akechi, the geese of the Shibata."""

VERBS: Final = {
    "ready": "7", "clear": "7", "first": "9", "second": "9", "pass": "11", "end": "10",
    "use": "13", "cover": "13", "call": "45", "rally": "A25", "turn-up": "A25", "attack": "27",
    "fire": "34", "band": "14", "done": "16", "halt": "21", "let": "A23", "let-all": "A23",
    "ambush": "A23", "auto": "30", "troops": "A6", "drop": "37",
}  # fmt: skip

_kept = lru_cache(8192)


def scene(seen: Summits) -> Scene:
    """The map, the tracks, the trays of both sides."""
    return Scene(
        skin="summits",
        spaces=(*_map(seen.land, seen), *_track(seen)),
        pieces=tuple(_pieces(seen)),
        sides=(_side(seen, 0), _side(seen, 1)),
        trays=tuple(_trays(seen)),
        verbs=tuple(_verbs(seen)),
        decor=(*_links(seen.land, seen), *_ways(seen)),
        lit=_lit(seen),
    )


# ---- the map

_maps: dict[int, tuple[Space, ...]] = {}
_roads: dict[int, tuple[Decor, ...]] = {}
_written: dict[int, tuple[str, ...]] = {}
_MOST_KEPT: Final = 64


def _map(land: int, seen: Summits) -> tuple[Space, ...]:
    """The areas: they never change, so they are made once for each battle."""
    if land not in _maps:
        if len(_maps) > _MOST_KEPT:
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
    label = Say("area" if area.source == "documented" else "area.made", holes)
    return Space(
        area.id, at, size, look_of(area), label, shape="poly", points=points, fan="grid",
        text=f"{area.name_ja} {_plain(area.name_en)}",
    )  # fmt: skip


def look_of(area: Area) -> str:
    """Terrain and what is drawn on it: `hill-palisade-honjin-hideyoshi`."""
    marks = {
        "palisade": area.barrier, "road": area.road, "beyond": area.beyond_final_line,
        f"honjin-{area.honjin}": area.honjin, "entry": area.entry_for,
    }  # fmt: skip
    return "-".join([area.terrain, *(mark for mark, is_there in marks.items() if is_there)])


def place(x: float, y: float) -> Point:
    """A point of a file in the scene."""
    return round(x * SCALE[0], 3), round(y * SCALE[1], 3)


def outline(battle: Battle, area: Area) -> list[Point]:
    """The corners of an area: its own, or those of the points that are nearest to its centre."""
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
    """A point mirrored at the edges of the sheet: what lies nearer to it lies on the sheet."""
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


def _links(land: int, seen: Summits) -> tuple[Decor, ...]:
    """Lines between adjacent areas, the road thicker; what touches is not always adjacent."""
    if land not in _roads:
        if len(_roads) > _MOST_KEPT:
            _roads.clear()
        _roads[land] = tuple(_lines(battle_of(seen)))
    return _roads[land]


def _lines(battle: Battle) -> Iterator[Decor]:
    known = {area.id: area for area in battle.area}
    for area in battle.area:
        for near in (known[name] for name in area.adjacent if name > area.id):
            is_road = area.road and near.road
            if is_road or not _border(battle, area, near):
                way = _line(place(area.x, area.y), place(near.x, near.y))
                yield Decor("road" if is_road else "link", way)
    for one, two in combinations(battle.area, 2):
        if two.id not in one.adjacent and (border := _border(battle, one, two)):
            yield Decor("barred", _line(*border))


def _border(battle: Battle, one: Area, two: Area) -> tuple[Point, Point] | None:
    """The line at which two areas touch: as far from the one's centre as from the other's."""
    here, there = place(one.x, one.y), place(two.x, two.y)
    corners = outline(battle, one)
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        if dist(start, end) > TOUCH and all(
            abs(dist(point, here) - dist(point, there)) < NEAR for point in (start, end)
        ):
            return start, end
    return None


def _line(one: Point, two: Point) -> str:
    return f"M{one[0]:.4g} {one[1]:.4g}L{two[0]:.4g} {two[1]:.4g}"


def _ways(seen: Summits) -> Iterator[Decor]:
    """From where to where an attack goes."""
    if seen.strike and seen.source != seen.target and NOWHERE not in (seen.source, seen.target):
        one, two = (battle_of(seen).area[area] for area in (seen.source, seen.target))
        start, goal = place(one.x, one.y), place(two.x, two.y)
        dx, dy = goal[0] - start[0], goal[1] - start[1]
        share = 1 - 0.8 / max(0.82, hypot(dx, dy))
        yield Decor("shot", _line(start, (start[0] + share * dx, start[1] + share * dy)))


# ---- tracks


def _track(seen: Summits) -> Iterator[Space]:
    last = battle_of(seen).scenario.turns
    first = 1.2 * max(last, seen.last) + 2.2
    yield _box("start", first, Say("space.start"), "start")
    for n in range(1, seen.empty + seen.boxes + 1):
        k = n - seen.empty
        name, look = (f"box:{k}", "box") if k > 0 else (f"empty:{n}", "empty")
        holes: Holes = {"n": k if k > 0 else n}
        yield _box(name, first + 1.4 * n, Say(f"space.{look}", holes), look)
    for n in range(1, max(last, seen.last) + 1):
        yield _turn(n, "turn" if n <= seen.last else "turn-gone")


@_kept
def _box(name: str, x: float, label: Say, look: str) -> Space:
    return Space(name, (round(x, 2), TRACK_Y), BOX_SIZE, f"track-{look}", label)


@_kept
def _turn(n: int, look: str) -> Space:
    at = (round(1.2 * n, 2), TRACK_Y)
    return Space(f"turn:{n}", at, TURN_SIZE, look, Say(f"space.{look}", {"n": n}), text=str(n))


# ---- units


def _pieces(seen: Summits) -> Iterator[Piece]:
    for area in range(seen.areas):
        yield from _stack(seen, area)
    yield from _markers(seen)
    for side in (0, 1):
        yield from _cards(seen, side)


def _stack(seen: Summits, area: int) -> Iterator[Piece]:
    """Generals first, then combat units; who controls the area."""
    on = area_id(seen, area)
    if seen.held[area] != NOBODY:
        holder = seen.held[area]
        look = f"flag-{SIDES[holder]}-{_crest(seen, holder)}"
        yield _flag(on, look, side_say(seen, holder))
    if not seen.stack[0][area] + seen.stack[1][area]:
        return
    for unit in range(seen.generals):
        if seen.here[area] >> unit & 1:
            yield general_piece(seen, unit, on)
    for clan in range(seen.clans):
        name = clan_id(seen, clan)
        for n, state in ((seen.fresh[area][clan], ""), (seen.used[area][clan], "used")):
            if n:
                side = SIDES[seen.clan_side[clan]]
                text = f"{_clan_name(seen, clan)} {n} {seen.toughness[clan]}"
                yield _troop(on, name, clan_say(seen, clan), side, n, text, state)


@_kept
def _flag(on: str, look: str, who: Say) -> Piece:
    return Piece(f"flag:{on}", on, look, Say("flag", {"who": who}))


def general_piece(seen: Summits, unit: int, on: str) -> Piece:
    """A general's counter."""
    side = 1 if seen.of_side[1] >> unit & 1 else 0
    numbers = (seen.attack[unit], seen.command[unit], seen.defence[unit])
    marks = "-taisho" * (seen.taisho[side] >> unit & 1) + "-used" * (seen.tired >> unit & 1)
    clan = clan_id(seen, seen.clan[unit])
    look = f"general-{SIDES[side]}-{clan}{marks}"
    caption = _captions(seen)[unit]
    return _general(unit_id(seen, unit), on, look, unit_say(seen, unit), numbers, caption)


@_kept
def _general(
    name: str, on: str, look: str, who: Say, numbers: tuple[int, int, int], caption: str
) -> Piece:
    attack, command, defence = numbers
    key = "general.used" if look.endswith("-used") else "general"
    label = Say(key, {"unit": who, "attack": attack, "command": command, "defence": defence})
    return Piece(name, on, look, label, text=f"{caption} {attack}-{command}-{defence}")


def _captions(seen: Summits) -> tuple[str, ...]:
    """What is written on the counters of the generals, once for each battle."""
    if seen.land not in _written:
        if len(_written) > _MOST_KEPT:
            _written.clear()
        _written[seen.land] = tuple(_both_names(battle_of(seen)))
    return _written[seen.land]


def _both_names(battle: Battle) -> Iterator[str]:
    """The whole name, and in Latin letters the family's, or the own one of a family of several."""
    names = [_plain(one.name_en).split() for one in battle.general]
    families = [name[0] for name in names]
    for one, name in zip(battle.general, names, strict=True):
        yield f"{one.name_ja} {name[-1] if families.count(name[0]) > 1 else name[0]}"


def _plain(name: str) -> str:
    """A name without what stands in brackets."""
    return " ".join(re.sub(r"\([^)]*\)", " ", name).split())


@_kept
def _troop(on: str, clan: str, who: Say, side: str, n: int, text: str, state: str) -> Piece:
    mark, key = ("-used", "troop.used") if state else ("", "troop")
    label = Say(key, {"clan": who, "n": n, "defence": int(text.rsplit(maxsplit=1)[-1])})
    name = f"{on}.{clan}{'.used' if state else ''}"
    return Piece(name, on, f"troop-{side}-{clan}{mark}", label, n, text)


def _clan_name(seen: Summits, clan: int) -> str:
    """A clan as its counters call it."""
    return "".join(battle_of(seen).troop[clan].name_ja.split())


def _markers(seen: Summits) -> Iterator[Piece]:
    yield Piece("turn", f"turn:{seen.turn}", "marker-turn", Say("marker.turn", {"n": seen.turn}))
    yield Piece("marker", _space_of_marker(seen), "marker-track", Say("marker.track"))
    for group in range(1, seen.boxes + 1):
        on = _place_of_group(seen, group)
        if on:
            letter = LETTERS[group]
            label = Say("group.men", {"group": group_say(group), "men": _men(seen, group)})
            yield Piece(f"group:{letter}", on, "group", label, text=letter)


def _space_of_marker(seen: Summits) -> str:
    if seen.marker == 0:
        return "start"
    k = boxes_used(seen)
    return f"box:{k}" if k else f"empty:{seen.marker}"


def _place_of_group(seen: Summits, group: int) -> str:
    """Its box, the reserve; nowhere once it is on the map."""
    if group not in seen.box:
        return "reserve"
    n = seen.box.index(group)
    if seen.waiting >> group & 1 or seen.entering == group:
        return "reserve" if not _is_on_map(seen, group) else ""
    return f"box:{n}" if n > boxes_used(seen) else ""


def _is_on_map(seen: Summits, group: int) -> bool:
    return any(
        seen.group_of[one] == group and seen.where[one] != OFF for one in range(seen.generals)
    )


def _men(seen: Summits, group: int) -> Say:
    """Who a group is, told one after the other."""
    parts = [unit_say(seen, one) for one in range(seen.generals) if seen.group_of[one] == group]
    for clan in range(seen.clans):
        n = seen.reserve[group][clan]
        if n:
            parts.append(Say("men", {"clan": clan_say(seen, clan), "n": n}))
    found = parts[0]
    for part in parts[1:]:
        found = Say("and", {"one": found, "other": part})
    return found


# ---- cards


def _cards(seen: Summits, side: int) -> Iterator[Piece]:
    for card in range(CARDS):
        n = seen.hand[side][card]
        if n:
            yield _card("hand", side, card, n)
        left = most_of(seen, side, card) - n
        if seen.phase == PICK and left > 0:
            yield _card("deck", side, card, left)
        if seen.shown[side][card]:
            yield _card("played", side, card, seen.shown[side][card])
        if seen.down[side][card]:
            yield _card("covered", side, card, seen.down[side][card])
    hidden = seen.cards[side] - sum(seen.hand[side])
    if hidden > 0:
        yield _backs(f"hand:{side}", side, hidden)
    hidden = seen.covered[side] - sum(seen.down[side])
    if hidden > 0:
        yield _backs(f"played:{side}", side, hidden)


@_kept
def _card(place: str, side: int, card: int, n: int) -> Piece:
    name = CARD_NAMES[card]
    on = f"{'played' if place == 'covered' else place}:{side}"
    look = f"card-{name}-down" if place == "covered" else f"card-{name}"
    key = "card.down" if place == "covered" else "card.up"
    return Piece(f"{place}:{side}.{name}", on, look, Say(key, {"card": card_say(card)}), n)


@_kept
def _backs(on: str, side: int, n: int) -> Piece:
    return Piece(f"{on}.back", on, f"card-back-{SIDES[side]}", Say("card.back"), n)


# ---- beside the map


def _trays(seen: Summits) -> Iterator[Tray]:
    for side in (0, 1):
        for look in ("hand", "deck", "played"):
            who = side_say(seen, side)
            yield Tray(f"{look}:{side}", side, Say(f"tray.{look}", {"who": who}), look)
    yield Tray("reserve", HIDEYOSHI, Say("tray.reserve"), "reserve")


def _crest(seen: Summits, side: int) -> str:
    return CRESTS[0] if side == HIDEYOSHI else CRESTS[1 + seen.battle]


def _side(seen: Summits, side: int) -> Side:
    crest = _crest(seen, side)
    facts = [Say("fact.lost", {"n": seen.lost[side]})]
    if seen.phase >= PICK:
        size = seen.size[side]
        facts.append(Say("fact.cards", {"n": seen.cards[side], "of": size}))
        if seen.phase != OVER:
            facts.append(Say("fact.next", {"n": hand_size(seen, side)}))
    if seen.road_counts:
        facts.append(Say("fact.road", {"n": road_areas(seen, side)}))
    seat = None if seen.phase in (BID, LOT) else side ^ seen.swapped
    return Side(side, side_say(seen, side), crest, COLOURS[side], seat, tuple(facts))


def _verbs(seen: Summits) -> Iterator[Verb]:
    yield from (_verb(key, number) for key, number in VERBS.items())
    if seen.phase == SUPPORT:
        for n in range(max(seen.command) + 1):
            yield Verb(f"help:{n}", Say("verb.help", {"n": n}), "30")
    for k in range(seen.traitors):
        clan = seen.traitor[k]
        say = Say("verb.treason", {"clan": clan_say(seen, clan)})
        yield Verb(f"treason:{clan_id(seen, clan)}", say, "60")


@_kept
def _verb(key: str, number: str) -> Verb:
    return Verb(key, Say(f"verb.{key}"), number)


def _lit(seen: Summits) -> tuple[tuple[str, ...], ...]:
    """The group, and the area that is attacked."""
    found = []
    if seen.at != NOWHERE:
        found.append(tuple(group_pieces(seen)))
    if seen.target != NOWHERE:
        found.append((area_id(seen, seen.target),))
    if seen.phase == BOXES:
        found.append((f"box:{seen.box.index(0, 1)}",))
    return tuple(group for group in found if group)


def group_pieces(seen: Summits) -> Iterator[str]:
    """The pieces of which units are in the group."""
    if not (seen.band or any(seen.men)):
        return
    for unit in range(seen.generals):
        if seen.band >> unit & 1:
            yield unit_id(seen, unit)
    area, mark = area_id(seen, seen.at), ".used" if seen.rallying else ""
    for clan in range(seen.clans):
        if seen.men[clan]:
            yield f"{area}.{clan_id(seen, clan)}{mark}"


# ---- in plain text


def sketch(seen: Summits) -> str:
    """The map as a list of areas."""
    battle = battle_of(seen)
    lines = [f"turn {seen.turn}/{seen.last}  lost {seen.lost[0]}-{seen.lost[1]}"]
    for n, area in enumerate(battle.area):
        owner = "ha-"[seen.held[n]]
        level = "".join(" ^A"[TERRAINS.index(area.terrain)])
        lines.append(f"{owner}{level}{area.id:<18}{_units_text(seen, n)}".rstrip())
    for side in (0, 1):
        cards = " ".join(
            f"{CARD_NAMES[card]}*{n}" for card, n in enumerate(seen.hand[side]) if n
        )  # fmt: skip
        lines.append(f"{SIDES[side]}: {seen.cards[side]} cards {cards}".rstrip())
    if seen.roller != NO_UNIT:
        lines.append(f"{_roller(seen)} rolls: {roll_bonus(seen, seen.roller):+d}")
    return "\n".join(lines)


def _roller(seen: Summits) -> str:
    return "troops" if seen.roller == TROOP else unit_id(seen, seen.roller)


def _units_text(seen: Summits, area: int) -> str:
    units = [
        unit_id(seen, one) + "'" * (seen.tired >> one & 1)
        for one in range(seen.generals)
        if seen.here[area] >> one & 1
    ]
    for clan in range(seen.clans):
        fresh, used = seen.fresh[area][clan], seen.used[area][clan]
        if fresh or used:
            units.append(f"{clan_id(seen, clan)} {fresh}+{used}'")
    return ", ".join(units)


def odds(bonuses: list[int]) -> tuple[int, int]:
    """How likely some rolls do anything, in percent, and their damage on average, in tenths."""
    nothing, mean = 1.0, 0.0
    for bonus in bonuses:
        rolls = [max(0, (one >> 3) + (one & 7) + bonus) for one in SPLITS]
        ways = [1 if one >> 3 == one & 7 else 2 for one in SPLITS]
        nothing *= sum(way for n, way in zip(rolls, ways, strict=True) if n == 0) / 36
        mean += sum(n * way for n, way in zip(rolls, ways, strict=True)) / 36
    return round(100 * (1 - nothing)), round(10 * mean)
