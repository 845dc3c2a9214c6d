"""Guests: a signed cookie holds who somebody is; the server keeps no accounts."""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Final

from itsdangerous import BadData, URLSafeSerializer

from honjin.server.messages.names import plain_name
from honjin.server.session.decide import Caller

COOKIE: Final = "honjin"
_YEARS: Final = 5 * 365 * 24 * 3600
_KEPT: Final = 2_000
LONGEST: Final = 1_000
"""So many characters has a cookie of ours at most: a name has forty, of six or twelve each."""


class Guests:
    """Reads and writes guests' cookies."""

    def __init__(self, key: str) -> None:
        self._signer = URLSafeSerializer(key, salt="honjin.guest")
        self._known = lru_cache(_KEPT)(self._read)

    def new(self) -> Caller:
        """Somebody who has not been here before."""
        number = secrets.token_hex(8)
        return Caller(number, _first_name(number))

    def read(self, cookie: str) -> Caller | None:
        """The guest of a cookie, or None when it was not written here."""
        return self._known(cookie) if len(cookie) <= LONGEST else None

    def _read(self, cookie: str) -> Caller | None:
        try:
            match self._signer.loads(cookie):
                case [str() as number, str() as name]:
                    return Caller(number, plain_name(name) or _first_name(number))
        except BadData:
            pass
        return None

    def set_cookie(self, caller: Caller, *, secure: bool) -> bytes:
        """The header value that makes the browser keep who it is."""
        value = self._signer.dumps([caller.id, caller.name])
        if not isinstance(value, str):
            value = value.decode("ascii")
        flags = "; Secure" if secure else ""
        text = f"{COOKIE}={value}; Path=/; Max-Age={_YEARS}; HttpOnly; SameSite=Lax{flags}"
        return text.encode("ascii")


def _first_name(number: str) -> str:
    return f"Guest {int(number, 16) % 9000 + 1000}"
