"""Reading a FILE argument: a record, a game exported from the site, or a file of several games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Final

import msgspec

from honjin.cli.show import own_words
from honjin.core.errors import Flaw, HonjinError, Unreadable
from honjin.core.play import Play, replay
from honjin.core.reading import text as reading
from honjin.core.reading.bounds import MAX_RECORD
from honjin.core.reading.files import told
from honjin.core.record import read_record
from honjin.core.words import Say, speak
from honjin.games import load

RECORD: Final = "a Honjin record in JSON"


def read_text(file: Path, expected: str, most: int) -> str:
    """The text of a file of at most `most` bytes; Unreadable says what was expected."""
    try:
        return reading.read_text(file, most)
    except Flaw as flaw:
        raise _unreadable(file, expected, flaw) from None


def _unreadable(file: Path, expected: str, flaw: Flaw) -> Unreadable:
    return Unreadable(f"expected {expected} in {file}: {told(flaw.say)}")


# ---- records


def read_game(file: Path, line: int | None = None, language: str = "en") -> Play:
    """The game in a file, or on one of its lines, counted from 1; replayed to its last entry.

    Where the record itself cannot be read, the reason is known in English only.
    """
    try:
        record = read_record(_record_text(file, line))
        return replay(load(record.game), record)
    except Flaw as flaw:
        if language == "en":
            raise _unreadable(file, RECORD, flaw) from None
        why = told(flaw.say, language)
    except HonjinError as problem:
        if language == "en":
            raise
        why = str(problem)
    said = Say("cli.bad_record", {"file": str(file), "why": why})
    raise Unreadable(speak(own_words(), said, language)) from None


def record_text(file: Path, line: int | None = None) -> str:
    """The text of the record in a file, or on one of its lines, counted from 1."""
    try:
        return _record_text(file, line)
    except Flaw as flaw:
        raise _unreadable(file, RECORD, flaw) from None


def _record_text(file: Path, line: int | None) -> str:
    if file.is_dir():
        raise Flaw(Say("file.folder"))
    with file.open("rb") as data:
        head = data.read(MAX_RECORD + 1)
        if len(head) > MAX_RECORD:
            lines = chain((head + data.readline(MAX_RECORD)).splitlines(), _rest(data))
            return _chosen(file, lines, line) or _too_large(data)
    text = reading.decoded(head)
    if not text.strip():
        raise Flaw(Say("file.empty"))
    return _chosen(file, iter(head.splitlines()), line) or text


def _rest(data: IO[bytes]) -> Iterator[bytes]:
    while part := data.readline(MAX_RECORD + 2):
        yield from part.splitlines()


def _too_large(data: IO[bytes]) -> str:
    raise reading.too_large(data, MAX_RECORD)


def _chosen(file: Path, lines: Iterator[bytes], wanted: int | None) -> str:
    """The text of the wanted line; empty if none is wanted and the file holds one game only."""
    count = games = 0
    for count, line in enumerate(lines, 1):
        if count == 1 and not _is_whole(line) and wanted is None:
            return ""
        if count == wanted:
            return _line(line, count)
        games += bool(line.strip())
    if wanted is not None:
        raise Unreadable(f"expected --line from 1 to {count:,}, got {wanted}")
    if games > 1:
        raise Unreadable(f"{file} has {count:,} lines: choose a game with --line")
    return ""


def _line(line: bytes, number: int) -> str:
    if not line.strip():
        raise Flaw(Say("file.no_game", {"line": number}))
    if len(line) > MAX_RECORD:
        raise Flaw(Say("file.long_line", {"line": number, "most": f"{MAX_RECORD:,}"}))
    return reading.decoded(line, number)


def _is_whole(line: bytes) -> bool:
    """True if a first line is a document of its own, as in a file with a game on each."""
    try:
        msgspec.json.decode(reading.decoded(line), type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, RecursionError):
        return False
    return True
