"""Numbered rules as text: a game's rules.md read into chapters.

    # The game

    A few words of introduction, in any number of paragraphs.

    ## In short

    **Goal.** Three dice in a row win (§21).

    {act: 3, 4} **Fight.** The higher die stays (§13).

    ## Moving

    **8.** A die moves to a card of another colour.
    It may pass over others.

    **M1.** {act: 3, 4} A reveal loses.

    ## The Automa

    {act: epilogue}

    **26.** One player meets the Automa.

A statement is a paragraph that begins with its number in bold: `12`, `26.3`, or a letter and a
number such as `M1`. The lines of a paragraph are joined. A chapter contains only statements; but
the first one may be a summary, of paragraphs without numbers. `§8` refers to a statement, and
`{#hand}` states a number of the game's data (`core.words`).

A condition in braces (`core.parts.condition`) gives the options under which a statement, a
paragraph of the summary or a whole chapter is part of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from honjin.core.parts.condition import ALWAYS, Condition, both, read_condition
from honjin.core.words import NO_NUMBERS, Numbers, fill_numbers

_NUMBER: Final = r"[A-Z]?\d+(?:\.\d+)*"
_STATEMENT: Final = re.compile(rf"\*\*({_NUMBER})\.\*\*\s+(.+)", re.DOTALL)
_CONDITION: Final = re.compile(r"\{([^#{}]*)\}\s*(.*)", re.DOTALL)
_CITED: Final = re.compile(rf"§({_NUMBER})")

_FIRST_WIDE: Final = "\u2e80"  # where scripts without spaces begin


class Statement(NamedTuple):
    """One numbered rule or ruling."""

    number: str
    text: str
    when: Condition = ALWAYS


class Point(NamedTuple):
    """A paragraph of the summary."""

    text: str
    when: Condition = ALWAYS


class Chapter(NamedTuple):
    """A chapter of the rules."""

    title: str
    statements: tuple[Statement, ...]


class Summary(NamedTuple):
    """What a player needs to know to begin."""

    title: str
    points: tuple[Point, ...]


NO_SUMMARY: Final = Summary("", ())


class Rulebook(NamedTuple):
    """A game's rules: title, introduction (paragraphs), summary and chapters."""

    title: str
    intro: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    summary: Summary = NO_SUMMARY

    def statements(self) -> dict[str, str]:
        """Every statement by its number, in order."""
        return {s.number: s.text for chapter in self.chapters for s in chapter.statements}

    def conditions(self) -> dict[str, Condition]:
        """The condition of each statement, by its number."""
        return {s.number: s.when for chapter in self.chapters for s in chapter.statements}


def cited_in(text: str) -> list[str]:
    """The numbers of the statements that a text refers to, as in `§8`."""
    return _CITED.findall(text)


def load_rulebook(path: Path, numbers: Numbers = NO_NUMBERS) -> Rulebook:
    """The rulebook in a file, with the numbers of the game's data that it states."""
    language = "ja" if path.name.endswith(".ja.md") else "en"
    text = fill_numbers(path.read_text("utf-8"), numbers, language, path.name)
    return read_rulebook(text, path.name)


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
    parts = [paragraphs[begin:end] for begin, end in zip(at_chapter, ends, strict=True)]
    summary = NO_SUMMARY
    if len(parts) > 1 and _is_summary(parts[0]):
        summary = _summary(parts.pop(0), name)
    chapters = tuple(_chapter(part, seen, name) for part in parts)
    return Rulebook(paragraphs[0][1][2:], tuple(text for _, text in intro), chapters, summary)


def _is_summary(paragraphs: list[tuple[int, str]]) -> bool:
    texts = [text for _, text in paragraphs[1:]]
    return bool(texts) and not any(_STATEMENT.match(text) for text in texts)


def _summary(paragraphs: list[tuple[int, str]], name: str) -> Summary:
    points = []
    for line, text in paragraphs[1:]:
        when, said = _conditional(line, text, name)
        if not said or text.startswith("#"):
            raise ValueError(f"{name}, line {line}: expected a paragraph, got {text!r}")
        points.append(Point(said, when))
    return Summary(paragraphs[0][1][3:], tuple(points))


def _conditional(line: int, text: str, name: str) -> tuple[Condition, str]:
    """The condition at the beginning of a text, and the rest of the text."""
    found = _CONDITION.fullmatch(text)
    if not found:
        return ALWAYS, text
    try:
        return read_condition(found[1]), found[2]
    except ValueError as problem:
        raise ValueError(f"{name}, line {line}: {problem}") from None


def _chapter(paragraphs: list[tuple[int, str]], seen: dict[str, int], name: str) -> Chapter:
    statements, whole = [], ALWAYS
    if paragraphs[1:] and paragraphs[1][1].startswith("{"):
        line, text = paragraphs.pop(1)
        whole, rest = _conditional(line, text, name)
        if not whole or rest:
            raise ValueError(f"{name}, line {line}: expected '{{<condition>}}', got {text!r}")
    for line, text in paragraphs[1:]:
        found = _STATEMENT.fullmatch(text)
        if not found:
            raise ValueError(f"{name}, line {line}: expected '**<number>.** <text>', got {text!r}")
        number = found[1]
        if number in seen:
            raise ValueError(f"{name}, line {line}: {number} was used in line {seen[number]}")
        seen[number] = line
        own, said = _conditional(line, found[2], name)
        try:
            statements.append(Statement(number, said, both(whole, own)))
        except ValueError as problem:
            raise ValueError(f"{name}, line {line}: {problem}") from None
    title = paragraphs[0][1][3:]
    if not statements:
        raise ValueError(f"{name}, line {paragraphs[0][0]}: chapter {title!r} has no statements")
    return Chapter(title, tuple(statements))


def _is_heading(text: str, level: int) -> bool:
    return text.startswith("#" * level + " ")


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Headings and paragraphs with the number of their first line; their lines are joined."""
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
    """Lines joined by a space, or by nothing between Japanese characters."""
    text = lines[0]
    for line in lines[1:]:
        both_wide = text[-1] >= _FIRST_WIDE and line[0] >= _FIRST_WIDE
        text += line if both_wide else f" {line}"
    return text
