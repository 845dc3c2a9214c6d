"""A guest's vacation from games played by days."""

from __future__ import annotations

from honjin.server.people.requests import RequestContext
from honjin.server.tables.clocks.watcher import vacation_of
from honjin.server.tables.messages import protocol as p
from honjin.server.tables.site import TableSite


async def get_vacation(site: TableSite, context: RequestContext) -> p.Vacation:
    """How much vacation the caller has left, and whether they are on vacation."""
    vacations = site.clocks.vacations
    found = await vacations.of(context.caller.id, site.now())
    return vacation_of(found, vacations.budget)


async def post_vacation(
    site: TableSite, context: RequestContext, order: p.TakeVacation
) -> p.Vacation:
    """Go on vacation, so that none of the caller's days are charged until it ends; or return.

    It ends by itself when the budget is used up, and costs at least one day.
    """
    found = await site.clocks.vacation(context.caller.id, on=order.on)
    for tell in site.on_vacation:
        await tell(context.caller.id)
    return vacation_of(found, site.clocks.vacations.budget)
