"""The folder of a series: its question, and every game as one line, durable before it counts.

    manifest.json    the question (`lab.matches.question`)
    games.jsonl      one line per game: its record and its match (`lab.matches.playing`)
    score.png .svg   the plot

A line is written, flushed and synced before the game is reported. An incomplete line (after a power
cut or a full disk) is removed when the folder is opened again.
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
    """An open folder: `matches` holds the saved matches, the latest of each seating of a round.

    Raises WrongFolder if it belongs to another question (`other_code` allows other code), and
    OSError or NotKept if it cannot be written.
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
        """Append one line durably; if that fails, remove the line and raise NotKept."""
        try:
            _write_all(self._file, line)
            os.fsync(self._file)
        except OSError as problem:
            with suppress(OSError):  # a partial line is removed when the folder is opened again
                self._cut_off()
            raise NotKept(
                f"cannot write {self.path / GAMES}: {problem.strerror}; "
                "earlier games are saved; run the same command again to resume"
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
        """Truncate the file to its last complete line."""
        if os.fstat(self._file).st_size > self._end:
            os.ftruncate(self._file, self._end)
        os.lseek(self._file, self._end, os.SEEK_SET)


def must_fit(path: Path, question: Q, *, other_code: bool = False) -> None:
    """Assign the folder to this question; raises WrongFolder if it belongs to another."""
    path.mkdir(parents=True, exist_ok=True)
    file = path / MANIFEST
    if not file.exists():
        if any(other.suffix != _FRESH for other in path.iterdir()):
            raise WrongFolder(f"{path} holds something else; expected an empty folder")
        write_whole(file, msgspec.json.format(msgspec.json.encode(question)) + b"\n")
        return
    found = _differences(file, question, {"code"} if other_code else ())
    if found:
        raise WrongFolder(f"{path} belongs to another question: there {'; '.join(found)}")


def _differences(file: Path, question: Q, but: Container[str]) -> list[str]:
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=type(question))
    except msgspec.MsgspecError as problem:
        raise WrongFolder(f"{file} is not the question of {question.asked_by}: {problem}") from None
    return kept.differences(question, but)


def _write_all(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]


def write_whole(file: Path, data: bytes) -> None:
    """Write a file atomically."""
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
    """Sync a folder, where the system can open folders."""
    if os.name == "posix":
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def lock(file: int, path: Path) -> None:
    """Lock a folder for one arena at a time, where the system supports it."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise WrongFolder(f"{path} is in use by another arena") from None
