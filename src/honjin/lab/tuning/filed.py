"""Numbers in a file that a game reads: another value at a path, all else as it stands."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

import msgspec

from honjin.core.reading.bounds import MAX_DIGITS, MAX_FILE, shown
from honjin.core.reading.files import read_toml
from honjin.lab.errors import BadPlan, NoLearning

MAX_NUMBERS: Final = 2_000
"""The most numbers that are listed."""


class FileNumber(msgspec.Struct, frozen=True):
    """A number in a file: its path, and what stands there."""

    path: str
    value: int | float


def numbers_in(text: str) -> tuple[FileNumber, ...]:
    """The numbers in a TOML text, in its order; Flaw if it is none."""
    found: dict[str, object] = read_toml(text, dict, MAX_FILE)
    return tuple(islice(_numbers(found, ()), MAX_NUMBERS))


def _numbers(thing: object, path: tuple[str, ...]) -> Iterator[FileNumber]:
    if isinstance(thing, dict):
        for key, value in thing.items():
            if key and not set(key) & {".", "=", ":"}:  # others cannot be named in a path
                yield from _numbers(value, (*path, key))
    elif isinstance(thing, list):
        for n, value in enumerate(thing):
            yield from _numbers(value, (*path, str(n)))
    elif isinstance(thing, int | float) and not isinstance(thing, bool) and math.isfinite(thing):
        yield FileNumber(".".join(path), thing)


def must_take(text: str, path: str, values: Iterable[str]) -> None:
    """Raise BadPlan unless each of these values can stand at a path of a TOML text."""
    here, place = _found(_parsed(text), path)
    for value in values:
        _like(here[place], value, path)


def with_values(text: str, values: Mapping[str, str]) -> str:
    """A TOML text with these values at these paths, such as `scenario.hand.anti.base`.

    Each stays what it was: a whole number, a number, true or false, text. BadPlan where there is no
    such path, or where the value is of another sort.
    """
    file = _parsed(text)
    for path, value in values.items():
        here, place = _found(file, path)
        here[place] = _like(here[place], value, path)
    return str(_kit().dumps(file))


def _parsed(text: str) -> Any:
    if len(text) > MAX_FILE:
        raise BadPlan(f"expected a file of at most {MAX_FILE} characters, got {len(text)}")
    kit = _kit()
    try:
        return kit.parse(text)
    except kit.exceptions.TOMLKitError as problem:
        raise BadPlan(f"expected a file in TOML: {problem}") from None


def _found(file: Any, path: str) -> tuple[Any, str | int]:
    """The table or list in which a path ends, and the key there."""
    *tables, last = path.split(".")
    here = file
    for at, key in enumerate(tables):
        here = here[_key_of(here, key, tables[:at])]
    return here, _key_of(here, last, tables)


def _key_of(here: Any, key: str, before: list[str]) -> str | int:
    where = ".".join(before) or "the file"
    if isinstance(here, list):
        if key.isascii() and key.isdigit() and len(key) < MAX_DIGITS and int(key) < len(here):
            return int(key)
        raise BadPlan(f"expected 0 to {len(here) - 1} in {where}, got {shown(key)}")
    if not isinstance(here, dict) or key not in here:
        known = ", ".join(here) if isinstance(here, dict) else "nothing"
        raise BadPlan(f"expected in {where}: {known}; got {shown(key)}")
    return key


def _like(old: Any, value: str, path: str) -> Any:
    """The value as what stood there: a number remains one."""
    try:
        if isinstance(old, bool):
            return {"true": True, "false": False}[value]
        if isinstance(old, int | float):
            return type(old.unwrap())(value) if hasattr(old, "unwrap") else type(old)(value)
    except (KeyError, ValueError):
        raise BadPlan(f"expected {path} like {old}, got {shown(value)}") from None
    if isinstance(old, str):
        return value
    raise BadPlan(f"expected a number, a text, true or false at {path}, to vary it")


def _kit() -> Any:
    try:
        import tomlkit
    except ImportError:
        raise NoLearning("a search in files needs tomlkit: pip install 'honjin[lab]'") from None
    return tomlkit
