"""Files of lines that only grow: the journals of series, experiments and searches.

A line is written, flushed and synced before the game counts. An incomplete line (after a power cut
or a full disk) is removed when the file is opened again.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from honjin.lab.errors import NotKept, WrongFolder

_FRESH: Final = ".new"
LOCK: Final = ".lock"


class Lines:
    """A file that is open for one process; it is made if there is none.

    `place` is what messages call in use, `hint` what they advise when a line cannot be written.
    Raises WrongFolder if another process has it open, OSError if it cannot be opened.
    """

    def __init__(self, file: Path, *, place: Path | None = None, hint: str = "") -> None:
        self.file, self._hint, self._end = file, hint, 0
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        self._handle = os.open(file, flags, 0o644)
        try:
            _lock(self._handle, place or file)
        except BaseException:
            self.close()
            raise

    def read(self) -> Iterator[tuple[int, bytes]]:
        """The whole lines and where each begins; once all are read, what follows is removed."""
        self._end = 0
        os.lseek(self._handle, 0, os.SEEK_SET)
        with open(self._handle, "rb", closefd=False) as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                start, self._end = self._end, self._end + len(line)
                yield start, line
        self._cut_off()

    def add(self, line: bytes) -> int:
        """Append one line durably, and return where it begins.

        If that fails, the line is removed and NotKept is raised.
        """
        start = self._end
        try:
            os.lseek(self._handle, start, os.SEEK_SET)
            _write_all(self._handle, line)
            os.fsync(self._handle)
        except OSError as problem:
            with suppress(OSError):  # a partial line is removed when the file is opened again
                self._cut_off()
            raise NotKept(f"cannot write {self.file}: {problem.strerror}{self._hint}") from problem
        self._end += len(line)
        return start

    def at(self, start: int, size: int) -> bytes:
        """The line of a size that begins somewhere."""
        os.lseek(self._handle, start, os.SEEK_SET)
        data = b""
        while len(data) < size and (part := os.read(self._handle, size - len(data))):
            data += part
        return data

    def close(self) -> None:
        """Close the file, and let others have it."""
        os.close(self._handle)

    def _cut_off(self) -> None:
        """Truncate the file to its last complete line."""
        if os.fstat(self._handle).st_size > self._end:
            os.ftruncate(self._handle, self._end)


class Journal(ABC):
    """A file of lines that is read when it is opened; leaving the `with` block closes it."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        try:
            self._begin()
        except BaseException:
            lines.close()
            raise

    @abstractmethod
    def _begin(self) -> None:
        """Read what is there."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> None:  # fmt: skip
        self._lines.close()


def check_same(place: Path, what: str, pairs: Mapping[str, tuple[object, object]]) -> None:
    """Raise WrongFolder if a place belongs to another of its kind; pairs are theirs and ours."""
    differing = [name for name, (theirs, ours) in pairs.items() if theirs != ours]
    if differing:
        raise WrongFolder(f"{place} belongs to another {what}: {', '.join(differing)} differ")


def _write_all(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]


def _lock(file: int, place: Path) -> None:
    """Lock a file for one process at a time, where the system supports it."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise WrongFolder(f"{place} is in use by another process") from None


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Have a folder for one process inside the `with` block; it is made if there is none.

    A folder that was made and in which nothing was kept is removed again. Raises WrongFolder if
    another process has it, NotKept if nothing can be written there.
    """
    is_new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as problem:
        raise NotKept(f"cannot write to the folder {folder}: {problem.strerror}") from problem
    try:
        _lock(handle, folder)
        try:
            yield
        finally:
            if is_new:
                _leave_nothing(folder)
    finally:
        os.close(handle)


def _leave_nothing(folder: Path) -> None:
    """Remove a folder that has nothing but its lock."""
    with suppress(OSError):
        if [file.name for file in folder.iterdir()] == [LOCK]:
            (folder / LOCK).unlink()
            folder.rmdir()


def is_fresh(file: Path) -> bool:
    """True for what `write_whole` leaves if it is interrupted."""
    return file.suffix == _FRESH


def write_whole(file: Path, data: bytes) -> None:
    """Write a file atomically."""
    fresh = file.with_suffix(_FRESH)
    try:
        with fresh.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        _put(fresh, file)
    except OSError as problem:
        fresh.unlink(missing_ok=True)
        raise NotKept(f"cannot write {file}: {problem.strerror}") from problem


def write_json(file: Path, thing: object) -> None:
    """Write a file atomically: the thing as JSON that people can read."""
    write_whole(file, msgspec.json.format(msgspec.json.encode(thing)) + b"\n")


@contextmanager
def written_whole(file: Path, fresh: Path) -> Iterator[None]:
    """Write `fresh` inside the `with` block; then it gets the name of `file`, durably.

    What an error leaves of it is removed: a full disk needs the room.
    """
    try:
        yield
        put_durably(fresh, file)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise


def put_durably(fresh: Path, file: Path) -> None:
    """Give a finished file its name, once it is on the disk; raises OSError."""
    handle = os.open(fresh, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    _put(fresh, file)


def _put(fresh: Path, file: Path) -> None:
    fresh.replace(file)
    _sync_folder(file.parent)


def _sync_folder(path: Path) -> None:
    """Sync a folder, where the system can open folders."""
    if os.name == "posix":
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
