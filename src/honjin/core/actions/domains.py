"""Domains: the possible arguments of an action, as numbers and as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from honjin.core.errors import Unreadable
from honjin.core.options import Options

Write = Callable[[Any, int], str]
Read = Callable[[Any, str], int]
Present = Callable[[Options], Sequence[int]]

TOLD: Final = 80
"""The largest number of characters that an error message quotes."""


@dataclass(frozen=True)
class Domain:
    """The values of one argument: the numbers `start` to `start + size - 1`.

    `write` and `read` convert a number to its notation and back, given the state; `read` raises
    Unreadable for text that names no value. `pattern` is a regular expression without groups that
    matches every value's text. `present` returns the numbers that exist with some options; None
    means all of them. `is_fixed` promises that `write` and `read` ignore the state, `map_of(s)` is
    the number of a map that they depend on, and on nothing else.
    """

    key: str
    size: int
    write: Write
    read: Read
    pattern: str
    start: int = 0
    present: Present | None = field(default=None, compare=False)
    is_fixed: bool = False
    map_of: Callable[[Any], int] | None = field(default=None, compare=False)

    def numbers(self, options: Options) -> Sequence[int]:
        """The numbers that exist with these options, in ascending order."""
        if self.present is not None:
            return self.present(options)
        return range(self.start, self.start + self.size)


def named(
    key: str, names: Sequence[str], *, start: int = 0, present: Present | None = None
) -> Domain:
    """A domain whose numbers have names: `names[0]` is the name of `start`."""
    known = {name: start + n for n, name in enumerate(names)}

    def read(_s: Any, text: str) -> int:
        if text not in known:
            raise Unreadable(f"expected a {key}, one of {', '.join(names)}; got {text[:40]!r}")
        return known[text]

    longest_first = sorted(names, key=len, reverse=True)
    pattern = "|".join(map(re.escape, longest_first))
    return Domain(
        key, len(names), lambda _s, n: names[n - start], read, f"(?:{pattern})", start, present,
        is_fixed=True,
    )  # fmt: skip


def numbered(key: str, size: int, *, start: int = 0, present: Present | None = None) -> Domain:
    """A domain whose numbers are written in decimal."""
    last = start + size - 1

    def read(_s: Any, text: str) -> int:
        if text != str(int(text)) or not start <= int(text) <= last:
            raise Unreadable(f"expected a {key} from {start} to {last}, got {text[:40]!r}")
        return int(text)

    digits = f"[0-9]{{1,{len(str(last))}}}"
    return Domain(key, size, lambda _s, n: str(n), read, digits, start, present, is_fixed=True)
