"""Signed cookies: a guest's holds its id and name, an account's names a login session.

A guest id that has become an account's is rejected, wherever its cookie still is. When a guest logs
in, the guest's cookie is kept in a second one and restored at logout.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from itsdangerous import BadData, URLSafeSerializer

from honjin.server.people.caller import Caller
from honjin.server.people.names import plain_name

COOKIE: Final = "honjin"
ASIDE: Final = "honjin-guest"
"""The cookie that keeps a guest's identity while an account is logged in."""
_HOST: Final = "__Host-"
"""Only this host, over TLS, can set a cookie with this prefix: no neighbour can plant one."""
_YEARS: Final = 400 * 24 * 3600
"""The longest time that browsers keep a cookie."""
_KEPT: Final = 2_000
LONGEST: Final = 1_000
"""The most characters in a cookie of ours: a name has forty, of six or twelve each."""
_SESSION: Final = "~"
"""Begins the value of a cookie that names a session."""
GUEST: Final = "Guest "
"""Begins the name of a guest who has chosen none; pages and emails say it in their language."""


class Ticket(NamedTuple):
    """The contents of an account's cookie; whether it is valid is for the database to decide."""

    person: str
    token: str


class Guests:
    """Reads and writes cookies. `is_taken` knows the ids and names that belong to accounts.

    `called` returns the name by which the server knows a guest, whatever the cookie says.
    """

    def __init__(
        self, key: str, is_guest: Callable[[str], bool] = lambda _: True,
        is_taken: Callable[[str], bool] = lambda _: False,
        called: Callable[[str], str] = lambda _: "",
    ) -> None:  # fmt: skip
        self._signer = URLSafeSerializer(key, salt="honjin.guest")
        self._tickets = URLSafeSerializer(key, salt="honjin.session")
        self._is_guest, self._is_taken, self._called = is_guest, is_taken, called
        self._known = lru_cache(_KEPT)(self._read)
        self._named = lru_cache(_KEPT)(self._read_ticket)

    def new(self) -> Caller:
        """A guest who has not been here before."""
        number = secrets.token_hex(8)
        return Caller(number, _first_name(number))

    def read(self, cookie: str) -> Caller | None:
        """The guest that a cookie names, or None if this server did not write it."""
        return self._known(cookie) if len(cookie) <= LONGEST else None

    def forget(self) -> None:
        """Read all cookies again: other ids and names belong to accounts now."""
        self._known.cache_clear()

    def _read(self, cookie: str) -> Caller | None:
        try:
            match self._signer.loads(cookie):
                case [str() as number, str() as name] if self._is_guest(number):
                    name = self._called(number) or plain_name(name)
                    if not name or self._is_taken(name):
                        name = _first_name(number)
                    return Caller(number, name)
        except BadData:
            pass
        return None

    def ticket(self, cookie: str) -> Ticket | None:
        """The session that a cookie names, or None if this server did not write it."""
        if not cookie.startswith(_SESSION) or len(cookie) > LONGEST:
            return None
        return self._named(cookie)

    def _read_ticket(self, cookie: str) -> Ticket | None:
        try:
            match self._tickets.loads(cookie.removeprefix(_SESSION)):
                case [str() as person, str() as token]:
                    return Ticket(person, token)
        except BadData:
            pass
        return None

    def write(self, caller: Caller) -> str:
        """The cookie's value for a guest."""
        return _text(self._signer.dumps([caller.id, caller.name]))

    def write_ticket(self, ticket: Ticket) -> str:
        """The cookie's value for a login session."""
        return _SESSION + _text(self._tickets.dumps(list(ticket)))

    def set_cookie(self, caller: Caller, *, secure: bool) -> bytes:
        """The header value with which the browser keeps the guest's identity."""
        return cookie(COOKIE, self.write(caller), secure=secure)


def cookie(name: str, value: str, *, secure: bool) -> bytes:
    """A header value that sets a cookie, or removes it if `value` is empty."""
    flags = "; Secure" if secure else ""
    age = _YEARS if value else 0
    start = f"{cookie_name(name, secure=secure)}={value}"
    return f"{start}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{flags}".encode("ascii")


def cookie_name(name: str, *, secure: bool) -> str:
    """The name of one of our cookies."""
    return _HOST + name if secure else name


def _text(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode("ascii")


def _first_name(number: str) -> str:
    return f"{GUEST}{int(number, 16) % 9000 + 1000}"


def guest_number(name: str) -> str:
    """The number in the name of a guest who has chosen none; empty in any other name."""
    number = name.removeprefix(GUEST)
    return number if number != name and number.isascii() and number.isdecimal() else ""
