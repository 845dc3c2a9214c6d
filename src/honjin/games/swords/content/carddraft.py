"""Drafts of lists of cards: the tables of the desk, from a file and back into one.

fields.name       "Fewer tricks"
rows.card         "yari_ashigaru": {"copies": "8", "force": "3", "bonus": "2"}, …, one for each card
rows.trait        "gold_mines": {"throws": "2", "amount": "3"}, …, one for each trait
rows.terrain      "covered": {"points": "1", "defence": "4"}, …, without mountains
rows.number       "numbers": {"honor_to_win": "40", "army_cost": "3", …}
"""

from __future__ import annotations

from typing import Final

from honjin.core.parts.desks import Draft, DraftField
from honjin.core.parts.draft_tables import Column, FixedRow, Row, Table, value_of
from honjin.core.words import Say
from honjin.games.swords.content.cardfile import read_list
from honjin.games.swords.content.cardlist import (
    BOUNDS,
    NAME,
    PRINTED,
    CardList,
    ListTable,
    Part,
    beyond,
)
from honjin.games.swords.content.cardlist import TABLES as LIST_TABLES
from honjin.games.swords.content.data import NUMBER_NAMES, NUMBERS

NAME_KEY: Final = "name"
ROW: Final = "numbers"
"""The only row of the table of numbers."""


def _number(key: str, low: int, high: int, default: int = 0) -> Column:
    say = Say(f"desk.{key}")
    return Column(key, say, "number", low=low, high=high, default=str(default))


def _table(key: str, columns: tuple[Column, ...], rows: tuple[FixedRow, ...]) -> Table:
    say, about = Say(f"desk.table.{key}"), Say(f"desk.table.{key}.about")
    return Table(key, say, about, columns, len(rows), fixed=True, rows=rows)


def _of_list(key: str, of: ListTable) -> Table:
    """The table of the desk for one of a list; its rows are named by words of the game."""
    columns = tuple(
        _number(part.key, part.low, part.high, _usual(of, part)) for part in of.parts
    )  # fmt: skip
    return _table(key, columns, tuple(FixedRow(name, Say(f"{key}.{name}")) for name in _names(of)))


def _usual(of: ListTable, part: Part) -> int:
    """Value shared by all printed rows, else the column's minimum."""
    printed = {part.of(PRINTED)[at] for at in of.rows}
    return printed.pop() if len(printed) == 1 else max(part.low, 0)


def _names(of: ListTable) -> tuple[str, ...]:
    return tuple(of.names[at] for at in of.rows)


CARD, TRAIT, TERRAIN = (
    _of_list(key, of) for key, of in zip(("card", "trait", "terrain"), LIST_TABLES, strict=True)
)
NUMBER: Final = _table(
    "number",
    tuple(_number(name, *BOUNDS[name], n) for name, n in zip(NUMBER_NAMES, NUMBERS, strict=True)),
    (FixedRow(ROW, Say("desk.table.number")),),
)
TABLES: Final = (CARD, NUMBER, TRAIT, TERRAIN)
_LISTS: Final = tuple(zip((CARD, TRAIT, TERRAIN), LIST_TABLES, strict=True))
FIELDS: Final = (DraftField(NAME_KEY, Say("desk.name"), most=NAME),)

# ---- from a file


def read_draft(text: str) -> Draft:
    """The draft of a file; Flaw if a value is outside its bounds."""
    cards = read_list(text)
    for flaw in beyond(cards):
        raise flaw
    return draft_of(cards)


def draft_of(cards: CardList) -> Draft:
    """The draft of a list whose values are within their bounds."""
    rows = {table.key: _rows(of, cards) for table, of in _LISTS}
    rows[NUMBER.key] = {ROW: dict(zip(NUMBER_NAMES, map(str, cards.numbers), strict=True))}
    return Draft(fields={NAME_KEY: cards.name} if cards.name else {}, rows=rows)


def _rows(of: ListTable, cards: CardList) -> dict[str, Row]:
    return {
        of.names[at]: {part.key: str(part.of(cards)[at]) for part in of.parts} for at in of.rows
    }


# ---- and back


def list_of(draft: Draft) -> CardList:
    """The list of a draft that fits the tables; a row that is missing has the usual values."""
    parts: dict[str, tuple[int, ...]] = {}
    for table, of in _LISTS:
        parts |= _parts(table, of, draft)
    row = draft.table(NUMBER.key).get(ROW, {})
    numbers = tuple(int(value_of(NUMBER, row, name)) for name in NUMBER_NAMES)
    return CardList(name=draft.fields.get(NAME_KEY, ""), numbers=numbers, **parts)


def _parts(table: Table, of: ListTable, draft: Draft) -> dict[str, tuple[int, ...]]:
    """The values of a table, each for all rows."""
    rows, parts = draft.table(table.key), {part.field: list(part.of(PRINTED)) for part in of.parts}
    for at in of.rows:
        row = rows.get(of.names[at], {})
        for part in of.parts:
            parts[part.field][at] = int(value_of(table, row, part.key))
    return {field: tuple(values) for field, values in parts.items()}
