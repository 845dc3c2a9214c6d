"""What a finished battle says of itself: losses, cards, ambushes, who held the mountain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from honjin.core.events import Event
from honjin.core.facts import Facts
from honjin.games.summits.data import NOBODY
from honjin.games.summits.state import Summits, boxes_used, road_areas, side_of

_SIDES: Final = ("hideyoshi", "other")
TIMES: Final = {"cards": "uses", "covered": "covers", "ambushes": "ambushes", "passes": "passes"}
"""What is counted of each seat, and the line of the log that tells of it."""


def facts(s: Summits, log: Sequence[Event]) -> Facts:
    """What a battle that is over says of itself."""
    sides = [side_of(s, seat) for seat in (0, 1)]
    told = Counter((event.say.k, event.by) for event in log)
    figures = {name: tuple(told[key, seat] for seat in (0, 1)) for name, key in TIMES.items()}
    figures["losses"] = tuple(s.lost[side] for side in sides)
    figures["units"] = tuple(sum(s.stack[side]) for side in sides)
    figures["road"] = tuple(road_areas(s, side) for side in sides)
    holder = s.held[s.mountain]
    return Facts(
        figures=figures,
        marks={
            "side": tuple(_SIDES[side] for side in sides),
            "mountain": tuple(
                "nobody" if holder == NOBODY else "held" if holder == side else "lost"
                for side in sides
            ),
        },
        counts={"turns": s.turn, "boxes": boxes_used(s), "left": s.left},
    )
