"""What people may be called: a name that can be seen, and is not that of somebody present."""

from __future__ import annotations

import unicodedata
from typing import Final

_UNSEEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control characters, marks of direction and of no width, what stands for nothing."""
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
"""Letters and marks that show nothing, though they count as letters."""
MOST_MARKS: Final = 2
"""So many marks stand on a letter at most."""


def plain_name(text: str) -> str:
    """A name with single spaces; empty when it has what cannot be seen."""
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    return "" if unseen(name) else name


def unseen(name: str) -> str:
    """What a name has that cannot be seen, or must not be in it: `U+202E`; else nothing."""
    marks = 0
    for letter in name:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in _UNSEEN or letter in _BLANK or marks > MOST_MARKS:
            return f"U+{ord(letter):04X}"
    return ""


def alike(name: str) -> str:
    """The same for names that look the same but for width and case."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter for letter in plain if letter != " " and not _is_variant(letter))


def _is_variant(letter: str) -> bool:
    """Whether a mark only says which form of the letter before it is meant."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
