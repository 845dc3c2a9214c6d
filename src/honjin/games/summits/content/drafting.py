"""Drafts of battles: the rows of the desk's tables, from a file and back into one.

    rows.area         "minase": {"name_en": "Minase", "terrain": "plain", "at": "220,730",
                                 "outline": "200,700 240,700 220,760", "adjacent": "hirose sakurai"}
    rows.setup        "setup_1": {"area": "minase", "generals": "…", "troops": "hashiba*4"}

What a file states twice is stated once in a draft, and follows from it: which areas are honjin, of
the road or for entry, which generals are Taishō, and how many units, boxes and groups there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from honjin.core.parts.desks import Draft, must_hold
from honjin.core.parts.draft_tables import (
    YES,
    Row,
    counts_of,
    is_key,
    points_of,
    refs_of,
    value_of,
    write_counts,
    write_points,
)
from honjin.core.reading.files import read_toml, wrong
from honjin.core.words import Say
from honjin.games.summits.content.board import (
    SIDES,
    TERRAINS,
    TYPES,
    VICTORIES,
    Area,
    Battle,
    Deck,
    Decks,
    First,
    General,
    Group,
    Hand,
    Hands,
    Lost,
    Names,
    Pair,
    Road,
    Scenario,
    Setup,
    Shortening,
    Track,
    Treason,
    Troop,
    Victory,
)
from honjin.games.summits.content.boardfile import MOST
from honjin.games.summits.content.boardtext import must_have_ids
from honjin.games.summits.content.drafttables import HAND, TABLES

_BY_KEY: Final = {table.key: table for table in TABLES}
_ONE: Final = "scenario"
_TRACK: Final = "track"
Rows = dict[str, dict[str, str]]

# ---- from a file


def read_draft(text: str) -> Draft:
    """The draft of a file; Flaw if it contradicts itself or says what no draft can hold."""
    battle = read_toml(text, Battle, MOST)
    must_have_ids(battle)
    _must_be_clans(battle)
    draft = draft_of(battle)
    for key, rows in draft.rows.items():
        must_hold(_BY_KEY[key], rows, key)
    _must_agree(battle, battle_of(draft))
    return draft


def _must_be_clans(battle: Battle) -> None:
    """Each clan that can be won over is named once: it is the key of its row."""
    names = [one.id for one in battle.treason]
    for name in names:
        if names.count(name) > 1:
            raise wrong("[[treason]]", Say("flaw.once", {"id": name}), names.count(name))
        if not is_key(name):
            raise wrong("[[treason]], id", Say("flaw.id"), name or None)


def draft_of(battle: Battle) -> Draft:
    """The draft of a battle; values that are the usual ones are left out."""
    found = {
        "scenario": {_ONE: _scenario_row(battle)},
        "hand": {side: _hand_row(getattr(battle.scenario.hand, side)) for side in SIDES},
        "deck": {side: _texts(getattr(battle.scenario.deck, side), " ".join((*TYPES, "source")))
                 for side in SIDES},
        "area": {one.id: _area_row(one) for one in battle.area},
        "general": {one.id: _general_row(one) for one in battle.general},
        "troop": {one.clan: _texts(one, "name_ja name_en side defense source")
                  for one in battle.troop},
        "setup": _numbered("setup", [_stack_row(one, "area side") for one in battle.setup]),
        "track": {_TRACK: _track_row(battle.reinforcement_track)},
        "reinforcement": _numbered("group", [_stack_row(one) for one in battle.reinforcement]),
        "treason": {one.id: _stack_row(one) for one in battle.treason},
        "shortening": _numbered(
            "shortening",
            [_texts(one, "when count area source") for one in battle.scenario.shortening]),
        "link_forbidden": _numbered("pair", [_texts(one, "a b") for one in battle.link_forbidden]),
    }  # fmt: skip
    return Draft(rows={key: _lean(key, rows) for key, rows in found.items() if rows})


def _lean(key: str, rows: Rows) -> Rows:
    usual = {column.key: column.default for column in _BY_KEY[key].columns}
    return {
        name: {part: text for part, text in row.items() if text != usual[part]}
        for name, row in rows.items()
    }


def _numbered(stem: str, rows: Sequence[dict[str, str]]) -> Rows:
    return {f"{stem}_{n}": row for n, row in enumerate(rows, 1)}


def _texts(one: Any, keys: str) -> dict[str, str]:
    """Parts of a table as values; numbers that are left out are empty."""
    found = {key: getattr(one, key) for key in keys.split()}
    return {key: "" if value is None else str(value) for key, value in found.items()}


def _flag(what: object) -> str:
    return YES if what else ""


def _scenario_row(battle: Battle) -> dict[str, str]:
    one = battle.scenario
    road = one.road or Road([])
    ways = {key: _flag(key in one.victory.immediate) for key in VICTORIES}
    return {
        **_texts(one, "id name_ja name_en turns first_player_turn1 undecided_winner source"),
        **ways,
        "stack": str(one.stack_limit_per_side), "lost": _flag(one.shorten_per_lost_general),
        "road_ja": road.name_ja, "road_en": road.name_en, "road_count": _flag(road.count),
        "road_source": road.source, "attack_turn1": str(one.turn1.anti_attack_modifier),
        "turn1_source": one.turn1.source, "taisho_source": one.taisho.source,
        "honjin_source": one.honjin.source, "victory_source": one.victory.source,
    }  # fmt: skip


def _hand_row(hand: Hand) -> dict[str, str]:
    return _texts(hand, " ".join((*HAND, "source")))


def _area_row(area: Area) -> dict[str, str]:
    flags = ("barrier", "road", "beyond_final_line")
    return {
        **_texts(area, "name_ja name_en terrain control honjin source"),
        **{key: _flag(getattr(area, key)) for key in flags},
        "entry": _flag(area.entry_for), "at": f"{area.x},{area.y}",
        "outline": write_points(area.outline), "adjacent": " ".join(area.adjacent),
    }  # fmt: skip


def _general_row(one: General) -> dict[str, str]:
    keys = "name_ja name_en side clan attack command defense source"
    return {**_texts(one, keys), "taisho": _flag(one.taisho)}


def _stack_row(one: Setup | Group | Treason, keys: str = "") -> dict[str, str]:
    return {
        **_texts(one, f"{keys} source"),
        "generals": " ".join(one.generals), "troops": write_counts(one.troops),
    }  # fmt: skip


def _track_row(track: Track) -> dict[str, str]:
    return {**_texts(track, "empty_boxes source"), "free": _flag(track.free_assignment)}


def _must_agree(given: Battle, found: Battle) -> None:
    """Facts that a draft states once are stated the same wherever the file states them."""
    for where, one, other in zip(_PLACES, _stated(given), _stated(found), strict=True):
        if one != other:
            raise wrong(where, other or Say("file.none"), one or None)
    for troop, expected in zip(given.troop, found.troop, strict=True):
        if troop.count != expected.count:
            raise wrong(f"troop {troop.clan}, count", expected.count, troop.count)


_PLACES: Final = (
    "[scenario] mountain", "[scenario.taisho]", "[scenario.honjin]", "[scenario.road] areas",
    "[scenario.road] count", "[scenario.victory] immediate", "[reinforcement_track] entry_areas",
    "[reinforcement_track] boxes", "[reinforcement_track] side", "[scenario.hand] empty_boxes",
    "[scenario] shorten_per_lost_general", "[[scenario.shortening]]", "[[reinforcement]]",
    "area, entry_for",
)  # fmt: skip


def _stated(battle: Battle) -> Iterator[str]:
    """The names that have to agree, in the order of _PLACES."""
    one, track = battle.scenario, battle.reinforcement_track
    road = one.road or Road([])
    yield one.mountain
    for names in (one.taisho, one.honjin):
        yield _listed([*names.hideyoshi, "/", *names.anti], sort=False)
    yield _listed(road.areas)
    yield str(road.count)
    yield _listed(one.victory.immediate)
    yield _listed(track.entry_areas)
    yield str(track.boxes)
    yield track.side
    yield f"{one.hand.hideyoshi.empty_boxes_count}/{one.hand.anti.empty_boxes_count}"
    yield str(one.shorten_per_lost_general)
    yield _listed(f"{part.turns}/{part.once}" for part in one.shortening)
    yield _listed(f"{part.box}{part.group}" for part in battle.reinforcement)
    yield _listed(f"{area.id}={area.entry_for}" for area in battle.area if area.entry_for)


def _listed(names: Any, *, sort: bool = True) -> str:
    if sort:
        return ", ".join(sorted(names))
    cut = names.index("/")
    return ", ".join([*sorted(names[:cut]), "/", *sorted(names[cut + 1 :])])


# ---- and back


class _Read:
    """The values of a row, as what they stand for."""

    def __init__(self, table: str, row: Row | None) -> None:
        self._table, self._row = _BY_KEY[table], row or {}

    def text(self, key: str) -> str:
        return value_of(self._table, self._row, key)

    def number(self, key: str) -> int:
        return int(self.text(key))

    def some(self, key: str) -> int | None:
        return int(self.text(key)) if self.text(key) else None

    def flag(self, key: str) -> bool:
        return self.text(key) == YES

    def refs(self, key: str) -> list[str]:
        return refs_of(self.text(key))

    def counts(self, key: str) -> dict[str, int]:
        return counts_of(self.text(key))

    def points(self, key: str) -> list[tuple[int, int]]:
        return points_of(self.text(key))

    def texts(self, keys: str) -> dict[str, str]:
        return {key: self.text(key) for key in keys.split()}


def _all(draft: Draft, table: str) -> Iterator[tuple[str, _Read]]:
    for key, row in draft.table(table).items():
        yield key, _Read(table, row)


def battle_of(draft: Draft) -> Battle:
    """The battle of a draft that fits its desk, whether it can be played or not."""
    areas = [_area(key, row) for key, row in _all(draft, "area")]
    generals = [_general(key, row) for key, row in _all(draft, "general")]
    setup = [Setup(row.text("area"), row.text("side"), *_stack(row)) for _, row in
             _all(draft, "setup")]  # fmt: skip
    track = _Read("track", draft.table("track").get(_TRACK))
    groups = _groups(draft, is_free=track.flag("free"))
    entry = [area.id for area in areas if area.entry_for]
    return Battle(
        _scenario(draft, areas, generals), areas, generals,
        _troops(draft, [*setup, *groups]), setup,
        Track(len(groups), entry, track.number("empty_boxes"), SIDES[0], track.flag("free"),
              track.text("source")),
        groups,
        [Treason(key, *_stack(row)) for key, row in _all(draft, "treason")],
        [Pair(row.text("a"), row.text("b")) for _, row in _all(draft, "link_forbidden")],
    )  # fmt: skip


def _stack(row: _Read) -> tuple[list[str], dict[str, int], str]:
    return row.refs("generals"), row.counts("troops"), row.text("source")


def _groups(draft: Draft, *, is_free: bool) -> list[Group]:
    found = []
    for n, (_, row) in enumerate(_all(draft, "reinforcement"), 1):
        generals, troops, source = _stack(row)
        box, letter = (0, "ABCDEF"[n - 1]) if is_free else (n, "")
        found.append(Group(generals, troops, box, letter, source))
    return found


def _troops(draft: Draft, parts: Sequence[Setup | Group]) -> list[Troop]:
    return [
        Troop(clan, row.text("name_ja"), row.text("side"), row.number("defense"),
              sum(part.troops.get(clan, 0) for part in parts), row.text("name_en"),
              row.text("source"))
        for clan, row in _all(draft, "troop")
    ]  # fmt: skip


def _area(key: str, row: _Read) -> Area:
    ((x, y),) = row.points("at")
    return Area(
        key, row.text("name_ja"), row.text("name_en"), row.text("terrain"), x, y,
        row.refs("adjacent"), row.text("control"), SIDES[0] if row.flag("entry") else "",
        row.text("honjin"), row.flag("barrier"), row.flag("road"), row.flag("beyond_final_line"),
        row.points("outline"), row.text("source"),
    )  # fmt: skip


def _general(key: str, row: _Read) -> General:
    return General(
        key, row.text("name_ja"), row.text("name_en"), row.text("side"), row.text("clan"),
        row.number("attack"), row.number("command"), row.number("defense"), row.flag("taisho"),
        row.text("source"),
    )  # fmt: skip


def _scenario(draft: Draft, areas: Sequence[Area], generals: Sequence[General]) -> Scenario:
    row = _Read("scenario", draft.table("scenario").get(_ONE))
    mountains = [area.id for area in areas if area.terrain == TERRAINS[2]]
    taisho = [[one.id for one in generals if one.taisho and one.side == side] for side in SIDES]
    honjin = [[area.id for area in areas if area.honjin == side] for side in SIDES]
    ways = [key for key in VICTORIES if row.flag(key)]
    return Scenario(
        **row.texts("id name_ja name_en first_player_turn1 undecided_winner source"),
        turns=row.number("turns"), mountain=mountains[0] if mountains else "",
        hand=Hands(*(_hand(draft.table("hand").get(side)) for side in SIDES)),
        taisho=Names(taisho[0], taisho[1], row.text("taisho_source")),
        honjin=Names(honjin[0], honjin[1], row.text("honjin_source")),
        victory=Victory(ways, row.text("victory_source")),
        stack_limit_per_side=row.number("stack"),
        shorten_per_lost_general=Lost(SIDES[0], 1) if row.flag("lost") else None,
        road=_road(row, [area.id for area in areas if area.road]),
        shortening=[
            Shortening(part.text("when"), count=part.number("count"), area=part.text("area"),
                       source=part.text("source"))
            for _, part in _all(draft, "shortening")
        ],
        turn1=First(row.number("attack_turn1"), row.text("turn1_source")),
        deck=_decks(draft.table("deck")),
    )  # fmt: skip


def _hand(row: Row | None) -> Hand:
    read = _Read("hand", row)
    numbers: Mapping[str, Any] = {key: read.some(key) for key in HAND}
    return Hand(**numbers, source=read.text("source"))


def _decks(rows: Mapping[str, Row]) -> Decks:
    return Decks(**{side: _deck(_Read("deck", rows[side])) for side in SIDES if side in rows})


def _deck(row: _Read) -> Deck:
    numbers: Mapping[str, Any] = {key: row.number(key) for key in TYPES}
    return Deck(**numbers, source=row.text("source"))


def _road(row: _Read, areas: list[str]) -> Road | None:
    names = row.texts("road_ja road_en road_source")
    if not areas and not any(names.values()):
        return None
    count = len(areas) if row.flag("road_count") else None
    return Road(areas, count, *names.values())
