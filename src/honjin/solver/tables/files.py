"""Tables on disk: one file each, verified by its checksum when read.

A file is a page of JSON (`Head`), the numbers of the families, their sizes, and a byte for each
position. While a table is being solved, its name ends in `.part`, and a mark next to it stores the
progress.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final, TypeVar

import msgspec
import numpy as np

from honjin.core.errors import HonjinError
from honjin.solver.retrograde.graph import Graph, Ints
from honjin.solver.tables.value import MAX_PLIES

PAGE: Final = 4096
FORM: Final = "honjin table 1"
SPARE: Final = 64 << 20
"""The number of bytes left free on a disk."""

PIECE: Final = 1 << 20
BAD_JSON: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What msgspec raises for bytes that are not JSON, not UTF-8, or lists in lists without end."""


class Damaged(HonjinError):
    """A table is damaged, truncated, of another deal or of other rules."""


class NoRoom(HonjinError):
    """The disk has no room for a table."""


class Head(msgspec.Struct, frozen=True):
    """The first page of a file. Numbers and sizes of families follow, then `positions` bytes.

    If every family has one position, the sizes are left out.
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
        """The offset of the bytes of the positions."""
        return PAGE + self.families * (self.number_bytes + self.size_bytes)

    @property
    def size_bytes(self) -> int:
        """The number of bytes that store the size of a family."""
        return 0 if self.families == self.positions else 2

    @property
    def length(self) -> int:
        """The length of the file."""
        return self.offset + self.positions

    @property
    def is_possible(self) -> bool:
        """True if there can be a file with these numbers."""
        return self.number_bytes in (4, 8) and 0 < self.families <= self.positions


class Mark(msgspec.Struct, frozen=True):
    """The progress of a table that is being solved."""

    rules: int
    positions: int
    depth: int


# ---- reading


class Table:
    """A verified table; `bytes` is mapped into memory."""

    def __init__(self, path: Path, head: Head) -> None:
        self.path, self.head = path, head
        kind = np.dtype(f"u{head.number_bytes}")
        end = PAGE + head.families * head.number_bytes
        # A plain array over the mapping: compiled loops do not take a memmap.
        whole = np.memmap(path, np.uint8, "r").view(np.ndarray)
        self.numbers: Ints = whole[PAGE:end].view(kind)
        self.first: Ints = np.arange(head.families + 1, dtype=np.int64)
        if head.size_bytes:
            np.cumsum(whole[end : head.offset].view(np.uint16), out=self.first[1:])
        self.bytes: Ints = whole[head.offset :]

    def place(self, family: int, member: int) -> int:
        """The index of a position; -1 if the table does not contain it."""
        found = int(np.searchsorted(self.numbers, family))
        if found == len(self.numbers) or int(self.numbers[found]) != family:
            return -1
        place = int(self.first[found]) + member
        return place if place < int(self.first[found + 1]) else -1


def open_table(path: Path, game: str, rules: int, key: str) -> Table:
    """Open and verify the table of a key; raises OSError if it cannot be read, or Damaged.

    What the page says is compared with what was asked for and with what follows the page.
    """
    head = _read_head(path)
    if (head.game, head.rules) != (game, rules):
        raise Damaged(
            f"{path}: expected a table of {game} under rules {rules}, "
            f"got {head.game} under rules {head.rules}"
        )
    if head.key != key:
        raise Damaged(f"{path}: expected the table of {key}, got the one of {head.key}")
    length = path.stat().st_size
    if not head.is_possible or length != head.length:
        raise Damaged(f"{path}: expected {head.length:,} bytes, got {length:,}; solve it again")
    if checksum(path) != head.checksum:
        raise Damaged(f"{path}: the checksum does not match; solve it again")
    return _agreeing(Table(path, head))


def _agreeing(table: Table) -> Table:
    """The table, if its page says of its values what they are; else raises Damaged."""
    head, positions, longest = table.head, int(table.first[-1]), longest_of(table.bytes)
    if (head.positions, head.longest) != (positions, longest):
        raise Damaged(
            f"{table.path}: expected {head.positions:,} positions of {head.longest} plies at most, "
            f"got {positions:,} of {longest}; solve it again"
        )
    return table


def longest_of(values: Ints) -> int:
    """The longest distance in plies among the bytes of positions."""
    pieces = (values[n : n + PIECE] for n in range(0, len(values), PIECE))
    return max(int((piece & MAX_PLIES).max()) for piece in pieces)


def _read_head(path: Path) -> Head:
    with path.open("rb") as file:
        page = file.read(PAGE)
    try:
        head = msgspec.json.decode(page.rstrip(b"\0\n "), type=Head)
    except BAD_JSON:
        raise Damaged(f"{path}: expected a table, got a file without its first page") from None
    if head.form != FORM:
        raise Damaged(f"{path}: expected {FORM!r}, got {head.form!r}")
    return head


def checksum(path: Path) -> str:
    """The checksum of all that follows the first page."""
    told = hashlib.blake2b(digest_size=16)
    with path.open("rb") as file:
        file.seek(PAGE)
        while piece := file.read(PIECE):
            told.update(piece)
    return told.hexdigest()


# ---- writing


class Draft:
    """A table that is being solved: it can be interrupted at any time and resumed."""

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
        """The depth reached before; 0 with a new file if there is none."""
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
        except (FileNotFoundError, *BAD_JSON):
            return None

    def keep(self, depth: int) -> None:
        """Save what is decided within `depth` plies."""
        self._whole.flush()
        mark = Mark(self.head.rules, self.head.positions, depth)
        write_whole(self.mark_path, msgspec.json.encode(mark))

    def finish(self, longest: int) -> Head:
        """Write the head and give the table its final name."""
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
        """Remove the files of an unfinished attempt."""
        self.part.unlink(missing_ok=True)
        self.mark_path.unlink(missing_ok=True)


def make_room(path: Path, length: int) -> None:
    """Make a file of zeros; raises NoRoom if the disk cannot hold it.

    The space is reserved now, so that later writes cannot fail for lack of it.
    """
    free, needed = shutil.disk_usage(path.parent).free, length + SPARE
    if free < needed:
        raise NoRoom(f"{path}: expected {needed:,} bytes of free disk, got {free:,}")
    with path.open("wb") as file:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file.fileno(), 0, length)
        else:
            file.truncate(length)


# ---- a page and what follows, whole


H = TypeVar("H", bound=msgspec.Struct)


def sum_of(body: Ints) -> str:
    """The checksum of what follows a page."""
    return hashlib.blake2b(body.data, digest_size=16).hexdigest()


def write_page(path: Path, head: msgspec.Struct, body: Ints) -> None:
    """Write a page and what follows, all or nothing; raises NoRoom if the disk cannot hold it."""
    fresh = path.with_suffix(".new")
    make_room(fresh, PAGE + len(body))
    with fresh.open("rb+") as file:
        file.write(msgspec.json.encode(head).ljust(PAGE - 1) + b"\n")
        file.write(body.data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def read_page(path: Path, kind: type[H], form: str) -> tuple[H, Ints]:
    """A page, and what follows mapped into memory; raises Damaged for anything else."""
    if path.stat().st_size < PAGE:
        raise Damaged(f"{path}: expected {form!r}, got a file without its first page")
    whole = np.memmap(path, np.uint8, "r").view(np.ndarray)
    try:
        head = msgspec.json.decode(whole[:PAGE].tobytes().rstrip(b"\0\n "), type=kind)
    except BAD_JSON:
        raise Damaged(f"{path}: expected {form!r}, got another file") from None
    if getattr(head, "form", None) != form:
        raise Damaged(f"{path}: expected {form!r}, got another form")
    return head, whole[PAGE:]


def write_whole(path: Path, content: bytes) -> None:
    """Write a small file atomically."""
    fresh = path.with_suffix(path.suffix + ".new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
