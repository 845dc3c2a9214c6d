"""Drafts of lists of cards: the tables of the desk, from a file and back into one.

fields.name       "A long season"
rows.colour       "white": {"copies": "6", "pip": "2"}, …, one row for each colour
rows.number       "numbers": {"custom_orders": "2", "box": "50", "start": "5", "set2": "3", …,
                              "white": "3"}
"""

from __future__ import annotations

from typing import Final

from honjin.core.parts.desks import Draft, DraftField
from honjin.core.parts.draft_tables import Column, FixedRow, Row, Table, value_of
from honjin.core.words import Say
from honjin.games.akiwado.content.cardfile import read_list
from honjin.games.akiwado.content.cardlist import (
    MAX_BOX,
    MAX_COPIES,
    MAX_ORDERS,
    MAX_PIP,
    MAX_POINTS,
    MAX_START,
    MIN_COPIES,
    MIN_PIP,
    NAME,
    ORDERS_KEY,
    PRINTED,
    SIZES,
    CardList,
    beyond,
)
from honjin.games.akiwado.content.data import COLOUR_NAMES, ORDER

NAME_KEY: Final = "name"
NUMBERS: Final = "numbers"
"""The only row of the table of numbers."""


def _number(key: str, low: int, high: int, default: int) -> Column:
    say = Say(f"draft.{key}")
    return Column(key, say, "number", low=low, high=high, default=str(default))


def _table(key: str, columns: tuple[Column, ...], rows: tuple[FixedRow, ...]) -> Table:
    say, about = Say(f"draft.table.{key}"), Say(f"draft.table.{key}.about")
    return Table(key, say, about, columns, len(rows), fixed=True, rows=rows)


COLOUR: Final = _table(
    "colour",
    (
        _number("copies", MIN_COPIES, MAX_COPIES, PRINTED.copies[0]),
        _number("pip", MIN_PIP, MAX_PIP, MIN_PIP),
    ),
    tuple(FixedRow(name, Say(f"card.{name}")) for name in COLOUR_NAMES),
)

NUMBER: Final = _table(
    "number",
    (
        _number(ORDERS_KEY, 0, MAX_ORDERS, PRINTED.copies[ORDER]),
        _number("box", 1, MAX_BOX, PRINTED.coins),
        _number("start", 0, MAX_START, PRINTED.start_coins),
        *(_number(f"set{n}", 0, MAX_POINTS, PRINTED.set_points[n]) for n in SIZES),
        _number("white", 0, MAX_POINTS, PRINTED.white_points),
    ),
    (FixedRow(NUMBERS, Say("draft.table.number")),),
)
TABLES: Final = (COLOUR, NUMBER)
FIELDS: Final = (DraftField(NAME_KEY, Say("draft.name"), most=NAME),)

# ---- from a file


def read_draft(text: str) -> Draft:
    """The draft of a file; Flaw if a value is outside its bounds."""
    cards = read_list(text)
    for flaw in beyond(cards):
        raise flaw
    return draft_of(cards)


def draft_of(cards: CardList) -> Draft:
    """The draft of a list whose values are within their bounds."""
    colours = {
        name: {"copies": str(cards.copies[n]), "pip": str(cards.pips[n])}
        for n, name in enumerate(COLOUR_NAMES)
    }
    numbers = (
        cards.copies[ORDER], cards.coins, cards.start_coins, *cards.set_points[SIZES[0] :],
        cards.white_points,
    )  # fmt: skip
    row = {column.key: str(n) for column, n in zip(NUMBER.columns, numbers, strict=True)}
    fields = {NAME_KEY: cards.name} if cards.name else {}
    return Draft(fields=fields, rows={COLOUR.key: colours, NUMBER.key: {NUMBERS: row}})


# ---- and back


def list_of(draft: Draft) -> CardList:
    """The list of a draft that fits the tables; a row that is missing has the usual values."""
    rows = [_values(COLOUR, draft.table(COLOUR.key).get(name)) for name in COLOUR_NAMES]
    orders, box, start, *points, white = _values(NUMBER, draft.table(NUMBER.key).get(NUMBERS))
    copies, pips = zip(*rows, strict=True)
    return CardList(
        (*copies, orders), pips, box, start, (0, 0, *points), white,
        draft.fields.get(NAME_KEY, ""),
    )  # fmt: skip


def _values(table: Table, row: Row | None) -> list[int]:
    return [int(value_of(table, row or {}, column.key)) for column in table.columns]
