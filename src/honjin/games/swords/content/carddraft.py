"""Drafts of lists of cards: the tables of the desk, from a file and back into one.

fields.name       "Fewer tricks"
rows.card         "yari_ashigaru": {"copies": "8", "force": "3", "bonus": "2"}, …, one for each card
rows.number       "numbers": {"honor_to_win": "40", "army_cost": "3", …}
"""

from __future__ import annotations

from typing import Final

from honjin.core.draft_tables import Column, FixedRow, Row, Table, value_of
from honjin.core.parts.desks import Draft, DraftField
from honjin.core.words import Say
from honjin.games.swords.content.cardfile import PARTS, read_list
from honjin.games.swords.content.cardlist import (
    BOUNDS,
    MOST_BONUS,
    MOST_COPIES,
    MOST_FORCE,
    NAME,
    CardList,
    beyond,
)
from honjin.games.swords.content.data import CARD_NAMES, NUMBER_NAMES, NUMBERS

NAME_KEY: Final = "name"
ROW: Final = "numbers"
"""The only row of the table of numbers."""


def _number(key: str, low: int, high: int, default: int = 0) -> Column:
    say = Say(f"desk.{key}")
    return Column(key, say, "number", low=low, high=high, default=str(default))


def _table(key: str, columns: tuple[Column, ...], rows: tuple[FixedRow, ...]) -> Table:
    say, about = Say(f"desk.table.{key}"), Say(f"desk.table.{key}.about")
    return Table(key, say, about, columns, len(rows), fixed=True, rows=rows)


_MOST: Final = (MOST_COPIES, MOST_FORCE, MOST_BONUS)
CARD: Final = _table(
    "card",
    tuple(_number(part, 0, most) for part, most in zip(PARTS, _MOST, strict=True)),
    tuple(FixedRow(name, Say(f"card.{name}")) for name in CARD_NAMES),
)
NUMBER: Final = _table(
    "number",
    tuple(_number(name, *BOUNDS[name], n) for name, n in zip(NUMBER_NAMES, NUMBERS, strict=True)),
    (FixedRow(ROW, Say("desk.table.number")),),
)
TABLES: Final = (CARD, NUMBER)
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
    values = zip(cards.copies, cards.force, cards.bonus, strict=True)
    rows = {
        name: dict(zip(PARTS, map(str, row), strict=True))
        for name, row in zip(CARD_NAMES, values, strict=True)
    }
    numbers = dict(zip(NUMBER_NAMES, map(str, cards.numbers), strict=True))
    fields = {NAME_KEY: cards.name} if cards.name else {}
    return Draft(fields=fields, rows={CARD.key: rows, NUMBER.key: {ROW: numbers}})


# ---- and back


def list_of(draft: Draft) -> CardList:
    """The list of a draft that fits the tables; a row that is missing has the usual values."""
    rows = [_values(CARD, draft.table(CARD.key).get(name)) for name in CARD_NAMES]
    copies, force, bonus = zip(*rows, strict=True)
    numbers = _values(NUMBER, draft.table(NUMBER.key).get(ROW))
    return CardList(copies, force, bonus, numbers, draft.fields.get(NAME_KEY, ""))


def _values(table: Table, row: Row | None) -> tuple[int, ...]:
    return tuple(int(value_of(table, row or {}, column.key)) for column in table.columns)
