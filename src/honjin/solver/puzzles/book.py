"""A book of puzzles: one for each day, the same on every machine.

Puzzles are easy on Monday and hard on Sunday. A book of 420 puzzles lasts sixty weeks; then they
are repeated in another order.

A file of puzzles begins with a line that names the game and the version of its rules; then comes
one line of JSON per puzzle, easiest first. A game with themes has decision puzzles, any other game
puzzles from solved tables.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from honjin.core.errors import Flaw, HonjinError
from honjin.core.game import Game
from honjin.core.reading.files import told
from honjin.core.reading.text import decoded, read_bytes
from honjin.solver.puzzles.decision import Decision
from honjin.solver.puzzles.puzzle import Puzzle

AnyPuzzle = Puzzle | Decision

FIRST: Final = dt.date(2026, 1, 5)
"""The day of the first puzzle, a Monday."""

EDITION: Final = 1
"""Changing it reorders the puzzles, so that each day has another one."""

WEEK: Final = 7
LEVELS: Final = (1, 1, 2, 2, 2, 3, 3)
"""The names of the levels: easy, middling, hard."""

MAX_BYTES: Final = 100_000_000
"""The largest size of a file of puzzles."""
SHIPPED: Final = Path(__file__).parents[1] / "daily"


class BadPuzzles(HonjinError):
    """A file of puzzles that cannot be used."""


class NoPuzzle(HonjinError):
    """There is no puzzle for this day."""


class Head(msgspec.Struct, frozen=True):
    """The first line of a file."""

    game: str
    rules: int


class Daily(NamedTuple):
    """The puzzle of a day, and its level from 1 to 3."""

    puzzle: AnyPuzzle
    level: int


def shipped_path(game: Game[Any]) -> Path:
    """The path of a game's book if one is shipped with Honjin."""
    return SHIPPED / f"{game.key}.jsonl"


def has_puzzles(game: Game[Any]) -> bool:
    """True if a book of the game is shipped with Honjin."""
    return shipped_path(game).exists()


class Book:
    """The puzzles of a game, easiest first."""

    def __init__(self, game: Game[Any], puzzles: Iterable[AnyPuzzle]) -> None:
        self.game = game
        self.puzzles = sorted(puzzles, key=lambda one: (one.difficulty, one.entries))

    @property
    def decisions(self) -> list[Decision]:
        """Its decision puzzles."""
        return [one for one in self.puzzles if isinstance(one, Decision)]

    @property
    def solved(self) -> list[Puzzle]:
        """Its puzzles from solved tables."""
        return [one for one in self.puzzles if isinstance(one, Puzzle)]

    @classmethod
    def shipped(cls, game: Game[Any]) -> Book | None:
        """The book shipped with Honjin; None if the game has none."""
        if not has_puzzles(game):
            return None
        return cls(game, _shipped(shipped_path(game), _head(game), _kind(game)))

    @classmethod
    def read(cls, game: Game[Any], path: Path) -> Book:
        """Read a file of puzzles for this game and rules; raises BadPuzzles if it is not valid."""
        return cls(game, _read(path, _head(game), _kind(game)))

    def write(self, path: Path) -> None:
        """Write a file; an existing one is replaced only once the new one is complete."""
        from honjin.solver.tables.files import write_whole  # with NumPy, which reading needs not

        lines = [_head(self.game), *self.puzzles]
        write_whole(path, b"".join(msgspec.json.encode(line) + b"\n" for line in lines))

    @property
    def weeks(self) -> int:
        """The number of weeks before a puzzle is repeated."""
        return len(self.puzzles) // WEEK

    def of(self, day: dt.date) -> Daily:
        """The puzzle of a day; raises NoPuzzle for days before the first."""
        if day < FIRST or not self.weeks:
            raise NoPuzzle(f"expected a day from {FIRST} on, got {day}")
        cycle, week = divmod((day - FIRST).days // WEEK, self.weeks)
        weekday = day.weekday()
        place = weekday * self.weeks + self._order(cycle, weekday)[week]
        return Daily(self.puzzles[place], LEVELS[weekday])

    def _order(self, cycle: int, weekday: int) -> list[int]:
        """The order of the puzzles of a weekday in a cycle, seeded by the edition."""
        seed = f"{self.game.key} {EDITION} {cycle} {weekday}"

        def drawn(n: int) -> bytes:
            return blake2b(f"{seed} {n}".encode(), digest_size=8).digest()

        return sorted(range(self.weeks), key=drawn)


def _head(game: Game[Any]) -> Head:
    return Head(game.key, game.version)


def _kind(game: Game[Any]) -> type[AnyPuzzle]:
    return Decision if game.themes else Puzzle


def _read(path: Path, expected: Head, kind: type[AnyPuzzle]) -> tuple[AnyPuzzle, ...]:
    try:
        first, *rest = decoded(read_bytes(path, MAX_BYTES)).removesuffix("\n").split("\n")
    except Flaw as flaw:
        raise BadPuzzles(f"{path}: {told(flaw.say)}") from None
    head = _decode(path, 1, first, Head)
    if head != expected:
        raise BadPuzzles(
            f"{path}: expected puzzles of {expected.game}, rules {expected.rules}; "
            f"got {head.game}, rules {head.rules}"
        )
    return tuple(_decode(path, n, line, kind) for n, line in enumerate(rest, 2))


_shipped = lru_cache(maxsize=8)(_read)
"""A file that is part of the program does not change while it runs."""


def _decode(path: Path, number: int, line: str, kind: Any) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as problem:
        raise BadPuzzles(f"{path}: line {number}: {problem}") from None
