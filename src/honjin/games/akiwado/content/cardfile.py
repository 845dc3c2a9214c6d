"""Lists of cards as text: TOML files, and the option that takes one.

    name = "A long season"    # optional, as is everything else: what is left out is as printed

    [copies]                  # of each colour, and custom orders
    white = 6
    custom_orders = 2

    [pips]                    # the number on the dice that pays a colour
    white = 2

    [coins]
    box = 50
    start = 5                 # of each merchant

    [sets]                    # points by the number of colours
    2 = 3

    [purveyors]               # points of the white marker
    white = 3

A Flaw says what is wrong, and where. What is written is complete: it has every number.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from honjin.core.options import Options
from honjin.core.reading.files import must_be_known, read_toml
from honjin.games.akiwado.content.cardlist import (
    CARD_KEYS,
    PRINTED,
    SIZES,
    CardList,
    must_be_list,
    must_suffice,
)
from honjin.games.akiwado.content.data import COLOUR_NAMES

MAX_CHARACTERS: Final = 4_000
"""The most characters of a file."""
PRINTED_KEY: Final = "printed"
"""The option's value for the cards in the box."""

Numbers = dict[str, int]
_KEYS: Final[Mapping[str, Sequence[str]]] = {
    "copies": CARD_KEYS, "pips": COLOUR_NAMES, "coins": ("box", "start"),
    "sets": tuple(map(str, SIZES)), "purveyors": ("white",),
}  # fmt: skip
"""The numbers of each table of a file."""


class _File(msgspec.Struct):
    name: str = ""
    copies: Numbers = {}
    pips: Numbers = {}
    coins: Numbers = {}
    sets: Numbers = {}
    purveyors: Numbers = {}


# ---- reading


def read_cards(text: str) -> CardList:
    """The list of a file; Flaw if no game can be played with it."""
    cards = read_list(text)
    must_be_list(cards)
    return cards


def read_list(text: str) -> CardList:
    """The list of a file, whatever its numbers."""
    file = _form(text)
    usual = _tables(PRINTED)
    tables = {key: {**usual[key], **getattr(file, key)} for key in _KEYS}
    copies, pips, (box, start), sets, (white,) = (
        tuple(table.values()) for table in tables.values()
    )
    return CardList(copies, pips, box, start, (0, 0, *sets), white, file.name)


def _form(text: str) -> _File:
    """Parse the TOML; report unknown keys."""
    file = read_toml(text, _File, MAX_CHARACTERS)
    for table, keys in _KEYS.items():
        must_be_known(f"{table}, ", getattr(file, table), keys)
    return file


# ---- writing


def write_cards(cards: CardList) -> str:
    """The text of a list's file."""
    name = [f"name = {json.dumps(cards.name, ensure_ascii=False)}\n"] if cards.name else []
    tables = (_table(key, numbers) for key, numbers in _tables(cards).items())
    return "\n".join((*name, *tables))


def _table(key: str, numbers: Numbers) -> str:
    return f"[{key}]\n" + "".join(f"{name} = {n}\n" for name, n in numbers.items())


def _tables(cards: CardList) -> dict[str, Numbers]:
    """The numbers of each table, in the order of the file."""
    values = (
        cards.copies, cards.pips, (cards.coins, cards.start_coins), cards.set_points[SIZES[0] :],
        (cards.white_points,),
    )  # fmt: skip
    return {
        key: dict(zip(keys, numbers, strict=True))
        for (key, keys), numbers in zip(_KEYS.items(), values, strict=True)
    }


PRINTED_TEXT: Final = write_cards(PRINTED)

# ---- the option


def kept_cards(text: str, options: Options) -> str:
    """The value that the option stores: `printed`, or the text of another list."""
    cards = cards_of(text)
    must_suffice(cards, options)
    kept = write_cards(cards)
    return PRINTED_KEY if kept == PRINTED_TEXT else kept


@lru_cache(maxsize=64)
def cards_of(text: str) -> CardList:
    """The list that the option's value stands for."""
    return PRINTED if text.strip() in ("", PRINTED_KEY) else read_cards(text)
