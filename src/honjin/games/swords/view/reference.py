"""Tables beside the rules: cards, traits, terrain.

A row says the same as the statement of its card or trait (`view.lists`), number by number.
"""

from pathlib import Path
from typing import Final

from honjin.core.condition import ALWAYS, Condition
from honjin.core.parts.reference import Reference, ReferenceTable, Row
from honjin.core.words import Say, load_words
from honjin.games.swords.content.cardfile import PRINTED_KEY, cards_of
from honjin.games.swords.content.cardlist import PRINTED, CardList
from honjin.games.swords.content.data import (
    CARD_NAMES,
    CARD_SORTS,
    CARDS,
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


def _own(cards: CardList, card: int) -> Say | None:
    """The effect of a card on top of its force."""
    for when, applies in WHEN.items():
        if applies[card]:
            return Say(f"ref.own.{when}", {"n": cards.bonus[card]})
    name = CARD_NAMES[card]
    if name in PRICES:
        return Say(f"ref.own.{name}", {"n": cards.number(PRICES[name])})
    return None if cards.force[card] else Say(f"ref.own.{name}")


def _about(cards: CardList, card: int) -> Say:
    """The kind of a card, its effect, the traits that help it."""
    sort, own = Say(f"ref.sort.{CARD_SORTS[card]}"), _own(cards, card)
    holes: Holes = {"sort": Say("ref.limited", {"sort": sort}) if IS_LIMITED[card] else sort}
    about = Say("ref.card.own", holes | {"own": own}) if own else Say("ref.card.plain", holes)
    helpers = [trait_say(trait) for trait in range(TRAITS) if HELPS[trait] >> card & 1]
    return Say("ref.card.helped", {"card": about, "traits": all_of(helpers)}) if helpers else about


def _card(cards: CardList, card: int, when: Condition) -> Row:
    cells = (cards.force[card] or "—", cards.copies[card])
    look, tells = f"card-{CARD_NAMES[card]}", f"C{card + 1}"
    return Row(card_say(card), cells, look, note=_about(cards, card), tells=tells, when=when)


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


_TRAITS: Final = ReferenceTable(Say("ref.traits"), tuple(map(_trait, range(TRAITS))))
_TERRAIN: Final = ReferenceTable(
    Say("ref.terrain"),
    tuple(map(_ground, range(len(TERRAINS)))),
    heads=(Say("ref.cost"), Say("ref.defence")),
    drawn="rect",
)


def _tables(cards: CardList, when: Condition = ALWAYS) -> tuple[ReferenceTable, ...]:
    rows = tuple(_card(cards, card, when) for card in range(CARDS))
    table = ReferenceTable(Say("ref.cards"), rows, heads=(Say("ref.force"), Say("ref.copies")))
    return (table, _TRAITS, _TERRAIN)


REFERENCE: Final = Reference(
    _tables(PRINTED, {"cards": (PRINTED_KEY,)}),
    load_words(Path(__file__).parents[1] / "reference_words.toml"),
    lambda options: _tables(cards_of(str(options["cards"]))),
)
