"""The handlers of tokens, by which programs act for people."""

from __future__ import annotations

from honjin.server.messages import refusals as no
from honjin.server.people.introduction import me
from honjin.server.people.messages import Me
from honjin.server.people.programs import messages as pm
from honjin.server.people.requests import RequestContext
from honjin.server.tables.site import TableSite


async def get_tokens(site: TableSite, context: RequestContext) -> pm.TokenList:
    """The caller's tokens."""
    if context.is_new:
        return pm.TokenList(())
    program = (await site.tokens.label(context.caller)).program
    return pm.TokenList(await site.tokens.all(context.caller.id), program)


async def post_tokens(site: TableSite, context: RequestContext, order: pm.MakeToken) -> pm.NewToken:
    """Make a token that acts for the caller. Its secret is shown only in this answer."""
    name = " ".join(order.name.split())
    if not name:
        raise no.Unreadable("expected a name, got only spaces")
    secret, token = await site.tokens.make(context.caller, name, order.scopes)
    return pm.NewToken(token, secret)


async def post_revoke(
    site: TableSite, context: RequestContext, order: pm.RevokeToken
) -> pm.TokenList:
    """Revoke a token of the caller's: it is refused from now on, and its streams end."""
    await site.tokens.revoke(context.caller.id, order.id)
    return await get_tokens(site, context)


async def post_program(site: TableSite, context: RequestContext, order: pm.BeProgram) -> Me:
    """Mark the caller as a program, or as a person again.

    Not possible while the caller holds a seat of a table that is not over, which shows what the
    caller is. A program that has finished a game stays a program.
    """
    caller = context.caller
    if order.program:
        await site.tokens.mark(caller)
    else:
        await site.tokens.unmark(caller.id)
    return me(site, context, program=order.program)
