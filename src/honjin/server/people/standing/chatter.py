"""Checks on a chat line: links, and repetitions."""

from __future__ import annotations

import re
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final
from unicodedata import normalize

from honjin.server.messages.refusals import TooMany
from honjin.server.people.names import alike

MAX_SAME: Final = 2
"""How often the same line may be said within WHILE."""
WHILE: Final = 90.0
"""The seconds in which repetitions of a line count."""
SHORT: Final = 12
"""Lines up to this length count only at their own table: people greet each other."""
_LAST: Final = 8
_MAX_KEPT: Final = 20_000
_ENDS: Final = (
    "app biz cc cn co com cyou de dev fr gg icu info io jp kr link live me net online org ru shop "
    "site store su team tk to top tv uk us vip work world ws xyz"
)
_LINK: Final = re.compile(
    rf"[a-z][a-z0-9+.-]{{1,9}}://|\bwww\.|[a-z0-9-]\.(?:{'|'.join(_ENDS.split())})(?![a-z0-9.-])"
)


def has_link(text: str, origin: str = "") -> bool:
    """Whether a line contains an address other than this site's.

    >>> has_link("look at example.com/x"), has_link("well.done. www")
    (True, False)
    """
    plain = normalize("NFKC", text).casefold()
    return _LINK.search(plain.replace(origin.casefold(), " ") if origin else plain) is not None


class Repeats:
    """The recent lines of each guest. A guest who keeps repeating a line is stopped."""

    def __init__(self, *, on: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._on, self._clock = on, clock
        self._said: OrderedDict[str, deque[tuple[str, float]]] = OrderedDict()

    def note(self, person: str, table: str, text: str) -> None:
        """Note a line that a guest says; TooMany if it was said often enough."""
        if not self._on:
            return
        plain, now = alike(text), self._clock()
        line = f"{table} {plain}" if len(text) <= SHORT else plain
        last = self._said.setdefault(person, deque(maxlen=_LAST))
        self._said.move_to_end(person)
        if len(self._said) > _MAX_KEPT:
            self._said.popitem(last=False)
        same = sum(one == line and now - at < WHILE for one, at in last)
        if same >= MAX_SAME:
            raise TooMany("you have said that already")
        last.append((line, now))
