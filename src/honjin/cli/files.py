"""Reading what a command is given as FILE: a record, or a game exported by the site."""

from __future__ import annotations

from pathlib import Path

from honjin.core.errors import Unreadable
from honjin.core.play import Play, replay
from honjin.core.record import read_record
from honjin.games import load


def read_text(file: Path) -> str:
    """The text of a file; Unreadable when it is not text."""
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        raise Unreadable(f"expected a Honjin record in JSON in {file}, got no text") from None


def read_game(file: Path) -> Play:
    """The game that a file holds, played to its last entry."""
    record = read_record(read_text(file))
    return replay(load(record.game), record)
