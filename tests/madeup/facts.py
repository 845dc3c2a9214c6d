"""The facts about a finished fair."""

from collections.abc import Sequence

from honjin.core.events import Event
from honjin.core.parts.facts import Facts
from madeup.state import Fair


def facts(s: Fair, log: Sequence[Event]) -> Facts:
    """Rule 12: the scores, the coins, the seats still in the game."""
    seats = range(s.seats)
    offers = [event.by for event in log if event.say.k == "offers"]
    return Facts(
        points=tuple(s.score[: s.seats]),
        score={"cards": tuple(s.score[: s.seats])},
        figures={
            "coins": tuple(s.coins[: s.seats]),
            "sales": tuple(offers.count(seat) for seat in seats),
        },
        marks={"left": tuple("in" if s.alive >> seat & 1 else "out" for seat in seats)},
        counts={"rounds": s.round},
    )
