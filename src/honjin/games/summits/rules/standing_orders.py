"""Standing orders: a side's answers to entering enemies, given in advance and in secret (W9).

A side is asked when enemies enter, unless it has ordered that they pass in that area, or that an
ambush is sprung there. It may give orders at the start of its own phases and in the enemy's; their
number in a turn is counted in `orders`, which others do not see. A side that has used them all can
only announce it (`closed`), so who may act is public while the orders are secret.
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

MAX_ORDERS: Final = 10
"""The most orders of a side in a turn (W9)."""


# ---- public knowledge


@rule
def has_ambush(s: Summits, side: int) -> bool:
    """True if a side may hold an Ambush card, judging by public knowledge (A23, W5)."""
    return s.cards[side] > 0 and s.shown[side][AMBUSH] < s.limit[side][AMBUSH]


@rule
def can_ambush(s: Summits, side: int, area: int) -> bool:
    """True if a side could ambush in an area, judging by public knowledge (A23, W5)."""
    if s.stack[side][area] == 0 or not has_ambush(s, side):
        return False
    return s.leaderless == 1 or general_rolls(s, side, area)


@rule
def general_rolls(s: Summits, side: int, area: int) -> bool:
    """True if a general would roll in an ambush: one face up, or any if no unit is (66, A6)."""
    own = own_generals(s, area, side)
    if s.idle_ambush or fresh_units(s, area, side) == 0:
        return own != 0
    return own & ~s.tired != 0


@rule
def may_order(s: Summits, side: int) -> bool:
    """True if a side may give standing orders now, in its own phase or the enemy's (W9)."""
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
    """List other orders for areas with the side's units, and for all; none after the last."""
    if s.orders[side] == MAX_ORDERS:
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
    """List the orders for one area that it does not have."""
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
    """Order that enemies pass in all areas."""
    s.letting[side] = everywhere(s)
    s.lurking[side] = 0


@rule
def ask_all(s: Summits, seat: int) -> None:
    """Order to be asked in all areas."""
    side = side_of(s, seat)
    s.orders[side] += 1
    s.letting[side] = 0
    s.lurking[side] = 0


@rule
def let_at(s: Summits, seat: int, area: int) -> None:
    """Order that enemies pass in an area."""
    order_at(s, side_of(s, seat), area)
    s.letting[side_of(s, seat)] |= 1 << area


@rule
def lurk(s: Summits, seat: int, area: int) -> None:
    """Order an ambush in an area, once."""
    order_at(s, side_of(s, seat), area)
    s.lurking[side_of(s, seat)] |= 1 << area


@rule
def ask_at(s: Summits, seat: int, area: int) -> None:
    """Order to be asked in an area."""
    order_at(s, side_of(s, seat), area)


@rule
def order_at(s: Summits, side: int, area: int) -> None:
    """Count an order and cancel the earlier one for the area."""
    s.orders[side] += 1
    s.letting[side] &= ~(1 << area)
    s.lurking[side] &= ~(1 << area)


@rule
def no_more(s: Summits, seat: int) -> None:
    """Announce that no more orders are given this turn."""
    s.closed |= 1 << side_of(s, seat)


@rule
def end_orders(s: Summits) -> None:
    """Clear all orders at the end of the turn."""
    s.closed = 0
    for side in range(2):
        s.letting[side] = 0
        s.lurking[side] = 0
        s.orders[side] = 0


@rule
def without_orders(s: Summits) -> None:
    """Stop all further orders, for a search; those given remain."""
    s.mute = 1
