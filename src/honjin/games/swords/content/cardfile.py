"""Lists of cards as text: TOML files, and the option that takes one.

    name = "Fewer tricks"     # optional, as is everything else: what is left out is as printed

    [cards]                   # copies in the deck, force, and more where the card's bonus applies
    yari_ashigaru = { copies = 8, force = 3, bonus = 2 }
    ninja = { copies = 0 }

    [numbers]
    honor_to_win = 40
    army_cost = 3

A Flaw says what is wrong, and where. What is written is complete: it has every card and number.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from honjin.core.options import Options
from honjin.core.reading.files import must_be_known, read_toml
from honjin.games.swords.content.cardlist import PRINTED, CardList, must_be_list
from honjin.games.swords.content.data import BONUS, CARD_NAMES, EVENTS, NUMBER_NAMES, NUMBERS

MOST: Final = 4_000
"""The most characters of a file."""
PRINTED_KEY: Final = "printed"
"""The option's value for the cards and numbers as printed."""
PARTS: Final = ("copies", "force", "bonus")


class _File(msgspec.Struct):
    name: str = ""
    cards: dict[str, dict[str, int]] = {}
    numbers: dict[str, int] = {}


# ---- reading


def read_cards(text: str) -> CardList:
    """The list of a file; Flaw if no game can be played with it."""
    found = read_list(text)
    must_be_list(found)
    return found


def read_list(text: str) -> CardList:
    """The list of a file, whatever its values."""
    file = _form(text)
    copies, force, bonus = (_part(file.cards, part) for part in PARTS)
    numbers = {**dict(zip(NUMBER_NAMES, NUMBERS, strict=True)), **file.numbers}
    return CardList(copies, force, bonus, tuple(numbers.values()), file.name)


def _part(cards: Mapping[str, Mapping[str, int]], part: str) -> tuple[int, ...]:
    """The copies, the force or the bonus of each card."""
    usual: tuple[int, ...] = getattr(PRINTED, part)
    return tuple(
        cards.get(name, {}).get(part, n) for name, n in zip(CARD_NAMES, usual, strict=True)
    )


def _form(text: str) -> _File:
    """A file of the form; unknown names are refused by name."""
    must_be_known("", read_toml(text, dict[str, Any], MOST), _File.__struct_fields__)
    file = read_toml(text, _File, MOST)
    must_be_known("cards, ", file.cards, CARD_NAMES)
    for name, card in file.cards.items():
        must_be_known(f"cards, {name}, ", card, PARTS)
    must_be_known("numbers, ", file.numbers, NUMBER_NAMES)
    return file


# ---- writing


def write_cards(cards: CardList) -> str:
    """The text of a list's file."""
    name = [f"name = {json.dumps(cards.name, ensure_ascii=False)}\n"] if cards.name else []
    rows = (f"{key} = {{ {_row(cards, card)} }}\n" for card, key in enumerate(CARD_NAMES))
    numbers = (f"{key} = {n}\n" for key, n in zip(NUMBER_NAMES, cards.numbers, strict=True))
    return "\n".join((*name, "[cards]\n" + "".join(rows), "[numbers]\n" + "".join(numbers)))


def _row(cards: CardList, card: int) -> str:
    return ", ".join(f"{part} = {n}" for part, n in _values(cards, card))


def _values(cards: CardList, card: int) -> Iterator[tuple[str, int]]:
    """The copies of a card, its force unless it is an event, its bonus if it has one."""
    yield "copies", cards.copies[card]
    if card < EVENTS or cards.force[card]:
        yield "force", cards.force[card]
    if BONUS[card] or cards.bonus[card]:
        yield "bonus", cards.bonus[card]


PRINTED_TEXT: Final = write_cards(PRINTED)

# ---- the option


def kept_cards(text: str, _options: Options) -> str:
    """The value that the option stores: `printed`, or the text of another list."""
    kept = write_cards(cards_of(text))
    return PRINTED_KEY if kept == PRINTED_TEXT else kept


@lru_cache(maxsize=64)
def cards_of(text: str) -> CardList:
    """The list that the option's value stands for."""
    return PRINTED if text.strip() in ("", PRINTED_KEY) else read_cards(text)
