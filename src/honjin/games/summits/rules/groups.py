"""A group and its action (rules 14 to 17)."""

from typing import Any

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.rule import rule
from honjin.games.summits.content.board import CLANS
from honjin.games.summits.content.data import ASSAULT, FIRE, MOVES, RALLY, TROOP
from honjin.games.summits.rules.actions import (
    ATTACK,
    DONE,
    TURN_UP,
    encode_add,
    encode_band,
    encode_fire,
    encode_move,
)
from honjin.games.summits.rules.march import list_areas, step, steps
from honjin.games.summits.rules.orders import free_generals, free_men, is_open
from honjin.games.summits.rules.state import (
    ACTED,
    ENDED,
    GROUP,
    MELEE,
    NOWHERE,
    PLAY,
    RANGED,
    Summits,
    group_size,
    has_enemy,
    side_of,
)
from honjin.games.summits.rules.strike import begin_strike


@rule
def list_group(s: Summits, seat: int, out: Any) -> int:
    """List the actions of the group and, while it is being chosen, its units."""
    side = side_of(s, seat)
    n = list_group_actions(s, side, out)
    if n == 0 or s.picking == 0:
        out[n] = DONE
        n += 1
    return list_picks(s, side, out, n) if s.picking else n


@rule
def list_group_actions(s: Summits, side: int, out: Any) -> int:
    """List turning up, moving, attacking and firing (rules 16, 27, 28, A6, A26)."""
    if s.rallying:
        out[0] = TURN_UP
        return 1
    n = list_areas(steps(s, side), encode_move(0), out, 0)
    if s.band and has_enemy(s, s.at, side):
        out[n] = ATTACK
        n += 1
    if can_fire(s, side):
        rest = s.near[s.at]
        while rest:
            if has_enemy(s, lowest_bit(rest), side):
                out[n] = encode_fire(lowest_bit(rest))
                n += 1
            rest &= rest - 1
    return n


@rule
def can_fire(s: Summits, side: int) -> bool:
    """True if the group may fire at some adjacent area (A6, A26)."""
    if not is_open(s, FIRE) or (s.band == 0 and s.leaderless == 0):
        return False
    return s.engaged_fire == 1 or not has_enemy(s, s.at, side)


@rule
def list_picks(s: Summits, side: int, out: Any, n: int) -> int:
    """List generals with or without their own troops, and single combat units."""
    if s.picking == 1 and group_size(s) == 1:
        return n
    rest = free_generals(s, side)
    if s.picking == 2:
        rest &= ~s.band
    while rest:
        general = lowest_bit(rest)
        rest &= rest - 1
        out[n] = encode_add(general)
        n += 1
        if has_band(s, general):
            out[n] = encode_band(general)
            n += 1
    for clan in range(s.clans):
        if s.clan_side[clan] == side and left_over(s, clan) > 0:
            out[n] = encode_add(TROOP + clan)
            n += 1
    return n


@rule
def left_over(s: Summits, clan: int) -> int:
    """The combat units that can still be added to the group."""
    n = free_men(s, s.at, clan)
    return n - s.men[clan] if s.picking == 2 else n


@rule
def followers(s: Summits, general: int) -> int:
    """The number of troops that come with a general: of his clan, up to his command."""
    return min(s.command[general], left_over(s, s.clan[general]))


@rule
def has_band(s: Summits, general: int) -> bool:
    """True if a general can be chosen with his troops and these are not the whole group yet."""
    troops = followers(s, general)
    return troops > 0 and (s.picking != 1 or troops + 1 != group_size(s))


@rule
def add(s: Summits, seat: int, unit: int) -> None:
    """Add a unit to the group."""
    begin_picking(s)
    if unit < TROOP:
        s.band |= 1 << unit
    else:
        s.men[unit - TROOP] += 1


@rule
def add_band(s: Summits, seat: int, general: int) -> None:
    """Add a general to the group, with his troops."""
    begin_picking(s)
    s.men[s.clan[general]] += followers(s, general)
    s.band |= 1 << general


@rule
def begin_picking(s: Summits) -> None:
    """Leave out all other units at the first pick."""
    if s.picking == 1:
        s.picking = 2
        s.band = 0
        for clan in range(CLANS):
            s.men[clan] = 0


@rule
def begin_action(s: Summits) -> None:
    """Settle the group; its second action is the one of Assault."""
    if s.picking == 0:
        s.used_slots |= 1 << ASSAULT
    s.picking = 0


@rule
def stand(s: Summits, seat: int) -> None:
    """Make the group stop (rule 16)."""
    s.picking = 0
    finish_group(s)


@rule
def attack(s: Summits, seat: int) -> None:
    """Attack in the group's own area (rule 27)."""
    begin_action(s)
    begin_strike(s, MELEE, side_of(s, seat), s.at, s.at)


@rule
def fire(s: Summits, seat: int, area: int) -> None:
    """Fire at an adjacent area (rule 28)."""
    begin_action(s)
    s.used_slots |= 1 << FIRE
    begin_strike(s, RANGED, side_of(s, seat), s.at, area)


@rule
def move(s: Summits, seat: int, area: int) -> None:
    """Make a step with the group, its first or a further one (rule 21)."""
    if s.phase == GROUP:
        begin_action(s)
    step(s, side_of(s, seat), area)


@rule
def turn_up(s: Summits, seat: int) -> None:
    """Turn face-down units face up; they do not flip for it (rule 17, A25)."""
    begin_action(s)
    s.used_slots |= 1 << RALLY
    s.rallying = 0
    s.tired &= ~s.band
    for clan in range(CLANS):
        s.used[s.at][clan] -= s.men[clan]
        s.fresh[s.at][clan] += s.men[clan]
    s.phase = ACTED


@rule
def after_action(s: Summits) -> None:
    """Allow the group a second action with Assault; otherwise flip it (rule 17, A3)."""
    if is_open(s, ASSAULT) and group_size(s) > 0 and s.at != NOWHERE:
        s.points = MOVES
        s.picking = 0
        s.phase = GROUP
        if can_act(s, s.actor):
            return
    finish_group(s)


@rule
def can_act(s: Summits, side: int) -> bool:
    """True if the group can do anything at all."""
    if steps(s, side) or (s.band and has_enemy(s, s.at, side)):
        return True
    if can_fire(s, side):
        rest = s.near[s.at]
        while rest:
            if has_enemy(s, lowest_bit(rest), side):
                return True
            rest &= rest - 1
    return False


@rule
def finish_group(s: Summits) -> None:
    """Flip the units that acted; none of the group can be chosen again this phase (W4)."""
    s.barred = s.band
    s.tired |= s.band & s.acted
    s.barred_at = s.at
    for clan in range(CLANS):
        n = min(s.spent[clan], s.men[clan])
        if n:
            s.fresh[s.at][clan] -= n
            s.used[s.at][clan] += n
        s.barred_men[clan] = s.men[clan] - n
        s.barred_used[clan] = n
        s.men[clan] = 0
        s.spent[clan] = 0
    s.band = 0
    s.acted = 0
    s.at = NOWHERE
    s.came = NOWHERE
    s.points = 0
    s.picking = 0
    s.rallying = 0
    s.phase = PLAY if s.groups_left > 0 else ENDED
