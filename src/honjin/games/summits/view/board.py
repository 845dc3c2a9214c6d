"""The scene: the map with the units of both sides, hands, tracks.

Ids: areas by their own; `box:1` `empty:1` `start` of the track, `turn:3`; trays `hand:0` `deck:0`
`played:0` `slots:0` `reserve`; generals by their id; combat units `minase.hashiba`, face down
`minase.hashiba.used`; cards `hand:0.fire`, `deck:0.fire`, `played:0.fire`, `hand:1.back`,
`slot:0.fire`;
`group:A`, `flag:minase`, `marker`, `turn`. Verbs are those of VERBS, `help:2`, `treason:maeda`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final, TypeVar

from honjin.core.scene import Piece, Point, Scene, Side, Space, Tray, Verb
from honjin.core.words import Say, Speak
from honjin.games.summits.content.board import SIDES, TERRAINS
from honjin.games.summits.content.data import (
    CARD_NAMES,
    CARDS,
    HIDEYOSHI,
    LETTERS,
    NO_UNIT,
    NOBODY,
    OFF,
    TROOP,
)
from honjin.games.summits.info.names import (
    Holes,
    captions,
    card_say,
    clan_say,
    group_say,
    side_say,
    unit_say,
)
from honjin.games.summits.rules.battles import area_id, battle_of, clan_id, unit_id
from honjin.games.summits.rules.scoring import hand_size
from honjin.games.summits.rules.state import (
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
from honjin.games.summits.rules.strike import roll_bonus
from honjin.games.summits.view.attack import breakdown
from honjin.games.summits.view.goal import goal
from honjin.games.summits.view.map import areas, links, shots
from honjin.games.summits.view.orders import ORDER_VERBS, order_marks
from honjin.games.summits.view.slots import declared, slots

T = TypeVar("T")
TRACK_Y: Final = 21.9
BOX_SIZE: Final[Point] = (1.3, 1.1)
TURN_SIZE: Final[Point] = (1.1, 1.1)

COLOURS: Final = ("hideyoshi", "anti")
CRESTS: Final = ("kiri", "kikyo", "karigane")
"""The paulownia of Hideyoshi; the bellflower of the Akechi, the geese of the Shibata."""

VERBS: Final = {
    "ready": "7", "clear": "7", "first": "9", "second": "9", "pass": "11", "end": "10",
    "use": "13", "cover": "13", "call": "45", "rally": "A25", "turn-up": "A25", "attack": "27",
    "fire": "34", "alone": "14", "done": "16", "halt": "21", "let": "A23", "let-all": "A23",
    "ambush": "A23", "auto": "30", "troops": "A6", "drop": "37",
    **dict.fromkeys(ORDER_VERBS, "W9"),
}  # fmt: skip

MAX_KEPT: Final = 20_000
_kept = lru_cache(8192)
_parts: dict[tuple[object, ...], Any] = {}
"""Parts of scenes by what they show; a map decides the numbers and names of all that is on it."""


def _once(key: tuple[object, ...], make: Callable[[Summits], T], seen: Summits) -> T:
    """The part with this key, made the first time."""
    found: T | None = _parts.get(key)
    if found is None:
        if len(_parts) >= MAX_KEPT:
            _parts.clear()
        found = _parts[key] = make(seen)
    return found


def scene(seen: Summits) -> Scene:
    """The map, the tracks, the trays of both sides."""
    return Scene(
        skin="summits",
        spaces=(*areas(seen.land, seen), *_track(seen)),
        pieces=tuple(_pieces(seen)),
        sides=(_side(seen, 0), _side(seen, 1)),
        trays=_once(("trays", seen.battle), _trays, seen),
        verbs=tuple(_verbs(seen)),
        decor=(*links(seen.land, seen), *shots(seen)),
        lit=_lit(seen),
        breakdown=breakdown(seen),
        goal=goal(seen),
    )


# ---- tracks


def _track(seen: Summits) -> tuple[Space, ...]:
    key = "track", seen.land, seen.last, seen.empty, seen.boxes
    return _once(key, lambda seen: tuple(_spaces(seen)), seen)


def _spaces(seen: Summits) -> Iterator[Space]:
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
    yield from slots(seen)
    yield from order_marks(seen)


def _stack(seen: Summits, area: int) -> tuple[Piece, ...]:
    here, held = seen.here[area], seen.held[area]
    if held == NOBODY and not seen.stack[0][area] + seen.stack[1][area]:
        return ()
    troops = tuple(seen.fresh[area]), tuple(seen.used[area])
    key = "stack", seen.land, area, held, here, here & seen.tired, *troops
    return _once(key, lambda seen: tuple(_units(seen, area)), seen)


def _units(seen: Summits, area: int) -> Iterator[Piece]:
    """Generals first, then combat units; the flag of the controlling side."""
    on = area_id(seen, area)
    if seen.held[area] != NOBODY:
        holder = seen.held[area]
        look = f"flag-{SIDES[holder]}-{_crest(seen, holder)}"
        yield _flag(on, look, side_say(seen, holder))
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
    caption = captions(seen)[unit]
    return _general(unit_id(seen, unit), on, look, unit_say(seen, unit), numbers, caption)


@_kept
def _general(
    name: str, on: str, look: str, who: Say, numbers: tuple[int, int, int], caption: str
) -> Piece:
    attack, command, defence = numbers
    key = "general.used" if look.endswith("-used") else "general"
    label = Say(key, {"unit": who, "attack": attack, "command": command, "defence": defence})
    return Piece(name, on, look, label, text=f"{caption} {attack}-{command}-{defence}")


@_kept
def _troop(on: str, clan: str, who: Say, side: str, n: int, text: str, state: str) -> Piece:
    mark, key = ("-used", "troop.used") if state else ("", "troop")
    label = Say(key, {"clan": who, "n": n, "defence": int(text.rsplit(maxsplit=1)[-1])})
    name = f"{on}.{clan}{'.used' if state else ''}"
    return Piece(name, on, f"troop-{side}-{clan}{mark}", label, n, text)


def _clan_name(seen: Summits, clan: int) -> str:
    """A clan's name as on its counters."""
    return "".join(battle_of(seen).troop[clan].name_ja.split())


def _markers(seen: Summits) -> Iterator[Piece]:
    yield Piece("turn", f"turn:{seen.turn}", "marker-turn", Say("marker.turn", {"n": seen.turn}))
    yield Piece("marker", _space_of_marker(seen), "marker-track", Say("marker.track"))
    for group in range(1, seen.boxes + 1):
        on = _place_of_group(seen, group)
        if on:
            yield _group(seen, group, on)


def _group(seen: Summits, group: int, on: str) -> Piece:
    def make(seen: Summits) -> Piece:
        label = Say("group.men", {"group": group_say(group), "men": _men(seen, group)})
        return Piece(f"group:{LETTERS[group]}", on, "group", label, text=LETTERS[group])

    return _once(("group", seen.land, group, on), make, seen)


def _space_of_marker(seen: Summits) -> str:
    if seen.marker == 0:
        return "start"
    k = boxes_used(seen)
    return f"box:{k}" if k else f"empty:{seen.marker}"


def _place_of_group(seen: Summits, group: int) -> str:
    """Its box or the reserve; nowhere once it is on the map."""
    if group not in seen.box:
        return "reserve"
    n = seen.box.index(group)
    if seen.waiting >> group & 1 or seen.entering == group:
        return "reserve" if not _is_on_map(seen, group) else ""
    return f"box:{n}" if n > boxes_used(seen) else ""


def _is_on_map(seen: Summits, group: int) -> bool:
    return any(
        seen.group_of[unit] == group and seen.where[unit] != OFF for unit in range(seen.generals)
    )


def _men(seen: Summits, group: int) -> Say:
    """The units of a group, one after the other."""
    parts = [unit_say(seen, unit) for unit in range(seen.generals) if seen.group_of[unit] == group]
    for clan in range(seen.clans):
        n = seen.reserve[group][clan]
        if n:
            parts.append(Say("men", {"clan": clan_say(seen, clan), "n": n}))
    return Say("list", {"of": tuple(parts)})


# ---- cards


def _cards(seen: Summits, side: int) -> Iterator[Piece]:
    for card in range(CARDS):
        n = seen.hand[side][card]
        if n:
            yield _card("hand", side, card, n)
        left = most_of(seen, side, card) - n
        if seen.phase == PICK and left > 0:
            yield _card("deck", side, card, left)
        past = seen.shown[side][card] - declared(seen, side, card)
        if past:
            yield _card("played", side, card, past)
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


_TRAYS: Final = {"slots": "small", "hand": "fan", "deck": "fan", "played": "small"}


def _trays(seen: Summits) -> tuple[Tray, ...]:
    sides = (
        Tray(f"{name}:{side}", side, Say(f"tray.{name}", {"who": side_say(seen, side)}), look)
        for side in (0, 1)
        for name, look in _TRAYS.items()
    )
    return (*sides, Tray("reserve", HIDEYOSHI, Say("tray.reserve"), "reserve"))


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
    """The group, and the attacked area."""
    groups = []
    if seen.at != NOWHERE:
        groups.append(tuple(group_pieces(seen)))
    if seen.target != NOWHERE:
        groups.append((area_id(seen, seen.target),))
    if seen.phase == BOXES:
        groups.append((f"box:{seen.box.index(0, 1)}",))
    return tuple(group for group in groups if group)


def group_pieces(seen: Summits) -> Iterator[str]:
    """The pieces whose units are in the group."""
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


def sketch(seen: Summits, say: Speak) -> str:
    """The map as a list of areas."""
    battle = battle_of(seen)
    told = {"n": seen.turn, "last": seen.last, "one": seen.lost[0], "two": seen.lost[1]}
    lines = [say(Say("sketch.turn", told))]
    for n, area in enumerate(battle.area):
        owner = "ha-"[seen.held[n]]
        level = "".join(" ^A"[TERRAINS.index(area.terrain)])
        lines.append(f"{owner}{level}{area.id:<18}{_units_text(seen, n)}".rstrip())
    for side in (0, 1):
        cards = " ".join(
            f"{CARD_NAMES[card]}*{n}" for card, n in enumerate(seen.hand[side]) if n
        )  # fmt: skip
        held = say(Say(f"sketch.cards.{side}", {"n": seen.cards[side]}))
        lines.append(f"{held} {cards}".rstrip())
    if seen.roller != NO_UNIT:
        bonus = f"{roll_bonus(seen, seen.roller):+d}"
        lines.append(say(Say("sketch.rolls", {"who": _roller(seen), "bonus": bonus})))
    return "\n".join(lines)


def _roller(seen: Summits) -> Say | str:
    return Say("sketch.troops") if seen.roller == TROOP else unit_id(seen, seen.roller)


def _units_text(seen: Summits, area: int) -> str:
    units = [
        unit_id(seen, general) + "'" * (seen.tired >> general & 1)
        for general in range(seen.generals)
        if seen.here[area] >> general & 1
    ]
    for clan in range(seen.clans):
        fresh, used = seen.fresh[area][clan], seen.used[area][clan]
        if fresh or used:
            units.append(f"{clan_id(seen, clan)} {fresh}+{used}'")
    return ", ".join(units)
