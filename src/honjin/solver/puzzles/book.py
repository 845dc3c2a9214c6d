"""A book of puzzles: one for each day, the same on every machine.

A week begins easy on Monday and ends hard on Sunday. A book of 420 puzzles lasts sixty weeks; then
they come again in another order.

A file of puzzles has one line of JSON for each, the easiest first, after a line that names the game
and the version of its rules.
"""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.solver.puzzles.puzzle import Puzzle

FIRST: Final = dt.date(2026, 1, 5)
"""The day of the first puzzle, a Monday."""

EDITION: Final = 1
"""Another one puts the puzzles in another order, so that each day has another puzzle."""

WEEK: Final = 7
LEVELS: Final = (1, 1, 2, 2, 2, 3, 3)
"""How hard the puzzles of each day of the week are, in words: easy, middling, hard."""

SHIPPED: Final = Path(__file__).parents[1] / "daily"


class BadPuzzles(HonjinError):
    """A file of puzzles that cannot be used."""


class NoPuzzle(HonjinError):
    """A day that has none."""


class Head(msgspec.Struct, frozen=True):
    """The first line of a file."""

    game: str
    rules: int


class Daily(NamedTuple):
    """The puzzle of a day, and its level from 1 to 3."""

    puzzle: Puzzle
    level: int


def shipped_path(game: Game[Any]) -> Path:
    """Where the book of a game is, if one comes with Honjin."""
    return SHIPPED / f"{game.key}.jsonl"


def has_puzzles(game: Game[Any]) -> bool:
    """Whether a book of the game comes with Honjin."""
    return shipped_path(game).exists()


class Book:
    """The puzzles of a game, the easiest first."""

    def __init__(self, game: Game[Any], puzzles: Iterable[Puzzle]) -> None:
        self.game = game
        self.puzzles = sorted(puzzles, key=lambda one: (one.difficulty, one.entries))

    @classmethod
    def shipped(cls, game: Game[Any]) -> Book | None:
        """The book that comes with Honjin; None where a game has none."""
        return cls.read(game, shipped_path(game)) if has_puzzles(game) else None

    @classmethod
    def read(cls, game: Game[Any], path: Path) -> Book:
        """A file of puzzles of this game and its rules; BadPuzzles says what is wrong with it."""
        first, *rest = path.read_bytes().splitlines() or [b""]
        head = _decode(path, 1, first, Head)
        if head != Head(game.key, game.version):
            raise BadPuzzles(
                f"{path}: expected puzzles of {game.key}, rules {game.version}; "
                f"got {head.game}, rules {head.rules}"
            )
        return cls(game, [_decode(path, n, line, Puzzle) for n, line in enumerate(rest, 2)])

    def write(self, path: Path) -> None:
        """Write a file; one that is there is replaced only when the new one is whole."""
        lines = [Head(self.game.key, self.game.version), *self.puzzles]
        fresh = path.with_suffix(".new")
        fresh.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        os.replace(fresh, path)

    @property
    def weeks(self) -> int:
        """How many weeks pass before a puzzle comes again."""
        return len(self.puzzles) // WEEK

    def of(self, day: dt.date) -> Daily:
        """The puzzle of a day; NoPuzzle before the first one."""
        if day < FIRST or not self.weeks:
            raise NoPuzzle(f"expected a day from {FIRST} on, got {day}")
        cycle, week = divmod((day - FIRST).days // WEEK, self.weeks)
        weekday = day.weekday()
        place = weekday * self.weeks + self._order(cycle, weekday)[week]
        return Daily(self.puzzles[place], LEVELS[weekday])

    def _order(self, cycle: int, weekday: int) -> list[int]:
        """In what order the puzzles of a day of the week come: a seed of the edition."""
        seed = f"{self.game.key} {EDITION} {cycle} {weekday}"

        def drawn(n: int) -> bytes:
            return blake2b(f"{seed} {n}".encode(), digest_size=8).digest()

        return sorted(range(self.weeks), key=drawn)


def _decode(path: Path, number: int, line: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        raise BadPuzzles(f"{path}: line {number}: {problem}") from None
