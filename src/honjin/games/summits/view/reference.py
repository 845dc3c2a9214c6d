"""Tables beside the rules: cards, counters of each battle, terrain."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from honjin.core.condition import Condition
from honjin.core.parts.reference import Reference, ReferenceTable, Row
from honjin.core.words import Say, load_words
from honjin.games.summits.content.board import BATTLES, SIDES, TERRAINS, Battle
from honjin.games.summits.content.data import (
    ANTI,
    CARD_NAMES,
    CARDS,
    COPIES,
    HIDEYOSHI,
    PALISADE,
    SHIPPED,
    SHIPPED_KEY,
)
from honjin.games.summits.info.names import both_names, card_say

_NOTES: Final = {"hill": Say("ref.slope"), "mountain": Say("ref.summit")}


def _when(battle: str) -> Condition:
    """The condition for the counters: the shipped battle, not a file."""
    return {"battle": (battle,), "map": (SHIPPED_KEY,)}


def _side(battle: str, side: int) -> Say:
    return Say("side.0" if side == HIDEYOSHI else f"side.1.{battle}")


def _card(card: int) -> Row:
    cells = tuple(COPIES[side][card] or "—" for side in (HIDEYOSHI, ANTI))
    name = CARD_NAMES[card]
    return Row(card_say(card), cells, f"card-{name}", note=Say(f"ref.about.{name}"))


def _generals(key: str, battle: Battle, side: int) -> Iterator[Row]:
    for one, caption in zip(battle.general, both_names(battle), strict=True):
        if one.side == SIDES[side]:
            numbers = (one.attack, one.command, one.defense)
            mark, note = ("-taisho", Say("ref.taisho")) if one.taisho else ("", None)
            yield Row(
                Say(f"general.{one.id}"),
                numbers,
                f"general-{one.side}-{one.clan}{mark}",
                text=f"{caption} {'-'.join(map(str, numbers))}",
                note=note,
                when=_when(key),
            )


def _troops(key: str, battle: Battle) -> Iterator[Row]:
    for troop in battle.troop:
        name = "".join(troop.name_ja.split())
        yield Row(
            Say(f"clan.{troop.clan}"),
            (troop.count, troop.defense),
            f"troop-{troop.side}-{troop.clan}",
            text=f"{name} {troop.count} {troop.defense}",
            when=_when(key),
        )


def _terrain() -> Iterator[Row]:
    for level, name in enumerate(TERRAINS):
        yield Row(Say(f"terrain.{name}"), (level,), f"terrain-{name}", note=_NOTES.get(name))
    note = Say("ref.palisade.note", {"n": PALISADE})
    when: Condition = {"battle": ("shizugatake",)}
    yield Row(Say("ref.palisade"), ("—",), "terrain-palisade", note=note, when=when)
    yield Row(Say("ref.honjin"), ("—",), "terrain-honjin", note=Say("ref.honjin.note"))


_NUMBERS: Final = (Say("ref.attack"), Say("ref.command"), Say("ref.defence"))


def _counters(key: str, battle: Battle) -> Iterator[ReferenceTable]:
    for side in (HIDEYOSHI, ANTI):
        title = Say("ref.generals", {"side": _side(key, side)})
        yield ReferenceTable(title, tuple(_generals(key, battle, side)), heads=_NUMBERS)
    heads = (Say("ref.number"), Say("ref.defence"))
    yield ReferenceTable(Say("ref.troops"), tuple(_troops(key, battle)), heads=heads)


REFERENCE: Final = Reference(
    (
        ReferenceTable(
            Say("ref.cards"),
            tuple(map(_card, range(CARDS))),
            heads=(Say("side.0"), Say("ref.opponent")),
        ),
        *(table for key in BATTLES for table in _counters(key, SHIPPED[key])),
        ReferenceTable(Say("ref.terrain"), tuple(_terrain()), heads=(Say("ref.level"),)),
    ),
    load_words(Path(__file__).parents[1] / "reference_words.toml"),
)
