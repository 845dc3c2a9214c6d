"""An attack with its whole arithmetic: before it is made, in progress, and afterwards.

Each roll is a line (rule 31): two dice, attack, support, elevation, the bonus of turn 1, less the
defence or the barrier. The chances are exact, the convolution of the rolls to come.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from honjin.core.jit.bits import lowest_bit
from honjin.core.scene import Breakdown, Line
from honjin.core.words import Say
from honjin.games.summits.content.data import NO_UNIT, SPLITS, TROOP, WAYS
from honjin.games.summits.info.names import Holes, area_say, side_say, unit_say
from honjin.games.summits.rules.state import (
    AIM,
    DICE,
    RANGED,
    SUPPORT,
    Summits,
)
from honjin.games.summits.rules.strike import (
    attack_of,
    begin_strike,
    end_blow,
    loose_units,
    roll_bonus,
    rolls_alone,
    support_of,
)

_TITLES: Final = ("", "sum.melee", "sum.fire", "sum.ambush")
_ALL_WAYS: Final = sum(WAYS)

Odds = list[float]
"""The chances of 0, 1, 2 ... points; the last one: or more."""


def attack_ahead(seen: Summits, side: int, kind: int, target: int) -> tuple[Say, Breakdown]:
    """An attack that could be made now, in one sentence and line by line."""
    s = seen.copy()
    begin_strike(s, kind, side, seen.at, target)
    rolling = _rolling(s)
    odds = _odds(s, list(_units(rolling)))
    note = Say("note.attack", {
        "n": rolling.bit_count(), "shield": s.shield, "slope": s.slope,
        "chance": round(100 * (1 - odds[0])), "mean": _mean(s, rolling), "need": s.need,
    })  # fmt: skip
    return note, _breakdown(s, rolling)


def breakdown(seen: Summits) -> Breakdown | None:
    """The attack in progress, or the last one."""
    if seen.blow == 0:
        return None
    s = seen.copy()
    if s.strike:
        end_blow(s)
    return _breakdown(s, _to_come(s))


def _to_come(s: Summits) -> int:
    """The units that have not rolled yet."""
    if s.phase not in (SUPPORT, AIM, DICE):
        return 0
    return s.rollers | (1 << s.roller if s.roller != NO_UNIT else 0)


def _rolling(s: Summits) -> int:
    """The units that roll, each with its best supporters; then those that support nobody."""
    rest = s.asked
    while rest:
        unit = lowest_bit(rest)
        rest &= rest - 1
        n = min(s.command[unit], s.loose[s.clan[unit]]) & ~1
        s.help[unit] += n
        s.loose[s.clan[unit]] -= n
    s.asked = 0
    alone = 1 << TROOP if rolls_alone(s) and loose_units(s) else 0
    return _to_come(s) | alone


def _units(mask: int) -> Iterator[int]:
    while mask:
        yield lowest_bit(mask)
        mask &= mask - 1


# ---- line by line


def _breakdown(s: Summits, to_come: int) -> Breakdown:
    """The rolls made, then those to come with their possible results."""
    made = [unit for unit in range(TROOP + 1) if s.thrown[unit]]
    coming = list(_units(to_come))
    total = sum(_points(s, unit) for unit in made)
    has_bonus = _bonus(s) != 0
    heads = [Say("sum.attack"), Say("sum.support"), Say("sum.slope")]
    heads += [Say("sum.bonus")] if has_bonus else []
    heads.append(Say("sum.wall" if s.blow_wall else "sum.shield"))
    holes: Holes = {"who": side_say(s, s.blow_by), "area": area_say(s, s.blow_at)}
    if s.blow == RANGED:
        holes["source"] = area_say(s, s.blow_from)
    chances: tuple[float, ...] = ()
    if coming:
        odds = _odds(s, coming, total)
        shares = (round(100 * sum(odds[n:]), 1) for n in range(1, len(odds)))
        chances = tuple(share for share in shares if share) or (0.0,)
    return Breakdown(
        Say(_TITLES[s.blow], holes),
        tuple(heads),
        tuple(_line(s, unit, has_bonus=has_bonus) for unit in (*made, *coming)),
        tuple(_foot(s, total, is_open=bool(coming), is_begun=bool(made))),
        chances,
    )


def _line(s: Summits, unit: int, *, has_bonus: bool) -> Line:
    who = Say("sum.unled") if unit == TROOP else unit_say(s, unit)
    attack = attack_of(s, unit)
    support = s.aided[unit] if s.thrown[unit] else support_of(s, unit)
    bonus = (_bonus(s),) if has_bonus else ()
    numbers = (attack, support, s.blow_slope - _bonus(s), *bonus, -s.blow_shield)
    if not s.thrown[unit]:
        return Line(who, numbers)
    return Line(who, numbers, _dice(s, unit), _points(s, unit))


def _foot(s: Summits, total: int, *, is_open: bool, is_begun: bool) -> Iterator[Say]:
    if is_begun:
        yield Say("sum.total", {"n": total, "need": s.blow_need})
    else:
        yield Say("sum.need", {"need": s.blow_need})
    flips, retreats, removed = s.toll
    if is_begun and not is_open:
        for key, n in (("flips", flips), ("retreats", retreats), ("removed", removed)):
            if n:
                yield Say(f"sum.{key}", {"n": n})
        if not any(s.toll):
            yield Say("sum.nothing")


def _bonus(s: Summits) -> int:
    """The part of the modifier due to turn 1, not to elevation (rules 34, 63)."""
    slope = s.level[s.blow_from] - s.level[s.blow_at]
    return s.blow_slope - slope


def _dice(s: Summits, unit: int) -> tuple[int, int]:
    return s.thrown[unit] >> 3, s.thrown[unit] & 7


def _points(s: Summits, unit: int) -> int:
    """The points of a roll made: the amount above zero (rule 31)."""
    attack = attack_of(s, unit)
    return max(0, sum(_dice(s, unit)) + attack + s.aided[unit] + s.blow_slope - s.blow_shield)


# ---- chances


def _odds(s: Summits, units: list[int], total: int = 0) -> Odds:
    """The chances of 0, 1, 2 ... points from the rolls to come, up to emptying the area."""
    most = max(1, s.blow_need)
    odds = [0.0] * (most + 1)
    odds[min(most, total)] = 1.0
    for unit in units:
        odds = _folded(odds, roll_bonus(s, unit))
    return odds


def _folded(odds: Odds, bonus: int) -> Odds:
    """The chances after another roll of two dice with a bonus."""
    most = len(odds) - 1
    folded = [0.0] * (most + 1)
    for split, ways in zip(SPLITS, WAYS, strict=True):
        points = max(0, (split >> 3) + (split & 7) + bonus)
        for n, chance in enumerate(odds):
            folded[min(most, n + points)] += chance * ways / _ALL_WAYS
    return folded


def _mean(s: Summits, rolling: int) -> str:
    """The average points of all rolls, with one decimal."""
    mean = sum(
        max(0, (split >> 3) + (split & 7) + roll_bonus(s, unit)) * ways / _ALL_WAYS
        for unit in _units(rolling)
        for split, ways in zip(SPLITS, WAYS, strict=True)
    )
    return f"{mean:.1f}"
