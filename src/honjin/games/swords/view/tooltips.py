"""The tooltips of cards, traits and terrain."""

from functools import lru_cache
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
    NUMBER_FIELDS,
    TRAIT_EFFECT,
    TRAIT_WORD,
)
from honjin.games.swords.content.maps import DEFENCE, EMPTY, MOVE, TERRAINS
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
NINJA_DRAW: Final = "ninja_draw"
"""The effect of the Ninja House."""


class Face(NamedTuple):
    """A card's numbers: its force, its bonus, the number of its effect."""

    card: int
    force: int
    bonus: int
    price: int


def face_of(s: Swords, card: int) -> Face:
    """The face of a card in a game."""
    name = CARD_NAMES[card]
    price = getattr(s, NUMBER_FIELDS[PRICES[name]]) if name in PRICES else 0
    return Face(card, s.face[card], s.bonus[card], price)


class Gift(NamedTuple):
    """A trait of a castle, and what it brings or adds."""

    trait: int
    n: int


def gift_of(s: Swords, trait: int) -> Gift:
    """A trait as it is in a game."""
    return Gift(trait, s.brings[trait])


class Ground(NamedTuple):
    """A terrain: the points to enter it, 0 if it cannot be, and what it adds to a defender."""

    code: int
    points: int
    defence: int


def grounds_of(s: Swords) -> tuple[Ground, ...]:
    """All terrain by its code, as it is in a game."""
    return tuple(map(Ground, range(EMPTY + 1), s.cost, s.defence))


PRINTED_GROUNDS: Final = tuple(map(Ground, range(EMPTY + 1), MOVE, DEFENCE))


def signed(n: int) -> str:
    """A number with its sign, as printed."""
    return f"{n:+d}".replace("-", "−")


def mark(force: int, card: int) -> str:
    """A card's force as text, unless it is the printed one, which its drawing has."""
    return "" if force == FORCE[card] else str(force)


def bonus_mark(bonus: int, card: int) -> str:
    """A card's bonus as text after its force, unless it is the printed one: `+3`."""
    return "" if bonus == BONUS[card] else f"+{bonus}"


def land_mark(ground: Ground) -> str:
    """A defence as part of a look, unless it is the printed one, which the drawing has: `-n4`."""
    if ground.defence == DEFENCE[ground.code]:
        return ""
    return f"-{ground.defence}" if ground.defence >= 0 else f"-n{-ground.defence}"


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


@lru_cache(512)
def gift_say(gift: Gift) -> Say:
    """A trait and its effect."""
    effect, word = TRAIT_EFFECT[gift.trait], TRAIT_WORD[gift.trait]
    holes: Holes = {"trait": trait_say(gift.trait), "n": gift.n}
    if word:
        return Say("gift.card", holes | {"cards": Say(f"group.{word}")})
    if effect == NINJA_DRAW and gift.n != 1:
        return Say("gift.ninja_draws", holes)
    return Say(f"gift.{effect}", holes)


@lru_cache(512)
def ground_say(ground: Ground) -> Say:
    """A terrain, its cost to enter, and what it adds to a defender."""
    if ground.code >= len(TERRAINS) or not ground.points:
        return terrain_say(ground.code)
    holes: Holes = {"terrain": terrain_say(ground.code), "points": ground.points}
    if not ground.defence:
        return Say("ground.plain", holes)
    return Say("ground.defended", holes | {"n": signed(ground.defence)})
