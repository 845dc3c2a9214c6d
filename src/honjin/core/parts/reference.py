"""Reference tables: the contents of a game's box as data: cards, pieces, terrain, goods.

They are made from the tables that the rules use, and shown next to the rules. A row names a drawing
of the game's skin, as a scene does, and may restate a numbered rule in full, so that the rule need
not be read as well. A row is part of a game whose options meet its condition; a game whose
contents come from a file has tables of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec

from honjin.core.options import Options
from honjin.core.parts.condition import ALWAYS, Condition
from honjin.core.words import Say, Words

Cell = int | str | Say
"""A number, text that needs no translation (`6–12`, `—`), or words."""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row: its subject, a cell for each head of its table, and a note.

    `look` is its drawing, none if empty; `text` is text on the drawing. `tells` is the number of
    the rule that the row states in full.
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

    A table is left out of a game that none of its rows is part of.
    """

    title: Say
    rows: tuple[Row, ...]
    heads: tuple[Say, ...] = ()
    drawn: Literal["piece", "rect", "hex"] = "piece"

    def says(self) -> list[Say]:
        """Every text in it."""
        found = [self.title, *self.heads]
        for row in self.rows:
            found += [row.name, *([row.note] if row.note else [])]
            found += [cell for cell in row.cells if isinstance(cell, Say)]
        return found


@dataclass(frozen=True)
class Reference:
    """The tables of a game, and the words that they need in addition to the game's own.

    These words are sent with the tables: only readers of the rules need them. `own` makes the
    tables for the options of one game, where they differ with the contents of a file.
    """

    tables: tuple[ReferenceTable, ...] = ()
    words: Words = field(default_factory=dict)
    own: Callable[[Options], tuple[ReferenceTable, ...]] | None = None

    def of(self, options: Options) -> tuple[ReferenceTable, ...]:
        """The tables of a game with these options."""
        return self.own(options) if self.own else self.tables


NO_REFERENCE: Final = Reference()
