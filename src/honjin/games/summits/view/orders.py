"""Standing orders on the table: what to click for them, and the marks on areas (W9).

A seat sees its own only: those of others are hidden in what it sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from honjin.core.game import Choice
from honjin.core.scene import Piece
from honjin.core.words import Say
from honjin.games.summits.info.names import area_id, area_say
from honjin.games.summits.rules.standing_orders import (
    ASK_ALL,
    ASK_AT,
    LET_ALL,
    LET_AT,
    LURK_AT,
    MOST_ORDERS,
    NO_MORE,
)
from honjin.games.summits.rules.state import Summits
from honjin.games.summits.text.notation import write_action

ORDER_VERBS: Final = ("lurk", "let-at", "ask-at", "ask-all", "no-more")
_FOR_ALL: Final = {LET_ALL: "let-all", ASK_ALL: "ask-all", NO_MORE: "no-more"}
_AT: Final = {LET_AT: "let-at", LURK_AT: "lurk", ASK_AT: "ask-at"}


def order_choice(seen: Summits, seat: int, side: int, action: int) -> Choice:
    """A standing order: a verb, and the area that it is for."""
    text = write_action(seen, seat, action)
    left = Say("note.orders", {"n": MOST_ORDERS - seen.orders[side]})
    if action in _FOR_ALL:
        verb = _FOR_ALL[action]
        return Choice(text, (verb,), verb, None if action == NO_MORE else left)
    first = max(one for one in _AT if one <= action)
    return Choice(text, (_AT[first], area_id(seen, action - first)), _AT[first], left)


def order_marks(seen: Summits) -> Iterator[Piece]:
    """Where a side lets enemies pass, and where it lies in ambush; only among own units."""
    for side in (0, 1):
        marked = seen.letting[side] | seen.lurking[side]
        for area in range(seen.areas):
            if marked >> area & 1 and seen.stack[side][area]:
                key = "lurk" if seen.lurking[side] >> area & 1 else "let"
                yield _mark(area_id(seen, area), side, key, area_say(seen, area))


@lru_cache(1024)
def _mark(on: str, side: int, key: str, area: Say) -> Piece:
    return Piece(f"order:{side}.{on}", on, f"order-{key}", Say(f"order.{key}", {"area": area}))
