"""Lists to play with: cards, traits, terrain, numbers; their bounds, what is wrong with them.

The bounds are those of the rules' arithmetic. Counts of cards are kept in seven bits, and a hand
without a limit is one of 120, so a deck has no more cards than that. Observations show 40 of a kind
and 120 points of honor, and bots count the cards of a side in four bits. Everything that is bought
costs at least 1, so that no turn lasts forever. A castle has room for three traits. Armies have two
points, so terrain that cost three could not be entered; terrain that cost nothing could be
crossed without end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from honjin.core.errors import Flaw
from honjin.core.reading.files import outside, wrong
from honjin.core.words import Say
from honjin.games.swords.content.data import (
    BONUS,
    CARD_NAMES,
    COPIES,
    EVENTS,
    FORCE,
    MAX_TRAITS,
    NUMBER_NAMES,
    NUMBERS,
    THROWS,
    TRAIT_AMOUNT,
    TRAIT_NAMES,
    TRAITS,
)
from honjin.games.swords.content.maps import DEFENCE, MOVE, PASSABLE, POINTS, TERRAINS

MAX_COPIES: Final = 40
MAX_CARDS: Final = 120
MAX_FORCE: Final = 20
MAX_BONUS: Final = 9
MAX_THROWS: Final = TRAITS
"""As many as two dice have."""
MAX_AMOUNT: Final = 9
MAX_DEFENCE: Final = 20
NAME: Final = 60
"""The largest length of a name."""

_INCOME: Final = (0, 9)
_PRICE: Final = (1, 20)
_REWARD: Final = (0, 20)
_COMMITTED: Final = (1, 10)
_HAND: Final = (0, 120)  # 120 is no limit
_TRAITS: Final = (0, MAX_TRAITS)
BOUNDS: Final = {
    "honor_to_win": (1, 120), "fortress_gold": _INCOME, "keep_gold": _INCOME, "supply": _INCOME,
    "army_cost": _PRICE, "draw_cost": _PRICE, "honor_cost": _PRICE, "battle_draw": (0, 10),
    "commit_max": _COMMITTED, "limited_max": _COMMITTED, "winner_hand": _HAND, "loser_hand": _HAND,
    "diplomacy_hand": _HAND, "winner_honor": _REWARD, "loser_honor": _REWARD,
    "treachery_honor": _REWARD, "ninja_honor": _REWARD, "prosperity_gold": _REWARD,
    "much_honor": _REWARD, "intrigue": (1, 20), "fortress_traits": _TRAITS, "keep_traits": _TRAITS,
}  # fmt: skip
"""The least and the greatest value of each number."""


@dataclass(frozen=True)
class CardList:
    """Cards and traits by their numbers, terrain by its code, `NUMBER_NAMES` in that order."""

    copies: tuple[int, ...] = COPIES
    force: tuple[int, ...] = FORCE
    bonus: tuple[int, ...] = BONUS
    numbers: tuple[int, ...] = NUMBERS
    name: str = ""
    throws: tuple[int, ...] = THROWS
    amounts: tuple[int, ...] = TRAIT_AMOUNT
    points: tuple[int, ...] = MOVE
    defence: tuple[int, ...] = DEFENCE

    def number(self, name: str) -> int:
        """A number by its name."""
        return self.numbers[NUMBER_NAMES.index(name)]


PRINTED: Final = CardList()


# ---- the tables of a list


@dataclass(frozen=True)
class Part:
    """One of the values that each row of a table has: its bounds, where a list holds it."""

    key: str
    low: int
    high: int
    field: str

    def of(self, cards: CardList) -> tuple[int, ...]:
        """The values of a list, by the numbers of their rows."""
        found: tuple[int, ...] = getattr(cards, self.field)
        return found


@dataclass(frozen=True)
class ListTable:
    """A table of a list: the names of its rows, the numbers of those that it has, their values."""

    key: str
    names: tuple[str, ...]
    rows: tuple[int, ...]
    parts: tuple[Part, ...]


TABLES: Final = (
    ListTable("cards", CARD_NAMES, tuple(range(len(CARD_NAMES))), (
        Part("copies", 0, MAX_COPIES, "copies"),
        Part("force", 0, MAX_FORCE, "force"),
        Part("bonus", 0, MAX_BONUS, "bonus"),
    )),
    ListTable("traits", TRAIT_NAMES, tuple(range(TRAITS)), (
        Part("throws", 0, MAX_THROWS, "throws"),
        Part("amount", 0, MAX_AMOUNT, "amounts"),
    )),
    ListTable("terrain", TERRAINS, PASSABLE, (
        Part("points", 1, POINTS, "points"),
        Part("defence", -MAX_DEFENCE, MAX_DEFENCE, "defence"),
    )),
)  # fmt: skip
"""Mountains are in no table: nothing enters them."""

# ---- what is wrong


def must_be_list(cards: CardList) -> None:
    """Raise the first flaw of a list."""
    for flaw in flaws(cards):
        raise flaw


def flaws(cards: CardList) -> Iterator[Flaw]:
    """All flaws of a list."""
    yield from beyond(cards)
    yield from unfit(cards)


def beyond(cards: CardList) -> Iterator[Flaw]:
    """The values that are outside their bounds."""
    if len(cards.name) > NAME or not cards.name.isprintable():
        yield wrong("name", Say("flaw.card_name", {"n": NAME}), cards.name)
    for table in TABLES:
        for at in table.rows:
            for part in table.parts:
                where = f"{table.key}, {table.names[at]}, {part.key}"
                yield from outside(where, part.low, part.high, part.of(cards)[at])
    for name, n in zip(NUMBER_NAMES, cards.numbers, strict=True):
        yield from outside(f"numbers, {name}", *BOUNDS[name], n)


def unfit(cards: CardList) -> Iterator[Flaw]:
    """Values that their cards cannot have, a deck of the wrong size, no trait to be thrown."""
    for card, name in enumerate(CARD_NAMES):
        if card >= EVENTS and cards.force[card]:
            yield wrong(f"cards, {name}, force", Say("flaw.event"), cards.force[card])
        if not BONUS[card] and cards.bonus[card]:
            yield wrong(f"cards, {name}, bonus", Say("flaw.bonus"), cards.bonus[card])
    there = sum(cards.copies)
    if not 1 <= there <= MAX_CARDS:
        yield wrong("cards", Say("flaw.deck", {"low": 1, "high": MAX_CARDS}), there)
    if not sum(cards.throws):
        yield wrong("traits", Say("flaw.throws"), 0)


# ---- what bots reckon with

_USUAL: Final = (10, 11, 6, 9, 7, 8, 5, 4, 3, 2, 1, 0)
"""The printed cards by their force in battles, the strongest first."""


def mean_force(cards: CardList) -> int:
    """The force of a card of the deck, to the nearest whole number; a bonus counts half."""
    twice = sum(
        n * (2 * cards.force[card] + cards.bonus[card]) for card, n in enumerate(cards.copies)
    )
    there = sum(cards.copies)
    return (twice + there) // max(1, 2 * there)


def ranked(cards: CardList) -> tuple[int, ...]:
    """The cards below RANKED by their force in battles, the strongest first."""
    if (cards.force, cards.bonus) == (FORCE, BONUS):
        return _USUAL
    return tuple(sorted(_USUAL, key=lambda card: -2 * cards.force[card] - cards.bonus[card]))
