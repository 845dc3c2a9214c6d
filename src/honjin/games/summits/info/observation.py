"""The observation of a seat, and the resampling of the rest; its log is in log.py.

Hidden are the cards of the other side (those it picks, holds and plays face down), its bid and its
standing orders. The number of cards it holds is public once hands are picked. Whether a side is
asked about an ambush depends only on public facts (`standing_orders.can_ambush`) and on its orders,
which it may give whatever it holds: so being asked, or waiting for an answer, reveals nothing.
"""

from __future__ import annotations

from typing import Any

from honjin.core.jit.rng import draw
from honjin.core.jit.rule import rule
from honjin.games.summits.content.data import CARDS, HIDEYOSHI, REINFORCE
from honjin.games.summits.rules.state import (
    BID,
    PICK,
    Summits,
    side_of,
)


@rule
def observe(s: Summits, seat: int) -> None:
    """Hide the cards, bids and standing orders of others (rules 7, 13, 70)."""
    for side in range(2):
        if seat < 0 or side != side_of(s, seat):
            s.clears[side] = 0
            s.letting[side] = 0
            s.lurking[side] = 0
            s.orders[side] = 0
            for card in range(CARDS):
                s.hand[side][card] = 0
                s.down[side][card] = 0
    if s.phase == BID:
        for other in range(2):
            if other != seat:
                s.sealed[other] = 0


@rule
def resample(s: Summits, seat: int, rng: Any) -> None:
    """Give the others random cards from those not yet played face up."""
    for side in range(2):
        if seat < 0 or side != side_of(s, seat):
            if s.phase == PICK:
                if s.ready >> side & 1:
                    deal(s, side, draw(rng, s.size[side] + 1), 0, rng)
            else:
                deal(s, side, s.cards[side], s.covered[side], rng)
    if s.phase == BID:
        for other in range(2):
            if other != seat and s.ready >> other & 1:
                s.sealed[other] = 1 + draw(rng, s.last)


@rule
def deal(s: Summits, side: int, held: int, covered: int, rng: Any) -> None:
    """Deal cards to the table face down, then to the hand."""
    for k in range(covered + held):
        total = 0
        for card in range(CARDS):
            total += unseen(s, side, card)
        ticket = draw(rng, total)
        card = 0
        while ticket >= unseen(s, side, card):
            ticket -= unseen(s, side, card)
            card += 1
        if k < covered:
            s.down[side][card] += 1
        else:
            s.hand[side][card] += 1


@rule
def unseen(s: Summits, side: int, card: int) -> int:
    """The number of cards of a type not accounted for that a side may hold.

    What happens in a turn, such as Hideyoshi's arrival, comes too late for its hands (rule 60).
    """
    n = s.limit[side][card]
    if card == REINFORCE and side == HIDEYOSHI:
        n = min(n, s.call_limit)
    return max(0, n - s.shown[side][card] - s.hand[side][card] - s.down[side][card])
