"""The games of a search, one line each in the order of the search, so that it can be resumed."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from honjin.lab.errors import BadReport, NotKept
from honjin.lab.lines import Journal, Lines, check_same
from honjin.lab.tuning.plan import Search
from honjin.lab.tuning.space import Point

FORMAT: Final = 1


class TuningHead(msgspec.Struct, frozen=True):
    """The first line: the search, the meaning of the levels, and the code that played."""

    search: Search
    rules: int
    means: tuple[str, ...]
    code: str
    version: str
    honjin_tuning: int = FORMAT


class Line(msgspec.Struct, frozen=True):
    """A game: its step of the search, the choice, its number, and each seat's return."""

    step: int
    point: Point
    round: int
    returns: tuple[int, ...]


_line = msgspec.json.Decoder(Line)


class SearchJournal(Journal):
    """The open file of a search; `lines` are those saved before.

    Raises WrongFolder if it belongs to another search or another process runs it, NotKept if it
    cannot be written. The number of games and the tolerance may differ.
    """

    def __init__(self, file: Path, head: TuningHead, *, other_code: bool = False) -> None:
        self._file, self._head, self._other_code = file, head, other_code
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            lines = Lines(file)
        except OSError as problem:
            raise NotKept(f"cannot write {file}: {problem.strerror}") from problem
        super().__init__(lines)

    def _begin(self) -> None:
        whole = [line for _, line in self._lines.read()]
        if whole:
            _check(self._file, whole[0], self._head, other_code=self._other_code)
        else:
            self._lines.add(msgspec.json.encode(self._head) + b"\n")
        self.lines: list[Line] = [_read(self._file, Line, line) for line in whole[1:]]

    def keep(self, line: Line) -> None:
        """Save a game."""
        self._lines.add(msgspec.json.encode(line) + b"\n")


def check_resumable(file: Path, head: TuningHead, *, other_code: bool = False) -> None:
    """Raise WrongFolder if a file is the journal of another search; nothing is written."""
    try:
        with file.open("rb") as kept:
            line = kept.readline()
    except FileNotFoundError:
        return
    if line.endswith(b"\n"):
        _check(file, line, head, other_code=other_code)


def read_lines(file: Path) -> list[Line]:
    """The games saved so far, while others may be added; none if there is no file."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return []
    whole = [line for line in data.splitlines(keepends=True) if line.endswith(b"\n")]
    return [_read(file, Line, line) for line in whole[1:]]


def _read(file: Path, kind: Any, line: bytes) -> Any:
    try:
        return _line.decode(line) if kind is Line else msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeError) as problem:
        raise BadReport(f"{file} is not a search: {problem}") from None


def _check(file: Path, line: bytes, head: TuningHead, *, other_code: bool) -> None:
    kept: TuningHead = _read(file, TuningHead, line)
    was, now = kept.search, head.search
    pairs = {
        "format": (kept.honjin_tuning, head.honjin_tuning),
        "game": (was.game, now.game),
        "options": (was.options, now.options),
        "what varies": (was.varied, now.varied),
        "bots": (kept.means, head.means),
        "batch": (was.batch, now.batch),
        "seed": (was.seed, now.seed),
        "rules": (kept.rules, head.rules),
        "code": (kept.code, kept.code if other_code else head.code),
    }
    check_same(file.parent, "search", pairs)
