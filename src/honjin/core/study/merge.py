"""Two changes of one comment, made at the same time, as one text.

An author changes the sentences from the first to the last that differ from what the author saw. Two
such stretches that share no sentence are both applied. What both add at the same place is kept from
both, the earlier change first. Where both change the same sentence nothing is merged. Linear time.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_SENTENCE: Final = re.compile(
    r"\n+|[^\S\n]+|[^\s.!?。！？][^\n.!?。！？]*[.!?。！？]*|[.!?。！？]+"
)
"""A sentence, or the space between two."""


class _Change(NamedTuple):
    """The sentences from `first` until `end` became `new`."""

    first: int
    end: int
    new: list[str]


def merge(was: str, now: str, wish: str) -> str | None:
    """The text with what `now` and `wish` each changed in `was`; None if both changed the same."""
    if wish in (was, now):
        return now
    if now == was:
        return wish
    base = _sentences(was)
    theirs, mine = _change(base, _sentences(now)), _change(base, _sentences(wish))
    if _is_addition(theirs) and _is_addition(mine) and theirs.first == mine.first:
        both = _Change(theirs.first, theirs.first, _joined(theirs.new, mine.new))
        return _applied(base, [both])
    if theirs.end <= mine.first:
        return _applied(base, [theirs, mine])
    if mine.end <= theirs.first:
        return _applied(base, [mine, theirs])
    return None


def _sentences(text: str) -> list[str]:
    return _SENTENCE.findall(text)


def _change(base: list[str], new: list[str]) -> _Change:
    """The shortest stretch of sentences that differs."""
    least = min(len(base), len(new))
    first = next((n for n in range(least) if base[n] != new[n]), least)
    rest = least - first
    last = next((n for n in range(rest) if base[-1 - n] != new[-1 - n]), rest)
    return _Change(first, len(base) - last, new[first : len(new) - last])


def _is_addition(change: _Change) -> bool:
    return change.first == change.end


def _joined(first: list[str], then: list[str]) -> list[str]:
    """Two additions after each other, on lines of their own unless a space parts them."""
    if first == then:
        return first
    parted = first[-1][-1:].isspace() or then[0][:1].isspace()
    return [*first, *([] if parted else ["\n"]), *then]


def _applied(base: list[str], changes: list[_Change]) -> str:
    text, at = [], 0
    for change in changes:
        text += [*base[at : change.first], *change.new]
        at = change.end
    return "".join([*text, *base[at:]]).strip()
