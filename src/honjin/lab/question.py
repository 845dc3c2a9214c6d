"""The exact question that an arena answers, and what makes two questions different."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

import honjin.bots
from honjin.core.game import Game
from honjin.core.options import Options, Value
from honjin.core.sources import digest, read_loop_files, source_files
from honjin.lab.entrants import Entrant, loops_of, sources_of

FORMAT: Final = 1
_WORDS: Final = (".md", "words.toml")  # of a game's folder, what no bot reads


class Question(msgspec.Struct, frozen=True):
    """Who plays what, from which seed, by which code. How many games is not part of it.

    `bots` are the texts that were given, `means` what a level stood for.
    """

    game: str
    rules: int
    options: dict[str, Value]
    bots: tuple[str, ...]
    means: tuple[str, ...]
    seed: int
    code: str
    honjin_arena: int = FORMAT

    def differences(self, other: Question) -> list[str]:
        """What this one has and the other has not, a line a field."""
        here, there = msgspec.to_builtins(self), msgspec.to_builtins(other)
        pairs = [(key, here[key], there[key]) for key in here]
        return [
            line
            for key, mine, theirs in pairs
            if mine != theirs
            for line in _difference(key, mine, theirs)
        ]


def _difference(key: str, mine: object, theirs: object) -> list[str]:
    if isinstance(mine, dict) and isinstance(theirs, dict):
        keys = [k for k in {**mine, **theirs} if mine.get(k) != theirs.get(k)]
        return [f"option {k} is {mine.get(k)!r}, not {theirs.get(k)!r}" for k in keys]
    return [f"{key} is {_told(mine)}, not {_told(theirs)}"]


def _told(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def question_of(
    game: Game[Any], options: Options, entrants: Iterable[Entrant], seed: int
) -> Question:
    """The question of an arena."""
    entrants = tuple(entrants)
    return Question(
        game=game.key,
        rules=game.version,
        options=dict(options),
        bots=tuple(entrant.label for entrant in entrants),
        means=tuple(entrant.means for entrant in entrants),
        seed=seed,
        code=code_digest(game, entrants),
    )


def code_digest(game: Game[Any], entrants: Iterable[Entrant]) -> str:
    """A name for all code that decides how the games go: rules, bots, this package, compilers."""
    entrants = tuple(entrants)
    files = set(source_files(game, ()))
    for path in {loops_of(entrant.player.bot) for entrant in entrants} - {None}:
        files |= {file.path for file in read_loop_files([str(path)])}
    files |= set(Path(honjin.bots.__file__).parent.glob("*.py"))
    files |= {Path(__file__).with_name(name) for name in ("lineup.py", "playing.py")}
    for entrant in entrants:
        files |= sources_of(entrant.player.bot)
    return digest(sorted(file for file in files if not file.name.endswith(_WORDS)))
