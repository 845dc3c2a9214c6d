"""Lists of cards as text: TOML files, and the option that takes one.

    name = "Fewer tricks"     # optional, as is everything else: what is left out is as printed

    [cards]                   # copies in the deck, force, and more where the card's bonus applies
    yari_ashigaru = { copies = 8, force = 3, bonus = 2 }
    ninja = { copies = 0 }

    [traits]                  # throws of the dice that bring it, and what it brings or adds
    gold_mines = { throws = 2, amount = 3 }

    [terrain]                 # points to enter it, and what it adds to a defender
    covered = { points = 1, defence = 4 }

    [numbers]
    honor_to_win = 40
    army_cost = 3

A Flaw says what is wrong, and where. What is written is complete: it has every row and number.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from honjin.core.options import Options
from honjin.core.reading.files import must_be_known, read_toml
from honjin.games.swords.content.cardlist import (
    PRINTED,
    TABLES,
    CardList,
    ListTable,
    Part,
    must_be_list,
)
from honjin.games.swords.content.data import BONUS, EVENTS, NUMBER_NAMES, NUMBERS

MOST: Final = 8_000
"""The most characters of a file."""
PRINTED_KEY: Final = "printed"
"""The option's value for the cards and numbers as printed."""

_Rows = dict[str, dict[str, int]]


class _File(msgspec.Struct):
    name: str = ""
    cards: _Rows = {}
    traits: _Rows = {}
    terrain: _Rows = {}
    numbers: dict[str, int] = {}

    def rows(self, table: ListTable) -> _Rows:
        """The rows of a table, by their names."""
        found: _Rows = getattr(self, table.key)
        return found


# ---- reading


def read_cards(text: str) -> CardList:
    """The list of a file; Flaw if no game can be played with it."""
    found = read_list(text)
    must_be_list(found)
    return found


def read_list(text: str) -> CardList:
    """The list of a file, whatever its values."""
    file = _form(text)
    parts = {
        part.field: _part(table, file.rows(table), part) for table in TABLES for part in table.parts
    }
    numbers = {**dict(zip(NUMBER_NAMES, NUMBERS, strict=True)), **file.numbers}
    return CardList(name=file.name, numbers=tuple(numbers.values()), **parts)


def _part(table: ListTable, rows: _Rows, part: Part) -> tuple[int, ...]:
    """One of the values of each row, such as the force of each card."""
    found = list(part.of(PRINTED))
    for at in table.rows:
        found[at] = rows.get(table.names[at], {}).get(part.key, found[at])
    return tuple(found)


def _form(text: str) -> _File:
    """Parse the TOML; report unknown keys."""
    file = read_toml(text, _File, MOST)
    for table in TABLES:
        rows, parts = file.rows(table), [part.key for part in table.parts]
        must_be_known(f"{table.key}, ", rows, [table.names[at] for at in table.rows])
        for name, row in rows.items():
            must_be_known(f"{table.key}, {name}, ", row, parts)
    must_be_known("numbers, ", file.numbers, NUMBER_NAMES)
    return file


# ---- writing


def write_cards(cards: CardList) -> str:
    """The text of a list's file."""
    name = [f"name = {json.dumps(cards.name, ensure_ascii=False)}\n"] if cards.name else []
    numbers = (f"{key} = {n}\n" for key, n in zip(NUMBER_NAMES, cards.numbers, strict=True))
    tables = (_written(table, cards) for table in TABLES)
    return "\n".join((*name, *tables, "[numbers]\n" + "".join(numbers)))


def _written(table: ListTable, cards: CardList) -> str:
    rows = (f"{table.names[at]} = {{ {_row(table, cards, at)} }}\n" for at in table.rows)
    return f"[{table.key}]\n" + "".join(rows)


def _row(table: ListTable, cards: CardList, at: int) -> str:
    return ", ".join(f"{part} = {n}" for part, n in _values(table, cards, at))


def _values(table: ListTable, cards: CardList, at: int) -> Iterator[tuple[str, int]]:
    """The values of a row; an event has no force, and only some cards have a bonus."""
    for part in table.parts:
        n = part.of(cards)[at]
        is_none = (part.key == "force" and at >= EVENTS) or (part.key == "bonus" and not BONUS[at])
        if n or not is_none:
            yield part.key, n


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
