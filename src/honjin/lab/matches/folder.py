"""The folder of a series: its question, and every game as one line, durable before it counts.

    manifest.json    the question (`lab.matches.question`)
    games.jsonl      one line per game: its record and its match (`lab.matches.playing`)
    score.png .svg   the plot

Each line is durable before the game is reported (`lab.lines`).
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from honjin.lab.errors import WrongFolder
from honjin.lab.lines import LOCK, Journal, Lines, is_fresh, write_json
from honjin.lab.matches.playing import Match, read_line
from honjin.lab.matches.question import Question, Questions

MANIFEST: Final = "manifest.json"
GAMES: Final = "games.jsonl"
_HINT: Final = "; earlier games are saved; run the same command again to resume"

Q = TypeVar("Q", Question, Questions)


class Folder(Journal):
    """An open folder: `matches` holds the saved matches, the latest of each seating of a round.

    Raises WrongFolder if it belongs to another question (`other_code` allows other code), and
    OSError or NotKept if it cannot be written.
    """

    def __init__(self, path: Path, question: Question, *, other_code: bool = False) -> None:
        self.path, self._question, self._other_code = path, question, other_code
        check_resumable(path, question, other_code=other_code)
        path.mkdir(parents=True, exist_ok=True)
        super().__init__(Lines(path / GAMES, place=path, hint=_HINT))

    def _begin(self) -> None:
        claim(self.path, self._question, other_code=self._other_code)
        self.matches = {(m.round, m.place): m for m in self._read()}

    def keep(self, line: bytes) -> None:
        """Append one line durably; if that fails, remove the line and raise NotKept."""
        self._lines.add(line)

    def _read(self) -> Iterator[Match]:
        for number, (_, line) in enumerate(self._lines.read(), 1):
            try:
                yield read_line(line)
            except msgspec.MsgspecError as problem:
                where = f"{self.path / GAMES}, line {number}"
                raise WrongFolder(f"{where}: expected a game, {problem}") from None


def claim(path: Path, question: Q, *, other_code: bool = False) -> None:
    """Assign the folder to this question; raises WrongFolder if it belongs to another.

    The caller has the folder locked, so that no two questions are assigned to it.
    """
    check_resumable(path, question, other_code=other_code)
    file = path / MANIFEST
    if not file.exists():
        write_json(file, question)


def check_resumable(path: Path, question: Q, *, other_code: bool = False) -> None:
    """Raise WrongFolder if the folder belongs to another question; nothing is written."""
    file = path / MANIFEST
    if not file.exists():
        if path.exists() and not all(map(_is_nothing, path.iterdir())):
            raise WrongFolder(f"{path} holds something else; expected an empty folder")
        return
    found = _differences(file, question, {"code"} if other_code else ())
    if found:
        raise WrongFolder(f"{path} belongs to another question: there {'; '.join(found)}")


def _is_nothing(file: Path) -> bool:
    """True for what may be left where a folder was begun."""
    return is_fresh(file) or (file.name in (GAMES, LOCK) and file.stat().st_size == 0)


def _differences(file: Path, question: Q, but: Container[str]) -> list[str]:
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=type(question))
    except msgspec.MsgspecError as problem:
        raise WrongFolder(f"{file} is not the question of {question.asked_by}: {problem}") from None
    return kept.differences(question, but)
