"""Invariants of every state that can be reached."""

from __future__ import annotations

from typing import Final

from honjin.core.contract.rules import Law
from honjin.games.summits.content.board import AREAS, CLANS, GENERALS, MAX_HAND, MAX_TURNS
from honjin.games.summits.content.data import (
    HIDEYOSHI,
    LEFT,
    LOST,
    NO_UNIT,
    NOBODY,
    OFF,
    REINFORCE,
    TROOP,
)
from honjin.games.summits.rules.battles import battle_of
from honjin.games.summits.rules.options import CONTROL_STOPPING, ORDER_BEFORE, STACKING_BOTH
from honjin.games.summits.rules.scoring import REASONS
from honjin.games.summits.rules.standing_orders import MAX_ORDERS
from honjin.games.summits.rules.state import (
    AIM,
    BID,
    BOXES,
    DICE,
    ENTRY,
    GROUP,
    HARM,
    NOWHERE,
    ORDER,
    OVER,
    PICK,
    PLAY,
    SUPPORT,
    Summits,
    boxes_used,
)
from honjin.games.summits.rules.turn import MAX_CLEARS

_SIDES: Final = (0, 1)


def is_sane(s: Summits) -> bool:
    """Numbers that refer to things are valid, so that the other invariants can be checked."""
    places = (s.at, s.barred_at, s.source, s.target, s.blow_from, s.blow_at, s.came)
    return (
        0 <= s.phase <= OVER
        and all(0 <= area < s.areas or area == NOWHERE for area in places)
        and (0 <= s.roller <= TROOP or s.roller == NO_UNIT)
        and all(side in (0, 1) for side in (s.leader, s.actor, s.striker, s.swapped))
        and 0 <= s.marker <= s.empty + s.boxes
        and all(0 <= group <= s.boxes for group in s.box)
        and 0 <= s.outcome <= len(REASONS)
        and s.winner in (0, 1, NOBODY)
        and 0 <= s.waiting < 1 << (s.boxes + 1)
        and all(0 <= mask < 1 << GENERALS for mask in (s.band, s.acted, s.barred, s.asked))
        and 0 <= s.rollers < 1 << (TROOP + 1)
        and 0 <= s.ready <= 3
        and 0 <= s.closed <= 3
        and s.strike in (0, 1, 2, 3)
        and is_blow(s)
    )


def is_blow(s: Summits) -> bool:
    """The record of the last attack is a possible one."""
    is_there = s.blow_from != NOWHERE and s.blow_at != NOWHERE
    return (
        (is_there if s.blow else not is_there and not any(s.thrown))
        and s.blow in (0, 1, 2, 3)
        and s.blow_by in (0, 1)
        and all(n == 0 or (1 <= n >> 3 <= n & 7 <= 6) for n in s.thrown)
        and all(n == 0 for n in s.thrown[s.generals : TROOP])
    )


def counts_agree(s: Summits) -> bool:
    """Fields derived from the places of units agree with them."""
    for area in range(AREAS):
        generals = sum(1 << general for general in range(s.generals) if s.where[general] == area)
        if s.here[area] != generals:
            return False
        for side in _SIDES:
            n = (generals & s.of_side[side]).bit_count()
            for clan in range(CLANS):
                if s.clan_side[clan] == side:
                    n += s.fresh[area][clan] + s.used[area][clan]
            if s.stack[side][area] != n:
                return False
    return all(min(s.fresh[area] + s.used[area]) >= 0 for area in range(AREAS))


def units_are_all_there(s: Summits) -> bool:
    """On the map, on the track, lost or won over: all units of the battle (rule 1)."""
    battle = battle_of(s)
    total = [0, 0]
    for general in range(s.generals):
        total[s.of_side[1] >> general & 1] += 1
    for clan, troop in enumerate(battle.troop):
        total[s.clan_side[clan]] += troop.count
    counted = [sum(s.stack[side]) + s.lost[side] for side in _SIDES]
    counted[HIDEYOSHI] += sum(_size(s, group) for group in _beside(s))
    counted[1] += s.left
    return counted == total


def _beside(s: Summits) -> list[int]:
    """The groups not on the map yet."""
    called = [s.box[n] for n in range(1, boxes_used(s) + 1)]
    entering = s.entering if s.at == NOWHERE else 0
    return [
        group
        for group in range(1, s.boxes + 1)
        if group not in called or s.waiting >> group & 1 or group == entering
    ]


def _size(s: Summits, group: int) -> int:
    return s.group_of[: s.generals].count(group) + sum(s.reserve[group])


def generals_are_somewhere(s: Summits) -> bool:
    """Generals are in an area or off the map; on the track only reinforcements."""
    beside = _beside(s)
    for general in range(s.generals):
        place = s.where[general]
        if place == OFF and s.group_of[general] not in beside:
            return False
        if not (0 <= place < s.areas or place in (OFF, LOST, LEFT)):
            return False
    return s.tired >> s.generals == 0


def stacks_fit(s: Summits) -> bool:
    """At most ten units of a side in an area (rule 26)."""
    return all(
        s.stack[side][area] <= s.full
        and (s.stacking != STACKING_BOTH or s.stack[0][area] + s.stack[1][area] <= s.full)
        for side in _SIDES
        for area in range(s.areas)
    )


def who_is_alone_controls(s: Summits) -> bool:
    """Rule 49."""
    if s.phase == OVER:
        return True
    for area in range(s.areas):
        own, other = s.stack[0][area] > 0, s.stack[1][area] > 0
        if s.control == CONTROL_STOPPING and area == s.at:
            continue  # the group may be passing through (A14)
        if own != other and s.held[area] != (0 if own else 1):
            return False
    return all(0 <= side <= NOBODY for side in s.held)


def hands_fit(s: Summits) -> bool:
    """Cards in hand and played come from the deck, no more than were picked (7, 8, 69)."""
    return all(_hand_fits(s, side) for side in _SIDES)


def _hand_fits(s: Summits, side: int) -> bool:
    parts = s.hand[side], s.shown[side], s.down[side]
    held, shown, down = map(sum, parts)
    if min(map(min, parts)) < 0 or not 0 <= s.clears[side] <= MAX_CLEARS:
        return False
    if any(sum(n) > s.limit[side][card] for card, n in enumerate(zip(*parts, strict=True))):
        return False
    if side == HIDEYOSHI and s.call_limit and sum(n[REINFORCE] for n in parts) > s.call_limit:
        return False
    if s.phase < PICK or (s.phase == ORDER and s.order == ORDER_BEFORE):
        return held + shown + down == 0
    if s.phase == PICK:
        return held <= s.size[side] and shown + down + s.cards[side] == 0
    is_counted = s.phase == OVER or (s.cards[side], s.covered[side]) == (held, down)
    return is_counted and held + shown + down <= s.size[side] <= MAX_HAND


def group_is_there(s: Summits) -> bool:
    """The group is in its area; only its units will flip."""
    if s.phase <= ORDER or s.phase in (PLAY, OVER):
        return s.phase == OVER or (s.band == 0 and not any(s.men))
    if s.acted & ~s.band & ~s.tired or min(s.men) < 0:
        return False
    if s.at == NOWHERE:
        return s.phase == ENTRY
    rows = s.used if s.rallying else s.fresh
    return s.band & ~s.here[s.at] == 0 and all(
        s.men[clan] <= rows[s.at][clan] for clan in range(CLANS)
    )


def strike_is_made(s: Summits) -> bool:
    """The side and the target of a current attack are known."""
    is_made = s.phase in (SUPPORT, AIM, DICE, HARM)
    if s.phase == OVER:
        return True
    if not is_made:
        return s.strike == 0 and s.target == NOWHERE and s.harm == 0
    if s.strike == 0 or s.target == NOWHERE or s.source == NOWHERE:
        return False
    if (s.phase == SUPPORT and s.asked == 0) or (s.phase == AIM and s.rollers == 0):
        return False
    if s.phase == DICE and s.roller == NO_UNIT:
        return False
    return s.phase != HARM or (s.harm > 0 and s.stack[1 - s.striker][s.target] > 0)


def battle_goes_on(s: Summits) -> bool:
    """It is over when it has an outcome; turns do not exceed the last one (52, 53, A16)."""
    if (s.outcome != 0) != (s.phase == OVER) or not 1 <= s.turn <= s.last <= MAX_TURNS:
        return False
    if (s.phase == BOXES and s.box[s.boxes] != 0) or (s.phase == BID and s.ready == 3):
        return False
    if s.phase == ORDER and s.held[s.mountain] == NOBODY:
        return False
    assigned = [group for group in s.box if group]
    return (len(set(assigned)) == len(assigned) and s.phase != GROUP) or s.at != NOWHERE


def orders_are_of_the_turn(s: Summits) -> bool:
    """Standing orders exist while a turn is played, one per area (W9)."""
    if s.phase < PLAY and (s.closed or any(s.letting) or any(s.lurking) or any(s.orders)):
        return False
    return s.mute in (0, 1) and all(
        s.letting[side] & s.lurking[side] == 0
        and (s.letting[side] | s.lurking[side]) >> s.areas == 0
        and 0 <= s.orders[side] <= MAX_ORDERS
        for side in _SIDES
    )


LAWS: Final = (
    Law("numbers stand for things", is_sane),
    Law("counts agree", counts_agree),
    Law("units are all there", units_are_all_there),
    Law("generals are somewhere", generals_are_somewhere),
    Law("stacks fit", stacks_fit),
    Law("who is alone controls", who_is_alone_controls),
    Law("hands fit", hands_fit),
    Law("the group is there", group_is_there),
    Law("the strike is made", strike_is_made),
    Law("orders are of the turn", orders_are_of_the_turn),
    Law("the battle goes on", battle_goes_on),
)
