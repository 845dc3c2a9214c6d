"""Rules for people's names: all characters visible, and none that looks like another's."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
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
MAX_MARKS: Final = 2
"""The most combining marks that one letter may have."""
_LATIN: Final = re.compile(
    r"(?:.*LATIN (?:SMALL |CAPITAL )?LETTER|REGIONAL INDICATOR SYMBOL LETTER) "
    r"(?:SMALL CAPITAL )?([A-Z])(?: WITH .+)?"
)
"""The names of letters that are drawn as a Latin one, which no normal form takes apart."""
_DIACRITICS: Final = re.compile(
    "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
)
"""Marks of no script of their own. Those of kana, Thai, Devanagari are part of a letter."""
_RESERVED: Final = (
    "admin", "administrator", "moderator", "operator", "system", "honjin", "host", "server",
    "staff", "webmaster", "管理人", "管理者", "運営", "運営者", "モデレーター", "システム",
    "サーバー", "スタッフ", "ホンジン", "本陣", "公式",
)  # fmt: skip
"""Names by which somebody would seem to speak for the house."""


def plain_name(text: str) -> str:
    """Return a name with single spaces; empty if it has characters that cannot be seen."""
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    return "" if unseen(name) else name


def unseen(name: str) -> str:
    """Return the first invisible or forbidden character of a name as `U+202E`; empty if none.

    Of a name without anything to see that is its first character.
    """
    if name and not has_ink(name):
        return f"U+{ord(name[0]):04X}"
    marks = 0
    for letter in name:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind in _UNSEEN or letter in _BLANK or marks > MAX_MARKS:
            return f"U+{ord(letter):04X}"
    return ""


def has_ink(text: str) -> bool:
    """True if any character shows by itself: a space, a mark or a joiner alone does not."""
    return any(unicodedata.category(one)[0] in "LNPS" and one not in _BLANK for one in text)


def alike(name: str) -> str:
    """Return a key that is equal for names that differ only in width, case, script or spaces."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    seen = "".join(letter for letter in plain if letter != " " and not _is_variant(letter))
    return seen.translate(_SAME)[:200]


def skeleton(name: str) -> str:
    """Return a key that is equal for names that look alike to people (Unicode's UTS #39).

    Beside what `alike` ignores, marks of no script and punctuation make no difference, nor do
    letters of whatever script or style that look like others.
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    seen = unicodedata.normalize("NFC", _DIACRITICS.sub("", plain))
    kept = "".join(shape(one) for one in seen if not _is_sign(one))
    return kept.replace("rn", "m")[:200] or alike(name)


@lru_cache(4_000)
def shape(letter: str) -> str:
    """Return what stands for all letters that look like this one: a Latin letter if one does."""
    near = _near(letter)
    first = near[0] if len(near) == 1 else letter
    alikes = {letter, first, *_near(first)}
    drawn = {alike(_drawn(one)) for one in alikes}
    latin = [one for one in drawn if one.isascii() and one.isalnum()]
    return min(latin) if latin else alike(min(alikes))


def _near(letter: str) -> list[str]:
    """The letters that look like one: the first of them knows all, the others only the first."""
    from confusable_homoglyphs.confusables import is_confusable  # a large table

    found = is_confusable(letter, greedy=True)
    return [one["c"] for one in found[0]["homoglyphs"] if len(one["c"]) == 1] if found else []


def _drawn(letter: str) -> str:
    found = _LATIN.fullmatch(unicodedata.name(letter, ""))
    return found[1] if found else letter


def _is_sign(letter: str) -> bool:
    """True for what is no part of a word: spaces, punctuation, and invisible characters."""
    kind = unicodedata.category(letter)
    return kind[0] in "ZPC" or kind == "Sk" or _is_variant(letter)


def is_reserved(name: str) -> bool:
    """True if a name, or one that looks like it, would seem to be the house's."""
    return _reserved().fullmatch(skeleton(name)) is not None


@cache
def _reserved() -> re.Pattern[str]:
    words = "|".join(sorted(map(skeleton, _RESERVED), key=len, reverse=True))
    return re.compile(rf"(?:{words})+[\dlo]*")


def is_guest_name(name: str) -> bool:
    """True if a name is of the form given to guests, which nobody may take."""
    return _GUEST.fullmatch(unicodedata.normalize("NFKC", name).casefold()) is not None


def _is_variant(letter: str) -> bool:
    """True if a mark only selects a variant of the letter before it."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
