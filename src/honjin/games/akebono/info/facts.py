"""Facts about a finished battle: the score by source, who moved first, how it went."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from honjin.core.events import Event
from honjin.core.parts.facts import Facts
from honjin.games.akebono.content.data import TYPES
from honjin.games.akebono.rules.scoring import SOURCES, points_from, score
from honjin.games.akebono.rules.state import Akebono

LINES: Final = ("valor", *TYPES[1:])
"""The name of each source of points (rule 34)."""

DEEDS: Final = {
    "blows": "defeats", "shots": "shoots", "ninja_placed": "arrives",
    "assassinations": "assassinates", "third_dice": "buys",
}  # fmt: skip
"""What is counted for each side, and the log line that reports it."""

ORDER: Final = ("first", "second")
NO_LOT: Final = "no_lot"  # a side gave up before the first turn was drawn


def facts(s: Akebono, log: Sequence[Event]) -> Facts:
    """The facts about a finished battle."""
    figures: dict[str, tuple[int, ...]] = {name: _told(log, key) for name, key in DEEDS.items()}
    return Facts(
        points=(score(s, 0), score(s, 1)),
        score=_score_lines(s),
        figures={"prisoners": (sum(s.taken[0]), sum(s.taken[1])), **figures},
        marks={"order": _order(s)},
        counts={"turns": s.turns + is_in_turn(s)},
    )


def _score_lines(s: Akebono) -> dict[str, tuple[int, ...]]:
    """The points of each side by source (rule 34)."""
    return {
        LINES[source]: (points_from(s, 0, source), points_from(s, 1, source))
        for source in range(SOURCES)
    }


def _told(log: Iterable[Event], key: str) -> tuple[int, int]:
    times = Counter(event.by for event in log if event.say.k == key)
    return times[0], times[1]


def is_in_turn(s: Akebono) -> bool:
    """True if the battle ended in the middle of a turn."""
    return s.dice[0] > 0


def _order(s: Akebono) -> tuple[str, str]:
    if s.turns + is_in_turn(s) == 0:
        return NO_LOT, NO_LOT
    began = s.turn ^ s.turns & 1
    return ORDER[began], ORDER[1 - began]
