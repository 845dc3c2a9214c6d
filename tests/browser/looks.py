"""How a page can look: every two of size, language and theme meet in one of four looks."""

from __future__ import annotations

from typing import Final

import pytest

from browser.visitor import PHONE, WIDE

LOOKS: Final = {
    "wide-en-light": (WIDE, "en", "light"),
    "wide-ja-dark": (WIDE, "ja", "dark"),
    "phone-en-dark": (PHONE, "en", "dark"),
    "phone-ja-light": (PHONE, "ja", "light"),
}
"""An orthogonal array: a flaw that takes all three at once could be missed, one of two cannot."""

in_every_look: Final = pytest.mark.parametrize(
    ("size", "lang", "scheme"), list(LOOKS.values()), ids=list(LOOKS)
)
