"""Tables beside the rules: cards, traits, terrain.

A row says the same as the statement of its card or trait (`view.lists`), number by number.
"""

from pathlib import Path
from typing import Final

from honjin.core.parts.condition import ALWAYS, Condition
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
    TRAIT_EFFECT,
    TRAIT_ROLLS,
    TRAITS,
)
from honjin.games.swords.content.maps import FORTRESS, KEEP, TERRAINS
from honjin.games.swords.info.names import Holes, all_of, card_say, terrain_say, trait_say
from honjin.games.swords.text.stated import STATED
from honjin.games.swords.view.tooltips import NINJA_DRAW, PRICES, WHEN, Ground, land_mark, signed


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


def _trait(cards: CardList, trait: int, has_throws: bool, when: Condition) -> Row:
    n, effect = cards.amounts[trait], TRAIT_EFFECT[trait]
    holes: Holes = {"n": n}
    helped = [card_say(card) for card in range(CARDS) if HELPS[trait] >> card & 1]
    if helped:
        holes["cards"] = all_of(helped)
    key = "ninja_draws" if effect == NINJA_DRAW and n != 1 else effect
    note, roll = Say(f"ref.brings.{key}", holes), TRAIT_ROLLS[trait]
    cells = (cards.throws[trait],) if has_throws else ()
    return Row(trait_say(trait), cells, f"seal-{roll}", note=note, tells=f"T{roll}", when=when)


def _ground(ground: Ground, when: Condition) -> Row:
    name = TERRAINS[ground.code]
    is_castle = ground.code in (KEEP, FORTRESS)
    look = f"castle-{name}-n" if is_castle else f"terrain-{name}{land_mark(ground)}"
    if not ground.points:
        return Row(terrain_say(ground.code), ("—", "—"), look, when=when)
    defence = signed(ground.defence) if ground.defence else 0
    return Row(terrain_say(ground.code), (ground.points, defence), look, when=when)


def _tables(cards: CardList, when: Condition = ALWAYS) -> tuple[ReferenceTable, ...]:
    return (
        ReferenceTable(
            Say("ref.cards"), tuple(_card(cards, card, when) for card in range(CARDS)),
            heads=(Say("ref.force"), Say("ref.copies")),
        ),
        _trait_table(cards, when),
        ReferenceTable(
            Say("ref.terrain"), tuple(_ground(ground, when) for ground in _grounds(cards)),
            heads=(Say("ref.cost"), Say("ref.defence")), drawn="rect",
        ),
    )  # fmt: skip


def _trait_table(cards: CardList, when: Condition) -> ReferenceTable:
    """The traits, with their throws unless all are equally likely."""
    has_throws = len(set(cards.throws)) > 1
    rows = (_trait(cards, trait, has_throws, when) for trait in range(TRAITS))
    heads = (Say("ref.throws"),) if has_throws else ()
    return ReferenceTable(Say("ref.traits"), tuple(rows), heads=heads)


def _grounds(cards: CardList) -> tuple[Ground, ...]:
    return tuple(map(Ground, range(len(TERRAINS)), cards.points, cards.defence))


REFERENCE: Final = Reference(
    _tables(PRINTED, {"cards": (PRINTED_KEY,)}),
    load_words(Path(__file__).parents[1] / "words" / "reference", numbers=STATED),
    lambda options: _tables(cards_of(str(options["cards"]))),
)
