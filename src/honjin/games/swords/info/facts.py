"""Facts of a finished game: each clan's home, turn order, its battles, the clans that fell."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from honjin.core.events import Event
from honjin.core.parts.facts import Facts
from honjin.games.swords.content.data import CASTLES, TRAIT_GOLD, TRAIT_HONOR, TRAIT_HOUSE
from honjin.games.swords.rules.state import Swords, from_first, is_in

ORDER: Final = ("1", "2", "3", "4", "5", "6")

AMOUNT: Final = ("0", "1", "2", "3")

TIMES: Final = {
    "attacks": "attacks",
    "battles_won": "battle.won",
    "battles_lost": "battle.lost",
    "castles_taken": "takes",
    "armies_raised": "raises",
}
"""Each fact counted for a seat, and the log line that is counted."""


def facts(s: Swords, log: Sequence[Event]) -> Facts:
    """The facts of a finished game."""
    seats = range(s.seats)
    lines = Counter(event.say.k for event in log)
    figures = {
        "honor": tuple(s.honor[: s.seats]),
        "gold": tuple(s.gold[: s.seats]),
        "castles": tuple(s.control[: s.castles].count(seat) for seat in seats),
        "armies": tuple(s.armies[: s.seats]),
    }
    figures |= {name: _times(s.seats, log, key) for name, key in TIMES.items()}
    figures["attacks_won"] = _attacks_won(s.seats, log)
    counts = {
        "rounds": s.round,
        "fallen": sum(not is_in(s, seat) for seat in seats),
        "battles": lines["attacks"],
        "diplomacies": lines["battle.talks"],
    }
    return Facts(figures=figures, marks=_marks(s, log), counts=counts)


def _marks(s: Swords, log: Sequence[Event]) -> dict[str, tuple[str, ...]]:
    seats = range(s.seats)
    return {
        "order": tuple(ORDER[from_first(s, seat)] for seat in seats),
        "fortress": tuple(_home(s, seat) for seat in seats),
        "tribute": tuple(_home_traits(s, seat, TRAIT_GOLD) for seat in seats),
        "fame": tuple(_home_traits(s, seat, TRAIT_HONOR) for seat in seats),
        "war": tuple(_home_traits(s, seat, OF_WAR) for seat in seats),
        "blow": _blows(s.seats, log),
    }


OF_WAR: Final = tuple(
    int(not any(kinds)) for kinds in zip(TRAIT_GOLD, TRAIT_HONOR, TRAIT_HOUSE, strict=True)
)
"""1: the trait counts in battles."""


def _home(s: Swords, seat: int) -> str:
    """Which fortress of the map is a clan's home; none if the game ended before it had one."""
    return ORDER[s.home[seat]] if s.home[seat] < s.castles else "none"


def _home_traits(s: Swords, seat: int, kind: Sequence[int]) -> str:
    """The number of traits of a kind in a clan's own fortress, whoever holds it."""
    if s.home[seat] == CASTLES:
        return AMOUNT[0]
    return AMOUNT[sum(1 for trait in s.trait[s.home[seat]] if trait and kind[trait - 1])]


def _blows(seats: int, log: Iterable[Event]) -> tuple[str, ...]:
    """Which seat attacked first."""
    first = next((event.by for event in log if event.say.k == "attacks"), None)
    if first is None:
        return ("none",) * seats
    return tuple("first" if seat == first else "later" for seat in range(seats))


def _attacks_won(seats: int, log: Iterable[Event]) -> tuple[int, ...]:
    won, attacker = [0] * seats, -1
    for event in log:
        if event.say.k == "attacks" and event.by is not None:
            attacker = event.by
        elif event.say.k == "battle.won" and event.by == attacker:
            won[attacker] += 1
    return tuple(won)


def _times(seats: int, log: Iterable[Event], key: str) -> tuple[int, ...]:
    times = Counter(event.by for event in log if event.say.k == key)
    return tuple(times[seat] for seat in range(seats))
