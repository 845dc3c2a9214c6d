"""Tables of a draft: rows of typed values, such as areas drawn as polygons, units, or cards.

A value is text whatever its kind, so that one form edits them all:

    text       any line                       flag     "yes" or nothing
    number     "12", or nothing if `blank`    choice   the key of one of `values`
    ref        the key of a row of `of`       point    "120,450"
    refs       "minase hirose"                outline  "0,0 100,0 100,80"
    counts     "hashiba*4 ikeda*2"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from honjin.core.reading.files import quoted
from honjin.core.words import Say

ROWS: Final = 200
"""The largest number of rows of a table."""
COLUMNS: Final = 40
VALUE: Final = 1_500
"""The largest length of a value: an outline, or a list of names."""
REFS: Final = 60
"""The largest number of names in a value."""
YES: Final = "yes"

RowKey = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,29}$")]
"""Never a number: browsers would sort those first."""
ColumnKey = Annotated[str, Meta(min_length=1, max_length=40)]
Value = Annotated[str, Meta(max_length=VALUE)]
Row = Annotated[dict[ColumnKey, Value], Meta(max_length=COLUMNS)]
Rows = Annotated[dict[RowKey, Row], Meta(max_length=ROWS)]

_KEY: Final = r"[a-z][a-z0-9_]{0,29}"
_NUMBER: Final = r"-?[0-9]{1,4}"
_REF: Final = re.compile(_KEY)
_COUNT: Final = re.compile(rf"({_KEY})\*([0-9]{{1,3}})")
_POINT: Final = re.compile(rf"({_NUMBER}),({_NUMBER})")

Kind = Literal[
    "text", "number", "choice", "flag", "ref", "refs", "counts", "point", "outline"
]  # fmt: skip


class FieldValue(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the values that a field or a column chooses from."""

    key: str
    say: Say


class Column(msgspec.Struct, frozen=True, omit_defaults=True):
    """A column of a table; a row that omits it has `default`.

    Numbers and coordinates go from `low` to `high`; a text has at most `most` characters, an
    outline at most `most` corners. `blank`: a number may be left out.
    """

    key: str
    say: Say
    kind: Kind = "text"
    values: tuple[FieldValue, ...] = ()
    of: str = ""
    low: int = 0
    high: int = 0
    most: int = 80
    default: str = ""
    blank: bool = False


class FixedRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row that a fixed table always has, and its name."""

    key: str
    say: Say


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of at most `most` rows; `about` says what a row is.

    `names` are the columns by which a row is called, in the order of the site's languages. With
    `outline` the rows are areas that are drawn: that column has their corners, `at` their centres
    and `links` their neighbours, where each names the other. The rows of a table with `stands` lie
    on the area in that column. Coordinates times `scale` are those of the scene. The rows of a
    `fixed` table are neither added nor removed; where `rows` names them, there are no others.
    """

    key: str
    say: Say
    about: Say
    columns: tuple[Column, ...]
    most: int = ROWS
    names: tuple[str, ...] = ()
    outline: str = ""
    at: str = ""
    links: str = ""
    stands: str = ""
    scale: tuple[float, float] = (1, 1)
    fixed: bool = False
    rows: tuple[FixedRow, ...] = ()

    def column(self, key: str) -> Column:
        """The column with this key."""
        return next(column for column in self.columns if column.key == key)

    def says(self) -> Iterator[Say]:
        """Every text in its description."""
        yield from (self.say, self.about)
        for column in self.columns:
            yield from (column.say, *(value.say for value in column.values))
        yield from (row.say for row in self.rows)


# ---- values


def value_of(table: Table, row: Mapping[str, str], key: str) -> str:
    """The value of a row in a column."""
    return row[key] if key in row else table.column(key).default


def refs_of(text: str) -> list[str]:
    """The row keys in a value of kind `refs`."""
    return text.split()


def counts_of(text: str) -> dict[str, int]:
    """The numbers in a value of kind `counts`."""
    pairs = (part.split("*") for part in text.split())
    return {key: int(n) for key, n in pairs}


def points_of(text: str) -> list[tuple[int, int]]:
    """The points in a value of kind `point` or `outline`."""
    pairs = (part.split(",") for part in text.split())
    return [(int(x), int(y)) for x, y in pairs]


def write_counts(counts: Mapping[str, int]) -> str:
    """Numbers as a value of kind `counts`."""
    return " ".join(f"{key}*{n}" for key, n in counts.items())


def write_points(points: list[tuple[int, int]]) -> str:
    """Points as a value of kind `outline`."""
    return " ".join(f"{x},{y}" for x, y in points)


def name_of(tables: Sequence[Table], table: Table, rows: Mapping[str, Rows], key: str) -> str | Say:
    """What a row is called on the page: its name, that of the area it stands on, or its key.

    `rows` are those of all `tables`.
    """
    fixed = next((row.say for row in table.rows if row.key == key), None)
    if fixed is not None:
        return fixed
    row = rows.get(table.key, {}).get(key, {})
    if table.stands:
        on = next(other for other in tables if other.key == table.column(table.stands).of)
        return name_of(tables, on, rows, value_of(table, row, table.stands)) or key
    names = (value_of(table, row, column) for column in table.names)
    return " ".join(dict.fromkeys(filter(None, names))) or key


# ---- what fits

KEPT: Final = ("number", "counts")
"""Kinds of values that a draft keeps as they were typed, whether they fit or not."""


def nearest(column: Column, text: str) -> str:
    """The value of a kind in KEPT that fits and is nearest to a text, or the usual one."""
    if column.kind == "number" and re.fullmatch(_NUMBER, text):
        return str(min(column.high, max(column.low, int(text))))
    return column.default


def is_key(text: str) -> bool:
    """True if a row can have this key."""
    return bool(_REF.fullmatch(text))


def fits(column: Column, text: str) -> bool:
    """True if a text is a value of the column."""
    return _FITS[column.kind](column, text)


def expected_in(column: Column) -> Say:
    """What a column takes, in words."""
    if column.kind == "choice":
        keys = ", ".join(value.key for value in column.values if value.key)
        return Say("file.one_of", {"values": quoted(keys)})
    if column.kind == "text":
        return Say("file.length", {"n": column.most})
    return Say(f"file.value.{column.kind}", {"low": column.low, "high": column.high})


def _is_text(column: Column, text: str) -> bool:
    return len(text) <= column.most and text.isprintable()


def _is_number(column: Column, text: str) -> bool:
    if not text:
        return column.blank
    return bool(re.fullmatch(_NUMBER, text)) and _is_within(column, int(text))


def _is_within(column: Column, *numbers: int) -> bool:
    return all(column.low <= number <= column.high for number in numbers)


def _is_choice(column: Column, text: str) -> bool:
    return any(value.key == text for value in column.values)


def _is_flag(column: Column, text: str) -> bool:  # noqa: ARG001 - like the others
    return text in ("", YES)


def _is_ref(column: Column, text: str) -> bool:  # noqa: ARG001 - like the others
    return not text or bool(_REF.fullmatch(text))


def _is_refs(column: Column, text: str) -> bool:  # noqa: ARG001 - like the others
    parts = text.split()
    return len(parts) <= REFS and all(map(_REF.fullmatch, parts))


def _is_counts(column: Column, text: str) -> bool:
    found = [_COUNT.fullmatch(part) for part in text.split()]
    if len(found) > REFS:
        return False
    counts = {one[1]: int(one[2]) for one in found if one}
    return len(counts) == len(found) and _is_within(column, *counts.values())


def _is_point(column: Column, text: str) -> bool:
    return len(text.split()) == 1 and _are_points(column, text)


def _is_outline(column: Column, text: str) -> bool:
    return len(text.split()) <= column.most and _are_points(column, text)


def _are_points(column: Column, text: str) -> bool:
    found = [_POINT.fullmatch(part) for part in text.split()]
    return all(one and _is_within(column, int(one[1]), int(one[2])) for one in found)


_FITS: Final[Mapping[Kind, Callable[[Column, str], bool]]] = {
    "text": _is_text, "number": _is_number, "choice": _is_choice, "flag": _is_flag,
    "ref": _is_ref, "refs": _is_refs, "counts": _is_counts, "point": _is_point,
    "outline": _is_outline,
}  # fmt: skip
