"""Damage and retreats (rules 37-44): the side that is hit takes the points of an attack.

Forced steps are taken at once. Once all points are taken, the phase is STRUCK.
"""

from typing import Any

from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.rule import rule
from honjin.games.summits.content.data import TROOP
from honjin.games.summits.rules.actions import (
    encode_drop,
    encode_flip,
    encode_remove,
    encode_retreat,
)
from honjin.games.summits.rules.options import REMOVAL_ONE, REMOVAL_TWO
from honjin.games.summits.rules.scoring import BY_RETREAT, check_area, remove, win
from honjin.games.summits.rules.state import (
    AMBUSHED,
    HARM,
    STRUCK,
    Summits,
    fresh_units,
    has_enemy,
    own_generals,
    put_unit,
    room,
    take_unit,
)

# ---- retreats (rules 42-44)


@rule
def has_refuge(s: Summits, area: int, side: int) -> bool:
    """True if a unit may retreat into an area, room permitting (rule 42, A10, A24)."""
    if s.way_back == 0 and s.strike == AMBUSHED and area == s.came:
        return False
    return s.held[area] == side and (s.retreat_among == 1 or not has_enemy(s, area, side))


@rule
def first_ring(s: Summits, area: int, side: int) -> int:
    """The adjacent areas that the owner controls."""
    ring = 0
    rest = s.near[area]
    while rest:
        if has_refuge(s, lowest_bit(rest), side):
            ring |= rest & -rest
        rest &= rest - 1
    return ring


@rule
def second_ring(s: Summits, area: int, side: int) -> int:
    """The areas one step beyond the first ring."""
    ring = first_ring(s, area, side)
    beyond = 0
    rest = ring
    while rest:
        beyond |= first_ring(s, lowest_bit(rest), side)
        rest &= rest - 1
    return beyond & ~ring & ~(1 << area)


@rule
def with_room(s: Summits, areas: int, side: int) -> int:
    """The areas of a mask that can take one more unit."""
    open_areas = 0
    while areas:
        if room(s, lowest_bit(areas), side) > 0:
            open_areas |= areas & -areas
        areas &= areas - 1
    return open_areas


@rule
def exposure(s: Summits, area: int, side: int) -> int:
    """The number of neighbours of an area that the enemy controls."""
    n = 0
    rest = s.near[area]
    while rest:
        n += s.held[lowest_bit(rest)] == 1 - side
        rest &= rest - 1
    return n


@rule
def retreats(s: Summits, area: int, side: int) -> int:
    """The areas a unit may retreat to now: the least exposed of the nearer ring (rule 42)."""
    areas = with_room(s, first_ring(s, area, side), side)
    if areas == 0:
        areas = with_room(s, second_ring(s, area, side), side)
    best = 99
    goals = 0
    while areas:
        n = exposure(s, lowest_bit(areas), side)
        if n < best:
            best = n
            goals = 0
        if n == best:
            goals |= areas & -areas
        areas &= areas - 1
    return goals


@rule
def points_to_clear(s: Summits, area: int, side: int) -> int:
    """The points it takes to clear an area of a side's units (rule 39, A9, A11)."""
    units = s.stack[side][area]
    can = 0
    rest = first_ring(s, area, side) | second_ring(s, area, side)
    while rest:
        can += room(s, lowest_bit(rest), side)
        rest &= rest - 1
    can = min(units, can)
    return fresh_units(s, area, side) + can + price_of(s, units - can)


@rule
def price_of(s: Summits, units: int) -> int:
    """The points it takes to remove a number of units (rule 39, A11)."""
    if s.removal == REMOVAL_ONE or units == 0:
        return units
    return 2 * units if s.removal == REMOVAL_TWO else 2 * units - 1


# ---- damage (rules 37-41)


@rule
def take_harm(s: Summits) -> None:
    """Take forced steps until the owner has a choice or all points are taken."""
    side = 1 - s.striker
    going = True
    while going and s.outcome == 0:
        if s.harm <= 0 or s.stack[side][s.target] == 0 or is_spent(s, side):
            going = False
        else:
            fresh = fresh_units(s, s.target, side)
            going = flip_all(s, side, fresh) if fresh > 0 else drive_all(s, side)
            if not going:
                s.phase = HARM
                return
    s.harm = 0
    s.phase = STRUCK


@rule
def is_spent(s: Summits, side: int) -> bool:
    """True if a single point is left that by A11 removes nothing."""
    if s.removal != REMOVAL_TWO or s.harm > 1 or fresh_units(s, s.target, side) > 0:
        return False
    return retreats(s, s.target, side) == 0


@rule
def flip_all(s: Summits, side: int, fresh: int) -> bool:
    """Flip all face-up units if the points suffice, or the only one that can flip (rule 40)."""
    if s.harm < fresh:
        return do_only(s, side)
    rest = own_generals(s, s.target, side) & ~s.tired
    while rest:
        flip(s, lowest_bit(rest), False)
        rest &= rest - 1
    for clan in range(s.clans):
        if s.clan_side[clan] == side:
            while s.fresh[s.target][clan] > 0:
                flip(s, TROOP + clan, s.fresh[s.target][clan] <= s.men[clan])
    return True


@rule
def drive_all(s: Summits, side: int) -> bool:
    """Move all units if there is only one way, otherwise let the owner choose (rules 40-44)."""
    units = s.stack[side][s.target]
    areas = retreats(s, s.target, side)
    if areas == 0 and s.harm >= price_of(s, units):
        lose_all(s, side)
        return True
    if areas and areas & (areas - 1) == 0:
        goal = lowest_bit(areas)
        if s.harm >= units and room(s, goal, side) >= units:
            retreat_all(s, side, goal)
            return True
    return do_only(s, side)


@rule
def lose_all(s: Summits, side: int) -> None:
    """Remove all units."""
    rest = own_generals(s, s.target, side)
    while rest:
        remove_for(s, lowest_bit(rest))
        rest &= rest - 1
    for clan in range(s.clans):
        if s.clan_side[clan] == side:
            while s.used[s.target][clan] > 0:
                remove_for(s, TROOP + clan)


@rule
def retreat_all(s: Summits, side: int, goal: int) -> None:
    """Move all units to one area."""
    rest = own_generals(s, s.target, side)
    while rest:
        retreat(s, lowest_bit(rest), goal)
        rest &= rest - 1
    for clan in range(s.clans):
        if s.clan_side[clan] == side:
            while s.used[s.target][clan] > 0:
                retreat(s, TROOP + clan, goal)


@rule
def do_only(s: Summits, side: int) -> bool:
    """Take the points in the only possible way; False if there are several."""
    if fresh_units(s, s.target, side) > 0:
        outside = flippable(s, side, 0)
        inside = flippable(s, side, 1)
        if count_bits(outside) + count_bits(inside) > 1:
            return False
        flip(s, lowest_bit(outside | inside), outside == 0)
        return True
    units = movable(s, side)
    goals = retreats(s, s.target, side)
    if count_bits(units) > 1 or count_bits(goals) > 1:
        return False
    if goals:
        retreat(s, lowest_bit(units), lowest_bit(goals))
    else:
        remove_for(s, lowest_bit(units))
    return True


@rule
def list_harm(s: Summits, seat: int, out: Any) -> int:
    """List the owner's choices for the next step of the damage (rule 40)."""
    side = 1 - s.striker
    if fresh_units(s, s.target, side) > 0:
        n = list_units(flippable(s, side, 0), encode_flip(0), out, 0)
        return list_units(flippable(s, side, 1), encode_drop(0), out, n)
    goals = retreats(s, s.target, side)
    if goals == 0:
        return list_units(movable(s, side), encode_remove(0), out, 0)
    n = 0
    while goals:
        n = list_units(movable(s, side), encode_retreat(lowest_bit(goals), 0), out, n)
        goals &= goals - 1
    return n


@rule
def list_units(units: int, first: int, out: Any, n: int) -> int:
    """List an action for each unit of a mask; `first` is the one for unit 0."""
    while units:
        out[n] = first + lowest_bit(units)
        n += 1
        units &= units - 1
    return n


@rule
def flippable(s: Summits, side: int, in_group: int) -> int:
    """The kinds of face-up units that are hit, either outside the acting group or in it."""
    own = own_generals(s, s.target, side) & ~s.tired
    band = s.band if s.strike == AMBUSHED else 0
    units = own & band if in_group else own & ~band
    for clan in range(s.clans):
        if s.clan_side[clan] == side:
            n = s.men[clan] if s.strike == AMBUSHED else 0
            if (n if in_group else s.fresh[s.target][clan] - n) > 0:
                units |= 1 << (TROOP + clan)
    return units


@rule
def movable(s: Summits, side: int) -> int:
    """The kinds of face-down units that are hit."""
    units = own_generals(s, s.target, side)
    for clan in range(s.clans):
        if s.clan_side[clan] == side and s.used[s.target][clan] > 0:
            units |= 1 << (TROOP + clan)
    return units


# ---- the owner's choices


@rule
def flip_one(s: Summits, seat: int, unit: int) -> None:
    """Flip a unit outside the acting group."""
    flip(s, unit, False)
    take_harm(s)


@rule
def drop_one(s: Summits, seat: int, unit: int) -> None:
    """Flip a unit of the acting group, which drops out of it."""
    flip(s, unit, True)
    take_harm(s)


@rule
def remove_one(s: Summits, seat: int, unit: int) -> None:
    """Remove a unit."""
    remove_for(s, unit)
    take_harm(s)


@rule
def retreat_one(s: Summits, seat: int, area: int, unit: int) -> None:
    """Retreat a unit to an area."""
    retreat(s, unit, area)
    take_harm(s)


# ---- one step of the damage


@rule
def flip(s: Summits, unit: int, of_group: bool) -> None:
    """Flip a face-up unit for a point; one of the group drops out of it (rule 37, A23)."""
    s.harm -= 1
    if unit < TROOP:
        s.tired |= 1 << unit
        if s.strike == AMBUSHED:
            s.band &= ~(1 << unit)
        return
    clan = unit - TROOP
    s.fresh[s.target][clan] -= 1
    s.used[s.target][clan] += 1
    if of_group and s.strike == AMBUSHED:
        s.men[clan] -= 1
        s.spent[clan] = min(s.spent[clan], s.men[clan])


@rule
def retreat(s: Summits, unit: int, goal: int) -> None:
    """Retreat a face-down unit for a point (rules 38, 42; A15)."""
    s.harm -= 1
    take_unit(s, s.target, unit, 0)
    put_unit(s, goal, unit, 0)
    check_area(s, s.target)
    check_area(s, goal)
    side = 1 - s.striker
    if s.taisho_retreat and unit < TROOP and s.taisho[side] >> unit & 1:
        win(s, 1 - side, BY_RETREAT)


@rule
def remove_for(s: Summits, unit: int) -> None:
    """Remove a face-down unit for two points, or for the last one (rule 39, A11)."""
    s.harm -= 1 if s.removal == REMOVAL_ONE else 2
    remove(s, s.target, unit, 0)
    check_area(s, s.target)
