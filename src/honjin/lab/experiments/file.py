"""The file of an experiment: a head with its plan, and one line per game of each variant.

The lines are in the order of the games, so the same plan always gives the same bytes. A file whose
name ends in `.gz` is compressed. While games are played, each is saved to a journal next to it
(`<name>.part`) before it counts, in the order in which they end.
"""

from __future__ import annotations

import gzip
import math
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import TracebackType
from typing import IO, Final, NamedTuple

import msgspec

from honjin.core.errors import Flaw, Unreadable
from honjin.core.reading.files import told
from honjin.core.reading.text import decoded
from honjin.lab.errors import BadReport, NoSuchGame, NotKept, WrongFolder
from honjin.lab.experiments.comparing import Enough
from honjin.lab.experiments.plan import Plan
from honjin.lab.experiments.rows import Row, read_row, written_anew
from honjin.lab.lines import Journal, Lines, write_whole, written_whole

FORMAT: Final = 1
LONGEST_LINE: Final = 4_000_000

RowKey = tuple[int, str]
"""The number of a game, and its variant."""


class Head(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line: the plan, the meaning of the levels, and the code that played.

    `ended` is the reason for stopping: `all`, `sure`, `precise`, `stopped`.
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
    """The contents of a file: its head, and its rows by game and variant, in order."""

    head: Head
    rows: dict[RowKey, Row]


def read_report(file: Path, most: float = math.inf) -> Report:
    """Read an experiment of at most `most` uncompressed bytes; raises BadReport or OSError."""
    with opened(file) as lines:
        return report_of(_bounded(lines, most), str(file))


def _bounded(file: IO[bytes], most: float) -> Iterator[bytes]:
    """The lines of an untrusted file."""
    size = 0
    while line := file.readline(LONGEST_LINE + 1):
        line = line if size else line.removeprefix(BOM_UTF8)
        size += len(line)
        if size > most:
            raise BadReport(f"expected an experiment of at most {most:.0f} uncompressed bytes")
        yield line


def write_anew(file: Path, report: Report) -> None:
    """Write a stranger's file again, with nothing but what was read of it; raises BadReport."""
    fresh = file.with_name(f"{file.name}.new")
    with (
        written_whole(file, fresh),
        opened(file) as old,
        fresh.open("wb") as raw,
        gzip.GzipFile("", "wb", 6, raw, 0) as out,
    ):
        out.write(report.head.line())
        games = 0
        for number, line in _numbered(_bounded(old, math.inf), str(file)):
            if number > 1:
                out.write(_anew(line, number, str(file)))
                games += 1
        if games != len(report.rows):
            raise BadReport(f"{file}: expected each game once")


def _anew(line: bytes, number: int, name: str) -> bytes:
    try:
        return written_anew(line)
    except Unreadable as problem:
        raise BadReport(f"{name}, line {number}: {problem}") from None


def is_report(file: Path) -> bool:
    """True if a file looks like an experiment, finished or not."""
    if part_of(file).exists():
        return True
    return b"honjin_experiment" in _first_line(file)[:40]


def kept_head(file: Path) -> Head:
    """The head of a file, or of its journal."""
    part = part_of(file)
    return _head(_first_line(part if part.exists() else file), str(file))


def _first_line(file: Path) -> bytes:
    with opened(file) as lines:
        return next(_numbered(_bounded(lines, math.inf), str(file)), (1, b""))[1]


def part_of(file: Path) -> Path:
    """The journal of a file."""
    return file.with_name(f"{file.name}.part")


def report_of(lines: Iterable[bytes], name: str = "the file") -> Report:
    """The experiment in these lines; raises BadReport, which names the wrong line."""
    coming = iter(_numbered(lines, name))
    head = _head(next(coming, (1, b""))[1], name)
    rows: dict[RowKey, Row] = {}
    known = {variant.key for variant in head.plan.variants}
    for number, line in coming:
        row = _row(line, number, name)
        if row.variant not in known:
            raise BadReport(f"{name}, line {number}: the plan has no variant {row.variant[:80]!r}")
        rows[row.arena.round, row.variant] = row
    return Report(head, in_order(head.plan, rows))


def _row(line: bytes, number: int, name: str) -> Row:
    try:
        return read_row(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise BadReport(f"{name}, line {number}: expected a game, {problem}") from None


def in_order(plan: Plan, rows: dict[RowKey, Row]) -> dict[RowKey, Row]:
    """The rows in order of their numbers, those of a game in the order of the variants."""
    return {key: rows[key] for key in ordered(plan, rows)}


def ordered(plan: Plan, keys: Iterable[RowKey]) -> list[RowKey]:
    """The same for their keys."""
    place = {variant.key: n for n, variant in enumerate(plan.variants)}
    return sorted(keys, key=lambda key: (key[0], place[key[1]]))


def record_line(file: Path, key: RowKey) -> bytes:
    """The line of one game, as `honjin replay` reads it; raises NoSuchGame if there is none."""
    variant, number = b'"variant":' + msgspec.json.encode(key[1]), b'"round":%d,' % key[0]
    with opened(file) as lines:
        for _, line in _numbered(_bounded(lines, math.inf), str(file)):
            # Most lines are skipped without being decoded.
            if variant in line and number in line and _key_of(line) == key:
                return line
    raise NoSuchGame(f"{file} holds no game {key[0]} of {key[1]}")


def _key_of(line: bytes) -> RowKey | None:
    try:
        row = read_row(line)
    except msgspec.MsgspecError:
        return None
    return row.arena.round, row.variant


def opened(file: Path) -> IO[bytes]:
    """Open a file, compressed or not, for reading by lines."""
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
        head = msgspec.json.decode(decoded(line), type=Head)
    except Flaw as flaw:
        raise BadReport(f"{name}: {told(flaw.say)}") from None
    except (msgspec.MsgspecError, RecursionError) as problem:
        raise BadReport(
            f"{name} does not begin with the head of an experiment: {problem}"
        ) from None
    if head.honjin_experiment != FORMAT or b'"honjin_experiment"' not in line:
        raise BadReport(f"{name}: expected format {FORMAT}, got {head.honjin_experiment}")
    return head


# ---- while it is played


class ReportJournal(Journal):
    """Saves games as they end; leaving the `with` block writes the file, in order.

    Raises WrongFolder if another process is playing it, NotKept if it cannot be written, and
    BadReport if it is damaged.
    """

    def __init__(self, file: Path, head: Head) -> None:
        self.path, self.head = file, head
        self.wanted: int | None = None
        """The number from which games are left out of the file, but for those `held`."""
        self._part = part_of(file)
        self._places: dict[RowKey, tuple[int, int]] = {}
        file.parent.mkdir(parents=True, exist_ok=True)
        if not self._part.exists():
            self._write_part()
        super().__init__(Lines(self._part))

    def _begin(self) -> None:
        self.rows = dict(self._read())
        self.held = frozenset() if self._goes_on() else frozenset(self.rows)
        """The games that stay in the file, however few are wanted."""

    def _goes_on(self) -> bool:
        """True if a run goes on that was stopped, with the same limits.

        What it played beyond its end is not wanted then: the file is to be as if it had not been
        stopped. A run that had come to its end, or that had other limits, wanted all that it saved.
        """
        before = kept_head(self.path)
        is_over = before.ended not in ("", Enough.STOPPED)
        return before.plan == self.head.plan and not is_over

    def _write_part(self) -> None:
        lines = [self.head.line()]
        if self.path.exists():
            with opened(self.path) as file:
                lines = [line for _, line in _numbered(_bounded(file, math.inf), str(self.path))]
            report_of(lines, str(self.path))  # a damaged file gets no journal
        write_whole(self._part, b"".join(lines))

    def _read(self) -> Iterator[tuple[RowKey, Row]]:
        for number, (start, line) in enumerate(self._lines.read(), 1):
            if number > 1:
                row = _row(line, number, str(self._part))
                key = row.arena.round, row.variant
                self._places[key] = start, len(line)
                yield key, row

    def keep(self, key: RowKey, line: bytes) -> None:
        """Append one line durably."""
        self._places[key] = self._lines.add(line), len(line)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        where: TracebackType | None,
    ) -> None:  # fmt: skip
        try:
            if not isinstance(error, NotKept):
                self._write()
        finally:
            super().__exit__(kind, error, where)

    def _write(self) -> None:
        wanted = math.inf if self.wanted is None else self.wanted
        keys = [key for key in self._places if key[0] < wanted or key in self.held]
        fresh = self.path.with_name(f"{self.path.name}.new")
        try:
            with written_whole(self.path, fresh), fresh.open("wb") as raw:
                self._write_to(raw, ordered(self.head.plan, keys))
        except OSError as problem:
            raise NotKept(
                f"cannot write {self.path}: {problem.strerror}; all games are saved in "
                f"{self._part}, from which it can be resumed"
            ) from problem
        self._part.unlink()

    def _write_to(self, raw: IO[bytes], keys: Iterable[RowKey]) -> None:
        is_packed = self.path.suffix == ".gz"
        # Without a name and a time in the gzip header, the same content gives the same bytes.
        with gzip.GzipFile("", "wb", 6, raw, 0) if is_packed else nullcontext(raw) as out:
            out.write(self.head.line())
            for key in keys:
                out.write(self._lines.at(*self._places[key]))


def must_be_free(file: Path) -> None:
    """Raise WrongFolder if the file exists."""
    if file.exists() or part_of(file).exists():
        raise WrongFolder(f"{file} exists already; use --resume to continue it")
