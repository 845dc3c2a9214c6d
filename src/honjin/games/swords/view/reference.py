"""Tables beside the rules: cards, traits, terrain.

A row says the same as the statement of its card or trait (`view.lists`), number by number.
"""

from pathlib import Path
from typing import Final

from honjin.core.condition import Condition
from honjin.core.parts.reference import Reference, ReferenceTable, Row
from honjin.core.words import Say, load_words
from honjin.games.swords.content.cardfile import PRINTED_KEY
from honjin.games.swords.content.cardlist import PRINTED
from honjin.games.swords.content.data import (
    BONUS,
    CARD_NAMES,
    CARD_SORTS,
    CARDS,
    COPIES,
    FORCE,
    HELPS,
    IS_LIMITED,
    TRAIT_AMOUNT,
    TRAIT_EFFECT,
    TRAIT_ROLLS,
    TRAITS,
)
from honjin.games.swords.content.maps import DEFENCE, FORTRESS, KEEP, MOVE, TERRAINS
from honjin.games.swords.info.names import Holes, all_of, card_say, terrain_say, trait_say
from honjin.games.swords.view.tooltips import PRICES, WHEN, signed

_PRINTED: Final[Condition] = {"cards": (PRINTED_KEY,)}
"""The rows whose numbers a list of one's own can change."""


def _own(card: int) -> Say | None:
    """The effect of a card on top of its force."""
    for when, applies in WHEN.items():
        if applies[card]:
            return Say(f"ref.own.{when}", {"n": BONUS[card]})
    name = CARD_NAMES[card]
    if name in PRICES:
        return Say(f"ref.own.{name}", {"n": PRINTED.number(PRICES[name])})
    return None if FORCE[card] else Say(f"ref.own.{name}")


def _about(card: int) -> Say:
    """The kind of a card, its effect, the traits that help it."""
    sort, own = Say(f"ref.sort.{CARD_SORTS[card]}"), _own(card)
    holes: Holes = {"sort": Say("ref.limited", {"sort": sort}) if IS_LIMITED[card] else sort}
    about = Say("ref.card.own", holes | {"own": own}) if own else Say("ref.card.plain", holes)
    helpers = [trait_say(trait) for trait in range(TRAITS) if HELPS[trait] >> card & 1]
    return Say("ref.card.helped", {"card": about, "traits": all_of(helpers)}) if helpers else about


def _card(card: int) -> Row:
    cells = (FORCE[card] or "—", COPIES[card])
    look, tells = f"card-{CARD_NAMES[card]}", f"C{card + 1}"
    return Row(card_say(card), cells, look, note=_about(card), tells=tells, when=_PRINTED)


def _trait(trait: int) -> Row:
    holes: Holes = {"n": TRAIT_AMOUNT[trait]}
    helped = [card_say(card) for card in range(CARDS) if HELPS[trait] >> card & 1]
    if helped:
        holes["cards"] = all_of(helped)
    note = Say(f"ref.brings.{TRAIT_EFFECT[trait]}", holes)
    roll = TRAIT_ROLLS[trait]
    return Row(trait_say(trait), (), f"seal-{roll}", note=note, tells=f"T{roll}")


def _ground(code: int) -> Row:
    name = TERRAINS[code]
    look = f"castle-{name}-n" if code in (KEEP, FORTRESS) else f"terrain-{name}"
    if not MOVE[code]:
        return Row(terrain_say(code), ("—", "—"), look)
    return Row(terrain_say(code), (MOVE[code], signed(DEFENCE[code]) if DEFENCE[code] else 0), look)


REFERENCE: Final = Reference(
    (
        ReferenceTable(
            Say("ref.cards"),
            tuple(map(_card, range(CARDS))),
            heads=(Say("ref.force"), Say("ref.copies")),
        ),
        ReferenceTable(Say("ref.traits"), tuple(map(_trait, range(TRAITS)))),
        ReferenceTable(
            Say("ref.terrain"),
            tuple(map(_ground, range(len(TERRAINS)))),
            heads=(Say("ref.cost"), Say("ref.defence")),
            drawn="rect",
        ),
    ),
    load_words(Path(__file__).parents[1] / "reference_words.toml"),
)
