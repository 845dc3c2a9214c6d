"""Unwanted words: a file of the operator's, one word a line.

    # what follows is a comment
    word            the letters of the word become stars
    *word*          also inside longer words; a star at one end alone works at that end
    two words       with any spaces between
    ! word          a line with it waits until a moderator has seen it

Case, width, marks and look-alike letters of other scripts make no difference, neither here nor in
chat. In scripts without spaces between words, stars make no difference either.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple
from unicodedata import category, normalize

from honjin.core.errors import Flaw, HonjinError
from honjin.core.reading.files import told
from honjin.core.reading.text import decoded, read_bytes
from honjin.server.people.names import alike, shape

MAX_WORDS: Final = 5_000
LONGEST: Final = 64
"""The most characters in a word."""
LARGEST: Final = 400_000
"""The most bytes in the file."""
_VOICED: Final = "\u3099\u309a"
"""Marks that turn a kana into another sound, and so into another word."""
_UNSPACED: Final = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


class BadWords(HonjinError):
    """The file of words cannot be used."""


class Word(NamedTuple):
    """A word to search for; `start` and `end`: whether a longer word may begin or end with it."""

    letters: str
    start: bool
    end: bool
    holds: bool


class Filtered(NamedTuple):
    """A text with stars for unwanted words; `held` if it has to wait for review."""

    text: str
    held: bool


class WordList:
    """The word list of a server."""

    def __init__(self, words: tuple[Word, ...] = ()) -> None:
        self._words = words

    def filter(self, text: str) -> Filtered:
        """A text as everybody may read it."""
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
        """Whether a text, such as a name, contains one of the words."""
        plain, _ = _plain(text) if self._words else ("", [])
        return any(True for word in self._words for _ in _found(plain, word))


def read_words(path: Path) -> WordList:
    """The words of a file; BadWords, with the line number, if it cannot be used."""
    try:
        lines = decoded(read_bytes(path, LARGEST)).splitlines()
    except Flaw as flaw:
        raise BadWords(f"cannot read the words in {path}: {told(flaw.say)}") from None
    except OSError as problem:
        raise BadWords(f"cannot read the words in {path}: {problem}") from None
    numbered = [(n, line.strip()) for n, line in enumerate(lines, 1)]
    wanted = [(n, line) for n, line in numbered if line and not line.startswith("#")]
    if len(wanted) > MAX_WORDS:
        raise BadWords(f"{path}: expected at most {MAX_WORDS} words, got {len(wanted)}")
    return WordList(tuple(_read(path, n, line) for n, line in wanted))


def _read(path: Path, n: int, line: str) -> Word:
    holds = line.startswith("!")
    text = line.removeprefix("!").strip()
    start, end = text.startswith("*"), text.endswith("*")
    letters = _plain(text.strip("*").strip())[0]
    if not letters.strip() or "*" in letters or len(text) > LONGEST:
        expected = f"a word of at most {LONGEST} characters, with stars only at its ends"
        raise BadWords(f"{path}, line {n}: expected {expected}, got {line[:80]!r}")
    return Word(letters, start, end, holds)


def _found(plain: str, word: Word) -> list[tuple[int, int]]:
    """The occurrences of a word, each as its first and last position."""
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
    """Whether two adjacent letters belong to one word."""
    if not (one.isalnum() and other.isalnum()):
        return False
    return not (_UNSPACED.match(one) or _UNSPACED.match(other))


def _plain(text: str) -> tuple[str, list[int]]:
    """The normalised letters of a text, and the place of each in the text."""
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
    """The form of a letter that is searched for; empty for a mark."""
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
    """The Latin letter that looks like one of another script, according to Unicode's table."""
    if letter.isascii() or _UNSPACED.match(letter):
        return letter
    drawn = shape(letter)
    return drawn if drawn.isascii() and drawn.isalnum() else letter
