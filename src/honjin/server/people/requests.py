"""Requests and answers: what Starlette's do not have, and what all routes share."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import lru_cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import msgspec
from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body, Problem
from honjin.server.people import messages as me
from honjin.server.people.accounts.logins import hashed
from honjin.server.people.auth import ASIDE, COOKIE, Ticket, cookie, cookie_name
from honjin.server.people.caller import Caller
from honjin.server.people.devices import DEVICE, device_cookie, is_device
from honjin.server.people.packed import Keeping, answer_kept
from honjin.server.people.programs.bearer import admit, until_revoked
from honjin.server.people.programs.scopes import scope_of
from honjin.server.people.standing.roles import Role, role_of
from honjin.server.people.standing.sanctions import What
from honjin.server.people.stored import EACH, Amount, count
from honjin.server.web.addresses import one_address
from honjin.server.web.uploads import USUAL
from honjin.server.work.fair import Asker

if TYPE_CHECKING:
    from honjin.server.people.site import PeopleSite

FRESH: Final = 15 * 60_000
"""Milliseconds for which a login is recent enough for the most sensitive changes."""
MAX_COOKIES: Final = 1_000
"""The longest header of cookies, in bytes, that is kept once it is read."""
MAX_DETAIL: Final = 1_000
"""The most characters of a refusal's detail, whatever was sent."""

_CURSOR: Final = re.compile(r"(\d{1,15})-([a-z0-9]{12})")
_encode = msgspec.json.Encoder().encode


class UncachedResponse(Response):
    """An answer that is never cached; JSON unless another media type is given."""

    media_type = "application/json"

    def init_headers(self, headers: Mapping[str, str] | None = None) -> None:
        """Set the headers that all answers share."""
        assert headers is None
        kind, length = self.media_type.encode(), b"%d" % len(self.body)
        self.raw_headers = [*_COMMON, (b"content-type", kind), (b"content-length", length)]

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send it: there is nothing to do in the background, and no WebSocket."""
        head = {"type": "http.response.start", "status": self.status_code}
        await send({**head, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body})


_NUL: Final = rb"\u0000"
"""A character that PostgreSQL does not store in texts, as JSON spells it."""
_FULL: Final = (b"honjin-full", b"1")
"""Pages show it until an answer comes without."""
_COMMON: Final = [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]


def problem(refused: no.Refused) -> UncachedResponse:
    """Return a refusal as a problem document."""
    detail, kind = str(refused)[:MAX_DETAIL], f"/problems/{refused.kind}"
    document = Problem(
        kind, refused.title, refused.status, detail, refused.option, refused.say, refused.table
    )
    answer = UncachedResponse(
        _encode(document), refused.status, media_type="application/problem+json"
    )
    if refused.bearer is not None:
        wanted = f'Bearer realm="honjin", {refused.bearer}'
        answer.raw_headers.append((b"www-authenticate", wanted.encode("latin-1")))
    if refused.full:
        answer.raw_headers.append(_FULL)
    if refused.again is not None:
        answer.raw_headers.append((b"retry-after", b"%d" % refused.again))
    return answer


class RequestContext(Request):
    """A request and its caller."""

    def __init__(self, site: PeopleSite, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(scope, receive, send)
        self.send = send
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

    def hear(self, receive: Receive) -> None:
        """Receive through `receive` from now on."""
        self._receive = receive

    def path(self, name: str) -> str:
        """Return a parameter of the path."""
        return str(self.scope["path_params"][name])

    @property
    def address(self) -> str:
        """The address that the request came from, as rate limits count it."""
        return address_of(self.scope)

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
        length = self.header(b"content-length")
        if length.isdigit() and int(length) > most:
            raise no.TooLarge(f"expected at most {most} bytes, got {int(length)}")

    def require_own_post(self) -> None:
        """Check that a post is JSON and comes from our own pages, or from no page."""
        kind = self.header(b"content-type")
        if kind.partition(";")[0].strip().lower() != "application/json":
            raise no.Unreadable(f"expected content-type application/json, got {kind!r}")
        if b"origin" not in self._named:
            return
        host = self.header(b"host")
        if self.header(b"origin").partition("://")[2].lower() != host.lower():
            raise no.WrongOrigin(f"expected a page of {host!r}")


def address_of(scope: Scope) -> str:
    """Return the address that a request came from, as limits count it."""
    client = scope.get("client")
    return one_address(client[0]) if client else ""


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


class Route(NamedTuple):
    """One row of the table of routes. `answer` None: the handler streams or sends its own format.

    `keeping`: who may cache the answer (`packed`); a public answer must not have anything about the
    caller.
    """

    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    answer: Any
    body: type[Body] | None = None
    refusals: tuple[type[no.Refused], ...] = ()
    query: tuple[str, ...] = ()
    most: int = USUAL
    limit: str = ""
    keeping: Keeping = ""
    open: bool = False
    """Whether anyone may post, also in a closed club and after a logout."""
    account: bool = False
    """Whether it needs an account."""
    role: Role | Literal[""] = ""
    """The role it needs: for everybody else the address does not exist."""
    fresh: bool = False
    """Whether an account needs a recent login. Posts of routes with a `role` always need one."""
    needs: Literal["", "chat", "play"] = ""
    """The activity from which the caller must not be suspended."""

    @property
    def name(self) -> str:
        """The route's name in request counts."""
        return f"{self.method} {self.path}"

    @property
    def is_stream(self) -> bool:
        """True if GET begins a stream of events."""
        return self.method == "GET" and self.path.endswith(("/events", "/stream"))

    @property
    def stores(self) -> bool:
        """True if posts add to what is stored; what guests may add is bounded."""
        makes = bool(self.needs) and self.limit in ("table", "chat")
        return makes or no.StudyFull in self.refusals

    @property
    def is_public(self) -> bool:
        """True if the answer does not depend on the caller: any token may be used."""
        return self.keeping == "public"

    @property
    def about(self) -> str:
        """The documentation of the route: its handler's docstring."""
        return (self.handler.__doc__ or "").strip()

    def all_refusals(self) -> tuple[type[no.Refused], ...]:
        """The route's own refusals and those that all routes of its kind share."""
        common: list[type[no.Refused]] = []
        if self.body:
            common += [no.Unreadable, no.TooLarge, no.WrongOrigin]
            common += [] if self.open else [no.LoggedOut, no.NotMember]
        common += [no.TooSlow, no.Busy] if self.most > USUAL else []
        common += self._refusals_of_people()
        if self.query:
            common.append(no.Unreadable)
        if "{id}" in self.path:
            common += [no.UnknownTable, no.RecordMismatch, no.Damaged]
        if self.limit:
            common.append(no.TooMany)
        if self.stores:
            common.append(no.EnoughStored)
        if self.body or "{id}" in self.path:
            common.append(no.NotStored)
        if scope := scope_of(self):
            common += [no.UnknownToken, no.OutOfScope]
            common += [no.NotAProgram] if scope == "play" else []
        return tuple(dict.fromkeys((*common, *self.refusals)))

    def _refusals_of_people(self) -> list[type[no.Refused]]:
        """The refusals that depend on the caller."""
        causes = {
            no.NoAccount: self.account,
            no.UnknownPath: self.role,
            no.NotFresh: self.fresh or (self.role and self.body),
            no.Suspended: self.needs,
        }
        return [refused for refused, is_there in causes.items() if is_there]


class Endpoint:
    """A route as an ASGI application."""

    def __init__(self, site: PeopleSite, route: Route) -> None:
        self._site, self.route = site, route
        self._decode = msgspec.json.Decoder(route.body).decode if route.body else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        context = RequestContext(self._site, scope, receive, send)
        if context.ticket is not None:
            await context.enter(self._site)
        done = await self._done(context)
        if done is not None:
            answer = await self._answer(context, done)
            if scope["method"] == "HEAD":
                answer.body = b""
            await answer(scope, receive, send)

    async def _done(self, context: RequestContext) -> Any:
        """Return the handler's message or its bytes, or None if it has sent its own answer."""
        route, site = self.route, self._site
        if route.role:
            await self._require_role(context)
        await admit(site, context, route)
        if self._decode is None:
            self._require_account(context)
            if route.limit:
                guest = None if context.is_new else context.caller.id
                site.limits.check(route.limit, guest, context.address)
            return await self._handled(context)
        context.require_own_post()
        if not route.open:
            await self._require_member(context)
        site.addresses.note(context.caller.id, context.address)
        if route.limit:
            site.limits.check(route.limit, context.caller.id, context.address)
        if route.needs:
            await self._require_unsuspended(context, route.needs)
        with ExitStack() as place:
            body = await self._body(context, place)
            order = self._read(body)
            self._require_account(context)
            if route.fresh or route.role:
                context.require_fresh(site)
            if route.stores:
                await self._count_stored(context, len(body))
            done = await route.handler(site, context, order)
        if not context.is_new or route.limit == "table" or route.needs:
            site.people.saw(context.caller)
        return done

    async def _count_stored(self, context: RequestContext, size: int) -> None:
        """Count what a guest wants stored, in bytes; EnoughStored if that is too much for a day."""
        site = self._site
        if site.settings.limits and site.people.kind(context.caller.id) == "guest":
            mark = site.traces.marks(context.address, "").get("address", "")
            more = Amount(int(self.route.limit == "table"), size + EACH)
            await site.store.change(partial(count, mark=mark, now=site.now(), more=more))

    async def _require_unsuspended(self, context: RequestContext, what: What) -> None:
        """Raise Suspended if chat or play is closed to the caller, under any name."""
        site, who = self._site, context.caller.id
        site.sanctions.require_unsuspended(who, what)
        if not context.login:
            await site.returning.require_unsuspended(who, context.address, context.device, what)
        site.traces.note(who, context.address, context.device)

    async def _require_role(self, context: RequestContext) -> None:
        """Raise UnknownPath, as for no such address, without the role; checked for each request."""
        if context.login and not context.header(b"authorization"):
            find = partial(role_of, person=context.caller.id)
            context.role = await self._site.store.ask(find)
        if context.role is None or (self.route.role == "admin" != context.role):
            raise no.UnknownPath(f"nothing is at {context.scope['path'][:80]}")

    def _require_account(self, context: RequestContext) -> None:
        if self.route.account and not context.login:
            raise no.NoAccount("log in or make an account first")

    async def _require_member(self, context: RequestContext) -> None:
        if context.is_out:
            raise no.LoggedOut("this browser was logged out; load the page again")
        if self._site.is_closed_to(context.caller.id):
            await self._site.people.refresh()  # another process may have let them in just now
        if self._site.is_closed_to(context.caller.id):
            raise no.NotMember("the club is closed; expected a caller with an invitation")

    async def _handled(self, context: RequestContext) -> Any:
        """Return what the handler answers; a stream opened with a token ends when it is revoked."""
        if not context.token or self.route.answer is not None:
            return await self.route.handler(self._site, context)
        with self._site.tokens.open(context.token) as cut:
            context.hear(until_revoked(context.receive, cut))
            return await self.route.handler(self._site, context)

    async def _answer(self, context: RequestContext, done: Any) -> Response:
        route, site = self.route, self._site
        if isinstance(done, Response):
            return done
        body = done if isinstance(done, bytes) else _encode(done)
        if route.keeping == "public" or (route.keeping and not context.is_out):
            return await answer_kept(site.packed, context, body, route.keeping)
        answer = UncachedResponse(body)
        answer.raw_headers += [(b"set-cookie", one) for one in self._cookies(context)]
        answer.raw_headers.append((b"honjin-now", b"%d" % site.now()))
        if site.store.contact.is_full:
            answer.raw_headers.append(_FULL)
        if context.is_out and route.answer is not me.Me:
            answer.raw_headers.append((b"honjin-out", b"1"))  # the page asks who its user is now
        return answer

    def _cookies(self, context: RequestContext) -> Iterator[bytes]:
        """The cookies to set: the browser's own name, and the person who plays there."""
        route = self.route
        asks_who, is_written = route.answer is me.Me, context.is_new and bool(route.body)
        if (asks_who or is_written) and not (context.device or context.token):
            yield device_cookie(secure=context.secure)
        if context.is_new and (asks_who or is_written):
            yield self._site.guests.set_cookie(context.caller, secure=context.secure)
        yield from context.set_cookies

    async def _body(self, context: RequestContext, place: ExitStack) -> bytes:
        """Return the body. A large one has a `place` until it is answered."""
        most = self.route.most
        context.require_size(most)
        return await self._site.uploads.body(context.receive, context.address, most, place)

    def _read(self, body: bytes) -> Any:
        assert self._decode is not None
        if _NUL in body:  # also in a file inside the message
            raise no.Unreadable("expected texts without the character U+0000")
        try:
            return self._decode(body)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
            raise no.Unreadable(str(problem)) from None


def read_cursor(text: str) -> tuple[int, str]:
    """The position at which a page ended; Unreadable if it is no cursor of ours."""
    found = _CURSOR.fullmatch(text)
    if found is None:
        raise no.Unreadable(f"?before= expects the `after` of a page, got {text[:40]!r}")
    return int(found[1]), found[2]
