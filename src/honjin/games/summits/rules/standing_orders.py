"""Standing orders: how a side answers enemies who enter, said in advance and in secret (W9).

A side is asked where enemies enter, unless it has said of that area that they pass, or that an
ambush is sprung there. It may say so at the start of its own phases and in the enemy's; its
`orders` in a turn are counted, which others do not see. When it has said all it can, it can only
tell so before all (`closed`); so who may act is no secret, what is said is.

    LET_ALL, ASK_ALL     enemies pass everywhere; be asked everywhere
    LET_AT + area        enemies pass there          ASK_AT + area   be asked there
    LURK_AT + area       an ambush there, once       NO_MORE         no orders more in this turn
"""

from typing import Any, Final

from honjin.core.jit.rule import rule
from honjin.games.summits.content.data import AMBUSH
from honjin.games.summits.rules.state import DICE, OVER, PLAY, Summits, fresh_units, own_generals

LET_ALL: Final = 191
LET_AT: Final = 3200
LURK_AT: Final = 3240
ASK_AT: Final = 3280
ASK_ALL: Final = 3320
NO_MORE: Final = 3321

MOST_ORDERS: Final = 10
"""So many orders can be given in a turn (W9)."""


# ---- by what all can see


@rule
def has_ambush(s: Summits, side: int) -> bool:
    """Whether a side may hold an Ambush card, by what all can see (A23, W5)."""
    return s.cards[side] > 0 and s.shown[side][AMBUSH] < s.limit[side][AMBUSH]


@rule
def can_ambush(s: Summits, side: int, area: int) -> bool:
    """Whether a side could ambush in an area, by what all can see (A23, W5)."""
    if s.stack[side][area] == 0 or not has_ambush(s, side):
        return False
    return s.leaderless == 1 or general_rolls(s, side, area)


@rule
def general_rolls(s: Summits, side: int, area: int) -> bool:
    """Whether a general would roll in an ambush: one face up, or any if no unit is (66, A6)."""
    own = own_generals(s, area, side)
    if s.idle_ambush or fresh_units(s, area, side) == 0:
        return own != 0
    return own & ~s.tired != 0


@rule
def may_order(s: Summits, side: int) -> bool:
    """Whether a side may give standing orders now, be it its turn to decide or not (W9)."""
    if s.mute or s.phase < PLAY or s.phase >= OVER or s.phase == DICE:
        return False
    return has_ambush(s, side) and s.closed >> side & 1 == 0


# ---- orders (W9)


@rule
def everywhere(s: Summits) -> int:
    """The mask of all areas."""
    return (1 << s.areas) - 1


@rule
def list_standing(s: Summits, side: int, out: Any, n: int) -> int:
    """Other orders for areas with units of one's own, and for all; when all are given, none."""
    if s.orders[side] == MOST_ORDERS:
        out[n] = NO_MORE
        return n + 1
    if s.letting[side] != everywhere(s):
        out[n] = LET_ALL
        n += 1
    if s.letting[side] | s.lurking[side]:
        out[n] = ASK_ALL
        n += 1
    for area in range(s.areas):
        if can_ambush(s, side, area):
            n = list_at(s, side, area, out, n)
    return n


@rule
def list_at(s: Summits, side: int, area: int, out: Any, n: int) -> int:
    """Orders for one area that it does not have."""
    lets = s.letting[side] >> area & 1
    lurks = s.lurking[side] >> area & 1
    if lets == 0:
        out[n] = LET_AT + area
        n += 1
    if lurks == 0 and s.hand[side][AMBUSH] > 0:
        out[n] = LURK_AT + area
        n += 1
    if lets or lurks:
        out[n] = ASK_AT + area
        n += 1
    return n


@rule
def is_order(action: int) -> bool:
    """Whether an action is a standing order, where it is not the answer to enemies who enter."""
    return action >= LET_AT or action == LET_ALL


@rule
def give_order(s: Summits, side: int, action: int) -> None:
    """One order; each area has the last one given for it."""
    if action == NO_MORE:
        s.closed |= 1 << side
        return
    s.orders[side] += 1
    if action < LET_AT or action >= ASK_ALL:
        s.lurking[side] = 0
        s.letting[side] = 0 if action == ASK_ALL else everywhere(s)
        return
    area = (action - LET_AT) % (LURK_AT - LET_AT)
    s.letting[side] &= ~(1 << area)
    s.lurking[side] &= ~(1 << area)
    if action < LURK_AT:
        s.letting[side] |= 1 << area
    elif action < ASK_AT:
        s.lurking[side] |= 1 << area


@rule
def end_orders(s: Summits) -> None:
    """Orders are for one turn."""
    s.closed = 0
    for side in range(2):
        s.letting[side] = 0
        s.lurking[side] = 0
        s.orders[side] = 0


@rule
def without_orders(s: Summits) -> None:
    """For a search: nobody gives orders any more; those that were given stand."""
    s.mute = 1
