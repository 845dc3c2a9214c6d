"""Facts about a finished game: the score by source, turn order, lies, challenges."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from honjin.core.events import Event
from honjin.core.parts.facts import Facts
from honjin.core.words import Say
from honjin.games.akiwado.content.data import COLOUR_NAMES
from honjin.games.akiwado.info.names import BLACK_CALLS
from honjin.games.akiwado.rules.scoring import basic_points, score, special_points, white_points
from honjin.games.akiwado.rules.state import Akiwado, articles

ORDER: Final = ("first", "second", "third", "fourth", "fifth")
UNKNOWN: Final = "unknown"

TIMES: Final = {
    "lies": ("shows.bid.lie", "shows.pocket.lie"),
    "punished": ("unjust",),
    "skipped": ("skipped",),
    "challenges": ("challenges",),
    "purchases": ("buys", "buys.nothing"),
    "pocketings": ("pockets",),
}
"""What is counted for each seat, and the log lines that report it."""

AMOUNTS: Final = {"income": "earns", "paid": "buys", "pocket_money": "pockets"}
"""The coins added up for each seat, and the log line that reports them."""

WORDS: Final = ("kept", "broken_once", "broken_twice", "broken_often")
"""How a merchant kept its word, by the number of its lies."""

ROLLS_AGAIN: Final = "falls"
NOBODY_EARNS: Final = "falls.again"
VERDICTS: Final = ("stands", "stands.alone", ROLLS_AGAIN, NOBODY_EARNS)


def facts(s: Akiwado, log: Sequence[Event]) -> Facts:
    """The facts about a finished game."""
    seats = range(s.seats)
    told = Counter(event.say.k.removesuffix(BLACK_CALLS) for event in log)
    figures = _figures(s, log)
    return Facts(
        points=tuple(score(s, seat) for seat in seats),
        score={
            "articles": tuple(basic_points(s, seat) for seat in seats),
            "sets": tuple(special_points(s, seat) for seat in seats),
            "white": tuple(white_points(s, seat) for seat in seats),
        },
        figures=figures,
        marks={
            "order": _order(s, log),
            "colour": tuple(COLOUR_NAMES[s.colour[k]] for k in seats),
            "word": tuple(WORDS[min(lies, len(WORDS) - 1)] for lies in figures["lies"]),
        },
        counts={
            "turns": s.turns, "rolls_again": told[ROLLS_AGAIN],
            "nobody_earns": told[NOBODY_EARNS], "ties": told["tied"],
        },
    )  # fmt: skip


def _figures(s: Akiwado, log: Sequence[Event]) -> dict[str, tuple[int, ...]]:
    seats = range(s.seats)
    figures = {
        "cards": tuple(articles(s, seat) for seat in seats), "coins": tuple(s.coins[: s.seats])
    }  # fmt: skip
    figures |= {name: _times(s.seats, log, keys) for name, keys in TIMES.items()}
    figures["challenges_won"] = _won(s.seats, log)
    figures |= {name: _amount(s.seats, log, key) for name, key in AMOUNTS.items()}
    return figures


def _times(seats: int, log: Iterable[Event], keys: Sequence[str]) -> tuple[int, ...]:
    times = Counter(event.by for event in log if event.say.k in keys)
    return tuple(times[seat] for seat in range(seats))


def _amount(seats: int, log: Iterable[Event], key: str) -> tuple[int, ...]:
    found = [0] * seats
    for event in log:
        if event.by is not None and event.say.k.partition(".")[0] == key:
            found[event.by] += int(str(event.say.p["n"]))
    return tuple(found)


def _won(seats: int, log: Iterable[Event]) -> tuple[int, ...]:
    """The number of successful challenges of each seat."""
    found, calling = [0] * seats, list[int]()
    for event in log:
        if event.say.k == "challenges" and event.by is not None:
            calling.append(event.by)
        elif (verdict := event.say.k.removesuffix(BLACK_CALLS)) in VERDICTS:
            for seat in calling if verdict in (ROLLS_AGAIN, NOBODY_EARNS) else ():
                found[seat] += 1
            calling.clear()
    return tuple(found)


def _order(s: Akiwado, log: Iterable[Event]) -> tuple[str, ...]:
    """The places in turn order, from the first player; unknown if the log begins later."""
    began = next((event.say.p["who"] for event in log if event.say.k == "begins"), None)
    if began is None:
        return (UNKNOWN,) * s.seats
    assert isinstance(began, Say)
    first = int(began.k.rpartition(".")[2])
    return tuple(ORDER[(seat - first) % s.seats] for seat in range(s.seats))
