"""What a finished game says of itself: how each clan ended, who began, battles and rounds."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from honjin.core.events import Event
from honjin.core.facts import Facts
from honjin.games.swords.state import Swords, from_first, is_in

ORDER: Final = ("first", "second", "third", "fourth", "fifth", "sixth")

TIMES: Final = {
    "battles_won": "battle.won",
    "battles_lost": "battle.lost",
    "castles_taken": "takes",
    "armies_raised": "raises",
}
"""What is counted of each seat, and the line of the log that tells of it."""


def facts(s: Swords, log: Sequence[Event]) -> Facts:
    """What a game that is over says of itself."""
    seats = range(s.seats)
    told = Counter(event.say.k for event in log)
    figures = {
        "honor": tuple(s.honor[: s.seats]),
        "gold": tuple(s.gold[: s.seats]),
        "castles": tuple(s.control[: s.castles].count(seat) for seat in seats),
        "armies": tuple(s.armies[: s.seats]),
    }
    figures |= {name: _times(s.seats, log, key) for name, key in TIMES.items()}
    order = tuple(ORDER[from_first(s, seat)] for seat in seats)
    fate = tuple(_fate(s, seat) for seat in seats)
    counts = {"rounds": s.round, "battles": told["attacks"], "diplomacies": told["battle.talks"]}
    return Facts(figures=figures, marks={"order": order, "fate": fate}, counts=counts)


def _fate(s: Swords, seat: int) -> str:
    if seat == s.winner:
        return "won"
    return "stood" if is_in(s, seat) else "fell"


def _times(seats: int, log: Iterable[Event], key: str) -> tuple[int, ...]:
    times = Counter(event.by for event in log if event.say.k == key)
    return tuple(times[seat] for seat in range(seats))
