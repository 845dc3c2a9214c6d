"""Numbered rules as text: a game's rules.md read into chapters.

    # The game

    A few words of introduction, as many paragraphs as one likes.

    ## Moving

    **8.** A die moves to a card of another colour.
    It may pass over others.

    **M1.** *Ruling.* A reveal loses.

A statement is a paragraph that begins with its number in bold: `12`, `26.3`, or a letter and a
number such as `M1`. Lines of one paragraph are joined. Inside a chapter there are only statements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

_STATEMENT: Final = re.compile(r"\*\*([A-Z]?\d+(?:\.\d+)*)\.\*\*\s+(.+)", re.DOTALL)

_FIRST_WIDE: Final = "\u2e80"  # where scripts without spaces begin


class Statement(NamedTuple):
    """One numbered rule or ruling."""

    number: str
    text: str


class Chapter(NamedTuple):
    """A chapter of the rules."""

    title: str
    statements: tuple[Statement, ...]


class Rulebook(NamedTuple):
    """A game's rules: title, introduction (paragraphs) and chapters."""

    title: str
    intro: tuple[str, ...]
    chapters: tuple[Chapter, ...]

    def statements(self) -> dict[str, str]:
        """Every statement by its number, in order."""
        return {s.number: s.text for chapter in self.chapters for s in chapter.statements}


def load_rulebook(path: Path) -> Rulebook:
    """The rulebook of a file."""
    return read_rulebook(path.read_text("utf-8"), path.name)


def read_rulebook(text: str, name: str = "rules") -> Rulebook:
    """Read a rulebook; ValueError names the line and what was expected there."""
    paragraphs = list(_paragraphs(text))
    if not paragraphs or not _is_heading(paragraphs[0][1], 1):
        raise ValueError(f"{name}, line 1: expected '# <title of the game>'")
    at_chapter = [k for k, (_, text) in enumerate(paragraphs) if _is_heading(text, 2)]
    if not at_chapter:
        raise ValueError(f"{name}: expected at least one '## <chapter>'")
    intro = paragraphs[1 : at_chapter[0]]
    for line, paragraph in intro:
        if _STATEMENT.match(paragraph) or paragraph.startswith("#"):
            raise ValueError(f"{name}, line {line}: expected '## <chapter>' before {paragraph!r}")
    seen: dict[str, int] = {}
    ends = [*at_chapter[1:], len(paragraphs)]
    chapters = tuple(
        _chapter(paragraphs[begin:end], seen, name)
        for begin, end in zip(at_chapter, ends, strict=True)
    )
    return Rulebook(paragraphs[0][1][2:], tuple(text for _, text in intro), chapters)


def _chapter(paragraphs: list[tuple[int, str]], seen: dict[str, int], name: str) -> Chapter:
    statements = []
    for line, text in paragraphs[1:]:
        found = _STATEMENT.fullmatch(text)
        if not found:
            raise ValueError(f"{name}, line {line}: expected '**<number>.** <text>', got {text!r}")
        number = found[1]
        if number in seen:
            raise ValueError(f"{name}, line {line}: {number} was used in line {seen[number]}")
        seen[number] = line
        statements.append(Statement(number, found[2]))
    title = paragraphs[0][1][3:]
    if not statements:
        raise ValueError(f"{name}, line {paragraphs[0][0]}: chapter {title!r} has no statements")
    return Chapter(title, tuple(statements))


def _is_heading(text: str, level: int) -> bool:
    return text.startswith("#" * level + " ")


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Headings and paragraphs with the line they begin in, lines joined by a space."""
    begun, gathered = 0, list[str]()
    for n, line in enumerate([*text.splitlines(), ""], 1):
        if gathered and (not line.strip() or line.startswith("#")):
            yield begun, _joined(gathered)
            gathered = []
        if line.startswith("#"):
            yield n, line.strip()
        elif line.strip():
            begun = begun if gathered else n
            gathered.append(line.strip())


def _joined(lines: list[str]) -> str:
    """Lines in one, with a space between them unless Japanese script meets."""
    text = lines[0]
    for line in lines[1:]:
        both_wide = text[-1] >= _FIRST_WIDE and line[0] >= _FIRST_WIDE
        text += line if both_wide else f" {line}"
    return text
