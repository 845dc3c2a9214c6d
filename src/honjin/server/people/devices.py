"""A cookie that identifies a browser, so that nobody is rated against themselves.

It says nothing about a person and grants nothing: forging one gains nothing.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

DEVICE: Final = "honjin-device"
_FORM: Final = re.compile(r"[0-9a-f]{24}")
_YEAR: Final = 365 * 24 * 3600


def is_device(text: str) -> bool:
    """Whether a string has the form of a browser's identifier."""
    return _FORM.fullmatch(text) is not None


def device_cookie(*, secure: bool) -> bytes:
    """The header value that gives a browser an identifier."""
    flags = "; Secure" if secure else ""
    text = f"{DEVICE}={secrets.token_hex(12)}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax"
    return f"{text}{flags}".encode("ascii")
