"""The contents of the box, as tables beside the rules: goods, sets, purveyors."""

from pathlib import Path
from typing import Final

from honjin.core.parts.condition import Condition
from honjin.core.parts.reference import Reference, ReferenceTable, Row
from honjin.core.words import Say, load_words
from honjin.games.akiwado.content.cardfile import cards_of
from honjin.games.akiwado.content.cardlist import PRINTED, SIZES, CardList
from honjin.games.akiwado.content.data import ANYBODY, CARD_NAMES, COLOUR_NAMES, ORDER
from honjin.games.akiwado.info.names import card_say
from honjin.games.akiwado.text.stated import STATED


def _card(cards: CardList, card: int) -> Row:
    cells = (cards.pips[card] if card < ORDER else "—", cards.copies[card])
    note = Say("ref.order.note") if card == ORDER else None
    return Row(card_say(card), cells, f"goods-{CARD_NAMES[card]}", note=note)


def _any_card() -> Row:
    note = Say("ref.any.note")
    return Row(Say("ref.any"), (ANYBODY, "—"), f"die-{ANYBODY}", note=note)


def _set(cards: CardList, colours: int) -> Row:
    return Row(Say("ref.set", {"n": colours}), (cards.set_points[colours],))


def _purveyor(cards: CardList, colour: str) -> Row:
    note = Say(f"ref.purveyor.{colour}.note", {"n": cards.white_points})
    when: Condition = {"variant": ("purveyor",)}
    return Row(Say(f"ref.purveyor.{colour}"), look=f"privilege-{colour}", note=note, when=when)


def _tables(cards: CardList) -> tuple[ReferenceTable, ...]:
    goods = (_any_card(), *(_card(cards, card) for card in range(ORDER + 1)))
    sets = tuple(_set(cards, colours) for colours in SIZES)
    return (
        ReferenceTable(Say("ref.goods"), goods, heads=(Say("ref.pip"), Say("ref.number"))),
        ReferenceTable(Say("ref.sets"), sets, heads=(Say("ref.points"),)),
        ReferenceTable(
            Say("ref.purveyors"), tuple(_purveyor(cards, colour) for colour in COLOUR_NAMES)
        ),
    )


REFERENCE: Final = Reference(
    _tables(PRINTED),
    load_words(Path(__file__).parents[1] / "words" / "reference", numbers=STATED),
    lambda options: _tables(cards_of(str(options["cards"]))),
)
