"""The names that Honjin reads from the environment, and the settings that follow from it."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping
from dataclasses import fields
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from honjin.server.settings import (
    FILE,
    MASK,
    PREFIX,
    Settings,
    secrets,
    table,
    variable,
    without_password,
)

log = logging.getLogger(__name__)

OTHERS: Final = {
    "HONJIN_BOUNDSCHECK": "compiled rules",
    "HONJIN_CACHE": "compiled rules",
    "HONJIN_GAMES": "the catalogue of games",
    "HONJIN_TOKEN": "the bots in examples/",
    "HONJIN_URL": "the development server of the client",
    "HONJIN_WORKER": "a worker, from the process that starts it",
}
"""The readers of variables that are no settings of the server."""
TESTS: Final = PREFIX + "TEST_"


class InForce(NamedTuple):
    """A setting as the server would use it; `source` is where the value comes from."""

    variable: str
    value: str
    source: str


def known_names() -> set[str]:
    """All names of variables that something of Honjin reads, except those of its tests."""
    names = (name for name, *_ in table())
    return {*names, *(name + FILE for name in secrets()), *OTHERS}


def unknown(environ: Iterable[str]) -> list[tuple[str, str]]:
    """The names that look like settings and are none, each with the nearest that is, or ''."""
    known = known_names()
    ends = [name.removeprefix(PREFIX) for name in sorted(known)]
    found = []
    for name in sorted(environ):
        upper = name.upper()
        if not upper.startswith(PREFIX) or name in known or name.startswith(TESTS):
            continue
        wanted = upper.removeprefix(PREFIX)
        if upper.removesuffix(FILE) in known:  # no secret
            wanted = wanted.removesuffix(FILE)
        near = get_close_matches(wanted, ends, 1)
        found.append((name, PREFIX + near[0] if near else ""))
    return found


def tell_unknown() -> None:
    """Log the names in the environment that are no settings: a misspelt one has no effect."""
    for name, near in unknown(os.environ):
        if near:
            log.warning("%s is not a setting; did you mean %s?", name, near)
        else:
            log.warning("%s is not a setting", name)


def in_force(environ: Mapping[str, str] = os.environ, **given: Any) -> list[InForce]:
    """All settings as the server would use them; secrets are masked, default places spelt out."""
    settings = Settings.read(environ, **given)
    places = {"data": settings.folder, "tables": settings.solved, "database": settings.url}
    rows = []
    for one in fields(Settings):
        name = variable(one)
        value = places.get(one.name, getattr(settings, one.name))
        source = _source(name, environ, is_given=one.name in given)
        if one.metadata["secret"] and value:  # of a database the rest is shown
            value = without_password(settings.url) if one.name == "database" else MASK
        rows.append(InForce(name, _shown(value), source))
    return rows


def _source(variable: str, environ: Mapping[str, str], *, is_given: bool) -> str:
    if is_given:
        return "option"
    if file := environ.get(variable + FILE):
        return f"file {_shown(file)}"
    return "environment" if variable in environ else "default"


def _shown(value: Any) -> str:
    """A value on one line, as it would be written."""
    text = f"{value:g}" if isinstance(value, bool | float) else str(value)
    return "".join(one if one.isprintable() else repr(one)[1:-1] for one in text)
