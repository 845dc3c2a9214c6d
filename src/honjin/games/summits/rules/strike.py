"""Attacks (rules 27-36, 66-68).

An attack is a series of small decisions: supporters, the order of rolls, dice; then the side that
is hit takes the points (harm.py). Forced steps are taken at once.
"""

from typing import Any

from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.rule import rule
from honjin.games.summits.content.board import CLANS, GENERALS
from honjin.games.summits.content.data import ANTI, NO_UNIT, PALISADE, TROOP
from honjin.games.summits.rules.actions import AUTO, encode_roll, encode_support
from honjin.games.summits.rules.harm import points_to_clear, take_harm
from honjin.games.summits.rules.options import (
    BACK_SIDE_DICE,
    BARRIER_ANY,
    ELEVATION_COMING,
    FIRST_BONUS_MELEE,
)
from honjin.games.summits.rules.state import (
    AIM,
    AMBUSHED,
    DICE,
    MELEE,
    NOWHERE,
    SUPPORT,
    Summits,
    fresh_units,
    own_generals,
)

# ---- the attack (rules 27-36)


@rule
def begin_strike(s: Summits, kind: int, striker: int, source: int, target: int) -> None:
    """Fix what counts for every roll; supporters are assigned next (rules 30-34)."""
    s.strike = kind
    s.striker = striker
    has_come = s.elevation == ELEVATION_COMING and s.came != NOWHERE
    s.source = s.came if kind == MELEE and has_come else source
    s.target = target
    s.bare = 0
    s.total = 0
    s.harm = 0
    for general in range(GENERALS):
        s.help[general] = 0
    gather(s)
    s.shield = shield_at(s, target, 1 - striker)
    s.slope = modifier(s)
    s.need = points_to_clear(s, target, 1 - striker)
    begin_blow(s)
    s.asked = 0 if s.bare else who_is_asked(s)
    ask_support(s)


@rule
def begin_blow(s: Summits) -> None:
    """Record the attack for the breakdown shown afterwards."""
    side = 1 - s.striker
    s.blow = s.strike
    s.blow_by = s.striker
    s.blow_from = s.source
    s.blow_at = s.target
    s.blow_shield = s.shield
    s.blow_wall = 1 if s.shield > best_defence(s, s.target, side) else 0
    s.blow_slope = s.slope
    s.blow_need = s.need
    s.blow_bare = 1 if s.bare and s.back_side == BACK_SIDE_DICE else 0
    for unit in range(TROOP + 1):
        s.thrown[unit] = 0
        s.aided[unit] = 0
    # The units remaining at the end are subtracted again.
    s.toll[0] = fresh_units(s, s.target, side)
    s.toll[1] = s.stack[side][s.target]
    s.toll[2] = s.lost[side]


@rule
def end_blow(s: Summits) -> None:
    """Record what happened to the units that were hit."""
    side = 1 - s.striker
    s.toll[0] -= fresh_units(s, s.target, side)
    s.toll[2] = s.lost[side] - s.toll[2]
    s.toll[1] -= s.stack[side][s.target] + s.toll[2]


@rule
def attack_of(s: Summits, unit: int) -> int:
    """The attack of a roll; none without a general, or face down by A22."""
    return 0 if unit >= TROOP or s.blow_bare else s.attack[unit]


@rule
def gather(s: Summits) -> None:
    """Collect the attackers: the group; in an ambush, all face-up or else face-down units (66)."""
    if s.strike != AMBUSHED:
        s.rollers = s.band
        for clan in range(CLANS):
            s.loose[clan] = s.men[clan]
        return
    own = own_generals(s, s.target, s.striker)
    s.bare = 1 if fresh_units(s, s.target, s.striker) == 0 else 0
    s.rollers = own if s.bare else own & ~s.tired
    for clan in range(CLANS):
        s.loose[clan] = 0
        if s.clan_side[clan] == s.striker:
            if s.bare == 0:
                s.loose[clan] = s.fresh[s.target][clan]
            elif own == 0:
                s.loose[clan] = s.used[s.target][clan]


@rule
def shield_at(s: Summits, area: int, side: int) -> int:
    """The highest defence of a side's units, or the barrier if it may use it (32, 33, 68)."""
    best = best_defence(s, area, side)
    if s.barriers >> area & 1 and may_use_barrier(s, area, side):
        best = max(best, PALISADE)
    return best


@rule
def best_defence(s: Summits, area: int, side: int) -> int:
    """The highest defence of a side's units in an area (rule 32)."""
    best = 0
    rest = own_generals(s, area, side)
    while rest:
        best = max(best, s.defence[lowest_bit(rest)])
        rest &= rest - 1
    for clan in range(s.clans):
        if s.clan_side[clan] == side and s.fresh[area][clan] + s.used[area][clan] > 0:
            best = max(best, s.toughness[clan])
    return best


@rule
def may_use_barrier(s: Summits, area: int, side: int) -> bool:
    """True for the side in control, or by A7 any defender, but not against an ambush (68)."""
    return s.held[area] == side or (s.barrier == BARRIER_ANY and s.strike != AMBUSHED)


@rule
def modifier(s: Summits) -> int:
    """Elevation from one area to another, and the bonus of turn 1 (34, 63, A8, A20)."""
    n = s.level[s.source] - s.level[s.target]
    has_bonus = s.strike == MELEE or s.first_bonus != FIRST_BONUS_MELEE
    if s.turn == 1 and s.striker == ANTI and has_bonus:
        n += s.turn1_bonus
    return n


# ---- supporters (rule 30)


@rule
def rolls_alone(s: Summits) -> bool:
    """True if combat units without a general roll too (A6)."""
    return s.strike != MELEE and s.leaderless == 1


@rule
def who_is_asked(s: Summits) -> int:
    """The generals with a choice of supporters; the others get all they command."""
    mask = 0
    for clan in range(s.clans):
        if s.loose[clan] > 0:
            mask |= asked_of_clan(s, clan)
    return mask


@rule
def asked_of_clan(s: Summits, clan: int) -> int:
    """The clan's generals, if units are too few for their command or may stay apart.

    Otherwise each general gets as many as he commands.
    """
    mask = 0
    wanted = 0
    rest = s.rollers
    while rest:
        general = lowest_bit(rest)
        rest &= rest - 1
        if s.clan[general] == clan and s.command[general] > 0:
            mask |= 1 << general
            wanted += s.command[general]
    if rolls_alone(s) or (wanted > s.loose[clan] and count_bits(mask) > 1):
        return mask
    while mask:
        give_help(s, lowest_bit(mask), s.command[lowest_bit(mask)])
        mask &= mask - 1
    return 0


@rule
def give_help(s: Summits, general: int, n: int) -> None:
    """Assign a number of combat units of his clan to a general, as far as there are any."""
    n = min(n, s.loose[s.clan[general]])
    s.help[general] = n
    s.loose[s.clan[general]] -= n


@rule
def ask_support(s: Summits) -> None:
    """Ask about the next general without settled supporters, or begin the rolls."""
    while s.asked and s.loose[s.clan[lowest_bit(s.asked)]] == 0:
        s.asked &= s.asked - 1
    if s.asked:
        s.phase = SUPPORT
        return
    if rolls_alone(s) or s.bare:
        for clan in range(s.clans):
            if s.loose[clan] > 0 and (s.leaderless or s.bare == 0):
                s.rollers |= 1 << TROOP
    next_roll(s)


@rule
def list_support(s: Summits, seat: int, out: Any) -> int:
    """List the best assignment, and numbers of supporters for the general in question."""
    general = lowest_bit(s.asked)
    out[0] = AUTO
    n = min(s.command[general], s.loose[s.clan[general]]) + 1
    for k in range(n):
        out[1 + k] = encode_support(k)
    return 1 + n


@rule
def support(s: Summits, seat: int, men: int) -> None:
    """Assign a number of supporters to the general in question."""
    give_help(s, lowest_bit(s.asked), men)
    s.asked &= s.asked - 1
    ask_support(s)


@rule
def support_all(s: Summits, seat: int) -> None:
    """Assign the best supporters to all remaining generals."""
    while s.asked:
        general = best_commander(s)
        n = min(s.command[general], s.loose[s.clan[general]])
        give_help(s, general, n & ~1)
        s.asked &= ~(1 << general)
    ask_support(s)


@rule
def best_commander(s: Summits) -> int:
    """The best attacker of the generals in question."""
    best = lowest_bit(s.asked)
    rest = s.asked
    while rest:
        general = lowest_bit(rest)
        rest &= rest - 1
        if 32 * s.attack[general] + s.command[general] > 32 * s.attack[best] + s.command[best]:
            best = general
    return best


# ---- rolls (rules 29, 31, 35, 36)


@rule
def next_roll(s: Summits) -> None:
    """Continue with a roll, or apply the points once all have rolled or they suffice (A9)."""
    if s.rollers == 0 or s.total >= s.need:
        s.harm = s.total
        s.roller = NO_UNIT
        take_harm(s)
    elif s.strike == AMBUSHED or count_bits(s.rollers) == 1:
        begin_roll(s, lowest_bit(s.rollers))
    else:
        s.phase = AIM


@rule
def list_rollers(s: Summits, seat: int, out: Any) -> int:
    """List the units that can roll next, in any order (rule 29)."""
    n = 0
    rest = s.rollers
    while rest:
        out[n] = encode_roll(lowest_bit(rest))
        n += 1
        rest &= rest - 1
    return n


@rule
def choose_roller(s: Summits, seat: int, unit: int) -> None:
    """Choose the unit that rolls next (rule 29)."""
    begin_roll(s, unit)


@rule
def begin_roll(s: Summits, unit: int) -> None:
    """Wait for the dice."""
    s.rollers &= ~(1 << unit)
    s.roller = unit
    s.phase = DICE


@rule
def roll_bonus(s: Summits, unit: int) -> int:
    """The bonus of a roll less the defence (rule 31)."""
    n = s.slope - s.shield + support_of(s, unit)
    return n + attack_of(s, unit)


@rule
def support_of(s: Summits, unit: int) -> int:
    """Half the supporters of a general, or half the units that support nobody (rules 30, 66)."""
    if unit < TROOP:
        return s.help[unit] // 2
    return 0 if s.bare else loose_units(s) // 2


@rule
def loose_units(s: Summits) -> int:
    """The combat units that support nobody."""
    n = 0
    for clan in range(s.clans):
        n += s.loose[clan]
    return n


@rule
def roll(s: Summits, split: int) -> None:
    """Rule 31: the amount above zero is damage. Rollers and supporters will flip (A27)."""
    s.total += max(0, (split >> 3) + (split & 7) + roll_bonus(s, s.roller))
    s.thrown[s.roller] = split
    s.aided[s.roller] = support_of(s, s.roller)
    if s.strike != AMBUSHED:
        if s.roller < TROOP:
            s.acted |= 1 << s.roller
            s.spent[s.clan[s.roller]] += s.help[s.roller]
        else:
            for clan in range(s.clans):
                s.spent[clan] += s.loose[clan]
        for clan in range(s.clans):
            s.spent[clan] = min(s.spent[clan], s.men[clan])
    next_roll(s)


@rule
def spend_group(s: Summits) -> None:
    """By A27, mark the whole group as acted except generals left over and supporters (36)."""
    s.acted = s.band & ~s.rollers
    for clan in range(CLANS):
        s.spent[clan] = s.men[clan]
        if s.rollers >> TROOP & 1:
            s.spent[clan] -= s.loose[clan]
    rest = s.rollers & ~(1 << TROOP)
    while rest:
        s.spent[s.clan[lowest_bit(rest)]] -= s.help[lowest_bit(rest)]
        rest &= rest - 1


@rule
def clear_strike(s: Summits) -> None:
    """Clear the attack."""
    s.strike = 0
    s.striker = 0
    s.source = NOWHERE
    s.target = NOWHERE
    s.rollers = 0
    s.asked = 0
    s.roller = NO_UNIT
    s.bare = 0
    s.shield = 0
    s.slope = 0
    s.need = 0
    s.total = 0
    s.harm = 0
    for general in range(GENERALS):
        s.help[general] = 0
    for clan in range(CLANS):
        s.loose[clan] = 0
