"""The names of areas, generals, clans and sides in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from honjin.core.words import Say, Words
from honjin.games.summits.content.board import BATTLES, Battle, General, Troop
from honjin.games.summits.content.data import CARD_NAMES, HIDEYOSHI, LETTERS, SHIPPED, TROOP
from honjin.games.summits.rules.battles import battle_of
from honjin.games.summits.rules.state import Summits

Holes = dict[str, int | str | Say]
MAX_KEPT: Final = 64
"""The number of battles whose constant parts are cached."""


def _names(battle: Battle) -> dict[str, tuple[str, str]]:
    """The English and the Japanese name behind each key."""
    names = {f"area.{area.id}": (area.name_en, area.name_ja) for area in battle.area}
    for general in battle.general:
        names[f"general.{general.id}"] = general.name_en, general.name_ja
    for troop in battle.troop:
        names[f"clan.{troop.clan}"] = (troop.name_en or troop.clan.title(), troop.name_ja)
    return names


_KNOWN: Final = {key: name for one in SHIPPED.values() for key, name in _names(one).items()}

NAME_WORDS: Final[Words] = {key: {"en": en, "ja": ja} for key, (en, ja) in _KNOWN.items()}
"""The words for everything that has a name in the shipped battles."""


def _say(key: str, name: tuple[str, str]) -> Say:
    """A name known to the words; anything else in a player's file goes by both its names."""
    if _KNOWN.get(key) == name:
        return Say(key)
    return Say("name.own", {"name": " ".join(dict.fromkeys((name[1], name[0])))})


# ---- words


def area_say(s: Summits, area: int) -> Say:
    """An area in words."""
    place = battle_of(s).area[area]
    return _say(f"area.{place.id}", (place.name_en, place.name_ja))


def general_say(general: General) -> Say:
    """A general in words."""
    return _say(f"general.{general.id}", (general.name_en, general.name_ja))


def unit_say(s: Summits, unit: int) -> Say:
    """A general, or a combat unit of a clan, in words."""
    if unit >= TROOP:
        return Say("unit.troop", {"clan": clan_say(s, unit - TROOP)})
    return general_say(battle_of(s).general[unit])


def clan_say(s: Summits, clan: int) -> Say:
    """A clan in words."""
    return troop_say(battle_of(s).troop[clan])


def troop_say(troop: Troop) -> Say:
    """The clan of some combat units in words."""
    return _say(f"clan.{troop.clan}", (troop.name_en or troop.clan.title(), troop.name_ja))


def side_say(s: Summits, side: int) -> Say:
    """A side in words."""
    return Say("side.0" if side == HIDEYOSHI else f"side.1.{BATTLES[s.battle]}")


def card_say(card: int) -> Say:
    """A card in words."""
    return Say(f"card.{CARD_NAMES[card]}")


def group_say(group: int) -> Say:
    """A group of reinforcements in words."""
    return Say("group", {"letter": LETTERS[group]})


# ---- counters

_written: dict[int, tuple[str, ...]] = {}


def captions(seen: Summits) -> tuple[str, ...]:
    """The texts on the counters of the generals, once for each battle."""
    if seen.land not in _written:
        if len(_written) > MAX_KEPT:
            _written.clear()
        _written[seen.land] = tuple(both_names(battle_of(seen)))
    return _written[seen.land]


def both_names(battle: Battle) -> Iterator[str]:
    """The whole name; in Latin letters, the family's, or the given name if relatives share it."""
    names = [plain(general.name_en).split() for general in battle.general]
    families = [name[0] for name in names]
    for general, name in zip(battle.general, names, strict=True):
        yield f"{general.name_ja} {name[-1] if families.count(name[0]) > 1 else name[0]}"


def plain(name: str) -> str:
    """A name without the part in brackets."""
    return " ".join(re.sub(r"\([^)]*\)", " ", name).split())
