"""The contents of the box, as tables beside the rules: goods, sets, purveyors."""

from pathlib import Path
from typing import Final

from honjin.core.condition import ALWAYS, Condition
from honjin.core.parts.reference import Reference, ReferenceTable, Row
from honjin.core.words import Say, load_words
from honjin.games.akiwado.content.cardfile import PRINTED_KEY
from honjin.games.akiwado.content.data import (
    ANYBODY,
    CARD_NAMES,
    COLOUR_NAMES,
    COLOURS,
    COPIES,
    ORDER,
    PIPS,
    SET_POINTS,
    WHITE,
    WHITE_POINTS,
)
from honjin.games.akiwado.info.names import card_say

_PRINTED: Final[Condition] = {"cards": (PRINTED_KEY,)}
"""The rows whose numbers a list of one's own can change."""


def _card(card: int) -> Row:
    cells = (PIPS[card] if card < COLOURS else "—", COPIES[card])
    note = Say("ref.order.note") if card == ORDER else None
    return Row(card_say(card), cells, f"goods-{CARD_NAMES[card]}", note=note, when=_PRINTED)


def _any_card() -> Row:
    note = Say("ref.any.note", {"n": ANYBODY})
    return Row(Say("ref.any"), (ANYBODY, "—"), f"die-{ANYBODY}", note=note)


def _set(colours: int) -> Row:
    return Row(Say("ref.set", {"n": colours}), (SET_POINTS[colours],), when=_PRINTED)


def _purveyor(colour: str) -> Row:
    note = Say(f"ref.purveyor.{colour}.note", {"n": WHITE_POINTS})
    numbers = _PRINTED if colour == COLOUR_NAMES[WHITE] else ALWAYS
    return Row(
        Say(f"ref.purveyor.{colour}"),
        look=f"privilege-{colour}",
        note=note,
        when={"variant": ("purveyor",), **numbers},
    )


REFERENCE: Final = Reference(
    (
        ReferenceTable(
            Say("ref.goods"),
            (_any_card(), *map(_card, range(COLOURS + 1))),
            heads=(Say("ref.pip"), Say("ref.number")),
        ),
        ReferenceTable(
            Say("ref.sets"), tuple(map(_set, range(2, COLOURS + 1))), heads=(Say("ref.points"),)
        ),
        ReferenceTable(Say("ref.purveyors"), tuple(map(_purveyor, COLOUR_NAMES))),
    ),
    load_words(Path(__file__).parents[1] / "reference_words.toml"),
)
