"""The state of a battle, the few functions that move units, and the queries that rules make.

Generals are individual; combat units of a clan are all alike, so an area holds numbers of them,
face up (`fresh`) and face down (`used`). Areas, generals and clans are numbered in the order of the
file. A unit as a number is a general, or TROOP + clan.

A general in no area has OFF, LOST or LEFT as its area. Sets of areas, of generals, of cards are
masks. The acting group is `band` and `men`, the part of it that has acted `acted` and `spent`.
"""

from __future__ import annotations

from typing import Final

from honjin.core.arrays import amount, bits, one_of, seat_number
from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.rule import rule
from honjin.core.state import State, ints
from honjin.games.summits.content.board import AREAS, CLANS, GENERALS, GROUPS, TRAITORS
from honjin.games.summits.content.data import CARDS, HIDEYOSHI, LEFT, NO_UNIT, NOBODY, TROOP
from honjin.games.summits.rules.options import CALLS_TWO, STACKING_BOTH

# phases
BID: Final = 0  # both, in secret: the auction (rule 70)
LOT: Final = 1  # chance: who plays Hideyoshi
BOXES: Final = 2  # Hideyoshi assigns groups to boxes (rule 61)
PICK: Final = 3  # both, in secret: the hands (rule 7)
ORDER: Final = 4  # the side that controls the mountain (rule 9)
PLAY: Final = 5  # the acting side: cards, slots (rules 10, 20)
GROUP: Final = 6  # the group and its action (rule 14)
MARCH: Final = 7  # a further step, or not (rule 21)
ENTRY: Final = 8  # where reinforcements enter (rules 46, 48)
ALARM: Final = 9  # the other side: an ambush? (A23)
SUPPORT: Final = 10  # supporters are assigned (rule 30)
AIM: Final = 11  # which general rolls next (rule 29)
DICE: Final = 12  # chance: two dice
HARM: Final = 13  # the owner takes the damage (rule 40)
OVER: Final = 14
# between decisions
STEPPED: Final = 15  # units have entered an area, and nobody ambushes
STRUCK: Final = 16  # an attack has been applied
ACTED: Final = 17  # an action is done
ENDED: Final = 18  # a phase is done

MELEE: Final = 1
RANGED: Final = 2  # the Fire card
AMBUSHED: Final = 3
NOWHERE: Final = 40
"""No area."""


class SummitsParameters(State, parameters=True):
    """The file of the battle, and the options: none changes during a game."""

    # ---- fixed by the file
    land: int = ints(kind="i8")  # a digest of the file, which tells battles apart
    battle: int = ints()  # index into board.BATTLES
    areas: int = ints()
    near: list[int] = ints(AREAS, kind="i8")  # near[area]: mask of adjacent areas
    level: list[int] = ints(AREAS)  # 0 plain, 1 hill, 2 mountain
    far: list[list[int]] = ints(2, AREAS)  # far[side][area]: steps to the side's goals
    mountain: int = ints()
    barriers: int = ints(kind="i8")  # masks of areas
    road: int = ints(kind="i8")
    beyond: int = ints(kind="i8")  # beyond the final line
    entries: int = ints(kind="i8")
    honjin: list[int] = ints(2, kind="i8")  # honjin[side]
    generals: int = ints()
    of_side: list[int] = ints(2, kind="i8")  # of_side[side]: mask of generals
    taisho: list[int] = ints(2, kind="i8")
    attack: list[int] = ints(GENERALS)
    command: list[int] = ints(GENERALS)
    defence: list[int] = ints(GENERALS)
    clan: list[int] = ints(GENERALS)  # clan[general]
    lord: int = ints(start=NO_UNIT)  # the general of rules 58 and 60
    clans: int = ints()
    clan_side: list[int] = ints(CLANS, start=NOBODY)
    toughness: list[int] = ints(CLANS)  # toughness[clan]: the defence of a combat unit
    full: int = ints()  # the most units of a side in an area (rule 26)
    base: list[int] = ints(2)  # cards picked (rules 54, 55, 58, 59)
    first_hand: int = ints()  # of the other side on turn 1; 0 as on other turns (A18)
    most_bonus: int = ints()  # for boxes used
    for_mountain: int = ints()
    for_line: int = ints()  # an enemy beyond the final line
    for_absence: int = ints()  # the lord is not on the map
    turn1_bonus: int = ints()  # of attacks of the other side on turn 1 (rule 63)
    by_losses: int = ints()  # 1: each general that Hideyoshi loses costs a turn (rule 53)
    by_road: int = ints()  # this many road areas of the other side cost a turn, once; 0 none (57)
    by_area: int = ints(start=NOWHERE)  # so does this area
    road_wins: int = ints()  # 1: all road areas win at once (rule 64)
    road_counts: int = ints()  # 1: the road decides at the end (rule 65), else the other side wins
    honjin_wins: int = ints()
    taisho_wins: int = ints()
    empty: int = ints()  # empty boxes at the start of the track
    boxes: int = ints()
    free_boxes: int = ints()  # 1: groups are assigned freely (rule 61)
    first: int = ints()  # the side that goes first on turn 1
    group_of: list[int] = ints(GENERALS)  # group_of[general]: reinforcements, 0 on the map
    reserve: list[list[int]] = ints(GROUPS, CLANS)  # reserve[group][clan]: combat units
    traitors: int = ints()
    traitor: list[int] = ints(TRAITORS)  # clans that can be won over (rule 60)

    # ---- fixed by the options (see options.py)
    limit: list[list[int]] = ints(2, CARDS)  # cards of one type in hand (rules 8, 71)
    auction: int = ints()
    calls: int = ints()  # Reinforcements in any hand (A1)
    order: int = ints()  # when it is chosen: after hands are picked, or before (A2)
    leaving: int = ints()  # what leaving and entering enemies' areas costs (A4)
    stacking: int = ints()  # what the limit of 10 counts (A5)
    leaderless: int = ints()  # 1: Fire and Ambush without a general (A6)
    barrier: int = ints()  # which defenders may use one (A7)
    elevation: int = ints()  # whether it counts for a group that has just entered (A8)
    retreat_among: int = ints()  # 1: retreat into an area with enemies (A10)
    removal: int = ints()  # cost of a removal: two or the last one, two, one (A11)
    blocked: int = ints()  # Reinforcements that cannot enter (A13)
    control: int = ints()  # where a move changes it (A14)
    taisho_retreat: int = ints()  # 1: a Taishō who retreats in combat loses (A15)
    treason: int = ints()  # which Reinforcements card may be treason (A19)
    first_bonus: int = ints()  # attacks that the bonus of turn 1 counts for (A20)
    back_side: int = ints()  # what face-down units ambush with (A22)
    ambushes: int = ints()  # on one entry (A23)
    way_back: int = ints()  # 1: retreat from an ambush to where the group came from (A24)
    engaged_fire: int = ints()  # 1: fire from an area with enemies (A26)
    flips: int = ints()  # which units flip after an attack (A27)
    idle_ambush: int = ints()  # 1: an ambush in which nobody rolls is legal, as in version 1
    rally_again: int = ints()  # 1: Rally may turn up the first group, as in versions 1 and 2 (W4)


class Summits(SummitsParameters):
    """One position."""

    # ---- the map
    # where[general]: area, OFF, LOST, LEFT
    where: list[int] = ints(GENERALS, start=40, shows=one_of(LEFT + 1))
    here: list[int] = ints(AREAS, kind="i8")  # here[area]: mask of generals; follows from where
    tired: int = ints(kind="i8", shows=bits(GENERALS))  # mask: generals face down
    fresh: list[list[int]] = ints(AREAS, CLANS, shows=amount(40))
    used: list[list[int]] = ints(AREAS, CLANS, shows=amount(40))
    # units of a side; follows from the rest
    stack: list[list[int]] = ints(2, AREAS, shows=amount(40))
    # held[area]: side that controls it
    held: list[int] = ints(AREAS, start=NOBODY, shows=one_of(2))
    lost: list[int] = ints(2, shows=amount(120))  # units removed (A21)
    left: int = ints(shows=amount(120))  # units won over (rule 60)

    # ---- turn and track
    phase: int = ints(shows=one_of(OVER))
    turn: int = ints(start=1, shows=amount(20))
    last: int = ints(shows=amount(20))  # the last turn as of now
    cut: int = ints(shows=bits(2))  # bit 0: the road has cost a turn; bit 1: the area has (rule 57)
    # box[n]: group in box n, from 1; 0 none yet
    box: list[int] = ints(GROUPS, shows=amount(GROUPS))
    marker: int = ints(shows=amount(20))  # spaces from the start of the track, empty boxes included
    waiting: int = ints(shows=bits(GROUPS + 1))  # mask of groups that could not enter yet (A13)
    swapped: int = ints(shows=seat_number())  # 1: seat 1 plays Hideyoshi (rule 70)
    leader: int = ints(shows=one_of(2))  # the side that goes first this turn
    actor: int = ints(shows=one_of(2))  # the side whose phase it is
    passes: int = ints(shows=amount(10))  # in a row

    # ---- cards; hidden fields are 0 for others
    # sealed[seat]: the bid; hidden until both are in
    sealed: list[int] = ints(2, shows=amount(20).by_seat())
    ready: int = ints(shows=bits(2))  # BID: mask of seats; PICK: mask of sides that have finished
    hand: list[list[int]] = ints(2, CARDS, shows=amount(10))  # hand[side][card]; hidden
    clears: list[int] = ints(2)  # PICK: how often the hand was put back; hidden
    # areas where a side lets enemies pass (W9); hidden
    letting: list[int] = ints(2, kind="i8", shows=bits(AREAS))
    # areas where it will ambush them (W9); hidden
    lurking: list[int] = ints(2, kind="i8", shows=bits(AREAS))
    orders: list[int] = ints(2)  # standing orders given in this turn; hidden
    closed: int = ints(shows=bits(2))  # mask of sides that give no more orders
    mute: int = ints()  # 1: in a search, no further orders are given
    cards: list[int] = ints(2, shows=amount(20))  # cards in hand; 0 while they are picked
    size: list[int] = ints(2, shows=amount(20))  # hand size of the turn (rule 69)
    # Reinforcements that the hand of the turn may hold (rule 60); 0 before the first turn
    call_limit: int = ints()
    shown: list[list[int]] = ints(2, CARDS, shows=amount(10))  # played face up in this turn
    # played face down in this turn; hidden
    down: list[list[int]] = ints(2, CARDS, shows=amount(10))
    covered: list[int] = ints(2, shows=amount(20))  # how many

    # ---- the phase being played
    played: int = ints(shows=bits(CARDS + 1))  # mask of cards face up; COVER for one face down
    # bit 0: something was done; else mask of cards used up
    used_slots: int = ints(shows=bits(CARDS + 1))
    groups_left: int = ints(shows=amount(10))  # groups that may still be chosen
    band: int = ints(kind="i8", shows=bits(GENERALS))  # generals of the group
    men: list[int] = ints(CLANS, shows=amount(40))  # men[clan]: its combat units
    at: int = ints(start=NOWHERE, shows=one_of(AREAS))  # the area of the group
    picking: int = ints(shows=one_of(2, 1))  # 1: the group is all, as offered; 2: chosen one by one
    rallying: int = ints(shows=amount(1))  # 1: the group is face down, to be rallied
    acted: int = ints(kind="i8", shows=bits(GENERALS))  # its generals that will flip
    spent: list[int] = ints(CLANS, shows=amount(40))  # its combat units that will flip
    # generals of the first group (A3: groups are disjoint)
    barred: int = ints(kind="i8", shows=bits(GENERALS))
    barred_men: list[int] = ints(CLANS, shows=amount(40))  # its combat units face up
    barred_used: list[int] = ints(CLANS, shows=amount(40))  # its combat units face down
    barred_at: int = ints(start=NOWHERE, shows=one_of(AREAS))
    points: int = ints(shows=amount(20))  # movement points left
    entering: int = ints(shows=amount(GROUPS))  # group that is entering, 0 none
    # the area that the group's last step came from (A8, A24)
    came: int = ints(start=NOWHERE, shows=one_of(AREAS))

    # ---- the attack being made
    strike: int = ints(shows=one_of(3, 1))  # 0 none, MELEE, RANGED, AMBUSHED
    striker: int = ints(shows=one_of(2))  # side
    source: int = ints(start=NOWHERE, shows=one_of(AREAS))
    target: int = ints(start=NOWHERE, shows=one_of(AREAS))
    rollers: int = ints(kind="i8", shows=bits(GENERALS))  # generals who have not rolled
    asked: int = ints(kind="i8", shows=bits(GENERALS))  # generals whose supporters are not assigned
    help: list[int] = ints(GENERALS, shows=amount(40))  # help[general]: supporters
    loose: list[int] = ints(CLANS, shows=amount(40))  # combat units that support nobody
    # the unit that rolls; TROOP for those without a general
    roller: int = ints(start=NO_UNIT, shows=one_of(TROOP + 1))
    bare: int = ints(shows=amount(1))  # 1: an ambush of face-down units, no support (rule 66)
    shield: int = ints(shows=amount(20))  # the defence that counts
    slope: int = ints(shows=amount(20, -20))  # modifiers: elevation and turn 1
    need: int = ints(shows=amount(120))  # points that empty the target area
    total: int = ints(kind="i2", shows=amount(120))  # points so far
    harm: int = ints(kind="i2", shows=amount(120))  # points that the owner has yet to take

    # ---- the last attack in detail; nothing depends on it
    blow: int = ints()  # the kind of attack (`strike`); 0 none yet
    blow_by: int = ints()  # side
    blow_from: int = ints(start=NOWHERE)
    blow_at: int = ints(start=NOWHERE)
    blow_shield: int = ints()
    blow_wall: int = ints()  # 1: the barrier counted
    blow_slope: int = ints()
    blow_need: int = ints()
    blow_bare: int = ints()  # 1: no attack counted (A22)
    thrown: list[int] = ints(TROOP + 1)  # thrown[unit]: two dice as 8 * a + b; 0 none
    aided: list[int] = ints(TROOP + 1)  # aided[unit]: what supporters added
    toll: list[int] = ints(3)  # units that flipped, retreated, were removed

    # ---- the end
    outcome: int = ints()  # 0 running, else 1 + index of the reason
    winner: int = ints(start=NOBODY)  # side


# ---- seats and sides


@rule
def side_of(s: Summits, seat: int) -> int:
    """The side that a seat plays (rule 70)."""
    return seat ^ s.swapped


@rule
def seat_bit(s: Summits, side: int) -> int:
    """The seat of a side, as a mask."""
    return 1 << (side ^ s.swapped)


# ---- queries


@rule
def is_on_map(s: Summits, general: int) -> bool:
    """True if a general is in an area."""
    return general != NO_UNIT and s.where[general] < s.areas


@rule
def has_enemy(s: Summits, area: int, side: int) -> bool:
    """True if units of the other side are in an area."""
    return s.stack[1 - side][area] > 0


@rule
def own_generals(s: Summits, area: int, side: int) -> int:
    """The generals of a side in an area."""
    return s.here[area] & s.of_side[side]


@rule
def fresh_units(s: Summits, area: int, side: int) -> int:
    """The number of units of a side that are face up in an area."""
    n = count_bits(own_generals(s, area, side) & ~s.tired)
    for clan in range(s.clans):
        if s.clan_side[clan] == side:
            n += s.fresh[area][clan]
    return n


@rule
def used_units(s: Summits, area: int, side: int) -> int:
    """The number of units of a side that are face down in an area."""
    return s.stack[side][area] - fresh_units(s, area, side)


@rule
def room(s: Summits, area: int, side: int) -> int:
    """The number of units of a side that may still enter an area (rule 26, A5)."""
    n = s.full - s.stack[side][area]
    if s.stacking == STACKING_BOTH:
        n -= s.stack[1 - side][area]
    return max(0, n)


@rule
def men_in_group(s: Summits) -> int:
    """The combat units of the group."""
    n = 0
    for clan in range(s.clans):
        n += s.men[clan]
    return n


@rule
def group_size(s: Summits) -> int:
    """The number of units in the group."""
    return count_bits(s.band) + men_in_group(s)


@rule
def boxes_used(s: Summits) -> int:
    """The number of boxes with reinforcements that the marker has reached (rules 55, 59)."""
    return max(0, s.marker - s.empty)


@rule
def is_last_box(s: Summits) -> bool:
    """True if the marker cannot move further (rule 60, A29)."""
    return s.marker == s.empty + s.boxes


@rule
def road_areas(s: Summits, side: int) -> int:
    """The number of road areas a side controls (rules 57, 64, 65)."""
    n = 0
    rest = s.road
    while rest:
        n += s.held[lowest_bit(rest)] == side
        rest &= rest - 1
    return n


@rule
def has_treason(s: Summits) -> bool:
    """True if two Reinforcements cards may be in hand (rule 60)."""
    return s.traitors > 0 and (is_on_map(s, s.lord) or is_last_box(s))


@rule
def most_of(s: Summits, side: int, card: int) -> int:
    """The most cards of a type a side may pick now (rule 8, A1, rule 60)."""
    if card == CARDS - 1 and side == HIDEYOSHI:
        return 2 if s.calls == CALLS_TWO or has_treason(s) else 1
    return s.limit[side][card]


@rule
def picked(s: Summits, side: int) -> int:
    """The number of cards a side has picked so far."""
    n = 0
    for card in range(CARDS):
        n += s.hand[side][card]
    return n


# ---- units


@rule
def take_unit(s: Summits, area: int, unit: int, is_fresh: int) -> None:
    """Take a unit off an area."""
    if unit < TROOP:
        s.here[area] &= ~(1 << unit)
        s.stack[1 if s.of_side[1] >> unit & 1 else 0][area] -= 1
        return
    s.stack[s.clan_side[unit - TROOP]][area] -= 1
    if is_fresh:
        s.fresh[area][unit - TROOP] -= 1
    else:
        s.used[area][unit - TROOP] -= 1


@rule
def put_unit(s: Summits, area: int, unit: int, is_fresh: int) -> None:
    """Put a unit into an area."""
    if unit < TROOP:
        s.here[area] |= 1 << unit
        s.where[unit] = area
        s.stack[1 if s.of_side[1] >> unit & 1 else 0][area] += 1
        return
    s.stack[s.clan_side[unit - TROOP]][area] += 1
    if is_fresh:
        s.fresh[area][unit - TROOP] += 1
    else:
        s.used[area][unit - TROOP] += 1
