"""Standing orders: how a side answers enemies who enter, said in advance and in secret (W9).

A side is asked where enemies enter, unless it has said of that area that they pass, or that an
ambush is sprung there. It may say so at the start of its own phases and in the enemy's; its
`orders` in a turn are counted, which others do not see. When it has said all it can, it can only
tell so before all (`closed`); so who may act is no secret, what is said is.
"""

from typing import Any, Final

from honjin.core.jit.rule import rule
from honjin.games.summits.content.data import AMBUSH
from honjin.games.summits.rules.actions import (
    ASK_ALL,
    LET_ALL,
    NO_MORE,
    encode_ask_at,
    encode_let_at,
    encode_lurk,
)
from honjin.games.summits.rules.state import (
    DICE,
    OVER,
    PLAY,
    Summits,
    fresh_units,
    own_generals,
    side_of,
)

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
        out[n] = encode_let_at(area)
        n += 1
    if lurks == 0 and s.hand[side][AMBUSH] > 0:
        out[n] = encode_lurk(area)
        n += 1
    if lets or lurks:
        out[n] = encode_ask_at(area)
        n += 1
    return n


@rule
def let_everywhere(s: Summits, side: int) -> None:
    """Enemies pass in all areas."""
    s.letting[side] = everywhere(s)
    s.lurking[side] = 0


@rule
def ask_all(s: Summits, seat: int) -> None:
    """A side is asked in all areas."""
    side = side_of(s, seat)
    s.orders[side] += 1
    s.letting[side] = 0
    s.lurking[side] = 0


@rule
def let_at(s: Summits, seat: int, area: int) -> None:
    """Enemies pass in an area."""
    order_at(s, side_of(s, seat), area)
    s.letting[side_of(s, seat)] |= 1 << area


@rule
def lurk(s: Summits, seat: int, area: int) -> None:
    """An ambush is sprung in an area, once."""
    order_at(s, side_of(s, seat), area)
    s.lurking[side_of(s, seat)] |= 1 << area


@rule
def ask_at(s: Summits, seat: int, area: int) -> None:
    """A side is asked in an area."""
    order_at(s, side_of(s, seat), area)


@rule
def order_at(s: Summits, side: int, area: int) -> None:
    """One order more; the one that was given for the area before counts no more."""
    s.orders[side] += 1
    s.letting[side] &= ~(1 << area)
    s.lurking[side] &= ~(1 << area)


@rule
def no_more(s: Summits, seat: int) -> None:
    """No orders more in this turn, which all can hear."""
    s.closed |= 1 << side_of(s, seat)


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
