"""Text as data: keys with values, put into words by templates in every language.

The engine never makes sentences. It makes a `Say` (a key and the values to fill in); a folder
`words` has a file of templates per language, `en.toml` and `ja.toml`, with a line per key:

    "move" = "{who} moves {die} from {from} to {to}"

A value is a number, plain text that needs no translation (a name, a square), another `Say`, or a
tuple of these. A hole may specify how it is filled, by the rules of the language (CLDR,
`core.locales`):

    {who}                              the value; a tuple is joined, as in A, B and C
    {who|or}                           a tuple is joined as in A, B or C
    {n} {n|one:point|other:points}     a form for each plural category of the language
    {n|0:no point|one:1 point|other:…} forms for particular numbers come first
    {who|one:wins|other:win}           a tuple counts its values; any other non-number counts as one

The browser puts the same data into words with the same templates (`web/src/lib/template.ts`).

A number of the game's data is stated by its name, here as in rules and lessons, and filled in when
the file is read (`fill_numbers`), so that no text states another one after the data has changed:

    {#hand}                            the number, as a figure
    {#hand|word}                       the number in words
    {#hand|signed}                     the figure with its sign, as in +3
    {#hand|one:card|other:cards}       a form by the number
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from honjin.core.locales import LANGUAGES, categories, category, joined, signed, spelled

_HOLE: Final = re.compile(r"\{(#?\w+)((?:\|[^{}|]*)*)\}")
_OR: Final = "|or"
_DATA: Final = "#"
_NUMBER_FORMATS: Final = {"": lambda n, _: str(n), "|word": spelled, "|signed": signed}


class Say(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A sentence or a name as data: the key of its template, and the values for its holes."""

    k: str
    p: Mapping[str, int | str | Say | tuple[int | str | Say, ...]] = {}

    def __hash__(self) -> int:
        return hash((self.k, tuple(sorted(self.p.items(), key=lambda kv: kv[0]))))


Value = int | str | Say | tuple[int | str | Say, ...]

Speak = Callable[[Say], str]
"""Puts a Say into the words of one language."""

Words = Mapping[str, Mapping[str, str]]
"""words[key][language] is a template."""

Numbers = Mapping[str, int]
"""The numbers of a game's data that its texts state, by the names in their holes."""

NO_NUMBERS: Final[Numbers] = {}


def load_words(*folders: Path, numbers: Numbers = NO_NUMBERS) -> Words:
    """Read `en.toml` and `ja.toml` of each folder, and fill in numbers of the game's data.

    ValueError unless each key occurs once, in every language, with the same holes. Holes inside the
    forms of another, or any other brace, cannot be filled and are refused too.
    """
    words: dict[str, Mapping[str, str]] = {}
    for folder in folders:
        loaded = _load(folder, numbers)
        twice = sorted(words.keys() & loaded.keys())
        if twice:
            raise ValueError(f"{folder.name}: {twice[0]} already has words in an earlier folder")
        words |= loaded
    return words


_OLD_FORM: Final = (
    'expected a folder, as in load_words(HOME / "words"), that holds en.toml and ja.toml, with a '
    'line such as "title" = "Chess" for each key; see docs/adding-a-game.md'
)


def _load(folder: Path, numbers: Numbers) -> dict[str, dict[str, str]]:
    if folder.suffix == ".toml":
        raise ValueError(f"{folder}: {_OLD_FORM}")
    texts = {language: _read(folder, language) for language in LANGUAGES}
    words: dict[str, dict[str, str]] = {}
    for key in dict.fromkeys(key for lines in texts.values() for key in lines):
        for language, lines in texts.items():
            if key not in lines:
                raise ValueError(f"{folder}/{language}.toml: expected words for {key}, got none")
        if len({holes_of(lines[key]) for lines in texts.values()}) != 1:
            raise ValueError(f"{folder}: {key} has different holes in its languages")
        words[key] = {
            language: fill_numbers(
                lines[key], numbers, language, f"{folder}/{language}.toml: {key}"
            )
            for language, lines in texts.items()
        }
    return words


def _read(folder: Path, language: str) -> dict[str, str]:
    """The templates of a language by their keys."""
    file = folder / f"{language}.toml"
    try:
        lines = tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as problem:
        raise ValueError(f"{file}: {problem}") from None
    tables = [key for key, text in lines.items() if not isinstance(text, str)]
    if tables:
        raise ValueError(f'{file}: expected a line such as "key" = "text" for {tables[0]}')
    for key, text in lines.items():
        _must_be_template(f"{file}: {key}", text, language)
    return lines


def holes_of(template: str) -> frozenset[str]:
    """The names of a template's holes."""
    return frozenset(hole[1] for hole in _HOLE.finditer(template))


def stated_in(text: str) -> frozenset[str]:
    """The names of the game's numbers that a text states.

    >>> stated_in("Draw up to {#hand|word} cards, {who}.")
    frozenset({'hand'})
    """
    return frozenset(name[1:] for name in holes_of(text) if name.startswith(_DATA))


def fill_numbers(text: str, numbers: Numbers, language: str, where: str) -> str:
    """The text with the numbers that it states; ValueError says where one is unknown.

    >>> fill_numbers("{#hand|word} {#hand|one:card|other:cards}", {"hand": 2}, "en", "rules.md")
    'two cards'
    """

    def fill(hole: re.Match[str]) -> str:
        if not hole[1].startswith(_DATA):
            return hole[0]
        name, how = hole[1][1:], hole[2]
        if name not in numbers:
            known = ", ".join(numbers) or "none"
            raise ValueError(f"{where}: expected a number of the game ({known}), got {name}")
        if how in _NUMBER_FORMATS:
            return _NUMBER_FORMATS[how](numbers[name], language)
        _must_have_forms(where, hole, language)
        return _chosen(numbers[name], how, language)

    filled = _HOLE.sub(fill, text)
    if f"{{{_DATA}" in filled:
        raise ValueError(f"{where} has a brace that is no hole: {text}")
    return filled


def _must_be_template(where: str, template: str, language: str) -> None:
    """Check that all braces are holes and that each choice has every plural category's form."""
    if set("{}") & set(_HOLE.sub("", template)):
        raise ValueError(f"{where} has a brace that is no hole: {template}")
    for hole in _HOLE.finditer(template):
        if hole[2] not in (_NUMBER_FORMATS if hole[1].startswith(_DATA) else ("", _OR)):
            _must_have_forms(where, hole, language)


def _must_have_forms(where: str, hole: re.Match[str], language: str) -> None:
    given = {name for name in _forms(hole[2]) if not name.isdecimal()}
    if given != categories(language):
        wanted = ", ".join(sorted(categories(language)))
        raise ValueError(f"{where}: {hole[0]} needs a form for each of {wanted} ({language})")


def _forms(text: str) -> dict[str, str]:
    """The forms of `|one:point|other:points` by their names."""
    parts = (part.partition(":") for part in text.split("|")[1:])
    return {name: form for name, _, form in parts}


def speak(words: Words, say: Say, language: str = "en") -> str:
    """Put a Say into words.

    >>> speak({"hit": {"en": "{who} hits", "ja": "{who}の攻撃"}}, Say("hit", {"who": "Sanada"}))
    'Sanada hits'
    """

    def fill(hole: re.Match[str]) -> str:
        value, how = say.p[hole[1]], hole[2]
        return (
            _fill(words, value, how, language)
            if how in ("", _OR)
            else _chosen(value, how, language)
        )

    return _HOLE.sub(fill, words[say.k][language])


def _fill(words: Words, value: Value, how: str, language: str) -> str:
    if isinstance(value, tuple):
        parts = [_fill(words, one, "", language) for one in value]
        return joined(parts, language, either=how == _OR)
    return speak(words, value, language) if isinstance(value, Say) else str(value)


def _chosen(value: Value, how: str, language: str) -> str:
    """The form for a count."""
    n = value if isinstance(value, int) else len(value) if isinstance(value, tuple) else 1
    forms = _forms(how)
    return forms[str(n)] if str(n) in forms else forms[category(n, language)]


# ---- columns of text


def columns(text: str) -> int:
    """The number of columns that a text takes in a terminal, where Japanese letters take two.

    >>> columns("gold"), columns("金")
    (4, 2)
    """
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text)


def padded(text: str, width: int) -> str:
    """A text, filled with spaces up to so many columns."""
    return text + " " * (width - columns(text))
