"""Lists of cards and numbers to play with: what they hold, their bounds, what a set-up needs.

The bounds are those of the rules' arithmetic. A hand is counted in four bits per colour: with both
custom orders, a colour reaches nine (see rules/scoring.py). With seven copies a game has at most
thirteen turns; who buys every card of a colour and earns pocket money otherwise has no more than
191 coins beyond those of the start, so that no bid exceeds the 200 that an action can name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from honjin.core.errors import Flaw
from honjin.core.options import Options
from honjin.core.reading.files import outside, wrong
from honjin.core.words import Say
from honjin.games.akiwado.content.data import (
    CARD_NAMES,
    COINS,
    COLOUR_NAMES,
    COLOURS,
    COPIES,
    MAX_SEATS,
    NOBODY,
    ORDER,
    PIPS,
    SET_POINTS,
    START_COINS,
    WHITE_POINTS,
    first_waste,
    removed,
)

STARTING: Final = 2
"""The starting cards of a seat, all of its colour (rule 1)."""
MIN_COPIES: Final = STARTING
MAX_COPIES: Final = 7
MAX_ORDERS: Final = 2
MIN_PIP: Final = 2
MAX_PIP: Final = 6
MAX_BOX: Final = 120
MAX_START: Final = 9
MAX_POINTS: Final = 99
MAX_CARDS: Final = COLOURS * MAX_COPIES + MAX_ORDERS
NAME: Final = 60
"""The largest length of a name."""

ORDERS_KEY: Final = "custom_orders"
CARD_KEYS: Final = (*CARD_NAMES[:ORDER], ORDERS_KEY)
SIZES: Final = tuple(range(2, COLOURS + 1))
"""The sizes of sets that can score."""


@dataclass(frozen=True)
class CardList:
    """The cards in the box, and the numbers of the game.

    `copies` are by card, `pips` by colour; `set_points[n]` are the points of n colours.
    """

    copies: tuple[int, ...] = COPIES
    pips: tuple[int, ...] = PIPS
    coins: int = COINS
    start_coins: int = START_COINS
    set_points: tuple[int, ...] = SET_POINTS
    white_points: int = WHITE_POINTS
    name: str = ""

    def colour_of(self, pip: int) -> int:
        """The colour that a number on the dice pays, or NOBODY (rule 13)."""
        return self.pips.index(pip) if pip in self.pips else NOBODY


PRINTED: Final = CardList()

# ---- what every list needs


def must_be_list(cards: CardList) -> None:
    """Raise the first flaw of a list."""
    for flaw in flaws(cards):
        raise flaw


def flaws(cards: CardList) -> Iterator[Flaw]:
    """All flaws of a list, whatever the options."""
    yield from beyond(cards)
    yield from unfit(cards)


def beyond(cards: CardList) -> Iterator[Flaw]:
    """The values that are outside their bounds."""
    yield from _of_name(cards.name)
    for colour, name in enumerate(COLOUR_NAMES):
        yield from outside(f"copies, {name}", MIN_COPIES, MAX_COPIES, cards.copies[colour])
    yield from outside(f"copies, {ORDERS_KEY}", 0, MAX_ORDERS, cards.copies[ORDER])
    for colour, name in enumerate(COLOUR_NAMES):
        yield from outside(f"pips, {name}", MIN_PIP, MAX_PIP, cards.pips[colour])
    yield from outside("coins, box", 1, MAX_BOX, cards.coins)
    yield from outside("coins, start", 0, MAX_START, cards.start_coins)
    for n in SIZES:
        yield from outside(f"sets, {n}", 0, MAX_POINTS, cards.set_points[n])
    yield from outside("purveyors, white", 0, MAX_POINTS, cards.white_points)


def unfit(cards: CardList) -> Iterator[Flaw]:
    """The numbers that do not go with others of the list."""
    yield from _of_pips(cards.pips)
    yield from _of_points(cards.set_points)


def _of_name(name: str) -> Iterator[Flaw]:
    if len(name) > NAME or not name.isprintable():
        yield wrong("name", Say("flaw.name", {"n": NAME}), name)


def _of_pips(pips: tuple[int, ...]) -> Iterator[Flaw]:
    """Each number pays one colour (rule 13)."""
    for colour, pip in enumerate(pips):
        if pip in pips[:colour]:
            other = Say(f"card.{COLOUR_NAMES[pips.index(pip)]}")
            where = f"pips, {COLOUR_NAMES[colour]}"
            yield wrong(where, Say("flaw.new_pip", {"other": other}), pip)


def _of_points(points: tuple[int, ...]) -> Iterator[Flaw]:
    """Each further colour adds no less than the one before (see scoring.points_of_sets)."""
    for n in SIZES:
        least = 2 * points[n - 1] - points[n - 2]
        if points[n] < least:
            yield wrong(f"sets, {n}", Say("flaw.steps", {"n": least}), points[n])


# ---- what a set-up needs


def must_suffice(cards: CardList, options: Options) -> None:
    """Raise the first shortage of a list in games with these options."""
    for flaw in shortages(cards, options):
        raise flaw


def shortages(cards: CardList, options: Options) -> Iterator[Flaw]:
    """The shortages of a list for the set-up with these options (rules 1 to 6)."""
    seats = int(str(options["seats"]))
    for colour, name in enumerate(COLOUR_NAMES):
        least = _least_copies(colour, options)
        if cards.copies[colour] < least:
            holes: dict[str, int | str | Say] = {"n": least, "seats": seats}
            yield wrong(f"copies, {name}", Say("flaw.copies", holes), cards.copies[colour])
    left = cards_left(cards, options)
    if left < 1:
        yield wrong("copies", Say("flaw.deck", {"seats": seats}), left)
    if cards.coins < seats * cards.start_coins:
        holes = {"n": seats * cards.start_coins, "seats": seats}
        yield wrong("coins, box", Say("flaw.box", holes), cards.coins)


def _least_copies(colour: int, options: Options) -> int:
    """The copies that a seat of the colour needs, or the box, if nobody plays it (rules 1, 2)."""
    seats, profile = int(str(options["seats"])), str(options["removed"])
    played = STARTING + removed(profile, seats, "own_colour")
    unplayed = removed(profile, seats, "other_colour")
    if options["colours"] != "seats":
        return max(played, unplayed)
    return played if colour < seats else unplayed


def removed_custom_orders(cards: CardList, options: Options) -> int:
    """The custom orders taken out: no more than there are (rule 2)."""
    seats, profile = int(str(options["seats"])), str(options["removed"])
    return min(cards.copies[ORDER], removed(profile, seats, "custom_orders"))


def cards_left(cards: CardList, options: Options) -> int:
    """The cards of the deck when the first turn begins (rule 8)."""
    seats, profile = int(str(options["seats"])), str(options["removed"])
    played = STARTING + removed(profile, seats, "own_colour")
    unplayed = removed(profile, seats, "other_colour")
    dealt = seats * played + (COLOURS - seats) * unplayed + removed_custom_orders(cards, options)
    return sum(cards.copies) - dealt - first_waste(str(options["waste"]), seats)


def turns(cards: CardList, options: Options) -> int:
    """The turns of a game, two cards each (rule 8)."""
    return (cards_left(cards, options) + 1) // 2


_MIN_DEALT: Final = STARTING * MAX_SEATS + first_waste("total_2", MAX_SEATS)
MAX_TURNS: Final = (MAX_CARDS - _MIN_DEALT + 1) // 2
"""With five seats and all their cards, since none is taken out then."""
