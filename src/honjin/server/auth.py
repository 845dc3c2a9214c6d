"""Guests: a signed cookie holds who somebody is; the server keeps no accounts."""

from __future__ import annotations

import os
import secrets
from functools import lru_cache
from pathlib import Path
from typing import Final

from itsdangerous import BadData, URLSafeSerializer

from honjin.server.decide import Caller

COOKIE: Final = "honjin"
_YEARS: Final = 5 * 365 * 24 * 3600
_KEPT: Final = 20_000


def server_key(folder: Path) -> str:
    """The key that signs cookies: made on the first start, readable by its owner only."""
    path = folder / "secret.key"
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return path.read_text("ascii")
    with os.fdopen(handle, "w") as file:
        key = secrets.token_hex(32)
        file.write(key)
    return key


class Guests:
    """Reads and writes guests' cookies."""

    def __init__(self, key: str) -> None:
        self._signer = URLSafeSerializer(key, salt="honjin.guest")
        self.read = lru_cache(_KEPT)(self._read)

    def new(self) -> Caller:
        """Somebody who has not been here before."""
        number = secrets.token_hex(8)
        return Caller(number, f"Guest {int(number, 16) % 9000 + 1000}")

    def _read(self, cookie: str) -> Caller | None:
        """The guest of a cookie, or None when it was not written here."""
        try:
            match self._signer.loads(cookie):
                case [str() as number, str() as name]:
                    return Caller(number, name)
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


def cookie_of(header: bytes) -> str | None:
    """Our cookie's value in a Cookie header, or None."""
    for part in header.split(b";"):
        name, _, value = part.strip().partition(b"=")
        if name == COOKIE.encode():
            return value.decode("latin-1")
    return None
