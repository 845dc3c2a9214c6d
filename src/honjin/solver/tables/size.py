"""Estimating the size of a table before it is made."""

from __future__ import annotations

from typing import Any, Final

from honjin.core.game import Game
from honjin.core.parts.index import Plan

LOOKED_AT: Final = 2000


def positions_about(game: Game[Any], plan: Plan[Any]) -> int | None:
    """The estimated number of positions of a plan, from a sample; None if it must be searched."""
    if not plan.families:
        return None
    assert game.index is not None
    shape = plan.start.copy()
    # An odd stride samples both sides to move, and all that the last digits encode.
    numbers = range(0, plan.families, plan.families // LOOKED_AT | 1)
    members = sum(game.index.representative(shape, number, 0) for number in numbers)
    return members * plan.families // len(numbers)
