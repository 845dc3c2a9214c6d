"""The folder of a series: its question, and every game as one line, durable before it counts.

    manifest.json    the question (`lab.question`)
    games.jsonl      a line a game: its record, and the match beside it (`lab.playing`)
    score.png .svg   the plot

A line is written, flushed and synced before anybody is told of the game. A line that was cut off
(the power went, the disk was full) is cut away when the folder is opened again.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, TypeVar

import msgspec

from honjin.lab.errors import NotKept, WrongFolder
from honjin.lab.matches.playing import Match, read_line
from honjin.lab.matches.question import Question, Questions

MANIFEST: Final = "manifest.json"
GAMES: Final = "games.jsonl"
_FRESH: Final = ".new"

Q = TypeVar("Q", Question, Questions)


class Folder:
    """An open folder: `matches` holds what was kept before, the latest of each place of a round.

    WrongFolder when it is not this question's, `other_code` letting the code differ; OSError or
    NotKept when it cannot be written.
    """

    def __init__(self, path: Path, question: Question, *, other_code: bool = False) -> None:
        self.path = path
        must_fit(path, question, other_code=other_code)
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        self._file = os.open(path / GAMES, flags, 0o644)
        try:
            lock(self._file, path)
            self.matches = {(m.round, m.place): m for m in self._read()}
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Folder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> None:  # fmt: skip
        os.close(self._file)

    def keep(self, line: bytes) -> None:
        """Write one line to the end, durably; NotKept when that fails, and the line is gone."""
        try:
            _write_all(self._file, line)
            os.fsync(self._file)
        except OSError as problem:
            with suppress(OSError):  # what stays of the line is cut when the folder is opened again
                self._cut_off()
            raise NotKept(
                f"cannot write {self.path / GAMES}: {problem.strerror}; "
                "the games before are kept, and the same command goes on from there"
            ) from problem
        self._end += len(line)

    # ---- opening

    def _read(self) -> Iterator[Match]:
        self._end = 0
        with open(self._file, "rb", closefd=False) as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break
                try:
                    yield read_line(line)
                except msgspec.MsgspecError as problem:
                    where = f"{self.path / GAMES}, line {number}"
                    raise WrongFolder(f"{where}: expected a game, {problem}") from None
                self._end += len(line)
        self._cut_off()

    def _cut_off(self) -> None:
        """Back to the end of the last whole line."""
        if os.fstat(self._file).st_size > self._end:
            os.ftruncate(self._file, self._end)
        os.lseek(self._file, self._end, os.SEEK_SET)


def must_fit(path: Path, question: Q, *, other_code: bool = False) -> None:
    """Make the folder this question's; WrongFolder when it is another's."""
    path.mkdir(parents=True, exist_ok=True)
    file = path / MANIFEST
    if not file.exists():
        if any(other.suffix != _FRESH for other in path.iterdir()):
            raise WrongFolder(f"{path} holds something else; expected an empty folder")
        write_whole(file, msgspec.json.format(msgspec.json.encode(question)) + b"\n")
        return
    found = _differences(file, question, {"code"} if other_code else ())
    if found:
        raise WrongFolder(f"{path} holds another question: there {'; '.join(found)}")


def _differences(file: Path, question: Q, but: Container[str]) -> list[str]:
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=type(question))
    except msgspec.MsgspecError as problem:
        raise WrongFolder(f"{file} holds no question of {question.asked_by}: {problem}") from None
    return kept.differences(question, but)


def _write_all(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]


def write_whole(file: Path, data: bytes) -> None:
    """A file that is there whole or not at all."""
    fresh = file.with_suffix(_FRESH)
    try:
        with fresh.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(file)
        _sync_folder(file.parent)
    except OSError as problem:
        fresh.unlink(missing_ok=True)
        raise NotKept(f"cannot write {file}: {problem.strerror}") from problem


def _sync_folder(path: Path) -> None:
    """Make the names in a folder durable, where folders can be opened."""
    if os.name == "posix":
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def lock(file: int, path: Path) -> None:
    """One arena at a time in a folder, where the system can tell."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise WrongFolder(f"{path} is in use by another arena") from None
