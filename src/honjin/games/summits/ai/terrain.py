"""Terrain in the evaluation: how near a side is to its goals, and the dangers to its units.

Distances are measured in half actions, along ways that enemies leave open: a plain costs one, a
hill two, units in the way more, the more of them and the more of these are face up. A wave spreads
from the goals of a side; what it reaches late is far away.
"""

from collections.abc import Sequence
from typing import Final

from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.rule import rule
from honjin.games.summits.ai.weights import (
    ALARM_SHARE,
    CARDLESS,
    CONTACT,
    DANGER_SHARE,
    ENEMY,
    FEAR_SHARE,
    HELD_FAST_SHARE,
    HELD_HALF_SHARE,
    HILL,
    PALISADE,
    TRAPPED_SHARE,
)
from honjin.games.summits.rules.harm import first_ring
from honjin.games.summits.rules.state import Summits, fresh_units, room

REACH: Final = 32
"""Half actions beyond which nothing counts."""
MAX_TOLL: Final = 16

FORCE: Final = 3  # this many units together are a threat
ALARM: Final = (420, 420, 380, 280, 220, 160, 120, 80, 50, 30, 20, 12, 6)
"""The value of a force that can act now, by half actions from an enemy's honjin."""
DOOR: Final = 2  # within this distance, a single unit can take a honjin

# Caution by what ends the battle: a honjin alone, or also the road (`road_counts`). The side that
# has to take a honjin must go where the ways out are few.
TRAPPED: Final = (3, 8)  # a unit with nowhere to retreat and enemies nearby
TRAPPED_GENERAL: Final = (10, 25)
HELD_FAST: Final = (5, 10)  # a Taishō with nowhere to go, per enemy nearby
HELD_HALF: Final = (1, 3)  # with one way out
MAX_FEAR: Final = 200


@rule
def toll(s: Summits, w: Sequence[int], area: int, side: int) -> int:
    """The half actions it takes a side to get into and through an area."""
    n = 16 + w[HILL] * (s.level[area] > 0)
    enemies = s.stack[1 - side][area]
    if enemies:
        n += w[CONTACT] + w[ENEMY] * (enemies + fresh_units(s, area, 1 - side))
        if s.barriers >> area & 1 and s.held[area] == 1 - side:
            n += w[PALISADE]
    return min(MAX_TOLL, n >> 4)


@rule
def nearness(s: Summits, w: Sequence[int], side: int, goals: int) -> int:
    """The nearness of a side to some areas: 64 * half actions saved by units + the way of a force.

    The force is the nearest one (`FORCE`). An area that is reached waits for its toll, then its
    neighbours are reached. The remaining ticks of each area are kept in the bits of four masks.
    """
    total = 0
    first = REACH
    reached = goals
    new = goals
    waiting = 0
    ones = 0
    twos = 0
    fours = 0
    eights = 0
    tick = 0
    while tick < REACH and (new | waiting):
        rest = new
        while rest:
            area = lowest_bit(rest)
            rest &= rest - 1
            total += s.stack[side][area] * (REACH - tick)
            ticks = toll(s, w, area, side) - 1
            if first == REACH and ready_units(s, area, side) >= (1 if tick <= DOOR else FORCE):
                first = tick or max(0, ticks - (w[CONTACT] >> 4))
            ones |= (ticks & 1) << area
            twos |= (ticks >> 1 & 1) << area
            fours |= (ticks >> 2 & 1) << area
            eights |= (ticks >> 3 & 1) << area
        waiting |= new
        done = waiting & ~(ones | twos | fours | eights)
        waiting &= ~done
        new = beside(s, done) & ~reached
        reached |= new
        # One tick less for every waiting area: a subtraction in all areas at once.
        ones ^= waiting
        borrow = waiting & ones
        twos ^= borrow
        borrow &= twos
        fours ^= borrow
        eights ^= borrow & fours
        tick += 1
    return total << 6 | first


@rule
def beside(s: Summits, areas: int) -> int:
    """The areas adjacent to any of a mask."""
    near = 0
    while areas:
        near |= s.near[lowest_bit(areas)]
        areas &= areas - 1
    return near


@rule
def ready_units(s: Summits, area: int, side: int) -> int:
    """The units that can act this turn; all of them if the side has no cards."""
    return fresh_units(s, area, side) if s.cards[side] else s.stack[side][area]


@rule
def alarm(s: Summits, w: Sequence[int], side: int, first: int) -> int:
    """The value of a side's force at a distance from an enemy's honjin."""
    if first >= len(ALARM):
        return 0
    value = ALARM[first] * w[ALARM_SHARE + side] >> 4
    return value if s.cards[side] else value * w[CARDLESS] >> 8


@rule
def danger(s: Summits, w: Sequence[int], side: int) -> int:
    """The danger to a side where enemies are near and the ways out are few."""
    value = 0
    for area in range(s.areas):
        if s.stack[side][area] > 0:
            enemies = 2 * s.stack[1 - side][area] + units_beside(s, area, 1 - side)
            if enemies:
                value += danger_at(s, w, area, side, enemies)
    return value * w[DANGER_SHARE + side] >> 8


@rule
def danger_at(s: Summits, w: Sequence[int], area: int, side: int, enemies: int) -> int:
    """The danger to units in an area, above all to a Taishō."""
    ways = first_ring(s, area, side)
    held = s.stack[side][area] - refuge(s, ways, side)
    value = 16 * TRAPPED[s.road_counts] * min(held, enemies) if held > 0 else 0
    if ways == 0:
        each = TRAPPED_GENERAL[s.road_counts] * w[TRAPPED_SHARE] >> 4
        value += each * count_bits(s.here[area] & s.of_side[side])
    if s.here[area] & s.taisho[side]:
        most = MAX_FEAR * w[FEAR_SHARE] >> 4
        if ways == 0 or s.taisho_retreat:
            value += min(most, HELD_FAST[s.road_counts] * enemies * w[HELD_FAST_SHARE] >> 4)
        elif ways & (ways - 1) == 0:
            value += min(most, HELD_HALF[s.road_counts] * enemies * w[HELD_HALF_SHARE] >> 4)
    return value


@rule
def refuge(s: Summits, areas: int, side: int) -> int:
    """The number of further units of a side that some areas can take."""
    n = 0
    while areas:
        n += room(s, lowest_bit(areas), side)
        areas &= areas - 1
    return n


@rule
def units_beside(s: Summits, area: int, side: int) -> int:
    """The units of a side adjacent to an area."""
    n = 0
    rest = s.near[area]
    while rest:
        n += s.stack[side][lowest_bit(rest)]
        rest &= rest - 1
    return n


@rule
def open_road(s: Summits, side: int) -> int:
    """The unguarded road areas of a side with enemies beside them."""
    n = 0
    rest = s.road
    while rest:
        area = lowest_bit(rest)
        rest &= rest - 1
        if s.held[area] == side and s.stack[side][area] == 0:
            n += units_beside(s, area, 1 - side) > 0
    return n


@rule
def contacts(s: Summits, side: int) -> int:
    """The areas of a side's units with enemies in them or beside them."""
    n = 0
    for area in range(s.areas):
        if s.stack[side][area] > 0:
            n += s.stack[1 - side][area] > 0 or units_beside(s, area, 1 - side) > 0
    return n


@rule
def command(s: Summits, side: int) -> int:
    """The value of a side's generals in an attack, with the troops in their areas."""
    value = 0
    for general in range(s.generals):
        if s.of_side[side] >> general & 1 and s.where[general] < s.areas:
            area = s.where[general]
            clan = s.clan[general]
            men = s.fresh[area][clan] + s.used[area][clan]
            value += 2 * s.attack[general] + min(s.command[general], men)
    return value
