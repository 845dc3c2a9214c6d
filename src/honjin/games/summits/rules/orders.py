"""The actions of a side in its phase: cards, slots, calls (rules 10-20, 45, 60, A3, A25)."""

from typing import Any, Final

from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.rule import rule
from honjin.games.summits.content.board import CLANS
from honjin.games.summits.content.data import (
    AMBUSH,
    ASSAULT,
    CARDS,
    COMBINED,
    FIRE,
    MOVES,
    RALLY,
    REINFORCE,
    TROOP,
)
from honjin.games.summits.rules.actions import (
    CALL,
    END,
    PASS,
    encode_come,
    encode_cover,
    encode_gather,
    encode_rally,
    encode_treason,
    encode_use,
)
from honjin.games.summits.rules.march import arrive
from honjin.games.summits.rules.options import BLOCKED_BARRED, TREASON_ANY
from honjin.games.summits.rules.scoring import check_area, turn_coat
from honjin.games.summits.rules.standing_orders import list_standing, may_order
from honjin.games.summits.rules.state import (
    ACTED,
    ENDED,
    GROUP,
    Summits,
    boxes_used,
    has_treason,
    is_last_box,
    is_on_map,
    own_generals,
    room,
    side_of,
)

COVER: Final = 1 << CARDS  # in `played`: a card played face down
BEGUN: Final = 1 << CARDS  # in `used_slots`: no more cards are declared


# ---- cards (rules 13, 19, 20)


@rule
def can_use(s: Summits, side: int, card: int) -> bool:
    """True if a card may be added to those declared (rules 19, 20, A3)."""
    if s.hand[side][card] == 0 or s.played >> card & 1 or card == AMBUSH:
        return False
    if s.played & COVER or s.used_slots:
        return False
    if card == REINFORCE and not can_reinforce(s, side):
        return False
    return fits(s.played | 1 << card)


@rule
def fits(played: int) -> bool:
    """True if every card has a slot: two with Combined Actions, one more with Assault (A3).

    Rally and Reinforcements each start a group, so both together need two groups.
    """
    fillers = count_bits(played & (1 << FIRE | 1 << RALLY | 1 << REINFORCE))
    groups = 1 + (played >> COMBINED & 1)
    openers = count_bits(played & (1 << RALLY | 1 << REINFORCE))
    return fillers <= groups + (played >> ASSAULT & 1) and openers <= groups


@rule
def can_reinforce(s: Summits, side: int) -> bool:
    """True for the first card of a turn, or a second as treason if it can win a clan (19, 60)."""
    n = s.shown[side][REINFORCE]
    if n == 0:
        return s.blocked != BLOCKED_BARRED or not is_blocked(s, side)
    return n == 1 and has_treason(s) and count_traitors(s) > 0


@rule
def is_blocked(s: Summits, side: int) -> bool:
    """True if the next group could not enter now (A13)."""
    n = s.marker + 1 - s.empty
    return n > 0 and n <= s.boxes and not can_come(s, side, s.box[n])


@rule
def count_traitors(s: Summits) -> int:
    """The number of clans that can be won over."""
    n = 0
    for k in range(s.traitors):
        n += can_win_over(s, s.traitor[k])
    return n


@rule
def can_win_over(s: Summits, clan: int) -> bool:
    """True if a clan still has units on the map."""
    for area in range(s.areas):
        if s.fresh[area][clan] + s.used[area][clan] > 0:
            return True
    for general in range(s.generals):
        if s.clan[general] == clan and is_on_map(s, general):
            return True
    return False


@rule
def owes_arrival(s: Summits, side: int) -> int:
    """1 while reinforcements have been played and not yet called (rule 48)."""
    if s.played >> REINFORCE & 1 and s.used_slots >> REINFORCE & 1 == 0:
        return 1 if s.shown[side][REINFORCE] == 1 else 0
    return 0


@rule
def use_card(s: Summits, seat: int, card: int) -> None:
    """Play a card face up."""
    side = side_of(s, seat)
    s.hand[side][card] -= 1
    s.cards[side] -= 1
    s.shown[side][card] += 1
    s.played |= 1 << card
    if card == COMBINED:
        s.groups_left = 2


@rule
def cover_card(s: Summits, seat: int, card: int) -> None:
    """Play a card face down, for a plain action (rule 13)."""
    side = side_of(s, seat)
    s.hand[side][card] -= 1
    s.cards[side] -= 1
    s.down[side][card] += 1
    s.covered[side] += 1
    s.played = COVER


@rule
def is_open(s: Summits, card: int) -> bool:
    """True if a card has been declared and not used up."""
    return s.played >> card & 1 == 1 and s.used_slots >> card & 1 == 0


# ---- the phase (rules 10, 11, A3)


@rule
def list_play(s: Summits, seat: int, out: Any) -> int:
    """List cards to declare, then a group for each slot, until the phase is ended."""
    side = side_of(s, seat)
    n = 0
    if s.played == 0:
        out[0] = PASS
        n = 1
        for card in range(CARDS):
            if s.hand[side][card] > 0:
                out[n] = encode_cover(card)
                n += 1
    elif owes_arrival(s, side) == 0:
        out[0] = END
        n = 1
    for card in range(CARDS):
        if can_use(s, side, card):
            out[n] = encode_use(card)
            n += 1
    if s.played:
        return list_slots(s, side, out, n)
    return list_standing(s, side, out, n) if may_order(s, side) else n


@rule
def list_slots(s: Summits, side: int, out: Any, n: int) -> int:
    """List the next groups: units that act, rally or arrive; treason."""
    if is_open(s, REINFORCE):
        n = list_reinforce(s, side, out, n)
    if s.groups_left <= owes_arrival(s, side):
        return n
    for area in range(s.areas):
        if s.stack[side][area] > 0 and can_gather(s, side, area):
            out[n] = encode_gather(area)
            n += 1
    if is_open(s, RALLY):
        for area in range(s.areas):
            if s.stack[side][area] > 0 and can_rest(s, side, area):
                out[n] = encode_rally(area)
                n += 1
    return list_waiting(s, side, out, n)


@rule
def list_reinforce(s: Summits, side: int, out: Any, n: int) -> int:
    """List the call for reinforcements, or the clans to win over."""
    if s.shown[side][REINFORCE] == 1:
        out[n] = CALL
        n += 1
        if s.treason != TREASON_ANY or not has_treason(s):
            return n
    for k in range(s.traitors):
        if can_win_over(s, s.traitor[k]):
            out[n] = encode_treason(s.traitor[k])
            n += 1
    return n


@rule
def list_waiting(s: Summits, side: int, out: Any, n: int) -> int:
    """List the waiting groups that can enter now (rule 47, A13)."""
    if s.waiting == 0 or side != 0:
        return n
    rest = s.waiting
    while rest:
        group = lowest_bit(rest)
        if can_come(s, side, group):
            out[n] = encode_come(group)
            n += 1
        rest &= rest - 1
    return n


@rule
def can_come(s: Summits, side: int, group: int) -> bool:
    """True if some entry area can take a group; tested with the group in place."""
    units = 0
    for general in range(s.generals):
        units += s.group_of[general] == group
    for clan in range(s.clans):
        units += s.reserve[group][clan]
    rest = s.entries
    while rest:
        area = lowest_bit(rest)
        if units <= room(s, area, side):
            return True
        rest &= rest - 1
    return False


@rule
def can_gather(s: Summits, side: int, area: int) -> bool:
    """True if an area has face-up units outside the first group (rule 15)."""
    if own_generals(s, area, side) & ~s.tired & ~s.barred:
        return True
    for clan in range(s.clans):
        if s.clan_side[clan] == side and free_men(s, area, clan) > 0:
            return True
    return False


@rule
def can_rest(s: Summits, side: int, area: int) -> bool:
    """True if an area has face-down units outside the first group (A25, W4)."""
    if tired_generals(s, area, side):
        return True
    for clan in range(s.clans):
        if s.clan_side[clan] == side and tired_men(s, area, clan) > 0:
            return True
    return False


@rule
def free_men(s: Summits, area: int, clan: int) -> int:
    """The combat units that can be chosen: face up, or face down to be rallied."""
    if s.rallying:
        return tired_men(s, area, clan)
    if area == s.barred_at:
        return s.fresh[area][clan] - s.barred_men[clan]
    return s.fresh[area][clan]


@rule
def tired_men(s: Summits, area: int, clan: int) -> int:
    """The face-down combat units outside the first group."""
    if area == s.barred_at and s.rally_again == 0:
        return s.used[area][clan] - s.barred_used[clan]
    return s.used[area][clan]


@rule
def tired_generals(s: Summits, area: int, side: int) -> int:
    """The face-down generals outside the first group."""
    tired = own_generals(s, area, side) & s.tired
    return tired if s.rally_again else tired & ~s.barred


@rule
def free_generals(s: Summits, side: int) -> int:
    """The generals that can be chosen where the group is gathered."""
    if s.rallying:
        return tired_generals(s, s.at, side)
    return own_generals(s, s.at, side) & ~s.tired & ~s.barred


@rule
def gather(s: Summits, seat: int, area: int) -> None:
    """Make units of an area act (rule 14)."""
    gather_group(s, side_of(s, seat), area, 0)


@rule
def rally(s: Summits, seat: int, area: int) -> None:
    """Choose units of an area to be turned face up (A25)."""
    gather_group(s, side_of(s, seat), area, 1)


@rule
def gather_group(s: Summits, side: int, area: int, rallying: int) -> None:
    """Make everything in an area the group, until units are picked from it."""
    begin_group(s)
    s.rallying = rallying
    s.at = area
    s.band = free_generals(s, side)
    for clan in range(CLANS):
        s.men[clan] = free_men(s, area, clan) if s.clan_side[clan] == side else 0
    s.picking = 1
    s.points = MOVES
    s.phase = GROUP


@rule
def end(s: Summits, seat: int) -> None:
    """End the phase (rule 10)."""
    s.phase = ENDED


@rule
def begin_group(s: Summits) -> None:
    """Fill a slot: no more cards can be declared."""
    s.used_slots |= BEGUN
    s.groups_left -= 1


# ---- reinforcements, treason (rules 45-48, 60)


@rule
def call(s: Summits, seat: int) -> None:
    """Move the marker one space and bring the group of that box (rule 45, A29)."""
    s.used_slots |= 1 << REINFORCE
    begin_group(s)
    if is_last_box(s):
        s.phase = ACTED
        return
    s.marker += 1
    group = s.box[boxes_used(s)]
    if group:
        arrive(s, side_of(s, seat), group)
    else:
        s.phase = ACTED


@rule
def come(s: Summits, seat: int, group: int) -> None:
    """Bring in a waiting group (rule 47, A13)."""
    begin_group(s)
    arrive(s, side_of(s, seat), group)


@rule
def win_over(s: Summits, seat: int, clan: int) -> None:
    """Flip a clan's face-up units and take its face-down ones off the map (rule 60, A19)."""
    s.used_slots |= 1 << REINFORCE
    begin_group(s)
    for general in range(s.generals):
        if s.clan[general] == clan and is_on_map(s, general):
            area = s.where[general]
            if s.tired >> general & 1:
                turn_coat(s, area, general)
                check_area(s, area)
            else:
                s.tired |= 1 << general
    for area in range(s.areas):
        while s.used[area][clan] > 0:
            turn_coat(s, area, TROOP + clan)
        s.used[area][clan] = s.fresh[area][clan]
        s.fresh[area][clan] = 0
        check_area(s, area)
    s.phase = ACTED
