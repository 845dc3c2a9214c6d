"""How a page can look: every two of size, language and theme meet in one of four looks."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import ViewportSize

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

DESK: Final[ViewportSize] = {"width": 1440, "height": 900}
STORIES: Final = {
    "desk-en": ("en", DESK),
    "desk-ja": ("ja", DESK),
    "phone-en": ("en", PHONE),
    "phone-ja": ("ja", PHONE),
}
in_both: Final = pytest.mark.parametrize(
    ("lang", "size"), list(STORIES.values()), ids=list(STORIES)
)
"""A story told in both languages on both sizes."""
