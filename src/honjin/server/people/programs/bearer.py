"""Requests with `Authorization: Bearer`: the caller, and whether the token's scopes suffice."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from starlette.types import Receive

from honjin.server.messages import refusals as no
from honjin.server.people.auth import COOKIE
from honjin.server.people.programs.scopes import scope_of
from honjin.server.people.programs.signed_tokens import MARK, read_bearer
from honjin.server.people.programs.tokens import Found
from honjin.server.people.requests import RequestContext
from honjin.server.people.route import Route
from honjin.server.people.site import PeopleSite

_MARK: Final = MARK.encode()
_COOKIE: Final = f"{COOKIE}="


async def admit(site: PeopleSite, context: RequestContext, route: Route) -> None:
    """Set the caller to the person of the request's token, if any; Refused if it is not enough.

    A token in an address ends up in logs and histories, so it is never read from there.
    """
    if _MARK in context.scope["query_string"]:
        raise no.Unreadable("expected the token in a header, got it in the address; revoke it")
    header = context.header(b"authorization")
    if not header:
        return
    if _COOKIE in context.header(b"cookie"):
        raise no.Unreadable("expected a token or a cookie, got both")
    found = await _found(site, context, header)
    site.limits.check("token", found.id, context.address)
    scope = scope_of(route)
    if not (route.is_public or scope in found.scopes):
        raise _out_of_scope(scope, found)
    if scope == "play" and not found.caller.program:
        raise no.NotAProgram("mark the caller as a program first, so that the others can see it")
    context.caller, context.is_new, context.token = found.caller, False, found.id


async def _found(site: PeopleSite, context: RequestContext, header: str) -> Found:
    """Return the token's person. Wrong tokens are counted by address, to prevent guessing."""
    try:
        return await site.tokens.find(read_bearer(header))
    except no.UnknownToken:
        site.limits.check("guess", None, context.address)
        raise


def _out_of_scope(scope: str | None, found: Found) -> no.Refused:
    opens = " ".join(found.scopes)
    if scope is None:
        return no.OutOfScope(f"no token allows this; this one has the scopes {opens}")
    refused = no.OutOfScope(f"expected a token with scope {scope}, got {opens}")
    refused.bearer = f'error="insufficient_scope", scope="{scope}"'
    return refused


def until_revoked(receive: Receive, cut: asyncio.Event) -> Receive:
    """Wrap `receive` to report a disconnect once the token is revoked."""

    async def received() -> Any:
        came, ended = asyncio.ensure_future(receive()), asyncio.ensure_future(cut.wait())
        try:
            await asyncio.wait((came, ended), return_when=asyncio.FIRST_COMPLETED)
            return came.result() if came.done() else {"type": "http.disconnect"}
        finally:
            came.cancel()
            ended.cancel()

    return received
