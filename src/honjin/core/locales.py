"""The grammar that templates need in Honjin's languages: plural categories and lists, from CLDR.

Babel has the data here, `Intl` in the browser (`web/src/lib/template.ts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Final

from babel import Locale
from babel.dates import format_date
from babel.lists import format_list

LANGUAGES: Final = ("en", "ja")

LOCALES: Final = {"en": "en_GB", "ja": "ja"}
"""The English that rules and pages are written in is British."""

OTHER: Final = "other"


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(LOCALES[language])


@cache
def categories(language: str) -> frozenset[str]:
    """The plural categories that a language has.

    >>> sorted(categories("en"))
    ['one', 'other']
    """
    return frozenset(_locale(language).plural_form.tags) | {OTHER}


def category(n: int, language: str) -> str:
    """The plural category of a number.

    >>> category(1, "en"), category(0, "en"), category(1, "ja")
    ('one', 'other', 'other')
    """
    return str(_locale(language).plural_form(n))


_SPELLED: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
_KANJI: Final = "〇一二三四五六七八九"


def spelled(n: int, language: str) -> str:
    """A number in words, up to twelve in English and 9999 in Japanese; a larger one in figures.

    >>> spelled(12, "en"), spelled(13, "en"), spelled(10, "ja"), spelled(127, "ja")
    ('twelve', '13', '十', '百二十七')
    """
    if language == "en":
        return _SPELLED[n] if 0 <= n < len(_SPELLED) else str(n)
    if not 0 < n < 10_000:
        return _KANJI[0] if n == 0 else str(n)
    digits = zip(("千", "百", "十", ""), map(int, f"{n:04}"), strict=True)
    return "".join(
        (_KANJI[digit] if digit > 1 or not unit else "") + unit for unit, digit in digits if digit
    )


def signed(n: int, language: str) -> str:
    """A number with its sign.

    >>> signed(3, "en"), signed(-5, "en"), signed(3, "ja")
    ('+3', '−5', '＋3')
    """
    sign = "−" if n < 0 else "＋" if language == "ja" else "+"
    return f"{sign}{abs(n)}"


def weekday(day: date, language: str) -> str:
    """The name of a day of the week.

    >>> weekday(date(2026, 3, 2), "en"), weekday(date(2026, 3, 2), "ja")
    ('Monday', '月曜日')
    """
    return str(format_date(day, "EEEE", _locale(language)))


def joined(parts: Sequence[str], language: str, *, either: bool = False) -> str:
    """Parts joined as a list in a sentence, by "and" or by "or".

    >>> joined(("A", "B", "C"), "en"), joined(("A", "B"), "en", either=True)
    ('A, B and C', 'A or B')
    """
    return format_list(parts, "or" if either else "standard", _locale(language))
