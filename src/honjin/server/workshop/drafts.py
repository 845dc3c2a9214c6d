"""The handlers of the draft routes: what people with an account draw, on all their devices."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from honjin.server.messages import refusals as no
from honjin.server.people.requests import RequestContext
from honjin.server.tables.site import TableSite
from honjin.server.workshop import messages as m
from honjin.server.workshop import store as kept

_ID: Final = re.compile(rf"[0-9a-z]{{8,{m.ID}}}")


async def get_drafts(site: TableSite, context: RequestContext) -> m.Drafts:
    """The caller's drafts at all desks, without their drawings."""
    owner = context.caller.id
    return m.Drafts(owner, await site.store.ask(partial(kept.rows, owner=owner)))


async def get_draft(site: TableSite, context: RequestContext) -> m.KeptDraft:
    """A draft of the caller's."""
    return await site.store.ask(partial(kept.read, owner=context.caller.id, id=_id(context)))


async def post_draft(site: TableSite, context: RequestContext, order: m.KeepDraft) -> m.DraftKept:
    """Keep a draft of the caller's, who has an account; others keep theirs in the browser."""
    site.tables.game(order.game).desk(order.desk)
    if not order.name.isprintable():
        raise no.Unreadable("expected a name of one line")
    keep = partial(
        kept.keep, owner=context.caller.id, id=_id(context), order=order, now=site.now()
    )  # fmt: skip
    return m.DraftKept(await site.store.change(keep))


async def post_remove_draft(
    site: TableSite, context: RequestContext, order: m.RemoveDraft
) -> m.Drafts:
    """Remove a draft of the caller's."""
    gone = partial(kept.remove, owner=context.caller.id, id=_id(context), version=order.version)
    await site.store.change(gone)
    return await get_drafts(site, context)


def _id(context: RequestContext) -> str:
    id = context.path("id")
    if not _ID.fullmatch(id):
        raise no.UnknownDraft("a draft has an id of 8 to 24 digits and lowercase letters")
    return id
