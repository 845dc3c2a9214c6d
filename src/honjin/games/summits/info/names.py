"""What areas, generals, clans and sides are called, by id and in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from honjin.core.errors import Unreadable
from honjin.core.words import Say, Words
from honjin.games.summits.content.board import BATTLES, Battle
from honjin.games.summits.content.data import CARD_NAMES, HIDEYOSHI, SHIPPED, TROOP
from honjin.games.summits.rules.setup import battle_of
from honjin.games.summits.rules.state import Summits

Holes = dict[str, int | str | Say]
MOST_KEPT: Final = 64
"""Of so many battles what never changes is kept."""
LETTERS: Final = "-ABCDEF"
"""The letters of groups, from 1."""


def _names(battle: Battle) -> dict[str, tuple[str, str]]:
    """The English and the Japanese name behind each key."""
    found = {f"area.{one.id}": (one.name_en, one.name_ja) for one in battle.area}
    found |= {f"general.{one.id}": (one.name_en, one.name_ja) for one in battle.general}
    for troop in battle.troop:
        found[f"clan.{troop.clan}"] = (troop.name_en or troop.clan.title(), troop.name_ja)
    return found


_KNOWN: Final = {key: name for one in SHIPPED.values() for key, name in _names(one).items()}

NAME_WORDS: Final[Words] = {key: {"en": en, "ja": ja} for key, (en, ja) in _KNOWN.items()}
"""The words for everything that has a name in the shipped battles."""


def _say(key: str, name: tuple[str, str]) -> Say:
    """A name that words know; what a file of one's own calls otherwise goes by both its names."""
    if _KNOWN.get(key) == name:
        return Say(key)
    return Say("name.own", {"name": " ".join(dict.fromkeys((name[1], name[0])))})


# ---- ids


def area_id(s: Summits, area: int) -> str:
    """The id of an area."""
    return battle_of(s).area[area].id


def unit_id(s: Summits, unit: int) -> str:
    """The id of a general, or of the clan of a combat unit."""
    battle = battle_of(s)
    return battle.general[unit].id if unit < TROOP else battle.troop[unit - TROOP].clan


def clan_id(s: Summits, clan: int) -> str:
    """The id of a clan."""
    return battle_of(s).troop[clan].clan


def read_area(s: Summits, text: str) -> int:
    """The area with an id; Unreadable says which there are."""
    ids = [area.id for area in battle_of(s).area]
    if text not in ids:
        raise Unreadable(f"expected an area such as {ids[0]}, got {text[:40]!r}")
    return ids.index(text)


def read_unit(s: Summits, text: str) -> int:
    """The unit with an id: a general, or a combat unit of a clan."""
    battle = battle_of(s)
    for first, ids in (
        (0, [general.id for general in battle.general]),
        (TROOP, [troop.clan for troop in battle.troop]),
    ):
        if text in ids:
            return first + ids.index(text)
    raise Unreadable(f"expected a general or a clan, got {text[:40]!r}")


# ---- words


def area_say(s: Summits, area: int) -> Say:
    """An area in words."""
    one = battle_of(s).area[area]
    return _say(f"area.{one.id}", (one.name_en, one.name_ja))


def unit_say(s: Summits, unit: int) -> Say:
    """A general, or a combat unit of a clan, in words."""
    if unit >= TROOP:
        return Say("unit.troop", {"clan": clan_say(s, unit - TROOP)})
    one = battle_of(s).general[unit]
    return _say(f"general.{one.id}", (one.name_en, one.name_ja))


def clan_say(s: Summits, clan: int) -> Say:
    """A clan in words."""
    one = battle_of(s).troop[clan]
    return _say(f"clan.{one.clan}", (one.name_en or one.clan.title(), one.name_ja))


def side_say(s: Summits, side: int) -> Say:
    """A side in words."""
    return Say("side.0" if side == HIDEYOSHI else f"side.1.{BATTLES[s.battle]}")


def card_say(card: int) -> Say:
    """A card in words."""
    return Say(f"card.{CARD_NAMES[card]}")


def group_say(group: int) -> Say:
    """A group of reinforcements in words."""
    return Say("group", {"letter": LETTERS[group]})


def groups(s: Summits) -> Mapping[str, int]:
    """The groups by their letters."""
    return {LETTERS[group]: group for group in range(1, s.boxes + 1)}


# ---- what is written on counters

_written: dict[int, tuple[str, ...]] = {}


def captions(seen: Summits) -> tuple[str, ...]:
    """What is written on the counters of the generals, once for each battle."""
    if seen.land not in _written:
        if len(_written) > MOST_KEPT:
            _written.clear()
        _written[seen.land] = tuple(_both_names(battle_of(seen)))
    return _written[seen.land]


def _both_names(battle: Battle) -> Iterator[str]:
    """The whole name, and in Latin letters the family's, or the own one of a family of several."""
    names = [plain(one.name_en).split() for one in battle.general]
    families = [name[0] for name in names]
    for one, name in zip(battle.general, names, strict=True):
        yield f"{one.name_ja} {name[-1] if families.count(name[0]) > 1 else name[0]}"


def plain(name: str) -> str:
    """A name without what stands in brackets."""
    return " ".join(re.sub(r"\([^)]*\)", " ", name).split())
