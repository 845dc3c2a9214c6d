"""Reference tables: what is in the box of a game, as data: cards, pieces, terrain, goods.

They are made from the tables the rules are played with, and shown beside the rules. A row names a
drawing of the game's skin, as a scene does, and may tell all of a numbered statement, which then
need not be read besides. A row is part of a game whose options meet its condition.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec

from honjin.core.condition import ALWAYS, Condition
from honjin.core.words import Say, Words

Cell = int | str | Say
"""A number, a text that needs no words (`6–12`, `—`), or words."""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row: what it is about, a cell for each head of its table, what is to be known of it.

    `look` is its drawing, none if empty; `text` what that shows besides. `tells` is the number of
    the statement that the row tells in full.
    """

    name: Say
    cells: tuple[Cell, ...] = ()
    look: str = ""
    text: str = ""
    note: Say | None = None
    tells: str = ""
    when: Condition = ALWAYS


class ReferenceTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table; `drawn` says what its looks are: pieces, or spaces of this shape.

    A table without a row that is part of the game is none of it.
    """

    title: Say
    rows: tuple[Row, ...]
    heads: tuple[Say, ...] = ()
    drawn: Literal["piece", "rect", "hex"] = "piece"

    def says(self) -> list[Say]:
        """Everything it says."""
        found = [self.title, *self.heads]
        for row in self.rows:
            found += [row.name, *([row.note] if row.note else [])]
            found += [cell for cell in row.cells if isinstance(cell, Say)]
        return found


@dataclass(frozen=True)
class Reference:
    """The tables of a game, and the words that they need besides the game's own.

    These words are sent with the tables: only readers of the rules need them.
    """

    tables: tuple[ReferenceTable, ...] = ()
    words: Words = field(default_factory=dict)


NO_REFERENCE: Final = Reference()
