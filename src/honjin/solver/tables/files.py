"""Tables on disk: one file each, whole and proved by its checksum, or not believed.

A file is a page of JSON (`Head`), the numbers of the families, their sizes, and a byte for each
position. While a table is solved it is called `.part`, and a mark beside it says how far it is.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from honjin.core.errors import HonjinError
from honjin.solver.retrograde.graph import Graph, Ints

PAGE: Final = 4096
FORM: Final = "honjin table 1"
SPARE: Final = 64 << 20
"""So many bytes of a disk are left free."""


class Damaged(HonjinError):
    """A table that is not what was written: damaged, truncated, or of other rules."""


class NoRoom(HonjinError):
    """A disk on which a table does not fit."""


class Head(msgspec.Struct, frozen=True):
    """The first page of a file. Numbers and sizes of families follow, then `positions` bytes.

    Where every family has one position, the sizes are left out.
    """

    form: str
    game: str
    rules: int
    key: str
    families: int
    number_bytes: int
    positions: int
    longest: int  # the longest distance in plies
    checksum: str  # of all that follows this page

    @property
    def offset(self) -> int:
        """Where the bytes of the positions begin."""
        return PAGE + self.families * (self.number_bytes + self.size_bytes)

    @property
    def size_bytes(self) -> int:
        """How many bytes tell the size of a family."""
        return 0 if self.families == self.positions else 2

    @property
    def length(self) -> int:
        """How long the file is."""
        return self.offset + self.positions


class Mark(msgspec.Struct, frozen=True):
    """How far a table is that is being solved."""

    rules: int
    positions: int
    depth: int


def table_path(folder: Path, game: str, key: str) -> Path:
    """Where a table lies."""
    return folder / game / f"{key}.table"


# ---- reading


class Table:
    """A table that was read and proved; `bytes` is mapped into memory."""

    def __init__(self, path: Path, head: Head) -> None:
        self.path, self.head = path, head
        kind = np.dtype(f"u{head.number_bytes}")
        end = PAGE + head.families * head.number_bytes
        # A plain array over the mapping: compiled loops and slices know no memmap.
        whole = np.memmap(path, np.uint8, "r").view(np.ndarray)
        self.numbers: Ints = whole[PAGE:end].view(kind)
        self.first: Ints = np.arange(head.families + 1, dtype=np.int64)
        if head.size_bytes:
            np.cumsum(whole[end : head.offset].view(np.uint16), out=self.first[1:])
        self.bytes: Ints = whole[head.offset :]

    def place(self, family: int, member: int) -> int:
        """Which position this is, -1 when it is none of the table."""
        found = int(np.searchsorted(self.numbers, family))
        if found == len(self.numbers) or int(self.numbers[found]) != family:
            return -1
        place = int(self.first[found]) + member
        return place if place < int(self.first[found + 1]) else -1


def open_table(path: Path, game: str, rules: int) -> Table:
    """Read a table and prove it; FileNotFoundError when there is none, Damaged when it lies."""
    head = _read_head(path)
    if (head.game, head.rules) != (game, rules):
        raise Damaged(
            f"{path}: expected a table of {game} under rules {rules}, "
            f"got {head.game} under rules {head.rules}"
        )
    length = path.stat().st_size
    if length != head.length:
        raise Damaged(f"{path}: expected {head.length:,} bytes, got {length:,}; solve it again")
    if checksum(path) != head.checksum:
        raise Damaged(f"{path}: what it holds is not what was written; solve it again")
    return Table(path, head)


def _read_head(path: Path) -> Head:
    with path.open("rb") as file:
        page = file.read(PAGE)
    try:
        head = msgspec.json.decode(page.rstrip(b"\0\n "), type=Head)
    except msgspec.MsgspecError:
        raise Damaged(f"{path}: expected a table, got a file without its first page") from None
    if head.form != FORM:
        raise Damaged(f"{path}: expected {FORM!r}, got {head.form!r}")
    return head


def checksum(path: Path) -> str:
    """The checksum of all that follows the first page."""
    told = hashlib.blake2b(digest_size=16)
    with path.open("rb") as file:
        file.seek(PAGE)
        while piece := file.read(1 << 20):
            told.update(piece)
    return told.hexdigest()


# ---- writing


class Draft:
    """A table while it is solved: it can be broken off at any time and taken up again."""

    def __init__(self, path: Path, game: str, rules: int, graph: Graph) -> None:
        self.path, self.part = path, path.with_suffix(".part")
        self.mark_path = path.with_suffix(".mark")
        kind = np.dtype(np.uint32 if int(graph.numbers[-1]) < 1 << 32 else np.uint64)
        self.head = Head(
            FORM, game, rules, path.stem, graph.families, kind.itemsize, graph.positions, 0, ""
        )
        self.depth = self._take_up()
        self._whole = np.memmap(self.part, np.uint8, "r+")
        self.bytes: Ints = self._whole.view(np.ndarray)[self.head.offset :]
        index = graph.numbers.astype(kind).tobytes()
        if self.head.size_bytes:
            index += graph.sizes.astype(np.uint16).tobytes()
        if self._whole[PAGE : self.head.offset].tobytes() != index:
            self.depth = 0
        if self.depth == 0:
            self._whole[:] = 0
            self._whole[PAGE : self.head.offset] = np.frombuffer(index, np.uint8)

    def _take_up(self) -> int:
        """The depth that was reached before; makes room for the file otherwise."""
        mark = self._read_mark()
        fits = self.part.exists() and self.part.stat().st_size == self.head.length
        if mark and fits and (mark.rules, mark.positions) == (self.head.rules, self.head.positions):
            return mark.depth
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.forget()
        make_room(self.part, self.head.length)
        return 0

    def _read_mark(self) -> Mark | None:
        try:
            return msgspec.json.decode(self.mark_path.read_bytes(), type=Mark)
        except (FileNotFoundError, msgspec.MsgspecError):
            return None

    def keep(self, depth: int) -> None:
        """Make sure of what is decided in up to `depth` plies."""
        self._whole.flush()
        mark = Mark(self.head.rules, self.head.positions, depth)
        write_whole(self.mark_path, msgspec.json.encode(mark))

    def finish(self, longest: int) -> Head:
        """Prove the table and give it its name."""
        self._whole.flush()
        head = msgspec.structs.replace(self.head, longest=longest, checksum=checksum(self.part))
        page = msgspec.json.encode(head).ljust(PAGE - 1) + b"\n"
        self._whole[:PAGE] = np.frombuffer(page, np.uint8)
        self._whole.flush()
        with self.part.open("rb+") as file:
            os.fsync(file.fileno())
        self.part.replace(self.path)
        self.mark_path.unlink(missing_ok=True)
        return head

    def forget(self) -> None:
        """Remove what is left of an attempt."""
        self.part.unlink(missing_ok=True)
        self.mark_path.unlink(missing_ok=True)


def make_room(path: Path, length: int) -> None:
    """Make a file of zeros; NoRoom when the disk cannot hold it.

    Bytes that are promised now cannot be missing when something is written to them.
    """
    free, needed = shutil.disk_usage(path.parent).free, length + SPARE
    if free < needed:
        raise NoRoom(f"{path}: expected {needed:,} bytes of free disk, got {free:,}")
    with path.open("wb") as file:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file.fileno(), 0, length)
        else:
            file.truncate(length)


def write_whole(path: Path, content: bytes) -> None:
    """Put a small file in place, whole or not at all."""
    fresh = path.with_suffix(path.suffix + ".new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
