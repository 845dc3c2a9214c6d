"""Text as data: keys with values, put into words by templates in every language.

The engine never makes sentences. It makes a `Say` (a key and the values to fill in); a game's
`words.toml` has one template per key and language, such as

    [move]
    en = "{who} moves {die} from {from} to {to}"
    ja = "{who}が{die}を{from}から{to}へ動かす"

A value is a number, plain text that needs no translation (a name, a square), another `Say`, or a
tuple of these. A hole may specify how it is filled, by the rules of the language (CLDR,
`core.locales`):

    {who}                              the value; a tuple is joined, as in A, B and C
    {who|or}                           a tuple is joined as in A, B or C
    {n} {n|one:point|other:points}     a form for each plural category of the language
    {n|0:no point|one:1 point|other:…} forms for particular numbers come first
    {who|one:wins|other:win}           a tuple counts its values; any other non-number counts as one

The browser puts the same data into words with the same templates (`web/src/lib/template.ts`).
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from honjin.core.locales import LANGUAGES, categories, category, joined

_HOLE: Final = re.compile(r"\{(\w+)((?:\|[^{}|]*)*)\}")
_OR: Final = "|or"


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


def load_words(*paths: Path) -> Words:
    """Read words files; ValueError unless each key occurs once, in every language, same holes.

    Holes inside the forms of another, or any other brace, cannot be filled and are refused too.
    """
    words: dict[str, Mapping[str, str]] = {}
    for path in paths:
        found = _load(path)
        twice = sorted(words.keys() & found.keys())
        if twice:
            raise ValueError(f"{path.name}: {twice[0]} already has words in an earlier file")
        words |= found
    return words


def _load(path: Path) -> dict[str, Mapping[str, str]]:
    words: dict[str, Mapping[str, str]] = tomllib.loads(path.read_text("utf-8"))
    for key, forms in words.items():
        if set(forms) != set(LANGUAGES):
            raise ValueError(f"{path.name}: {key} needs {LANGUAGES}, has {sorted(forms)}")
        if len({holes_of(text) for text in forms.values()}) != 1:
            raise ValueError(f"{path.name}: {key} has different holes in its languages")
        for language, text in forms.items():
            if set("{}") & set(_HOLE.sub("", text)):
                raise ValueError(f"{path.name}: {key} has a brace that is no hole: {text}")
            _must_have_forms(f"{path.name}: {key}", text, language)
    return words


def holes_of(template: str) -> frozenset[str]:
    """The names of a template's holes."""
    return frozenset(hole[1] for hole in _HOLE.finditer(template))


def _must_have_forms(where: str, template: str, language: str) -> None:
    """Check that each choice in a template has a form for every plural category."""
    for hole in _HOLE.finditer(template):
        if hole[2] in ("", _OR):
            continue
        found = {name for name in _forms(hole[2]) if not name.isdecimal()}
        if found != categories(language):
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
