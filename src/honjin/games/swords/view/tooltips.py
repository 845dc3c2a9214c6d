"""The tooltips of cards, traits and terrain."""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from honjin.core.words import Say
from honjin.games.swords.content.data import (
    AT_SIEGE,
    ATTACKING,
    BONUS,
    CARD_NAMES,
    DEFENDING,
    EVENTS,
    FORCE,
    IN_OPEN,
    TRAIT_AMOUNT,
    TRAIT_EFFECT,
    TRAIT_WORD,
)
from honjin.games.swords.content.maps import DEFENCE, MOVE, TERRAINS
from honjin.games.swords.info.names import Holes, card_say, terrain_say, trait_say
from honjin.games.swords.rules.state import Swords

WHEN: Final = {
    "defending": DEFENDING, "attacking": ATTACKING, "siege": AT_SIEGE, "open": IN_OPEN,
}  # fmt: skip
"""Where the bonus of each card applies."""
PRICES: Final = {
    "treachery": "treachery_honor", "prosperity": "prosperity_gold", "much_honor": "much_honor",
    "intrigue": "intrigue", "ninja": "ninja_honor",
}  # fmt: skip
"""The number that is part of a card's effect."""


class Face(NamedTuple):
    """What is on a card: its force, its bonus, the number of its effect."""

    card: int
    force: int
    bonus: int
    price: int


def face_of(s: Swords, card: int) -> Face:
    """The face of a card in a game."""
    name = CARD_NAMES[card]
    price = getattr(s, PRICES[name]) if name in PRICES else 0
    return Face(card, s.face[card], s.bonus[card], price)


def signed(n: int) -> str:
    """A number with its sign, as printed."""
    return f"{n:+d}".replace("-", "−")


def mark(force: int, card: int) -> str:
    """A card's force as text, unless it is the printed one, which its drawing has."""
    return "" if force == FORCE[card] else str(force)


def bonus_mark(bonus: int, card: int) -> str:
    """A card's bonus as text after its force, unless it is the printed one: `+3`."""
    return "" if bonus == BONUS[card] else f"+{bonus}"


@lru_cache(1024)
def face_say(face: Face) -> Say:
    """A card with its force and bonus, or the effect of an event."""
    holes: Holes = {"card": card_say(face.card), "force": face.force}
    for when, applies in WHEN.items():
        if applies[face.card] and face.bonus:
            return Say(f"face.{when}", holes | {"n": face.bonus})
    name = CARD_NAMES[face.card]
    if name in PRICES:
        return Say(f"face.{name}", holes | {"n": face.price})
    return Say("face.plain" if face.card < EVENTS else f"face.{name}", holes)


@cache
def gift_say(trait: int) -> Say:
    """A trait and its effect."""
    effect, word = TRAIT_EFFECT[trait], TRAIT_WORD[trait]
    holes: Holes = {"trait": trait_say(trait), "n": TRAIT_AMOUNT[trait]}
    if word:
        return Say("gift.card", holes | {"cards": Say(f"group.{word}")})
    return Say(f"gift.{effect}", holes)


@cache
def ground_say(code: int) -> Say:
    """A terrain, its cost to enter, and what it adds to a defender."""
    if code >= len(TERRAINS) or not MOVE[code]:
        return terrain_say(code)
    holes: Holes = {"terrain": terrain_say(code), "points": MOVE[code]}
    if not DEFENCE[code]:
        return Say("ground.plain", holes)
    return Say("ground.defended", holes | {"n": signed(DEFENCE[code])})
