"""Syntax trees of sources."""

import ast
import threading
from pathlib import Path
from typing import Final

_parsing: Final = threading.Lock()


def parsed(source: str | bytes, path: Path | None = None) -> ast.Module:
    """The syntax tree of a source; one thread at a time, as two at once can fail (Python 3.11)."""
    with _parsing:
        return ast.parse(source, "<source>" if path is None else str(path))
