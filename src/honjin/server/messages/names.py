"""Rules for people's names: all characters visible, and none that looks like another's."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_UNSEEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control characters, direction marks, zero-width characters, and unassigned code points."""
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
"""Characters that show nothing, though Unicode counts them as letters or marks."""
_LOOK_ALIKES: Final = (
    "aаα", "bв", "cс", "dԁ", "eе", "gɡ", "hһн", "jј", "kкκ", "li1іιӏ|", "mм", "oо0ο", "pрρ",
    "sѕ", "tтτ", "uυ", "vν", "xхχ", "yу", "二ニ", "口ロ", "力カ", "工エ", "三ミ", "夕タ",
    "卜ト", "八ハ", "千チ", "へヘ", "べベ", "ぺペ", "りリ", "-一ー–—―‐‑−", "·・",
)  # fmt: skip
"""Characters of several scripts that look alike, after case folding."""
_SAME: Final = {ord(letter): row[0] for row in _LOOK_ALIKES for letter in row}
_GUEST: Final = re.compile(r"(guest|ゲスト|客)[\W\d]*")
MOST_MARKS: Final = 2
"""The most combining marks that one letter may have."""


def plain_name(text: str) -> str:
    """Return a name with single spaces; empty if it has characters that cannot be seen."""
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    return "" if unseen(name) else name


def unseen(name: str) -> str:
    """Return the first invisible or forbidden character of a name as `U+202E`; empty if none."""
    marks = 0
    for letter in name:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in _UNSEEN or letter in _BLANK or marks > MOST_MARKS:
            return f"U+{ord(letter):04X}"
    return ""


def alike(name: str) -> str:
    """Return a key that is equal for names that differ only in width, case, script or spaces."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    seen = "".join(letter for letter in plain if letter != " " and not _is_variant(letter))
    return seen.translate(_SAME)[:200]


def is_guest_name(name: str) -> bool:
    """True if a name is of the form given to guests, which nobody may take."""
    return _GUEST.fullmatch(unicodedata.normalize("NFKC", name).casefold()) is not None


def _is_variant(letter: str) -> bool:
    """True if a mark only selects a variant of the letter before it."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
