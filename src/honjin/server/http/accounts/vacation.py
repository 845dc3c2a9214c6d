"""A guest's vacation from games in which days are counted."""

from __future__ import annotations

from honjin.server.http.web import Call
from honjin.server.messages import protocol as p
from honjin.server.push.clocks import vacation_of
from honjin.server.site import Site


async def get_vacation(site: Site, call: Call) -> p.Vacation:
    """How much vacation the caller has left, and whether it is on."""
    vacations = site.clocks.vacations
    found = await vacations.of(call.caller.id, site.tables.clock())
    return vacation_of(found, vacations.budget)


async def post_vacation(site: Site, call: Call, order: p.TakeVacation) -> p.Vacation:
    """Go on vacation: no days of the caller's turns are charged until it ends; or be back.

    It ends by itself when the budget is used up, and costs a day at least.
    """
    found = await site.clocks.vacation(call.caller.id, on=order.on)
    await site.herald.look_again(call.caller.id)
    return vacation_of(found, site.clocks.vacations.budget)
