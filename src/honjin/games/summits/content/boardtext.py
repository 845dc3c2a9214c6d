"""The validation of battles; a Flaw names the place, what was expected and what came.

Each check is of one thing: for a draft all flaws are reported (`flaws`), for a file the first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from honjin.core.errors import Flaw
from honjin.core.reading.files import Hole, quoted, within, wrong
from honjin.core.words import Say
from honjin.games.summits.content.board import (
    AREAS,
    BATTLES,
    CLANS,
    GENERALS,
    GROUPS,
    MAX_BONUS,
    MAX_COPIES,
    MAX_HAND,
    MAX_TURNS,
    SIDES,
    SOURCES,
    STACK,
    TERRAINS,
    TRAITORS,
    TYPES,
    UNDECIDED,
    VICTORIES,
    Area,
    Battle,
    Deck,
    General,
    Group,
    Hand,
    Setup,
    Treason,
    Troop,
)

Check = Callable[[], None]

_ID: Final = re.compile(r"[a-z][a-z0-9_]{0,29}")
SHORTENINGS: Final = ("anti_controls_road_areas", "anti_controls_area")
_OWNERS: Final = (*SIDES, "none")
FAR: Final = 1000
"""Coordinates go from 0 to this."""


def must_be_battle(battle: Battle) -> None:
    """Raise Flaw if no game can be played with the battle."""
    must_be_known(battle)
    for check in _checks(battle):
        check()


def flaws(battle: Battle) -> Iterator[Flaw]:
    """All flaws: of the ids, or if those are sound, one for each check that fails."""
    try:
        _must_differ(battle)
    except Flaw as flaw:
        yield flaw
        return
    for check in (*_checks_of_size(battle), *_checks(battle)):
        try:
            check()
        except Flaw as flaw:
            yield flaw


def _checks(battle: Battle) -> Iterator[Check]:
    """Checks that do not depend on one another's success, in the order of a file."""
    yield partial(_must_be_marked, battle)
    yield from _checks_of_scenario(battle)
    yield from _checks_of_map(battle)
    yield from _checks_of_units(battle)
    yield from _checks_of_setup(battle)
    yield from _checks_of_track(battle)
    yield partial(_between, "[[treason]]", 0, TRAITORS, len(battle.treason))
    for treason in battle.treason:
        yield partial(_must_be_traitors, treason, battle)


def _must(what: bool, where: str | Say, expected: Hole, got: object) -> None:
    if not what:
        raise wrong(where, expected, got)


def _among(where: str, values: Sequence[str], got: str) -> None:
    known = Say("file.one_of", {"values": quoted(", ".join(values))})
    _must(got in values, where, known, got or None)


def _between(where: str, low: int, high: int, got: int) -> None:
    _must(low <= got <= high, where, within(low, high), got)


# ---- ids and numbers


def must_be_known(battle: Battle) -> None:
    """Ids are well formed and used once, and within the size limits."""
    must_have_ids(battle)
    for check in _checks_of_size(battle):
        check()
    _must_differ(battle)


def _checks_of_size(battle: Battle) -> Iterator[Check]:
    lists = (("area", battle.area, AREAS), ("general", battle.general, GENERALS),
             ("troop", battle.troop, CLANS))  # fmt: skip
    for name, parts, most in lists:
        yield partial(_between, f"[[{name}]]", 1, most, len(parts))


def _must_differ(battle: Battle) -> None:
    """Ids are well formed, and each is used once."""
    must_have_ids(battle)
    for one, n in Counter(name for _, ids in _ids(battle) for name in ids).items():
        _must(n == 1, "id", Say("flaw.once", {"id": one}), n)


def must_have_ids(battle: Battle) -> None:
    """Ids are well formed, and each is used once in its table."""
    for name, ids in _ids(battle):
        for n, one in enumerate(ids, 1):
            _must(bool(_ID.fullmatch(one)), f"{name} {n}, id", Say("flaw.id"), one)
        for one, n in Counter(ids).items():
            _must(n == 1, "id", Say("flaw.once", {"id": one}), n)


def _ids(battle: Battle) -> Iterator[tuple[str, list[str]]]:
    yield "area", [one.id for one in battle.area]
    yield "general", [one.id for one in battle.general]
    yield "troop", [one.clan for one in battle.troop]


def _must_be_marked(battle: Battle) -> None:
    """A table's source, if given, is one of the two words."""
    scenario = battle.scenario
    marks = {"[scenario] source": scenario.source}
    marks |= {f"{_area(area)}, source": area.source for area in battle.area}
    marks |= {f"{_general(one.id)}, source": one.source for one in battle.general}
    marks |= {f"{_troop(one.clan)}, source": one.source for one in battle.troop}
    marks |= {f"{_setup(one.area)}, source": one.source for one in battle.setup}
    for where, mark in marks.items():
        if mark:
            _among(where, SOURCES, mark)


def _area(area: Area) -> str:
    return f"area {area.id}"


def _general(name: str) -> str:
    return f"general {name}"


def _troop(name: str) -> str:
    return f"troop {name}"


def _setup(name: str) -> str:
    return f"setup {name}"


# ---- the scenario


def _checks_of_scenario(battle: Battle) -> Iterator[Check]:
    scenario = battle.scenario
    yield partial(_must_be_scenario, battle)
    for side, hand in zip(SIDES, (scenario.hand.hideyoshi, scenario.hand.anti), strict=True):
        yield partial(_must_be_hand, f"[scenario.hand.{side}]", hand)
    for side, deck in zip(SIDES, (scenario.deck.hideyoshi, scenario.deck.anti), strict=True):
        yield partial(_must_be_deck, f"[scenario.deck.{side}]", deck)
    yield partial(_must_have_road, battle)
    yield partial(_must_be_shortenings, battle)


def _must_be_scenario(battle: Battle) -> None:
    scenario = battle.scenario
    _among("[scenario] id", BATTLES, scenario.id)
    _between("[scenario] turns", 1, MAX_TURNS, scenario.turns)
    _among("[scenario] first_player_turn1", SIDES, scenario.first_player_turn1)
    _among("[scenario] undecided_winner", UNDECIDED, scenario.undecided_winner)
    _between("[scenario] stack_limit_per_side", 1, STACK, scenario.stack_limit_per_side)
    _between("[scenario.turn1] anti_attack_modifier", 0, 9, scenario.turn1.anti_attack_modifier)
    for victory in scenario.victory.immediate:
        _among("[scenario.victory] immediate", VICTORIES, victory)
    if scenario.shorten_per_lost_general:
        where = "[scenario] shorten_per_lost_general"
        _among(where, ("hideyoshi",), scenario.shorten_per_lost_general.side)
        _between(where, 1, 1, scenario.shorten_per_lost_general.turns)


def _must_be_hand(where: str, hand: Hand) -> None:
    _between(f"{where} base", 1, MAX_HAND, hand.base)
    for key in ("turn1", "with_mountain"):
        value = getattr(hand, key)
        if value is not None:
            _between(f"{where} {key}", 1, MAX_HAND, value)
    for key in ("max_bonus", "per_box_used"):
        _between(f"{where} {key}", 0, MAX_BONUS if key == "max_bonus" else 1, getattr(hand, key))
    for key in (
        "plus_if_mountain", "plus_if_enemy_beyond_final_line", "plus_if_hideyoshi_not_on_map"
    ):  # fmt: skip
        _between(f"{where} {key}", 0, 2, getattr(hand, key))
    _must(not hand.empty_boxes_count, f"{where} empty_boxes_count", "false", "true")
    _between(where, 1, MAX_HAND, hand.base + hand.max_bonus)


def _must_be_deck(where: str, deck: Deck) -> None:
    """No hand is larger than its deck."""
    copies = {key: getattr(deck, key) for key in TYPES}
    for key, n in copies.items():
        _between(f"{where} {key}", 0, MAX_COPIES, n)
    _between(where, MAX_HAND, MAX_COPIES * len(TYPES), sum(copies.values()))


def _must_have_road(battle: Battle) -> None:
    """The scenario and its areas agree about the road (rule 4)."""
    road = battle.scenario.road
    marked = sorted(area.id for area in battle.area if area.road)
    given = sorted(road.areas) if road else []
    _must(given == marked, "[scenario.road] areas", ", ".join(marked) or Say("file.none"),
          ", ".join(given) or None)  # fmt: skip
    if road and road.count is not None:
        _must(road.count == len(given), "[scenario.road] count", len(given), road.count)
    needs = VICTORIES[2] in battle.scenario.victory.immediate
    needs |= battle.scenario.undecided_winner == UNDECIDED[1]
    _must(bool(given) or not needs, "[scenario.road] areas", Say("flaw.road"), None)


def _must_be_shortenings(battle: Battle) -> None:
    known = [area.id for area in battle.area]
    given = battle.scenario.shortening
    for n, one in enumerate(given, 1):
        where = f"[[scenario.shortening]] {n}"
        _among(f"{where}, when", SHORTENINGS, one.when)
        _between(f"{where}, turns", 1, 1, one.turns)
        _must(one.once, f"{where}, once", "true", "false")
        if one.when == SHORTENINGS[1]:
            _among(f"{where}, area", known, one.area)
        else:
            _between(f"{where}, count", 1, AREAS, one.count)
    for when in SHORTENINGS:
        n = sum(one.when == when for one in given)
        _between(f"[[scenario.shortening]] when = {when}", 0, 1, n)


# ---- the map


def _checks_of_map(battle: Battle) -> Iterator[Check]:
    known = {area.id: area for area in battle.area}
    for area in battle.area:
        yield partial(_must_be_area, area, known)
    yield partial(_must_hang_together, battle.area, known)
    yield partial(_must_have_mountain, battle)
    yield partial(_must_be_apart, battle, known)
    yield partial(_must_have_honjin, battle)


def _must_have_mountain(battle: Battle) -> None:
    mountains = [area.id for area in battle.area if area.terrain == TERRAINS[2]]
    _must(len(mountains) == 1, "terrain", Say("flaw.one_mountain"), ", ".join(mountains) or None)
    mountain = battle.scenario.mountain
    _must(mountain == mountains[0], "[scenario] mountain", mountains[0], mountain)


def _must_be_apart(battle: Battle, known: Mapping[str, Area]) -> None:
    for pair in battle.link_forbidden:
        for name in (pair.a, pair.b):
            _among("[[link_forbidden]]", list(known), name)
        where = f"[[link_forbidden]] {pair.a}, {pair.b}"
        _must(pair.b not in known[pair.a].adjacent, where, Say("flaw.apart"), Say("flaw.linked"))


def _must_have_honjin(battle: Battle) -> None:
    for side, names in zip(SIDES, _both(battle.scenario.honjin), strict=True):
        marked = sorted(area.id for area in battle.area if area.honjin == side)
        where = f"[scenario.honjin] {side}"
        got = ", ".join(sorted(names)) or None
        _must(sorted(names) == marked, where, ", ".join(marked) or Say("file.none"), got)


def _both(names: object) -> tuple[list[str], list[str]]:
    return getattr(names, SIDES[0]), getattr(names, SIDES[1])


def _must_be_area(area: Area, known: Mapping[str, Area]) -> None:
    where = _area(area)
    _among(f"{where}, terrain", TERRAINS, area.terrain)
    _among(f"{where}, control", _OWNERS, area.control)
    _among(f"{where}, entry_for", ("", SIDES[0]), area.entry_for)
    _among(f"{where}, honjin", ("", *SIDES), area.honjin)
    for key, value in (("x", area.x), ("y", area.y)):
        _between(f"{where}, {key}", 0, FAR, value)
    for near in area.adjacent:
        _among(f"{where}, adjacent", [name for name in known if name != area.id], near)
        others, expected = known[near].adjacent, Say("flaw.mutual", {"id": area.id})
        _must(area.id in others, f"area {near}, adjacent", expected, ", ".join(others) or None)
    twice = [near for near, n in Counter(area.adjacent).items() if n > 1]
    _must(not twice, f"{where}, adjacent", Say("flaw.once", {"id": (twice or [""])[0]}), 2)
    if area.outline:
        _between(f"{where}, outline", 3, 40, len(area.outline))
        for corner in area.outline:
            for value in corner:
                _between(f"{where}, outline", 0, FAR, value)


def _must_hang_together(areas: Sequence[Area], known: Mapping[str, Area]) -> None:
    reached, ahead = set[str](), [area.id for area in areas[:1]]
    while ahead:
        here = ahead.pop()
        if here not in reached:
            reached.add(here)
            ahead += [near for near in known[here].adjacent if near in known]
    for area in areas:
        _must(area.id in reached, _area(area), Say("flaw.way", {"id": areas[0].id}), None)


# ---- units


def _checks_of_units(battle: Battle) -> Iterator[Check]:
    sides = {troop.clan: troop.side for troop in battle.troop}
    for troop in battle.troop:
        yield partial(_must_be_troop, troop)
    for general in battle.general:
        yield partial(_must_be_general, general, sides)
    yield partial(_must_have_taisho, battle)


def _must_be_troop(troop: Troop) -> None:
    _among(f"{_troop(troop.clan)}, side", SIDES, troop.side)
    _between(f"{_troop(troop.clan)}, defense", 0, 20, troop.defense)
    _between(f"{_troop(troop.clan)}, count", 0, 60, troop.count)


def _must_be_general(general: General, sides: Mapping[str, str]) -> None:
    where = _general(general.id)
    _among(f"{where}, side", SIDES, general.side)
    if general.clan in sides:
        _must(sides[general.clan] == general.side, f"{where}, clan",
              Say("flaw.clan_of", {"side": general.side}), general.clan)  # fmt: skip
    _must(general.clan in sides, f"{where}, clan", Say("flaw.clan"), general.clan or None)
    for key in ("attack", "command", "defense"):
        _between(f"{where}, {key}", 0, 20, getattr(general, key))


def _must_have_taisho(battle: Battle) -> None:
    for side, names in zip(SIDES, _both(battle.scenario.taisho), strict=True):
        marked = sorted(one.id for one in battle.general if one.taisho and one.side == side)
        where = f"[scenario.taisho] {side}"
        got = ", ".join(sorted(names)) or None
        _must(sorted(names) == marked, where, ", ".join(marked) or Say("file.none"), got)


def _checks_of_setup(battle: Battle) -> Iterator[Check]:
    """Units are in areas their side controls, ten at most, each once (rules 26, 49)."""
    known = {area.id: area for area in battle.area}
    for setup in battle.setup:
        yield partial(_must_stand, setup, known, battle)
    for name, n in Counter(setup.area for setup in battle.setup).items():
        yield partial(_must, n == 1, _setup(name), Say("flaw.once", {"id": name}), n)
    parts: list[Setup | Group] = [*battle.setup, *battle.reinforcement]
    placed = Counter(name for part in parts for name in part.generals)
    for general in battle.general:
        n, once = placed[general.id], Say("flaw.once", {"id": general.id})
        yield partial(_must, n == 1, _general(general.id), once, n)
    for troop in battle.troop:
        n = sum(part.troops.get(troop.clan, 0) for part in parts)
        yield partial(_must, n == troop.count, f"{_troop(troop.clan)}, count", n, troop.count)


def _must_stand(setup: Setup, known: Mapping[str, Area], battle: Battle) -> None:
    where = _setup(setup.area)
    _among(f"{where}, area", list(known), setup.area)
    _among(f"{where}, side", SIDES, setup.side)
    control = known[setup.area].control
    _must(control == setup.side, f"{where}, side", control, setup.side)
    _must_be_stack(where, setup.side, setup.generals, setup.troops, battle)


def _must_be_stack(
    where: str, side: str, generals: Iterable[str], troops: Mapping[str, int], battle: Battle
) -> None:
    """Known units of one side, no more than an area holds."""
    men = [one.id for one in battle.general if one.side == side]
    clans = [one.clan for one in battle.troop if one.side == side]
    names = list(generals)
    for name in names:
        _among(f"{where}, generals", men, name)
    for clan, n in troops.items():
        _among(f"{where}, troops", clans, clan)
        _between(f"{where}, troops {clan}", 1, STACK, n)
    size = len(names) + sum(troops.values())
    _between(where, 1, battle.scenario.stack_limit_per_side, size)


# ---- reinforcements, treason


def _checks_of_track(battle: Battle) -> Iterator[Check]:
    yield partial(_must_be_track, battle)
    for n, group in enumerate(battle.reinforcement, 1):
        yield partial(_must_come, n, group, battle)


def _must_be_track(battle: Battle) -> None:
    track, groups = battle.reinforcement_track, battle.reinforcement
    _among("[reinforcement_track] side", (SIDES[0],), track.side)
    _between("[reinforcement_track] boxes", 1, GROUPS - 1, track.boxes)
    _between("[reinforcement_track] empty_boxes", 0, 6, track.empty_boxes)
    marked = sorted(area.id for area in battle.area if area.entry_for == SIDES[0])
    given = sorted(track.entry_areas)
    where = "[reinforcement_track] entry_areas"
    _must(given == marked, where, ", ".join(marked) or Say("file.none"), ", ".join(given) or None)
    _must(bool(given), where, Say("flaw.entry"), None)
    _must(len(groups) == track.boxes, "[[reinforcement]]", track.boxes, len(groups))


def _must_come(n: int, group: Group, battle: Battle) -> None:
    where = f"reinforcement {n}"
    if battle.reinforcement_track.free_assignment:
        letter = "ABCDEF"[n - 1] if n < GROUPS else ""
        _must(group.group == letter, f"{where}, group", letter, group.group or None)
    else:
        _must(group.box == n, f"{where}, box", n, group.box)
    _must_be_stack(where, SIDES[0], group.generals, group.troops, battle)


def _must_be_traitors(treason: Treason, battle: Battle) -> None:
    clans = {one.id: one.clan for one in battle.general}
    known = [one.clan for one in battle.troop if one.side == SIDES[1]]
    where = f"treason {treason.id}"
    _must_be_stack(where, SIDES[1], treason.generals, treason.troops, battle)
    _among(f"{where}, id", known, treason.id)
    for name in treason.generals:
        expected = Say("flaw.clan_is", {"id": treason.id})
        _must(clans[name] == treason.id, f"{where}, generals", expected, clans[name])
    for clan in treason.troops:
        _must(clan == treason.id, f"{where}, troops", treason.id, clan)
