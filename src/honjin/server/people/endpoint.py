"""A route as an application: who asks, whether they may, what is done, and the answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from honjin.server.messages import refusals as no
from honjin.server.people import messages as me
from honjin.server.people.devices import device_cookie
from honjin.server.people.packed import answer_kept
from honjin.server.people.programs.bearer import admit, until_revoked
from honjin.server.people.requests import RequestContext
from honjin.server.people.route import Route
from honjin.server.people.site import PeopleSite
from honjin.server.people.standing.roles import role_of
from honjin.server.people.standing.sanctions import What
from honjin.server.people.stored import EACH, Amount, count
from honjin.server.web.answers import FULL, Nothing, UncachedResponse, encode

_NUL: Final = rb"\u0000"
"""A character that PostgreSQL does not store in texts, as JSON spells it."""


class Endpoint:
    """A route as an ASGI application."""

    def __init__(self, site: PeopleSite, route: Route) -> None:
        self._site, self.route, self.name = site, route, route.name
        self._decode = msgspec.json.Decoder(route.body).decode if route.body else None
        self._stores = route.stores

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        context = RequestContext(self._site, scope, receive, send)
        if context.ticket is not None:
            await context.enter(self._site)
        if self.route.role:
            await self._require_role(context)
        await admit(self._site, context, self.route)
        done = await (self._asked(context) if self._decode is None else self._ordered(context))
        if done is not None:
            answer = await self._answer(context, done)
            if scope["method"] == "HEAD":
                answer.body = b""
            await answer(scope, receive, send)

    async def _asked(self, context: RequestContext) -> Any:
        """Answer a GET: a message, its bytes, or None if the handler has sent its own answer."""
        route = self.route
        self._require_account(context)
        if route.limit:
            guest = None if context.is_new else context.caller.id
            self._site.limits.check(route.limit, guest, context.address)
        if not context.token or route.answer is not None:
            return await route.handler(self._site, context)
        with self._site.tokens.open(context.token) as cut:  # a stream ends when it is revoked
            context.hear(until_revoked(context.receive, cut))
            return await route.handler(self._site, context)

    async def _ordered(self, context: RequestContext) -> Any:
        """Carry out a post: return a message, its bytes, or Nothing."""
        route, site = self.route, self._site
        context.require_own_post()
        if not route.open:
            await self._require_member(context)
        site.addresses.note(context.caller.id, context.address)
        if route.limit:
            site.limits.check(route.limit, context.caller.id, context.address)
        if route.needs:
            await self._require_unsuspended(context, route.needs)
        context.require_size(route.most)
        with ExitStack() as place:  # for a large body, until it is answered
            body = await site.uploads.body(context.receive, context.address, route.most, place)
            order = self._read(body)
            self._require_account(context)
            if route.fresh or route.role:
                context.require_fresh(site)
            if self._stores:
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

    async def _answer(self, context: RequestContext, done: Any) -> Response:
        route, site = self.route, self._site
        if isinstance(done, Response):
            return done
        if isinstance(done, Nothing):
            answer = UncachedResponse(b"", HTTPStatus.NO_CONTENT)
            answer.raw_headers.append((b"honjin-version", b"%d" % done.version))
            return self._told(context, answer)
        body = done if isinstance(done, bytes) else encode(done)
        if route.keeping == "public" or (route.keeping and not context.is_out):
            return await answer_kept(site.packed, context, body, route.keeping)
        return self._told(context, UncachedResponse(body))

    def _told(self, context: RequestContext, answer: UncachedResponse) -> UncachedResponse:
        """Add to an answer what pages want to know with any."""
        site = self._site
        for one in self._cookies(context):
            answer.raw_headers.append((b"set-cookie", one))
        answer.raw_headers.append((b"honjin-now", b"%d" % site.now()))
        if site.store.contact.is_full:
            answer.raw_headers.append(FULL)
        if context.is_out and self.route.answer is not me.Me:
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

    def _read(self, body: bytes) -> Any:
        assert self._decode is not None
        if _NUL in body:  # also in a file inside the message
            raise no.Unreadable("expected texts without the character U+0000")
        try:
            return self._decode(body)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
            raise no.Unreadable(str(problem)) from None
