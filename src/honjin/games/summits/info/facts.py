"""Facts of a finished battle: losses, cards and combinations, control of the mountain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from honjin.core.events import Event
from honjin.core.parts.facts import Facts
from honjin.core.words import Say
from honjin.games.summits.content.board import SIDES
from honjin.games.summits.content.data import CARD_NAMES, NOBODY
from honjin.games.summits.info.names import area_say, side_say
from honjin.games.summits.rules.battles import battle_of
from honjin.games.summits.rules.state import Summits, boxes_used, road_areas, side_of

_SIDES: Final = ("hideyoshi", "other")
TIMES: Final = {"cards": "uses", "covered": "covers", "ambushes": "ambushes", "passes": "passes"}
"""Each fact counted for a seat, and the log line that is counted."""

PAIRS: Final = (
    "combined_assault", "combined_fire", "combined_rally", "combined_reinforce", "assault_fire",
    "assault_rally", "assault_reinforce",
)  # fmt: skip
"""The possible combinations of two cards (A3)."""
MORE: Final = "three_cards"
UNKNOWN: Final = "unknown"


def facts(s: Summits, log: Sequence[Event]) -> Facts:
    """The facts of a finished battle."""
    sides = [side_of(s, seat) for seat in (0, 1)]
    lines = Counter((event.say.k, event.by) for event in log)
    figures = {name: tuple(lines[key, seat] for seat in (0, 1)) for name, key in TIMES.items()}
    figures |= _combinations(log)
    figures["losses"] = tuple(s.lost[side] for side in sides)
    figures["units"] = tuple(sum(s.stack[side]) for side in sides)
    figures["road"] = tuple(road_areas(s, side) for side in sides)
    held = _mountain(s, log)
    figures["mountain_turns"] = tuple(held.count(side) for side in sides)
    return Facts(
        figures=figures,
        marks={
            "side": tuple(_SIDES[side] for side in sides),
            "mountain_early": _early(s, held, log),
            "mountain": _marks(s.held[s.mountain], sides),
        },
        counts={"turns": s.turn, "boxes": boxes_used(s), "left": s.left},
    )


def _marks(holder: int, sides: Sequence[int]) -> tuple[str, ...]:
    """The status of the mountain for each seat."""
    return tuple(
        "nobody" if holder == NOBODY else "held" if holder == side else "lost" for side in sides
    )


def _early(s: Summits, held: Sequence[int], log: Sequence[Event]) -> tuple[str, ...]:
    """The status of the mountain after the first turn; unknown if the log begins later."""
    first = next((event.say.p["n"] for event in log if event.say.k == "turn.ends"), s.turn)
    if first != 1:
        return UNKNOWN, UNKNOWN
    return _marks(held[0] if held else NOBODY, [side_of(s, seat) for seat in (0, 1)])


def _mountain(s: Summits, log: Sequence[Event]) -> list[int]:
    """The holder of the mountain at the end of each completed turn."""
    taken = _taken(s, log)
    holder, holders = _holder_before(s, taken), list[int]()
    for n, event in enumerate(log):
        holder = taken.get(n, holder)
        if event.say.k == "turn.ends":
            holders.append(holder)
    return holders


def _taken(s: Summits, log: Sequence[Event]) -> dict[int, int]:
    """By line number: the side that took the mountain."""
    mountain, own = area_say(s, s.mountain), side_say(s, 0)
    return {
        n: 0 if event.say.p["who"] == own else 1
        for n, event in enumerate(log)
        if event.say.k == "controls" and event.say.p["area"] == mountain
    }


def _holder_before(s: Summits, taken: Mapping[int, int]) -> int:
    """The holder of the mountain when the log began, which need not be at the set-up."""
    if not taken:
        return s.held[s.mountain]
    at_first = (*SIDES, "none").index(battle_of(s).area[s.mountain].control)
    taker = next(iter(taken.values()))
    return 1 - taker if at_first == taker else at_first


def _combinations(log: Sequence[Event]) -> dict[str, tuple[int, ...]]:
    """How often each seat played two cards together, by pair, and how often more."""
    counts = Counter(
        (seat, "_".join(names) if len(names) == 2 else MORE)
        for seat, names in _declared(log)
        if len(names) > 1
    )
    return {name: tuple(counts[seat, name] for seat in (0, 1)) for name in (*PAIRS, MORE)}


def _declared(log: Sequence[Event]) -> Iterator[tuple[int | None, list[str]]]:
    """The face-up cards of each phase: they are declared one after the other (rule 20)."""
    by: int | None = None
    cards: list[str] = []
    for event in log:
        if event.say.k == "uses":
            by = event.by
            card = event.say.p["card"]
            assert isinstance(card, Say)
            cards.append(card.k.removeprefix("card."))
        elif cards and not event.say.k.startswith("orders."):
            yield by, _sorted(cards)
            cards = []
    if cards:
        yield by, _sorted(cards)


def _sorted(cards: list[str]) -> list[str]:
    return sorted(cards, key=CARD_NAMES.index)
