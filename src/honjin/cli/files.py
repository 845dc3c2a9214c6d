"""Reading a FILE argument: a record, or a game exported from the site."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from honjin.cli.show import own_words
from honjin.core.errors import HonjinError, Unreadable
from honjin.core.play import Play, replay
from honjin.core.record import read_record
from honjin.core.words import Say, speak
from honjin.games import load


def read_text(file: Path, expected: str = "a Honjin record in JSON") -> str:
    """The text of a file; Unreadable, which says what was expected, when it is not text."""
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError:
        raise Unreadable(f"expected {expected} in {file}, got a file that is not text") from None


Line = Annotated[
    int | None,
    typer.Option(help="Line of a file with a game on each, as an arena's games.jsonl.", min=1),
]


def read_game(file: Path, line: int | None = None, language: str = "en") -> Play:
    """The game in a file, or on one of its lines, counted from 1; replayed to its last entry.

    Where it cannot be read, the reason is known in English only.
    """
    try:
        return _read_game(file, line)
    except HonjinError as problem:
        if language == "en":
            raise
        said = Say("cli.bad_record", {"file": str(file), "why": str(problem)})
        raise Unreadable(speak(own_words(), said, language)) from None


def _read_game(file: Path, line: int | None) -> Play:
    text = read_text(file)
    lines = text.removesuffix("\n").split("\n")
    if line is None:
        if file.suffix == ".jsonl" and len(lines) > 1:
            raise Unreadable(f"{file} has {len(lines):,} lines: choose a game with --line")
    elif line > len(lines):
        raise Unreadable(f"expected --line from 1 to {len(lines):,}, got {line}")
    else:
        text = lines[line - 1]
    record = read_record(text)
    return replay(load(record.game), record)
