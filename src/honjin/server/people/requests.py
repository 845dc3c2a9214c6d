"""A request with its caller, and how its parameters are read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from starlette.requests import Request, cookie_parser
from starlette.types import Receive, Scope, Send

from honjin.server.messages import refusals as no
from honjin.server.people.accounts.logins import hashed
from honjin.server.people.auth import ASIDE, COOKIE, Ticket, cookie, cookie_name
from honjin.server.people.caller import Caller
from honjin.server.people.devices import DEVICE, is_device
from honjin.server.people.site import PeopleSite
from honjin.server.people.standing.roles import Role
from honjin.server.web.addresses import address_of
from honjin.server.work.fair import Asker

FRESH: Final = 15 * 60_000
"""Milliseconds for which a login is recent enough for the most sensitive changes."""
MAX_COOKIES: Final = 1_000
"""The longest header of cookies, in bytes, that is kept once it is read."""
_CURSOR: Final = re.compile(r"(\d{1,15})-([a-z0-9]{12})")


class RequestContext(Request):
    """A request and its caller."""

    def __init__(self, site: PeopleSite, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(scope, receive, send)
        self.send = send
        self.address = address_of(scope)
        """The address that the request came from, as rate limits count it."""
        # Starlette's `headers` and `cookies` go through all headers each time: 15 µs for a post.
        self._named: dict[bytes, bytes] = dict(scope["headers"])
        self.secure: bool = scope.get("scheme") == "https"
        self._jar = _cookies(self._named.get(b"cookie", b""))
        self.login = ""
        """The session of the account that is logged in here."""
        self.ticket: Ticket | None = None
        self.is_out = False
        """True if the session that the cookie names has ended."""
        self.role: Role | None = None
        """The caller's role, on routes for administrators and moderators."""
        self.set_cookies: list[bytes] = []
        known = self._guest(site)
        self.is_new = known is None
        self.token = ""
        """The id of the token sent with the request, if any."""
        self.caller: Caller = known or site.guests.new()

    def _guest(self, site: PeopleSite) -> Caller | None:
        value = self.cookie(COOKIE)
        if value is None and self.secure:  # set by an older version, or before TLS was set up
            value = self._jar.get(COOKIE)
            return site.guests.read(value) if value else None
        if value and (ticket := site.guests.ticket(value)):
            self.ticket = ticket
            return Caller(ticket.person, "")
        return site.guests.read(value) if value else None

    def cookie(self, name: str) -> str | None:
        """Return the value of one of the site's cookies."""
        return self._jar.get(cookie_name(name, secure=self.secure))

    async def enter(self, site: PeopleSite) -> None:
        """Find the caller's session; if it has ended, the caller is a guest again."""
        assert self.ticket is not None
        found = await site.sessions.check(self.ticket)
        if found is None:
            self.is_out = self.is_new = True
            self.caller = self.aside(site) or site.guests.new()
        else:
            self.caller, self.login = found, hashed(self.ticket.token)

    def require_fresh(self, site: PeopleSite) -> None:
        """Raise NotFresh if a logged-in caller has not logged in within the last minutes."""
        if self.login and site.now() - site.sessions.begun(self.login) > FRESH:
            raise no.NotFresh("log in again, then repeat this")

    def aside(self, site: PeopleSite) -> Caller | None:
        """Return the guest who is kept in this browser while an account is logged in."""
        value = self.cookie(ASIDE)
        return site.guests.read(value) if value else None

    def log_in(self, site: PeopleSite, caller: Caller, token: str) -> None:
        """Log an account in on this browser; its guest is kept aside."""
        if not self.login and not self.is_new and self.caller.id != caller.id:
            self._keep(ASIDE, site.guests.write(self.caller))
        self._keep(COOKIE, site.guests.write_ticket(Ticket(caller.id, token)))
        self.caller, self.login, self.is_new = caller, hashed(token), False

    def log_out(self, site: PeopleSite) -> None:
        """Give the browser back to its guest."""
        self.caller = self.aside(site) or site.guests.new()
        self.login, self.is_new = "", False
        self._keep(ASIDE, "")
        self._keep(COOKIE, site.guests.write(self.caller))

    def _keep(self, name: str, value: str) -> None:
        self.set_cookies.append(cookie(name, value, secure=self.secure))

    def header(self, name: bytes) -> str:
        """Return a header's value; empty if it is missing."""
        return self._named.get(name, b"").decode("latin-1")

    @property
    def wants_little(self) -> bool:
        """Whether an order is to be answered without the view (RFC 7240)."""
        return self._named.get(b"prefer") == b"return=minimal"

    def hear(self, receive: Receive) -> None:
        """Receive through `receive` from now on."""
        self._receive = receive

    def path(self, name: str) -> str:
        """Return a parameter of the path."""
        return str(self.scope["path_params"][name])

    @property
    def device(self) -> str:
        """The name of the browser, independent of its user; empty before it is given one."""
        found = self._jar.get(DEVICE, "")
        return found if is_device(found) else ""

    @property
    def asker(self) -> Asker:
        """Whom work is charged to; a caller without a cookie is somebody new each time."""
        return Asker(self.caller.id, self.address)

    # ---- the query

    def all(self, name: str) -> list[str]:
        """Return all values of a query parameter."""
        return self.query_params.getlist(name)

    def number(self, name: str, most: int) -> int | None:
        """Return a query parameter that is a number from 0 to `most`, or None if it is missing."""
        if not self.scope["query_string"]:
            return None
        values = self.all(name)
        if not values:
            return None
        return read_number(f"?{name}=", values[-1], most)

    # ---- the body

    def require_size(self, most: int) -> None:
        """Raise TooLarge if the body is declared to have more than `most` bytes."""
        length = self._named.get(b"content-length", b"")
        if length.isdigit() and int(length) > most:
            raise no.TooLarge(f"expected at most {most} bytes, got {int(length)}")

    def require_own_post(self) -> None:
        """Check that a post is JSON and comes from our own pages, or from no page."""
        kind = self._named.get(b"content-type", b"")
        if kind.partition(b";")[0].strip().lower() != b"application/json":
            shown = self.header(b"content-type")
            raise no.Unreadable(f"expected content-type application/json, got {shown!r}")
        if b"origin" not in self._named:
            return
        host = self.header(b"host")
        if self.header(b"origin").partition("://")[2].lower() != host.lower():
            raise no.WrongOrigin(f"expected a page of {host!r}")


@lru_cache(2_000)
def _kept_cookies(header: bytes) -> Mapping[str, str]:
    return MappingProxyType(cookie_parser(header.decode("latin-1")))


def _cookies(header: bytes) -> Mapping[str, str]:
    """The cookies of a request; those of a usual length are kept."""
    if len(header) <= MAX_COOKIES:
        return _kept_cookies(header)
    return cookie_parser(header.decode("latin-1"))


def read_number(name: str, text: str, most: int) -> int:
    """Return a number from 0 to `most`; Unreadable otherwise."""
    if not (text.isascii() and text.isdigit() and len(text) <= 7 and int(text) <= most):
        raise no.Unreadable(f"{name} expects a number from 0 to {most}, got {text[:40]!r}")
    return int(text)


def read_cursor(text: str) -> tuple[int, str]:
    """The position at which a page ended; Unreadable if it is no cursor of ours."""
    found = _CURSOR.fullmatch(text)
    if found is None:
        raise no.Unreadable(f"?before= expects the `after` of a page, got {text[:40]!r}")
    return int(found[1]), found[2]
