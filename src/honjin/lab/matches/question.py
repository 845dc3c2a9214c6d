"""The exact question that a series of games answers, and how two questions differ."""

from __future__ import annotations

from collections.abc import Container, Iterable
from pathlib import Path
from typing import Any, ClassVar, Final

import msgspec

import honjin.bots
import honjin.core
from honjin.bots import all_loops_of
from honjin.core.game import Game
from honjin.core.jit.sources.files import WORDS, digest, source_files
from honjin.core.jit.sources.loop_files import read_loop_files
from honjin.core.options import Options, Value
from honjin.lab.matches.entrants import Entrant, sources_of

FORMAT: Final = 1

STARTS: Final = "starts.jsonl"
"""The file of a game with who wins from its starts (`lab.starts`); no bot reads it."""


class Question(msgspec.Struct, frozen=True):
    """The game, bots, seed and code of a series. The number of games is not part of it.

    `bots` are the specifications given, `means` those of the levels, `seating` the lineup.
    """

    game: str
    rules: int
    options: dict[str, Value]
    bots: tuple[str, ...]
    means: tuple[str, ...]
    seed: int
    code: str
    seating: str = "rotated"
    honjin_arena: int = FORMAT

    asked_by: ClassVar[str] = "an arena"

    def differences(self, other: Question, but: Container[str] = ()) -> list[str]:
        """The differences from another question, one line per field, except fields in `but`."""
        here, there = msgspec.to_builtins(self), msgspec.to_builtins(other)
        pairs = [(key, here[key], there[key]) for key in here if key not in but]
        return [
            line
            for key, mine, theirs in pairs
            if mine != theirs
            for line in _difference(key, mine, theirs)
        ]


class Questions(msgspec.Struct, frozen=True):
    """Several questions by name: those of a balance report."""

    cases: dict[str, Question]
    honjin_balance: int = FORMAT

    asked_by: ClassVar[str] = "a balance report"

    def differences(self, other: Questions, but: Container[str] = ()) -> list[str]:
        """The differences from other questions, one line per field of a case."""
        if list(self.cases) != list(other.cases):
            return _difference("cases", list(self.cases), list(other.cases))
        return [
            f"in {name} {line}"
            for name, question in self.cases.items()
            for line in question.differences(other.cases[name], but)
        ]


def _difference(key: str, mine: object, theirs: object) -> list[str]:
    if isinstance(mine, dict) and isinstance(theirs, dict):
        keys = [k for k in {**mine, **theirs} if mine.get(k) != theirs.get(k)]
        return [f"option {k} is {mine.get(k)!r}, not {theirs.get(k)!r}" for k in keys]
    return [f"{key} is {_told(mine)}, not {_told(theirs)}"]


def _told(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def question_of(
    game: Game[Any], options: Options, entrants: Iterable[Entrant], seed: int, *,
    seating: str = "rotated",
) -> Question:  # fmt: skip
    """The question of a series of games."""
    entrants = tuple(entrants)
    return Question(
        game=game.key,
        rules=game.version,
        options=dict(options),
        bots=tuple(entrant.label for entrant in entrants),
        means=tuple(entrant.means for entrant in entrants),
        seed=seed,
        code=code_digest(game, entrants),
        seating=seating,
    )


def code_digest(game: Game[Any], entrants: Iterable[Entrant]) -> str:
    """A digest of all code that affects the games: rules, bots, this package, compilers."""
    entrants = tuple(entrants)
    files = set(source_files(game, ())) | set(game.home.rglob("*.*"))
    files |= set(Path(honjin.core.__file__).parent.rglob("*.py"))
    for path in {path for entrant in entrants for path in all_loops_of(entrant.player.bot)}:
        files |= {file.path for file in read_loop_files([str(path)])}
    files |= set(Path(honjin.bots.__file__).parent.rglob("*.py"))
    files |= {Path(__file__).with_name(name) for name in ("lineup.py", "playing.py")}
    for entrant in entrants:
        files |= sources_of(entrant.player.bot)
    words = {*game.home.rglob("*.md"), *(game.home / WORDS).rglob("*")}  # these do not affect bots
    return digest(sorted(files - words - {game.home / STARTS}))
