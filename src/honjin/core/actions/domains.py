"""Domains: what the arguments of an action can be, as numbers and as text."""

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
"""A refusal repeats at most so many characters of what came."""


@dataclass(frozen=True)
class Domain:
    """What one argument can be: the numbers `start` to `start + size - 1`.

    `write` and `read` turn a number into its text in notation and back, given the state; `read`
    raises Unreadable for a text that names nothing. `pattern` is a regular expression without
    groups that matches each of the texts. `present` gives the numbers that there are with some
    options, all of them if it is None. `is_fixed` promises that `write` and `read` do not look at
    the state.
    """

    key: str
    size: int
    write: Write
    read: Read
    pattern: str
    start: int = 0
    present: Present | None = field(default=None, compare=False)
    is_fixed: bool = False

    def numbers(self, options: Options) -> Sequence[int]:
        """The numbers that there are with these options, in ascending order."""
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
    """A domain whose numbers are written as they are."""
    last = start + size - 1

    def read(_s: Any, text: str) -> int:
        if text != str(int(text)) or not start <= int(text) <= last:
            raise Unreadable(f"expected a {key} from {start} to {last}, got {text[:40]!r}")
        return int(text)

    digits = f"[0-9]{{1,{len(str(last))}}}"
    return Domain(key, size, lambda _s, n: str(n), read, digits, start, present, is_fixed=True)
