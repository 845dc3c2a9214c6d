"""Names of files among the values of options: those given, or what their texts say differently."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePath
from typing import Any, Final

from honjin.core.errors import Flaw
from honjin.core.reading.bounds import MAX_FILE
from honjin.core.reading.files import read_toml

LONGEST_NAME: Final = 60
_MAX_TOLD: Final = 3
"""The most values that a name tells."""
_LONGEST_TOLD: Final = 20

# ---- by what is in them


def names_of(texts: Mapping[str, str]) -> dict[str, str]:
    """A name for each text of a file, which tells it from the others; `texts` have those given.

    A file without a name is called by the one in its text. Where several have one name, the values
    that differ follow it. A text that no name can be made for is left out.
    """
    named = {text: _clean(given) or _own_name(text) for text, given in texts.items()}
    found: dict[str, str] = {}
    for name in dict.fromkeys(named.values()):
        group = [text for text, one in named.items() if one == name]
        told = [""] if name and len(group) == 1 else _told(group)
        found |= {text: _joined(name, values) for text, values in zip(group, told, strict=True)}
    return {text: name for text, name in found.items() if name}


def _joined(name: str, values: str) -> str:
    return f"{name} ({values})" if name and values else name or values


def _clean(name: str) -> str:
    """A given name, if it is one line; cut if it is long."""
    return name.strip()[:LONGEST_NAME] if name.isprintable() else ""


def _own_name(text: str) -> str:
    name = _table(text).get("name")
    return _clean(name) if isinstance(name, str) else ""


def _told(texts: Sequence[str]) -> list[str]:
    """What each of the texts says that not all of them say."""
    values = [dict(_values(_table(text))) for text in texts]
    paths = dict.fromkeys(path for found in values for path in found)
    differ = [
        path for path in paths
        if len(texts) == 1 or len({str(found.get(path)) for found in values}) > 1
    ]  # fmt: skip
    return [
        _in_short([(path, found[path]) for path in differ if path in found]) for found in values
    ]


def _in_short(values: Sequence[tuple[str, object]]) -> str:
    told = [f"{path}={str(value)[:_LONGEST_TOLD]}" for path, value in values[:_MAX_TOLD]]
    return ", ".join(told) + (" …" if len(values) > _MAX_TOLD else "")


def _values(thing: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, object]]:
    """Every value in a table of TOML, by its path."""
    if isinstance(thing, Mapping):
        for key, one in thing.items():
            yield from _values(one, (*path, str(key)))
    elif isinstance(thing, list):
        for n, one in enumerate(thing):
            yield from _values(one, (*path, str(n)))
    else:
        yield ".".join(path), thing


@lru_cache(64)
def _table(text: str) -> Mapping[str, Any]:
    try:
        found: dict[str, Any] = read_toml(text, dict[str, Any], MAX_FILE)
    except Flaw:
        return {}
    return found


# ---- by where they are


def short_names(files: Sequence[str]) -> dict[str, str]:
    """Names of files without their ending, with as many folders as tell them apart.

    >>> short_names(["a/mine.toml", "b/mine.toml", "a/flat.toml"])
    {'a/mine.toml': 'a/mine', 'b/mine.toml': 'b/mine', 'a/flat.toml': 'flat'}
    """
    return {file: _short(file, [other for other in files if other != file]) for file in files}


def _short(file: str, others: Sequence[str]) -> str:
    for folders in range(len(PurePath(file).parts)):
        name = _tail(file, folders)
        if name not in (_tail(other, folders) for other in others):
            return name
    return file


def _tail(file: str, folders: int) -> str:
    """A file's name without its ending, and so many of the folders it is in."""
    path = PurePath(file)
    return str(PurePath(*path.parts[-1 - folders : -1], path.stem))
