"""The words that a house does not want to read: a file of its own, one word a line.

    # what follows is a comment
    word            letters of the word become stars
    *word*          inside of longer words too; a star at one end alone does there
    two words       with any spaces between
    ! word          a line with it waits until somebody who looks after the house has seen it

Case, width, marks and letters of other scripts that look the same make no difference, neither here
nor in what is said. Where a script has no spaces between words, stars make none either.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple
from unicodedata import category, normalize

from honjin.core.errors import HonjinError
from honjin.server.messages.names import alike

MOST_WORDS: Final = 5_000
LONGEST: Final = 64
"""Characters of a word at most."""
LARGEST: Final = 400_000
"""Bytes of the file at most."""
_VOICED: Final = "\u3099\u309a"
"""Marks that make another sound of a kana, and so another word."""
_UNSPACED: Final = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


class BadWords(HonjinError):
    """A file of words that cannot be used."""


class Word(NamedTuple):
    """A word as it is looked for; `start` and `end`: whether a longer one may begin or end so."""

    letters: str
    start: bool
    end: bool
    holds: bool


class Filtered(NamedTuple):
    """A text with stars for what the house does not want to read; whether it has to wait."""

    text: str
    held: bool


class WordList:
    """The words of a house."""

    def __init__(self, words: tuple[Word, ...] = ()) -> None:
        self._words = words

    def filter(self, text: str) -> Filtered:
        """A text as it may be read by everybody."""
        if not self._words:
            return Filtered(text, held=False)
        plain, places = _plain(text)
        stars, held = list(text), False
        for word in self._words:
            for first, last in _found(plain, word):
                held |= word.holds
                for place in range(places[first], places[last] + 1):
                    stars[place] = "*" if not stars[place].isspace() else stars[place]
        return Filtered("".join(stars), held)

    def has(self, text: str) -> bool:
        """Whether one of the words is in a text, such as a name."""
        plain, _ = _plain(text) if self._words else ("", [])
        return any(True for word in self._words for _ in _found(plain, word))


def read_words(path: Path) -> WordList:
    """The words of a file; BadWords, with the number of the line, when it cannot be used."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadWords(f"{path}: expected at most {LARGEST} bytes, got {path.stat().st_size}")
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise BadWords(f"cannot read the words in {path}: {problem}") from None
    told = [(n, line.strip()) for n, line in enumerate(lines, 1)]
    wanted = [(n, line) for n, line in told if line and not line.startswith("#")]
    if len(wanted) > MOST_WORDS:
        raise BadWords(f"{path}: expected at most {MOST_WORDS} words, got {len(wanted)}")
    return WordList(tuple(_read(path, n, line) for n, line in wanted))


def _read(path: Path, n: int, line: str) -> Word:
    holds = line.startswith("!")
    text = line.removeprefix("!").strip()
    start, end = text.startswith("*"), text.endswith("*")
    letters = _plain(text.strip("*").strip())[0]
    if not letters.strip() or "*" in letters or len(text) > LONGEST:
        expected = f"a word of at most {LONGEST} characters, with stars at its ends alone"
        raise BadWords(f"{path}, line {n}: expected {expected}, got {line[:80]!r}")
    return Word(letters, start, end, holds)


def _found(plain: str, word: Word) -> list[tuple[int, int]]:
    """Where a word stands: its first and its last letter."""
    found, size = [], len(word.letters)
    at = plain.find(word.letters)
    while at >= 0:
        end = at + size
        begins = word.start or not _joined(plain[at - 1 : at], plain[at])
        if begins and (word.end or not _joined(plain[end - 1], plain[end : end + 1])):
            found.append((at, end - 1))
        at = plain.find(word.letters, at + 1)
    return found


def _joined(one: str, other: str) -> bool:
    """Whether two letters side by side belong to one word."""
    if not (one.isalnum() and other.isalnum()):
        return False
    return not (_UNSPACED.match(one) or _UNSPACED.match(other))


def _plain(text: str) -> tuple[str, list[int]]:
    """The letters of a text without what makes no difference, and where each of them stands."""
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        for one in _letters(letter):
            if one in _VOICED and letters:
                letters[-1] = normalize("NFC", letters[-1] + one)[:1]
            elif one != " " or (letters and letters[-1] != " "):
                letters.append(one)
                places.append(place)
    return "".join(letters), places


@lru_cache(4_000)
def _letters(letter: str) -> str:
    """What a letter is looked for as; nothing for a mark."""
    if letter.isspace():
        return " "
    whole, found = normalize("NFKC", letter), []
    for one in whole if _UNSPACED.match(whole) else normalize("NFKD", letter):
        if one in _VOICED:
            found.append(one)
        elif category(one) not in ("Mn", "Me", "Cf"):
            found.append("".join(map(_latin, alike(one))))
    return "".join(found)


def _latin(letter: str) -> str:
    """The Latin letter that one of another script looks like, as Unicode's table has it."""
    if letter.isascii() or _UNSPACED.match(letter):
        return letter
    from confusable_homoglyphs import confusables  # a large table: most houses have no list

    told = confusables.is_confusable(letter, greedy=True)
    for one in told[0]["homoglyphs"] if told else ():
        if len(one["c"]) == 1 and one["c"].isascii() and one["c"].isalnum():
            return alike(one["c"])
    return letter
