"""Text as data: keys with values, put into words by templates in every language.

The engine never makes sentences. It makes a `Say` (a key and what to fill in); a game's
`words.toml` holds one template per key and language, such as

    [move]
    en = "{who} moves {die} from {from} to {to}"
    ja = "{who}が{die}を{from}から{to}へ動かす"

A value is a number, plain text that needs no translation (a name, a square), or another `Say`.
The browser puts the same data into words with the same templates.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

LANGUAGES: Final = ("en", "ja")
_HOLE = re.compile(r"\{(\w+)\}")


class Say(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A sentence or a name as data: the key of its template, and what fills the holes."""

    k: str
    p: dict[str, int | str | Say] = {}

    def __hash__(self) -> int:
        return hash((self.k, tuple(sorted(self.p.items(), key=lambda kv: kv[0]))))


Words = Mapping[str, Mapping[str, str]]
"""words[key][language] is a template."""


def load_words(*paths: Path) -> Words:
    """Read words files and hold them to their form: a key once, in every language, same holes."""
    words: dict[str, Mapping[str, str]] = {}
    for path in paths:
        found = _load(path)
        twice = sorted(words.keys() & found.keys())
        if twice:
            raise ValueError(f"{path.name}: {twice[0]} has words in a file before it")
        words |= found
    return words


def _load(path: Path) -> dict[str, Mapping[str, str]]:
    words: dict[str, Mapping[str, str]] = tomllib.loads(path.read_text("utf-8"))
    for key, forms in words.items():
        if set(forms) != set(LANGUAGES):
            raise ValueError(f"{path.name}: {key} needs {LANGUAGES}, has {sorted(forms)}")
        holes = {frozenset(_HOLE.findall(text)) for text in forms.values()}
        if len(holes) != 1:
            raise ValueError(f"{path.name}: {key} has different holes in its languages")
    return words


def speak(words: Words, say: Say, language: str = "en") -> str:
    """Put a Say into words.

    >>> speak({"hit": {"en": "{who} hits", "ja": "{who}の攻撃"}}, Say("hit", {"who": "Sanada"}))
    'Sanada hits'
    """
    template = words[say.k][language]
    return _HOLE.sub(lambda hole: _fill(words, say.p[hole.group(1)], language), template)


def _fill(words: Words, value: int | str | Say, language: str) -> str:
    return speak(words, value, language) if isinstance(value, Say) else str(value)
