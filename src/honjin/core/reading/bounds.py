"""Limits on the size and depth of untrusted text, checked before it is parsed.

Each check takes a single pass over the text, whatever it contains; a parser takes longer than that
for keys of many parts, nested brackets and numbers of many digits. All games share these limits.

    text of an option            MAX_OPTION characters; of a file given as an option: MAX_FILE
    an action, a position        MAX_ACTION, MAX_POSITION characters
    a record                     MAX_RECORD bytes, MAX_ENTRIES entries
    a number                     MAX_DIGITS digits
    in a file (TOML)             MAX_DEPTH nested brackets, MAX_KEYS keys and brackets,
                                 MAX_PARTS parts of a key, LONGEST_WORD characters without quotes
"""

from __future__ import annotations

import re
from typing import Final

from honjin.core.errors import Flaw, Unreadable
from honjin.core.words import Say

MAX_OPTION: Final = 2_000
MAX_FILE: Final = 80_000
MAX_ACTION: Final = 400
MAX_POSITION: Final = 20_000
MAX_RECORD: Final = 2_000_000
MAX_ENTRIES: Final = 100_000
MAX_DIGITS: Final = 15
MAX_DEPTH: Final = 16
MAX_KEYS: Final = 4_000
MAX_PARTS: Final = 8
LONGEST_WORD: Final = 100
SHOWN: Final = 60
"""The largest number of characters that a message quotes of unreadable text."""
MAX_TOLD: Final = 800
"""The largest number of characters of a message that says why."""

_DIGITS: Final = re.compile(rf"[0-9][0-9_]{{{MAX_DIGITS},}}")
# Atomic groups, since early Pythons 3.11 mistake possessive repeats of alternatives.
_TOKEN: Final = re.compile(
    r"""
      (?P<text>
          \"\"\"(?>(?:[^"\\]|\\.|"(?!""))*)(?:"{3,5}|\Z)
        | '''(?>(?:[^']|'(?!''))*)(?:'{3,5}|\Z)
        | "(?>(?:[^"\\\n]|\\.)*)(?:"|(?=\n)|\Z)
        | '[^'\n]*+(?:'|(?=\n)|\Z)
      )
    | (?P<remark>\#[^\n]*+)
    | (?P<open>[\[{])
    | (?P<close>[\]}])
    | (?P<end>[=,\n])
    | (?P<space>[^\S\n]++)
    | (?P<word>[^\s"'#\[\]{},=]++)
    """,
    re.VERBOSE | re.DOTALL,
)


def shown(got: object) -> str:
    """The repr of a value for an error message, cut off after SHOWN characters."""
    if isinstance(got, str) and len(got) > SHOWN:
        return repr(f"{got[:SHOWN]}…")
    return repr(got)[: 2 * SHOWN]


def must_be_short(text: str, what: str, most: int) -> None:
    """Raise Unreadable if text has more than `most` characters, or a number too many digits."""
    if len(text) > most:
        raise Unreadable(f"expected {what} of at most {most} characters, got {len(text)}")
    if len(text) > MAX_DIGITS and (found := _DIGITS.search(text)):
        got = len(found[0])
        raise Unreadable(f"expected numbers of at most {MAX_DIGITS} digits, got one of {got}")


def must_be_plain(text: str) -> None:
    """Raise Flaw if TOML text is nested too deeply, or its keys or numbers are too many or long."""
    meter = _Meter()
    for token in _TOKEN.finditer(text):
        meter.add(token.lastgroup or "", token[0])


class _Meter:
    """Counts the parts of TOML text."""

    def __init__(self) -> None:
        self._line = 1
        self._depth = self._keys = self._parts = 0

    def add(self, kind: str, token: str) -> None:
        """Count one token."""
        if kind == "word":
            self._word(token)
        elif kind == "open":
            self._depth += 1
            self._keys += 1
            self._check("file.too_deep", MAX_DEPTH, self._depth)
            self._check("file.too_many_keys", MAX_KEYS, self._keys)
        elif kind == "close":
            self._depth = max(0, self._depth - 1)
        elif kind == "end":
            self._end(token)
        elif kind == "text":
            self._line += token.count("\n")

    def _word(self, word: str) -> None:
        self._check("file.too_long_word", LONGEST_WORD, len(word))
        digits = _DIGITS.search(word)
        self._check("file.too_long_number", MAX_DIGITS, len(digits[0]) if digits else 0)
        self._parts += word.count(".")
        self._keys += word.count(".")
        self._check("file.too_many_parts", MAX_PARTS, self._parts + 1)

    def _end(self, mark: str) -> None:
        self._parts = 0
        self._keys += mark == "="
        self._check("file.too_many_keys", MAX_KEYS, self._keys)
        self._line += mark == "\n"

    def _check(self, what: str, most: int, got: int) -> None:
        if got > most:
            raise Flaw(Say(what, {"line": self._line, "most": most}))
