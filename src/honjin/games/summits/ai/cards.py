"""Cards in the evaluation: the value of a hand while it is picked, held and played.

Every card in hand is an action to come. A declared card keeps its value until its slot is used or
given away, so declaring costs nothing and wasting does.
"""

from collections.abc import Sequence
from typing import Final

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.rule import rule
from honjin.games.summits.ai.terrain import contacts
from honjin.games.summits.ai.weights import (
    AMBUSH_SHARE,
    CALL,
    HELD_SHARE,
    HIT,
    PENDING_SHARE,
    PREMIUM_SHARE,
)
from honjin.games.summits.content.board import MAX_HAND
from honjin.games.summits.content.data import (
    AMBUSH,
    ASSAULT,
    CARDS,
    FIRE,
    HIDEYOSHI,
    RALLY,
    REINFORCE,
    TROOP,
)
from honjin.games.summits.rules.orders import count_traitors, is_open
from honjin.games.summits.rules.standing_orders import everywhere
from honjin.games.summits.rules.state import GROUP, HARM, PLAY, Summits, is_last_box, picked
from honjin.games.summits.rules.strike import roll_bonus

HELD: Final = (0, 10, 19, 27, 33, 38, 42, 45, 47, 49)
"""The value of a number of cards as actions: in the end, few groups are left to act."""
EXTRA: Final = 7  # the second action of Combined Actions and of Assault
PREMIUM: Final = (EXTRA, EXTRA, 3, 2, 5, 0)
"""The value of each type of card on top of its action."""
MIDDLE_ROLL: Final = 7

PICKED: Final = 10
COPY: Final = ((9, 7, 4, 3), (9, 7, 5, 3), (7, 5, 3, 2), (4, 2, 1, 0), (7, 4, 1, 0))
"""COPY[card][n]: what the n-th card of a type adds to a hand when enemies are near."""
QUIET: Final = ((8, 7, 5, 3), (9, 8, 6, 4), (2, 0, 0, 0), (1, 0, 0, 0), (1, 0, 0, 0))
"""QUIET[card][n]: as COPY, when none are near."""
FIRST_GROUP: Final = 40
SECOND_GROUP: Final = 12  # treason


# ---- a hand being picked


@rule
def readiness(s: Summits, side: int) -> int:
    """The value of a hand being picked; the other side's does not matter."""
    is_near = contacts(s, side) > 0
    value = PICKED * picked(s, side) + (s.ready >> side & 1)
    for card in range(CARDS - 1):
        for n in range(min(4, s.hand[side][card])):
            value += COPY[card][n] if is_near else QUIET[card][n]
    return value + groups_in_hand(s, side)


@rule
def groups_in_hand(s: Summits, side: int) -> int:
    """The value of Reinforcements in hand: a group, treason."""
    n = s.hand[side][REINFORCE]
    value = 0
    if n > 0 and not is_last_box(s):
        value = FIRST_GROUP
    if n > 1 and count_traitors(s) > 0:
        value += SECOND_GROUP
    return value


# ---- a hand being held


@rule
def hand_value(s: Summits, w: Sequence[int], side: int) -> int:
    """The value of a side's remaining actions, and of the effects of its cards."""
    value = HELD[min(s.cards[side], MAX_HAND)] * w[HELD_SHARE + side] >> 4
    for card in range(CARDS):
        if card != AMBUSH or may_ambush(s, side):
            share = w[AMBUSH_SHARE] if card == AMBUSH else w[PREMIUM_SHARE]
            value += PREMIUM[card] * s.hand[side][card] * share >> 4
    if s.hand[side][REINFORCE] > 0 and s.shown[side][REINFORCE] == 0 and not is_last_box(s):
        value += w[CALL]
    return value


@rule
def may_ambush(s: Summits, side: int) -> bool:
    """True if enemies can still walk into an ambush this turn."""
    return s.cards[1 - side] > 0 and s.letting[side] != everywhere(s)


# ---- a phase being played


@rule
def pending(s: Summits, w: Sequence[int]) -> int:
    """The value of what the acting side has declared and not used."""
    if s.played == 0 or s.phase < PLAY or s.phase > HARM:
        return 0
    assault = is_open(s, ASSAULT)
    actions = s.groups_left + (s.phase == GROUP and s.picking > 0) + assault
    if actions == 0:
        return 0
    held = min(s.cards[s.actor], MAX_HAND - 1)
    value = HELD[held + 1] - HELD[held] + EXTRA * (actions - 1)
    value += PREMIUM[FIRE] * is_open(s, FIRE) + PREMIUM[RALLY] * is_open(s, RALLY)
    value = value * w[PENDING_SHARE] >> 4
    if is_open(s, REINFORCE) and s.shown[HIDEYOSHI][REINFORCE] == 1 and not is_last_box(s):
        value += w[CALL]
    return value


@rule
def coming(s: Summits, w: Sequence[int]) -> int:
    """The expected points of an attack in progress."""
    if s.phase == HARM:
        return w[HIT + s.striker] * s.harm
    points = s.total
    rest = s.rollers | (1 << s.roller if s.roller <= TROOP else 0)
    while rest:
        unit = lowest_bit(rest)
        rest &= rest - 1
        bonus = roll_bonus(s, unit)
        if unit < TROOP and s.asked >> unit & 1:
            bonus += min(s.command[unit], s.loose[s.clan[unit]]) // 2
        points += max(1, MIDDLE_ROLL + bonus)
    return w[HIT + s.striker] * min(s.need, points)
