"""Syntax trees of sources, and sources with some expressions converted."""

import ast
import threading
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final

_parsing: Final = threading.Lock()


def parsed(source: str | bytes, path: Path | None = None) -> ast.Module:
    """The syntax tree of a source; one thread at a time, as two at once can fail (Python 3.11)."""
    with _parsing:
        return ast.parse(source, "<source>" if path is None else str(path))


def converted(text: str, found: Iterable[ast.expr], kind: str) -> str:
    """A text in which these expressions of it are arguments of a call of `kind`."""
    lines = [line.encode() for line in text.split("\n")]
    marks = chain.from_iterable(_marks(one, kind) for one in found)
    for row, column, mark in sorted(marks, reverse=True):
        line = lines[row - 1]
        lines[row - 1] = line[:column] + mark + line[column:]
    return b"\n".join(lines).decode()


def _marks(found: ast.expr, kind: str) -> Iterator[tuple[int, int, bytes]]:
    """What to insert around an expression, and where: a line, counted from 1, and a byte of it."""
    assert found.end_lineno is not None
    assert found.end_col_offset is not None
    yield found.lineno, found.col_offset, f"{kind}(".encode()
    yield found.end_lineno, found.end_col_offset, b")"
