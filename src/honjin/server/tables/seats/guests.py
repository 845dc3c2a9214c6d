"""The people for whom the opener of a table reserves seats, found by handle or by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from honjin.server.messages import refusals as no
from honjin.server.people.names import alike
from honjin.server.people.requests import RequestContext
from honjin.server.tables.messages import bodies
from honjin.server.tables.session.challenges import MAX_TO_ONE
from honjin.server.tables.site import TableSite


async def guests_of(
    site: TableSite, context: RequestContext, order: bodies.OpenTable
) -> Mapping[int, tuple[str, str]]:
    """The people for whom the seats of a new table are reserved: id and name, by seat."""
    found: dict[int, tuple[str, str]] = {}
    for seat, wish in enumerate(order.seats):
        if wish.kind == "reserved":
            if wish.who is not None:
                found[seat] = await _known(site, wish.who)
            elif wish.name is not None:
                found[seat] = (await person_called(site, context, wish.name), wish.name)
            else:
                raise no.Unreadable(f"seat {seat} expects the name of a person, got none")
    await site.hides.require_welcome(context.caller.id, [who for who, _ in found.values()])
    await _require_challengeable(site, context.caller.id, {who for who, _ in found.values()})
    return found


async def _known(site: TableSite, who: str) -> tuple[str, str]:
    """Return the person with a handle: an account, or a guest who has played here."""
    found = (await site.people.find([who])).get(who)
    if found is None or found.kind == "gone":
        raise no.UnknownPerson("expected the handle of a person who plays here")
    return found.id, found.name


async def _require_challengeable(site: TableSite, caller: str, asked: Collection[str]) -> None:
    """Raise TooMany for repeated challenges to a person, UnknownPerson for one to the caller."""
    if caller in asked:
        raise no.UnknownPerson("expected another person, got the caller")
    if not asked or not site.settings.limits:
        return
    rows = await site.store.opened_by(caller)  # whether or not the caller has a seat there
    open_to = Counter(who for row in rows for _, who, _ in row.reserved)
    if any(open_to[who] >= MAX_TO_ONE for who in asked):
        raise no.TooMany(f"at most {MAX_TO_ONE} open challenges to the same person")


async def person_called(site: TableSite, context: RequestContext, name: str) -> str:
    """Return the id of the program, the account, or the one guest present with this name."""
    program = await site.tokens.program_called(name)
    if program is not None:
        return program
    if (account := site.people.owner(name)) is not None:
        return account
    wanted = alike(name)
    here = {
        who for people in (site.live.people(), site.live.elsewhere.people(), site.streams.people())
        for who, other in people if alike(other) == wanted and who != context.caller.id
    }  # fmt: skip
    if not here and (guest := await site.people.guest_called(name)) is not None:
        return guest
    if len(here) != 1:
        many = "several people are" if here else "nobody is"
        raise no.UnknownPerson(f"expected a person who is present; {many} called {name!r}")
    return here.pop()
