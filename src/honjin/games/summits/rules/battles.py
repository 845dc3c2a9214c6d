"""The battle that a state is played on, and the ids of what it contains."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from honjin.core.errors import Unreadable
from honjin.core.options import Options
from honjin.games.summits.content.board import Battle
from honjin.games.summits.content.boardfile import read_battle
from honjin.games.summits.content.data import SHIPPED_KEY, TROOP, shipped_text
from honjin.games.summits.rules.state import Summits

MAX_KEPT: Final = 512
"""The most battles from files that this process remembers."""

_known: OrderedDict[int, Battle] = OrderedDict()


def battle_of(s: Summits) -> Battle:
    """The battle that a state is played on; battles unused for long may be forgotten."""
    _known.move_to_end(s.land)
    return _known[s.land]


def chosen_battle(options: Options) -> Battle:
    """The battle that the options choose."""
    return _battle(_chosen_text(options))


def _chosen_text(options: Options) -> str:
    own = str(options["map"])
    if own != SHIPPED_KEY:
        return own
    return shipped_text(str(options["battle"]), str(options["reconstruction"]))


@lru_cache(64)
def _battle(text: str) -> Battle:
    return read_battle(text)


def remember(options: Options) -> int:
    """The number of the battle that the options choose, by which states refer to it."""
    land = _land_of(_chosen_text(options))
    _known[land] = chosen_battle(options)
    _known.move_to_end(land)
    if len(_known) > MAX_KEPT:
        _known.popitem(last=False)
    return land


@lru_cache(64)
def _land_of(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")


# ---- ids


def area_id(s: Summits, area: int) -> str:
    """The id of an area."""
    return battle_of(s).area[area].id


def unit_id(s: Summits, unit: int) -> str:
    """The id of a general, or of the clan of a combat unit."""
    return battle_of(s).general[unit].id if unit < TROOP else clan_id(s, unit - TROOP)


def clan_id(s: Summits, clan: int) -> str:
    """The id of a clan."""
    return battle_of(s).troop[clan].clan


def piece_id(s: Summits, area: int, unit: int, *, is_used: bool) -> str:
    """The id of the piece that represents a unit of an area."""
    if unit < TROOP:
        return unit_id(s, unit)
    return f"{area_id(s, area)}.{clan_id(s, unit - TROOP)}{'.used' if is_used else ''}"


def read_area(s: Summits, text: str) -> int:
    """The area with an id; Unreadable lists the valid ones."""
    ids = [area.id for area in battle_of(s).area]
    return _read({name: n for n, name in enumerate(ids)}, text, f"an area such as {ids[0]}")


def read_general(s: Summits, text: str) -> int:
    """The general with an id."""
    return _read(_generals(s), text, "a general")


def read_clan(s: Summits, text: str) -> int:
    """The clan with an id."""
    return _read(_clans(s), text, "a clan")


def read_unit(s: Summits, text: str) -> int:
    """The unit with an id: a general, or a combat unit of a clan."""
    troops = {name: TROOP + clan for name, clan in _clans(s).items()}
    return _read(troops | _generals(s), text, "a general or a clan")


def _generals(s: Summits) -> dict[str, int]:
    return {general.id: n for n, general in enumerate(battle_of(s).general)}


def _clans(s: Summits) -> dict[str, int]:
    return {troop.clan: n for n, troop in enumerate(battle_of(s).troop)}


def _read(known: Mapping[str, int], text: str, what: str) -> int:
    if text not in known:
        raise Unreadable(f"expected {what}, got {text[:40]!r}")
    return known[text]
