"""Positions as text: the map in names, the rest as numbers by field.

    @minase=h:kuroda_yoshitaka,mikoda_masaharu',hashiba*3+1' @hirose=h: turn=2 phase=5 hand=...

Each area that is controlled or occupied: the controlling side (h, a, -), generals and combat units
with their number, a mark after face-down ones. Then the `lost` and `left` generals, and every field
of the state (see state.py) that differs from an empty one.
"""

from __future__ import annotations

import re
from typing import Any, Final

from honjin.core.errors import Unreadable
from honjin.core.options import Options
from honjin.games.summits.content.board import GENERALS
from honjin.games.summits.content.data import HIDEYOSHI, LEFT, LOST, NOBODY, OFF, REINFORCE, TROOP
from honjin.games.summits.info.invariants import LAWS, is_sane
from honjin.games.summits.rules.battles import area_id, read_area, read_general, read_unit, unit_id
from honjin.games.summits.rules.setup import setup
from honjin.games.summits.rules.state import Summits, most_of, put_unit

_OWNERS: Final = "ha-"
_MAP: Final = ("where", "here", "tired", "fresh", "used", "stack", "held")
_REST: Final = {
    "calls" if name == "call_limit" else name: name
    for name, field in Summits._fields.items()
    if not field.is_parameter and name not in _MAP
}
"""The fields written as numbers, by their words: in a state, `calls` is the option."""

_AREA: Final = re.compile(r"@(\w+)=([ha-]):(\S*)", re.ASCII)
_MEN: Final = re.compile(r"(\w+)\*(\d{1,2})?(?:\+(\d{1,2})')?", re.ASCII)
_NUMBERS: Final = re.compile(r"-?[0-9]{1,15}(,-?[0-9]{1,15})*")
_GONE: Final = {"lost_generals": LOST, "left_generals": LEFT}


# ---- writing


def write_position(s: Summits) -> str:
    """Write a position as one line in the format above."""
    parts = [_write_area(s, area) for area in range(s.areas)]
    for word, place in _GONE.items():
        names = [unit_id(s, general) for general in range(s.generals) if s.where[general] == place]
        parts += [f"{word}={','.join(names)}"] if names else []
    bare = Summits(call_limit=_usual_calls(s))
    parts += [
        f"{word}={','.join(map(str, _flat(getattr(s, name))))}"
        for word, name in _REST.items()
        if getattr(s, name) != getattr(bare, name)
    ]
    return " ".join(part for part in parts if part)


def _write_area(s: Summits, area: int) -> str:
    if s.held[area] == NOBODY and not s.here[area] and not any(s.fresh[area] + s.used[area]):
        return ""
    names = [
        unit_id(s, general) + "'" * (s.tired >> general & 1)
        for general in range(s.generals)
        if s.here[area] >> general & 1
    ]
    for clan in range(s.clans):
        fresh, used = s.fresh[area][clan], s.used[area][clan]
        if fresh or used:
            men = f"{unit_id(s, TROOP + clan)}*{fresh or ''}"
            names.append(f"{men}+{used}'" if used else men)
    return f"@{area_id(s, area)}={_OWNERS[s.held[area]]}:{','.join(names)}"


def _flat(value: Any) -> list[int]:
    if isinstance(value, int):
        return [value]
    return [number for part in value for number in _flat(part)]


# ---- reading


def read_position(text: str, options: Options) -> Summits:
    """Read a state; Unreadable says what was expected."""
    s = _empty(options)
    if not text.strip() or len(text) > 20_000:
        raise Unreadable(f"expected a position, got {text[:40]!r}")
    for part in text.split():
        if part.startswith("@"):
            _read_area(s, part)
        else:
            _read_field(s, part)
    _must_hold(s, text)
    s.call_limit = s.call_limit or _usual_calls(s)
    return s


def _usual_calls(s: Summits) -> int:
    """The Reinforcements of the turn, if none came too late for its hands: then it is not written.

    As many as could be picked now, or are known; 0 before the first turn.
    """
    if s.size[HIDEYOSHI] == 0:
        return 0
    known = sum(cards[HIDEYOSHI][REINFORCE] for cards in (s.hand, s.shown, s.down))
    return max(most_of(s, HIDEYOSHI, REINFORCE), known)


def _empty(options: Options) -> Summits:
    """The tables of a battle, with no units on the map."""
    s, bare = setup(options), Summits()
    for name in (*_MAP, *_REST.values()):
        setattr(s, name, getattr(bare, name))
    s.where[:] = [OFF] * GENERALS
    return s


def _read_area(s: Summits, part: str) -> None:
    match = _AREA.fullmatch(part)
    if not match:
        raise Unreadable(f"expected @<area>=h:<units>, got {part[:60]!r}")
    area = read_area(s, match[1])
    s.held[area] = _OWNERS.index(match[2])
    for name in match[3].split(",") if match[3] else ():
        _read_units(s, area, name)


def _read_units(s: Summits, area: int, text: str) -> None:
    men = _MEN.fullmatch(text)
    unit = read_unit(s, men[1] if men else text.removesuffix("'"))
    if bool(men) != (unit >= TROOP):
        raise Unreadable(f"expected a general, or a clan with *<number>; got {text[:40]!r}")
    if not men:
        if s.where[unit] != OFF:
            raise Unreadable(f"expected each general once, got {text[:40]!r} again")
        put_unit(s, area, unit, 1)
        s.tired |= text.endswith("'") << unit
        return
    for is_fresh, n in ((1, int(men[2] or 0)), (0, int(men[3] or 0))):
        for _ in range(min(n, 20)):
            put_unit(s, area, unit, is_fresh)


def _read_field(s: Summits, part: str) -> None:
    word, _, value = part.partition("=")
    if word in _GONE:
        for general in value.split(","):
            s.where[read_general(s, general)] = _GONE[word]
        return
    if word not in _REST or not _NUMBERS.fullmatch(value):
        raise Unreadable(f"expected <field>=<numbers>, got {part[:60]!r}")
    numbers = [int(number) for number in value.split(",")]
    setattr(s, _REST[word], _folded(word, numbers))


def _folded(word: str, numbers: list[int]) -> Any:
    shape = Summits._fields[_REST[word]].shape
    size = 1
    for n in shape:
        size *= n
    if len(numbers) != size:
        raise Unreadable(f"{word} has {size} numbers, not {len(numbers)}")
    if not shape:
        return numbers[0]
    if len(shape) == 1:
        return numbers
    return [numbers[k : k + shape[1]] for k in range(0, size, shape[1])]


def _must_hold(s: Summits, text: str) -> None:
    try:
        s.check()
    except OverflowError as problem:
        raise Unreadable(f"a number is out of bounds: {problem}") from None
    if not is_sane(s):
        raise Unreadable(f"expected numbers within their bounds, got {text[:60]!r}")
    for law in LAWS:
        if not law.holds(s):
            raise Unreadable(f"expected a position that can occur: {law.name}; got {text[:60]!r}")
