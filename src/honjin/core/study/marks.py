"""Marks on the places of a position: circles and arrows, as short texts.

    tile.4              a circle around a place
    tile.4>tile.9       an arrow from one place to another
    red!tile.4>tile.9   the same in red

A place has one circle, and two places one arrow in each direction: another one changes its colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

PATTERN: Final = r"^(?:(red|gold|green)!)?([^\s!>]{1,80})(?:>([^\s!>]{1,80}))?\Z"
_MARK: Final = re.compile(PATTERN)


class Mark(NamedTuple):
    """A circle at `at`, or an arrow from there to `to`."""

    at: str
    to: str = ""
    hue: str = ""

    @property
    def subject(self) -> tuple[str, str]:
        """What is marked, whatever the colour."""
        return self.at, self.to


def read_mark(text: str) -> Mark | None:
    """The mark that a text says; None if it says none."""
    found = _MARK.fullmatch(text)
    return Mark(found[2], found[3] or "", found[1] or "") if found else None


def marked(marks: Iterable[str], add: Iterable[str], remove: Iterable[str]) -> tuple[str, ...]:
    """Marks after some were removed and others added; of two on one subject the later stays."""
    gone = {_subject(text) for text in remove}
    found = {_subject(text): text for text in marks if _subject(text) not in gone}
    found |= {_subject(text): text for text in add}
    return tuple(found.values())


def _subject(text: str) -> tuple[str, str]:
    mark = read_mark(text)
    return mark.subject if mark else (text, "")


def places(marks: Iterable[str]) -> tuple[str, ...]:
    """The places that marks are about, each once."""
    found = (place for text in marks for place in _subject(text) if place)
    return tuple(dict.fromkeys(found))
