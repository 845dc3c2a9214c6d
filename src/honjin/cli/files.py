"""Reading a FILE argument: a record, or a game exported from the site."""

from __future__ import annotations

from pathlib import Path

from honjin.core.errors import Unreadable
from honjin.core.play import Play, replay
from honjin.core.record import read_record
from honjin.games import load


def read_text(file: Path, expected: str = "a Honjin record in JSON") -> str:
    """The text of a file; Unreadable, which says what was expected, when it is not text."""
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        raise Unreadable(f"expected {expected} in {file}, got a file that is not text") from None


def read_game(file: Path) -> Play:
    """The game in a file, replayed to its last entry."""
    record = read_record(read_text(file))
    return replay(load(record.game), record)
