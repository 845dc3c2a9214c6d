"""The tooltips of cards, traits and terrain."""

from functools import cache
from typing import Final

from honjin.core.words import Say
from honjin.games.swords.content.data import (
    AT_SIEGE,
    ATTACKING,
    CARD_NAMES,
    DEFENDING,
    FORCE,
    IN_OPEN,
    INTRIGUE_LOSS,
    MUCH_HONOR_HONOR,
    NINJA_HONOR,
    PROSPERITY_GOLD,
    TRAIT_AMOUNT,
    TRAIT_EFFECT,
    TRAIT_WORD,
    TREACHERY_HONOR,
    TROOPS,
)
from honjin.games.swords.content.maps import DEFENCE, MOVE, TERRAINS
from honjin.games.swords.info.names import Holes, card_say, terrain_say, trait_say

OWN: Final = {
    "defending": DEFENDING, "attacking": ATTACKING, "siege": AT_SIEGE, "open": IN_OPEN,
}  # fmt: skip
PRICES: Final = {
    "treachery": TREACHERY_HONOR, "prosperity": PROSPERITY_GOLD, "much_honor": MUCH_HONOR_HONOR,
    "intrigue": INTRIGUE_LOSS, "ninja": NINJA_HONOR,
}  # fmt: skip


def signed(n: int) -> str:
    """A number with its sign, as printed."""
    return f"{n:+d}".replace("-", "−")


@cache
def face_say(card: int) -> Say:
    """A card with its force and bonus, or the effect of an event."""
    holes: Holes = {"card": card_say(card), "force": FORCE[card]}
    for when, more in OWN.items():
        if more[card]:
            return Say(f"face.{when}", holes | {"n": more[card]})
    name = CARD_NAMES[card]
    if name in PRICES:
        return Say(f"face.{name}", holes | {"n": PRICES[name]})
    is_plain = card < TROOPS or FORCE[card] > 0
    return Say("face.plain" if is_plain else f"face.{name}", holes)


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
