"""Data files that come with a game: TOML in which code reads every key, except for readers' notes.

_TABLES: Final = load_tables(Path(__file__).with_name("cards.toml"))
DICE: Final = int(_TABLES["components"]["dice"])
...
must_be_read("cards.toml", _TABLES)
"""

import re
import tomllib
from collections import UserDict
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

_FOR_READERS: Final = re.compile(r"schema|sides|(\w+_)?(source|evidence)")
"""The keys that only people read: where a number comes from."""


def unread_keys(given: Iterable[str], keys: Container[str]) -> Iterator[str]:
    """The keys of a table that are neither among those that are read nor for readers."""
    return (key for key in given if key not in keys and not _FOR_READERS.fullmatch(key))


class Table(UserDict[str, Any]):
    """A table of a file, which notes the keys that have been read."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__({key: _noting(value) for key, value in given.items()})
        self.unread = dict.fromkeys(given)

    def __getitem__(self, key: str) -> Any:
        self.unread.pop(key, None)
        return super().__getitem__(key)


def _noting(value: Any) -> Any:
    if isinstance(value, dict):
        return Table(value)
    return [_noting(part) for part in value] if isinstance(value, list) else value


def load_tables(path: Path) -> Table:
    """The tables of a file."""
    return Table(tomllib.loads(path.read_text("utf-8")))


def must_be_read(place: str, value: Any) -> None:
    """Raise ValueError for the first key of a file, or of a table in it, that has not been read."""
    if isinstance(value, list):
        for n, part in enumerate(value, 1):
            must_be_read(f"{place} {n}", part)
    elif isinstance(value, Table):
        for key in unread_keys(value.unread, ()):
            raise ValueError(f"{place}: no code reads {key}")
        for key, part in value.data.items():
            must_be_read(f"{place}, {key}", part)
