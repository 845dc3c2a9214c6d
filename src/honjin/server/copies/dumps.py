r"""Reading the rows of a dump in the form that PostgreSQL's COPY writes.

    COPY public.tables (id, game, bots) FROM stdin;
    k3v…	rokumon	f
    \.

Columns are separated by tabs, \N is NULL, and \t, \n, \\ and the like stand for themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from honjin.server.copies.archive import BadCopy

_NAME: Final = r'(?:"(?:[^"]|"")+"|[^\s".,()]+)'
_HEAD: Final = re.compile(rf"COPY (?:public\.)?(\S+?) (?:\(({_NAME}(?:, {_NAME})*)\) )?FROM stdin;")
_ENCODING: Final = re.compile(r"SET client_encoding = '(.*)';")
_ESCAPED: Final = re.compile(rb"\\(.)", re.DOTALL)
_MEANT: Final = {b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}

Read = Callable[[bytes], Any]


class Section(NamedTuple):
    """The rows of one table; they have to be read before the next one's."""

    table: str
    columns: list[str]
    rows: Iterator[list[bytes | None]]


def sections_of(lines: Iterable[bytes]) -> Iterator[Section]:
    """The tables of a dump, in its order; BadCopy if it is cut off or not in UTF-8."""
    source = iter(lines)
    for line in source:
        text = line.decode("utf-8", "replace").rstrip("\n")
        if (encoding := _ENCODING.fullmatch(text)) and encoding[1] != "UTF8":
            raise BadCopy(f"expected a backup of a database in UTF8, got {encoding[1]}")
        if head := _HEAD.fullmatch(text):
            yield Section(_plain(head[1]), _names(head[2] or ""), _rows(source))


def _names(text: str) -> list[str]:
    return [_plain(name) for name in re.findall(_NAME, text)]


def _plain(name: str) -> str:
    return name[1:-1].replace('""', '"') if name.startswith('"') else name


def _rows(source: Iterator[bytes]) -> Iterator[list[bytes | None]]:
    for line in source:
        if line == b"\\.\n":
            return
        yield [_field(text) for text in line[:-1].split(b"\t")]
    raise BadCopy("the backup ends within a table")


def _field(text: bytes) -> bytes | None:
    if b"\\" not in text:
        return text
    if text == b"\\N":
        return None
    return _ESCAPED.sub(lambda found: _MEANT.get(found[1], found[1]), text)


def reader_of(column: sa.Column[Any]) -> Read:
    """Reads the text of a value of this column."""
    kind = column.type
    for known, read in _READERS:
        if isinstance(kind, known):
            return read
    raise BadCopy(f"{column.table.name}.{column.name} has a type that cannot be carried: {kind}")


def _boolean(text: bytes) -> bool:
    return {b"t": True, b"f": False}[text]


_READERS: Final[tuple[tuple[type[sa.types.TypeEngine[Any]], Read], ...]] = (
    (sa.Boolean, _boolean),
    (sa.Integer, int),
    (sa.Float, float),
    (sa.String, bytes.decode),
    (sa.LargeBinary, lambda text: bytes.fromhex(text[2:].decode())),
)
