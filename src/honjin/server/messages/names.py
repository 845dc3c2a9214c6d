"""What people may be called: a name that can be seen, and is not that of somebody present."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_UNSEEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control characters, marks of direction and of no width, what stands for nothing."""
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
"""Letters and marks that show nothing, though they count as letters."""
_LOOK_ALIKES: Final = (
    "aаα", "bв", "cс", "dԁ", "eе", "gɡ", "hһн", "jј", "kкκ", "li1іιӏ|", "mм", "oо0ο", "pрρ",
    "sѕ", "tтτ", "uυ", "vν", "xхχ", "yу", "二ニ", "口ロ", "力カ", "工エ", "三ミ", "夕タ",
    "卜ト", "八ハ", "千チ", "へヘ", "べベ", "ぺペ", "りリ", "-一ー–—―‐‑−", "·・",
)  # fmt: skip
"""Letters of several scripts that are drawn alike, as they are after case is gone."""
_SAME: Final = {ord(letter): row[0] for row in _LOOK_ALIKES for letter in row}
_GUEST: Final = re.compile(r"(guest|ゲスト|客)[\W\d]*")
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
    """The same for names that look the same but for width, case, script and spaces."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    seen = "".join(letter for letter in plain if letter != " " and not _is_variant(letter))
    return seen.translate(_SAME)[:200]


def is_guest_name(name: str) -> bool:
    """Whether a name is one that guests are given, which is nobody's own."""
    return _GUEST.fullmatch(unicodedata.normalize("NFKC", name).casefold()) is not None


def _is_variant(letter: str) -> bool:
    """Whether a mark only says which form of the letter before it is meant."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
