"""Requests and answers over plain ASGI: what every route shares, and how the server says no."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import parse_qsl

import msgspec

from honjin.core.errors import HonjinError
from honjin.server.access.addresses import one_address
from honjin.server.http.packed import Keeping, answer_kept
from honjin.server.messages import protocol as p
from honjin.server.messages import refusals as no
from honjin.server.session.auth import cookie_of
from honjin.server.session.decide import Caller

if TYPE_CHECKING:
    from honjin.server.http.wire import Whole
    from honjin.server.site import Site

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Headers = Sequence[tuple[bytes, bytes]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]

USUAL: Final = 64_000
"""So many bytes have most posts at most."""
MOST_TOLD: Final = 1_000
"""A refusal says so many characters at most, whatever was sent."""

_encode = msgspec.json.Encoder().encode
_JSON: Final = (b"content-type", b"application/json")
_PROBLEM: Final = (b"content-type", b"application/problem+json")
COMMON_HEADERS: Final = [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
_JSON_HEADERS: Final = [_JSON, *COMMON_HEADERS]
_JSON_HEAD: Final = b"HTTP/1.1 200 OK\r\n%bcontent-length: %%d\r\n\r\n" % b"".join(
    b"%b: %b\r\n" % header for header in _JSON_HEADERS
)
_PROBLEM_HEADERS: Final = [_PROBLEM, *COMMON_HEADERS]


class Call:
    """One request: who asks, for what, and how to answer."""

    __slots__ = ("_query", "_whole", "caller", "is_new", "receive", "scope", "send")

    def __init__(self, site: Site, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope, self.receive, self.send = scope, receive, send
        self._whole: Whole | None = scope.get("honjin.whole")
        self._query: dict[str, list[str]] | None = None
        known = scope.get("honjin.guest") or self._guest(site)
        self.is_new = known is None
        self.caller: Caller = known or site.guests.new()

    def _guest(self, site: Site) -> Caller | None:
        """Whose cookie came; noted in the scope, for the next request with the same head."""
        cookie = self._header(b"cookie")
        value = cookie_of(cookie) if cookie else None
        guest = self.scope["honjin.guest"] = site.guests.read(value) if value else None
        return guest

    def _header(self, wanted: bytes) -> bytes | None:
        found = None
        for name, value in self.scope["headers"]:
            if name == wanted:
                found = value
        return found

    def header(self, name: bytes) -> str:
        """A header's value, or nothing."""
        return (self._header(name) or b"").decode("latin-1")

    def path(self, name: str) -> str:
        """A part of the path."""
        return str(self.scope["path_params"][name])

    @property
    def address(self) -> str:
        """Where the request came from, as limits count it."""
        client = self.scope.get("client")
        return one_address(str(client[0])) if client else ""

    @property
    def askers(self) -> tuple[str, ...]:
        """Whom a read is counted for: the address, and the guest if the cookie names one."""
        if self.is_new:
            return (self.address,)
        return (self.caller.id, self.address)

    # ---- the query

    def all(self, name: str) -> list[str]:
        """Every value of a query parameter."""
        if self._query is None:
            self._query = {}
            for key, value in parse_qsl(self.scope["query_string"].decode("latin-1"), True):
                self._query.setdefault(key, []).append(value)
        return self._query.get(name, [])

    def number(self, name: str, most: int) -> int | None:
        """A query parameter that is a number from 0 to `most`, or None when it is not there."""
        if not self.scope["query_string"]:
            return None
        values = self.all(name)
        if not values:
            return None
        return read_number(f"?{name}=", values[-1], most)

    # ---- the body

    @property
    def whole_body(self) -> bytes | None:
        """The body, if it came in one piece."""
        return None if self._whole is None else bytes(self._whole.body)

    async def body(self, most: int) -> bytes:
        """The body, of `most` bytes at most."""
        length = self._header(b"content-length") or b"0"
        if length.isdigit() and int(length) > most:
            raise no.TooLarge(f"expected at most {most} bytes, got {int(length)}")
        parts, size, more = [], 0, True
        while more:
            message = await self.receive()
            part = message.get("body", b"")
            size += len(part)
            if size > most:
                raise no.TooLarge(f"expected at most {most} bytes")
            parts.append(part)
            more = message.get("more_body", False)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def check_post(self) -> None:
        """A post is JSON, and comes from our own pages (or from no page at all)."""
        if "honjin.checked" in self.scope:
            return
        kind = self._header(b"content-type") or b""
        if kind.partition(b";")[0].strip().lower() != b"application/json":
            raise no.Unreadable(
                f"expected content-type application/json, got {kind.decode('latin-1')!r}"
            )
        origin = self._header(b"origin")
        if origin is not None:
            host = self._header(b"host") or b""
            if origin.partition(b"://")[2].lower() != host.lower():
                raise no.WrongOrigin(f"expected a page of {host.decode('latin-1')!r}")
        self.scope["honjin.checked"] = True

    # ---- the answer

    def answer_whole(self, body: bytes) -> bool:
        """Send JSON in one piece; False when that is not possible."""
        return self._whole is not None and self._whole.answer(_JSON_HEAD % len(body), body)

    async def answer(self, body: bytes, extra: Headers = ()) -> None:
        """Send JSON."""
        headers = [*_JSON_HEADERS, *extra] if extra else _JSON_HEADERS
        await self.reply(200, body, headers)

    async def reply(self, status: int, body: bytes, headers: Headers) -> None:
        """Send a whole answer."""
        length = (b"content-length", b"%d" % len(body))
        await self.send(
            {"type": "http.response.start", "status": status, "headers": [*headers, length]}
        )
        sent = b"" if self.scope["method"] == "HEAD" else body
        await self.send({"type": "http.response.body", "body": sent})

    async def refuse(self, refused: no.Refused, extra: Headers = ()) -> None:
        """Send a problem document."""
        detail = str(refused)[:MOST_TOLD]
        kind = f"/problems/{refused.kind}"
        problem = p.Problem(
            kind, refused.title, refused.status, detail, refused.option, refused.say
        )
        await self.reply(refused.status, _encode(problem), [*_PROBLEM_HEADERS, *extra])


def read_number(name: str, text: str, most: int) -> int:
    """A number from 0 to `most`; Unreadable otherwise."""
    if not (text.isascii() and text.isdigit() and len(text) <= 7 and int(text) <= most):
        raise no.Unreadable(f"{name} expects a number from 0 to {most}, got {text[:40]!r}")
    return int(text)


class Route(NamedTuple):
    """One row of the table of routes. `answer` None: the handler streams or sends its own form.

    `keeping`: whether browsers may keep the answer (`packed`); nothing about the caller may be in
    one that is public.
    """

    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    answer: Any
    body: type[p.Body] | None = None
    refusals: tuple[type[no.Refused], ...] = ()
    query: tuple[str, ...] = ()
    most: int = USUAL
    limit: str = ""
    keeping: Keeping = ""

    @property
    def about(self) -> str:
        """What the route does: its handler's docstring."""
        return (self.handler.__doc__ or "").strip()

    def all_refusals(self) -> tuple[type[no.Refused], ...]:
        """Its own refusals and those that every route of its kind has."""
        common: list[type[no.Refused]] = []
        if self.body:
            common += [no.Unreadable, no.TooLarge, no.WrongOrigin]
        if self.query:
            common.append(no.Unreadable)
        if "{id}" in self.path:
            common += [no.UnknownTable, no.RecordMismatch]
        if self.limit:
            common.append(no.TooMany)
        if self.body or "{id}" in self.path:
            common.append(no.NotStored)
        return tuple(dict.fromkeys((*common, *self.refusals)))


class Endpoint:
    """A route as an ASGI application."""

    def __init__(self, site: Site, route: Route) -> None:
        self._site, self._route = site, route
        self._decode = msgspec.json.Decoder(route.body).decode if route.body else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; whatever goes wrong becomes a problem document."""
        call = Call(self._site, scope, receive, send)
        try:
            await self._answer(call)
        except no.Refused as refused:
            await call.refuse(refused)
        except HonjinError as error:
            await call.refuse(no.refusal_of(error))
        except Exception:
            log.exception("%s %s", scope["method"], scope["path"])
            await call.refuse(no.Internal("it was written down in the server's log"))

    async def _answer(self, call: Call) -> None:
        route, site = self._route, self._site
        if self._decode is None:
            if route.limit:
                guest = None if call.is_new else call.caller.id
                site.limits.check(route.limit, guest, call.address)
            done = await route.handler(site, call)
        else:
            call.check_post()
            if route.limit:
                site.limits.check(route.limit, call.caller.id, call.address)
            order = self._read(await self._body(call))
            done = await route.handler(site, call, order)
        if done is None:
            return
        cookie: Headers = ()
        if call.is_new and (route.body or route.answer is p.Me):
            secure = call.scope.get("scheme") == "https"
            cookie = [(b"set-cookie", site.guests.set_cookie(call.caller, secure=secure))]
        answer = done if isinstance(done, bytes) else _encode(done)
        if route.keeping:
            await answer_kept(site.packed, call, answer, route.keeping)
            return
        if cookie or not call.answer_whole(answer):
            await call.answer(answer, cookie)

    async def _body(self, call: Call) -> bytes:
        """The body. Few large ones at a time: they are in memory until they are read."""
        body, most = call.whole_body, self._route.most
        if body is not None and len(body) <= most:
            return body
        if most <= USUAL:
            return await call.body(most)
        uploads = self._site.uploads
        if not uploads.enter(call.address):
            raise no.Busy("others are sending as much; try again in a moment")
        try:
            return await call.body(most)
        finally:
            uploads.leave(call.address)

    def _read(self, body: bytes) -> Any:
        assert self._decode is not None
        try:
            return self._decode(body)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
            raise no.Unreadable(str(problem)) from None
