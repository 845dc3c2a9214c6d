"""Numbers in a file that a game reads: another value at a path, all else as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from honjin.core.reading.bounds import MOST_FILE, shown
from honjin.lab.errors import BadPlan, NoLearning


def with_values(text: str, values: Mapping[str, str]) -> str:
    """A TOML text with these values at these paths, such as `scenario.hand.anti.base`.

    Each stays what it was: a whole number, a number, true or false, text. BadPlan where there is no
    such path, or where the value is of another sort.
    """
    if len(text) > MOST_FILE:
        raise BadPlan(f"expected a file of at most {MOST_FILE} characters, got {len(text)}")
    kit = _kit()
    try:
        file = kit.parse(text)
    except kit.exceptions.TOMLKitError as problem:
        raise BadPlan(f"expected a file in TOML: {problem}") from None
    for path, value in values.items():
        _put(file, path, value)
    return str(kit.dumps(file))


def _put(file: Any, path: str, value: str) -> None:
    *tables, last = path.split(".")
    here = file
    for at, key in enumerate(tables):
        here = here[_key_of(here, key, tables[:at])]
    place = _key_of(here, last, tables)
    here[place] = _like(here[place], value, path)


def _key_of(here: Any, key: str, before: list[str]) -> str | int:
    where = ".".join(before) or "the file"
    if isinstance(here, list):
        if key.isascii() and key.isdigit() and int(key) < len(here):
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
