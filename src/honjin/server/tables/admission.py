"""TODO."""

from __future__ import annotations

from honjin.server.people.requests import RequestContext
from honjin.server.tables.site import TableSite


async def require_welcome(site: TableSite, context: RequestContext) -> None:
    """Raise NotWelcome if the table's opener has blocked the caller, except from a former seat."""
    room = (await site.tables.ready(context.path("id"))).room
    own = any(context.caller.id in held for held in room.held_by)
    if not own and not room.seats_of(context.caller.id):
        await site.hides.require_welcome(context.caller.id, [room.opened.by])
