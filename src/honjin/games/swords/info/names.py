"""Names of seats, squares, cards and castles, in words, in notation and as ids of the scene."""

from collections.abc import Iterable, Sequence
from functools import cache

from honjin.core.words import Say
from honjin.games.swords.content.data import CARD_LETTERS, CARD_NAMES, CARDS, NOBODY, TRAIT_NAMES
from honjin.games.swords.content.maps import SQUARE_NAMES, SQUARE_OF, TERRAINS
from honjin.games.swords.rules.state import Swords

__all__ = ["SQUARE_NAMES", "SQUARE_OF"]

Holes = dict[str, int | str | Say]


@cache
def clan(seat: int) -> Say:
    """A seat by name; NOBODY is neutral."""
    return Say("neutral") if seat == NOBODY else Say(f"seat.{seat}")


def clans(mask: int, seats: int) -> Say:
    """The names of the seats in a mask."""
    return all_of(clan(seat) for seat in range(seats) if mask >> seat & 1)


@cache
def card_say(card: int) -> Say:
    """A card by its name."""
    return Say(f"card.{CARD_NAMES[card]}")


@cache
def trait_say(trait: int) -> Say:
    """A trait by its name."""
    return Say(f"trait.{TRAIT_NAMES[trait]}")


@cache
def terrain_say(code: int) -> Say:
    """A terrain by its name."""
    return Say(f"terrain.{TERRAINS[code]}") if code < len(TERRAINS) else Say("terrain.empty")


def all_of(parts: Iterable[Say]) -> Say:
    """A list of things; `none` if it is empty."""
    named = tuple(parts)
    return Say("list", {"of": named}) if named else Say("none")


def cards_say(cards: Sequence[int]) -> Say:
    """Cards by kind and number."""
    return all_of(_some(card, cards[card]) for card in range(CARDS) if cards[card])


def _some(card: int, n: int) -> Say:
    return card_say(card) if n == 1 else Say("cards", {"card": card_say(card), "n": n})


def castle_say(s: Swords, square: int) -> Say:
    """A castle by its kind and square."""
    kind = TERRAINS[s.terrain[square]]
    return Say(f"castle.{kind}", {"at": SQUARE_NAMES[square]})


def write_cards(cards: Sequence[int]) -> str:
    """Cards in notation: `hc2wm`; `-` for none."""
    parts = (f"{CARD_LETTERS[card]}{n if n > 1 else ''}" for card, n in enumerate(cards) if n)
    return "".join(parts) or "-"
