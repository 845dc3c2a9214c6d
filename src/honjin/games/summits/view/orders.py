"""Standing orders in the scene: how many are left, and the marks on areas (W9).

A seat sees only its own: those of others are hidden in its observation.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from honjin.core.scene import Piece
from honjin.core.words import Say
from honjin.games.summits.info.names import area_say
from honjin.games.summits.rules.battles import area_id
from honjin.games.summits.rules.standing_orders import MAX_ORDERS
from honjin.games.summits.rules.state import Summits

ORDER_VERBS: Final = ("lurk", "let-at", "ask-at", "ask-all", "no-more")


def orders_left(seen: Summits, side: int) -> Say:
    """The number of orders a side can still give this turn."""
    return Say("note.orders", {"n": MAX_ORDERS - seen.orders[side]})


def order_marks(seen: Summits) -> Iterator[Piece]:
    """Marks where a side lets enemies pass or lies in ambush, among its own units only."""
    for side in (0, 1):
        marked = seen.letting[side] | seen.lurking[side]
        for area in range(seen.areas):
            if marked >> area & 1 and seen.stack[side][area]:
                key = "lurk" if seen.lurking[side] >> area & 1 else "let"
                yield _mark(area_id(seen, area), side, key, area_say(seen, area))


@lru_cache(1024)
def _mark(on: str, side: int, key: str, area: Say) -> Piece:
    return Piece(f"order:{side}.{on}", on, f"order-{key}", Say(f"order.{key}", {"area": area}))
