"""Files that players write for a game: read into a declared form, or a Flaw that names the place.

A flaw is data, so that it can be shown in the reader's language. Its words are `FILE_WORDS`; a game
that reads files loads them with its own: `load_words(HOME / "words", FILE_WORDS)`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, reduce
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect

from honjin.core.errors import Flaw
from honjin.core.reading.bounds import must_be_plain
from honjin.core.reading.tables import unread_keys
from honjin.core.reading.text import decoded
from honjin.core.words import Say, Words, load_words, speak

T = TypeVar("T")
Hole = int | str | Say
"""A value for a hole in a sentence."""

FILE_WORDS: Final = Path(__file__).with_name("words") / "files"
WHOLE: Final = Say("file.whole")
NONE: Final = Say("file.none")
LONGEST: Final = 60
"""The largest number of characters quoted of the value found."""
LONGEST_EXPECTED: Final = 400
"""The largest number of characters of what was expected."""

_KINDS: Final = {
    "array": "list", "object": "table", "str": "text", "int": "number", "float": "decimal",
    "bool": "truth", "date": "time", "time": "time", "datetime": "time",
}  # fmt: skip
_PLACE: Final = re.compile(r"at line (\d+), column (\d+)")
_MISSING: Final = re.compile(r"Object missing required field `(.+?)`")
_EXPECTED: Final = re.compile(r"Expected `(.+?)`(?: of length (\d+))?, got (?:`(.+?)`|(\d+))")
_WHERE: Final = re.compile(r" - at `(?:key in )?\$(.*)`$")


def wrong(where: str | Say, expected: Hole, got: object) -> Flaw:
    """A flaw at a place: what was expected there and what was found."""
    holes = {"where": _cut(where), "expected": _cut(expected), "got": quoted(got)}
    return Flaw(Say("file.wrong", holes))


def quoted(got: object) -> Hole:
    """The value found, shortened; None means that there was none."""
    if got is None:
        return NONE
    if isinstance(got, Say):
        return got
    return _cut(str(got) or '""', LONGEST)


def _cut(text: Hole, most: int = LONGEST_EXPECTED) -> Hole:
    """Text cut off after `most` characters: places and expectations can come from the file too."""
    return f"{text[:most]}…" if isinstance(text, str) and len(text) > most else text


def within(low: int, high: int) -> Say:
    """A range of numbers, as a description of what was expected."""
    return Say("file.range", {"low": low, "high": high})


def outside(where: str, low: int, high: int, got: int) -> Iterator[Flaw]:
    """The flaw of a number outside its bounds, if it is."""
    if not low <= got <= high:
        yield wrong(where, within(low, high), got)


def must_be_known(where: str, given: Iterable[str], keys: Sequence[str]) -> None:
    """Raise Flaw for the first name of a table that is none of its keys."""
    for key in given:
        if key not in keys:
            raise unknown(f"{where}{key}", key, keys)


def unknown(where: str | Say, key: str, keys: Iterable[str]) -> Flaw:
    """The flaw of a name that is none of the keys."""
    return wrong(where, Say("file.one_of", {"values": ", ".join(keys)}), key)


def _unread(value: Any, kind: inspect.Type, at: str = "") -> Iterator[Flaw]:
    """The flaws of keys that a form does not have, unless they are for readers."""
    if isinstance(kind, inspect.UnionType):
        for part in kind.types:
            yield from _unread(value, part, at)
    elif isinstance(kind, inspect.ListType) and isinstance(value, list):
        for n, part in enumerate(value):
            yield from _unread(part, kind.item_type, f"{at}[{n}]")
    elif isinstance(kind, inspect.StructType) and isinstance(value, dict):
        fields = {field.name: field.type for field in kind.fields}
        for key in unread_keys(value, fields):
            yield unknown(_address(f"{at}.{key}"), key, fields)
        for key in filter(fields.__contains__, value):
            yield from _unread(value[key], fields[key], f"{at}.{key}")


def told(say: Say, language: str = "en") -> str:
    """A flaw of reading in words, for those who have no game at hand."""
    return speak(file_words(), say, language)


@cache
def file_words() -> Words:
    """The words of flaws."""
    return load_words(FILE_WORDS)


def read_toml(text: str, form: type[T], most: int) -> T:
    """Convert TOML of at most `most` characters to a form; Flaw if it does not fit."""
    if len(text) > most:
        raise wrong(WHOLE, Say("file.length", {"n": most}), len(text))
    text = decoded(text)
    must_be_plain(text)
    try:
        tables = tomllib.loads(text)
        for flaw in _unread(tables, inspect.type_info(form)):
            raise flaw
        return msgspec.convert(tables, form)
    except tomllib.TOMLDecodeError as problem:
        raise _not_toml(text, str(problem)) from None
    except msgspec.ValidationError as problem:
        raise _not_of_form(str(problem)) from None


def _not_toml(text: str, problem: str) -> Flaw:
    """The text at which parsing failed, and its place, taken from the library's message."""
    found = _PLACE.search(problem)
    lines = text.split("\n") if found else text.rstrip().split("\n")
    line = int(found[1]) if found else len(lines)
    column = int(found[2]) if found else 1 + len(lines[-1])
    got = quoted(lines[line - 1].strip() or None)
    return Flaw(Say("file.not_toml", {"line": line, "column": column, "got": got}))


def _not_of_form(problem: str) -> Flaw:
    """What the form required, and where, taken from the library's message."""
    at = _WHERE.search(problem)
    where = _address(at[1]) if at else WHOLE
    missing = _MISSING.match(problem)
    if missing:
        return wrong(where, Say("file.field", {"name": missing[1]}), None)
    found = _EXPECTED.match(problem)
    if not found:
        return Flaw(Say("file.other_form", {"where": where}))
    if found[2]:
        return wrong(where, Say("file.entries", {"n": int(found[2])}), found[4])
    return wrong(where, _kinds(found[1]), _kinds(found[3]))


def _address(path: str) -> str | Say:
    """A place in the file: `.midline[0].halves` is `midline 1, halves`."""
    steps = re.findall(r"\.(\w+)|\[(\d+)\]", path)
    parts: list[str] = []
    for name, number in steps:
        if number and parts:
            parts[-1] += f" {int(number) + 1}"
        elif name:
            parts.append(name)
    return ", ".join(parts) or WHOLE


def _kinds(text: str) -> Hole:
    """Kinds of values in words; null is not named, since an optional value may be left out."""
    names = [kind for kind in text.split(" | ") if kind != "null"]
    kinds = [Say(f"file.{_KINDS[kind]}") if kind in _KINDS else kind for kind in names]
    return reduce(lambda one, other: Say("file.either", {"one": one, "other": other}), kinds)
