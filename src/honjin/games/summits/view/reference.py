"""Tables beside the rules: cards, counters of each battle, terrain."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from honjin.core.options import Options
from honjin.core.parts.condition import ALWAYS, Condition
from honjin.core.parts.reference import Reference, ReferenceTable, Row
from honjin.core.words import Say, load_words
from honjin.games.summits.content.board import BATTLES, SIDES, TERRAINS, Battle, Decks
from honjin.games.summits.content.data import (
    ANTI,
    CARD_NAMES,
    CARDS,
    HIDEYOSHI,
    RECONSTRUCTIONS,
    SHIPPED,
    SHIPPED_KEY,
    copies,
)
from honjin.games.summits.info.names import both_names, card_say, general_say, troop_say
from honjin.games.summits.rules.battles import chosen_battle
from honjin.games.summits.text.stated import STATED


def _shipped(battle: str) -> Condition:
    """The condition for the counters: the shipped battle, neither an earlier one nor a file."""
    return {"battle": (battle,), "reconstruction": RECONSTRUCTIONS[:1], "map": (SHIPPED_KEY,)}


_NOTES: Final = {"hill": Say("ref.slope"), "mountain": Say("ref.summit")}


def _side(battle: str, side: int) -> Say:
    return Say("side.0" if side == HIDEYOSHI else f"side.1.{battle}")


def _cards(decks: Decks) -> ReferenceTable:
    both = [copies(decks, side) for side in (HIDEYOSHI, ANTI)]
    rows = tuple(_card(card, tuple(deck[card] or "—" for deck in both)) for card in range(CARDS))
    return ReferenceTable(Say("ref.cards"), rows, heads=(Say("side.0"), Say("ref.opponent")))


def _card(card: int, cells: tuple[int | str, ...]) -> Row:
    name = CARD_NAMES[card]
    return Row(card_say(card), cells, f"card-{name}", note=Say(f"ref.about.{name}"))


def _generals(battle: Battle, side: int, when: Condition) -> Iterator[Row]:
    for one, caption in zip(battle.general, both_names(battle), strict=True):
        if one.side == SIDES[side]:
            numbers = (one.attack, one.command, one.defense)
            mark, note = ("-taisho", Say("ref.taisho")) if one.taisho else ("", None)
            yield Row(
                general_say(one),
                numbers,
                f"general-{one.side}-{one.clan}{mark}",
                text=f"{caption} {'-'.join(map(str, numbers))}",
                note=note,
                when=when,
            )


def _troops(battle: Battle, when: Condition) -> Iterator[Row]:
    for troop in battle.troop:
        name = "".join(troop.name_ja.split())
        yield Row(
            troop_say(troop),
            (troop.count, troop.defense),
            f"troop-{troop.side}-{troop.clan}",
            text=f"{name} {troop.count} {troop.defense}",
            when=when,
        )


def _terrain() -> Iterator[Row]:
    for level, name in enumerate(TERRAINS):
        yield Row(Say(f"terrain.{name}"), (level,), f"terrain-{name}", note=_NOTES.get(name))
    note = Say("ref.palisade.note")
    when: Condition = {"battle": ("shizugatake",)}
    yield Row(Say("ref.palisade"), ("—",), "terrain-palisade", note=note, when=when)
    yield Row(Say("ref.honjin"), ("—",), "terrain-honjin", note=Say("ref.honjin.note"))


_NUMBERS: Final = (Say("ref.attack"), Say("ref.command"), Say("ref.defence"))
_TERRAIN: Final = ReferenceTable(
    Say("ref.terrain"), tuple(_terrain()), heads=(Say("ref.level"),)
)  # fmt: skip


def _counters(battle: Battle, when: Condition = ALWAYS) -> Iterator[ReferenceTable]:
    for side in (HIDEYOSHI, ANTI):
        title = Say("ref.generals", {"side": _side(battle.scenario.id, side)})
        rows = tuple(_generals(battle, side, when))
        if rows:
            yield ReferenceTable(title, rows, heads=_NUMBERS)
    heads = (Say("ref.number"), Say("ref.defence"))
    yield ReferenceTable(Say("ref.troops"), tuple(_troops(battle, when)), heads=heads)


def _tables_of(options: Options) -> tuple[ReferenceTable, ...]:
    """The tables of one game: its own battle's cards and counters."""
    battle = chosen_battle(options)
    return (_cards(battle.scenario.deck), *_counters(battle), _TERRAIN)


REFERENCE: Final = Reference(
    (
        _cards(Decks()),
        *(table for key in BATTLES for table in _counters(SHIPPED[key], _shipped(key))),
        _TERRAIN,
    ),
    load_words(Path(__file__).parents[1] / "words" / "reference", numbers=STATED),
    _tables_of,
)
