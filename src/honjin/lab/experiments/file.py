"""The file of an experiment: a head with its plan, and a line a game, variants side by side.

The lines stand in the order of the games, so the same plan gives the same bytes, whoever played it.
A name that ends in `.gz` is compressed. While games are played, a journal lies beside it
(`<name>.part`), where each of them is kept before it counts, in the order in which they end.
"""

from __future__ import annotations

import gzip
import io
import math
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Final, NamedTuple

import msgspec

from honjin.lab.errors import BadReport, NotKept, WrongFolder
from honjin.lab.experiments.plan import Plan
from honjin.lab.experiments.rows import Row, read_row
from honjin.lab.matches.folder import lock, write_whole

FORMAT: Final = 1
LONGEST_LINE: Final = 4_000_000

RowKey = tuple[int, str]
"""Number of a game, and the variant."""


class Head(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line: the plan, what the levels meant, and which code played.

    `ended` says why no more was played: `all`, `sure`, `precise`, `stopped`.
    """

    plan: Plan
    rules: int
    means: dict[str, tuple[str, ...]]
    code: dict[str, str]
    version: str
    ended: str = ""
    honjin_experiment: int = msgspec.field(default=FORMAT)

    def line(self) -> bytes:
        """The head as a line, its format number first."""
        fields = {"honjin_experiment": FORMAT} | msgspec.to_builtins(self)
        return msgspec.json.encode(fields) + b"\n"


class Report(NamedTuple):
    """What a file holds: its head, and its rows by game and variant, in order."""

    head: Head
    rows: dict[RowKey, Row]


def read_report(file: Path, most: float = math.inf) -> Report:
    """The experiment of a file of `most` bytes, unpacked; BadReport or OSError if there is none."""
    with opened(file) as lines:
        return report_of(_bounded(lines, most), str(file))


def _bounded(file: IO[bytes], most: float) -> Iterator[bytes]:
    """Lines of a file that is not to be trusted."""
    size = 0
    while line := file.readline(LONGEST_LINE + 1):
        size += len(line)
        if size > most:
            raise BadReport(f"expected an experiment of at most {most:.0f} bytes, unpacked")
        yield line


def is_report(file: Path) -> bool:
    """Whether a file looks like an experiment, finished or not."""
    if part_of(file).exists():
        return True
    with opened(file) as lines:
        return b"honjin_experiment" in lines.read(40)


def kept_head(file: Path) -> Head:
    """The head of a file, or of its journal."""
    part = part_of(file)
    with opened(part if part.exists() else file) as lines:
        return _head(lines.readline(LONGEST_LINE), str(file))


def part_of(file: Path) -> Path:
    """The journal of a file."""
    return file.with_name(f"{file.name}.part")


def report_of(lines: Iterable[bytes], name: str = "the file") -> Report:
    """The experiment of these lines; BadReport names the line that is wrong."""
    coming = iter(_numbered(lines, name))
    head = _head(next(coming, (1, b""))[1], name)
    rows: dict[RowKey, Row] = {}
    known = {variant.key for variant in head.plan.variants}
    for number, line in coming:
        try:
            row = read_row(line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
            raise BadReport(f"{name}, line {number}: expected a game, {problem}") from None
        if row.variant not in known:
            raise BadReport(f"{name}, line {number}: the plan has no variant {row.variant[:80]!r}")
        rows[row.arena.round, row.variant] = row
    return Report(head, in_order(head.plan, rows))


def in_order(plan: Plan, rows: dict[RowKey, Row]) -> dict[RowKey, Row]:
    """Rows by their numbers, those of a game in the order of the variants."""
    return {key: rows[key] for key in ordered(plan, rows)}


def ordered(plan: Plan, keys: Iterable[RowKey]) -> list[RowKey]:
    """The same for their keys."""
    place = {variant.key: n for n, variant in enumerate(plan.variants)}
    return sorted(keys, key=lambda key: (key[0], place[key[1]]))


def record_line(file: Path, key: RowKey) -> bytes:
    """The line of one game, which `honjin replay` reads; BadReport where there is none."""
    variant, number = b'"variant":' + msgspec.json.encode(key[1]), b'"round":%d,' % key[0]
    with opened(file) as lines:
        for line in _bounded(lines, math.inf):
            # Most lines are passed over without being read as JSON.
            if variant in line and number in line and _key_of(line) == key:
                return line
    raise BadReport(f"{file} holds no game {key[0]} of {key[1]}")


def _key_of(line: bytes) -> RowKey | None:
    try:
        row = read_row(line)
    except msgspec.MsgspecError:
        return None
    return row.arena.round, row.variant


def opened(file: Path) -> IO[bytes]:
    """A file to be read line by line, compressed or not."""
    with file.open("rb") as raw:
        is_packed = raw.read(2) == b"\x1f\x8b"
    return gzip.open(file, "rb") if is_packed else file.open("rb")  # type: ignore[return-value]


def _numbered(lines: Iterable[bytes], name: str) -> Iterator[tuple[int, bytes]]:
    number = 0
    try:
        for number, line in enumerate(lines, 1):
            if len(line) > LONGEST_LINE:
                raise BadReport(f"{name}, line {number} is longer than {LONGEST_LINE} bytes")
            yield number, line
    except (EOFError, OSError, zlib.error) as problem:
        raise BadReport(f"{name} cannot be read after line {number}: {problem}") from None


def _head(line: bytes, name: str) -> Head:
    try:
        head = msgspec.json.decode(line, type=Head)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise BadReport(f"{name} begins with no experiment: {problem}") from None
    if head.honjin_experiment != FORMAT or b'"honjin_experiment"' not in line:
        raise BadReport(f"{name}: expected format {FORMAT}, got {head.honjin_experiment}")
    return head


# ---- while it is played


class Journal:
    """Where games are kept as they end; leaving the `with` block writes the file, in order.

    WrongFolder when somebody else plays it, NotKept when it cannot be written.
    """

    def __init__(self, file: Path, head: Head) -> None:
        self.path, self.head = file, head
        self.wanted: int | None = None
        """Games from this number on are left out of the file."""
        self._part = part_of(file)
        self._places: dict[RowKey, tuple[int, int]] = {}
        file.parent.mkdir(parents=True, exist_ok=True)
        if not self._part.exists():
            self._begin()
        self._handle = self._part.open("r+b")
        lock(self._handle.fileno(), self._part)
        self.rows = dict(self._read())

    def _begin(self) -> None:
        data = b""
        if self.path.exists():
            with opened(self.path) as lines:
                data = lines.read()
        write_whole(self._part, data or self.head.line())

    def _read(self) -> Iterator[tuple[RowKey, Row]]:
        end = 0
        for number, line in enumerate(self._handle):
            if not line.endswith(b"\n"):
                break
            if number:
                row = read_row(line)
                key = row.arena.round, row.variant
                self._places[key] = end, len(line)
                yield key, row
            end += len(line)
        self._handle.truncate(end)
        self._handle.seek(end)

    def keep(self, key: RowKey, line: bytes) -> None:
        """Write one line to the end, durably."""
        try:
            end = self._handle.seek(0, io.SEEK_END)
            self._handle.write(line)
            self._handle.flush()
            os.fsync(self._handle.fileno())
        except OSError as problem:
            raise NotKept(f"cannot write {self._part}: {problem.strerror}") from problem
        self._places[key] = end, len(line)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> None:  # fmt: skip
        with self._handle:
            if not isinstance(error, NotKept):
                self._write()

    def _write(self) -> None:
        keys = [key for key in self._places if self.wanted is None or key[0] < self.wanted]
        fresh = self.path.with_name(f"{self.path.name}.new")
        with fresh.open("wb") as raw:
            is_packed = self.path.suffix == ".gz"
            # Without a name and a time in its head, the same content gives the same bytes.
            with gzip.GzipFile("", "wb", 6, raw, 0) if is_packed else raw as out:
                out.write(self.head.line())
                for key in ordered(self.head.plan, keys):
                    start, size = self._places[key]
                    self._handle.seek(start)
                    out.write(self._handle.read(size))
        fresh.replace(self.path)
        self._part.unlink()


def must_be_free(file: Path) -> None:
    """WrongFolder where a file is in the way."""
    if file.exists() or part_of(file).exists():
        raise WrongFolder(f"{file} is there already; --resume goes on with it")
