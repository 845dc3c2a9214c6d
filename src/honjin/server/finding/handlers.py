"""The handlers of pools and challenges."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

import msgspec

from honjin.server.finding import messages as m
from honjin.server.finding import seekers
from honjin.server.finding.matchmaker import FindingSite, options_of
from honjin.server.finding.pools import Pool, reach
from honjin.server.finding.seekers import Waiting
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people.requests import RequestContext
from honjin.server.tables.clocks.control import SECOND
from honjin.server.tables.listing import lines_of
from honjin.server.tables.messages import answers
from honjin.server.tables.session.challenges import expires
from honjin.server.tables.store.rows import Row
from honjin.server.tables.store.table import concerns
from honjin.server.web.watches import Watch

SEEK: Final = "seek"
GRACE: Final = 4.0
"""Seconds after the last window was closed when a person has left a live pool."""
MAX_LISTED: Final = 100
"""The most unfinished tables of a person among which challenges are looked for."""
_encode = msgspec.json.Encoder().encode


# ---------------------------------------------------------------- pools


async def get_pools(site: FindingSite, context: RequestContext) -> m.Pools:
    """All pools with the number of people waiting, and the one in which the caller waits."""
    found = await site.store.ask(seekers.counts)
    seeking = m.Seeking() if context.is_new else await _seeking(site, context.caller.id)
    return m.Pools(tuple(_pool(site, one, found) for one in site.matchmaker.pools), seeking)


def _pool(site: FindingSite, pool: Pool, waiting: Mapping[str, int]) -> m.PoolInfo:
    game = site.tables.game(pool.game)
    seats = game.seats(options_of(game, pool))
    return m.PoolInfo(
        pool.key, pool.game, pool.preset, pool.pace, pool.control, seats,
        waiting.get(pool.key, 0),
    )  # fmt: skip


async def post_seek(site: FindingSite, context: RequestContext, order: m.Seek) -> m.Seeking:
    """Wait in a pool. If a game has already been found, nothing changes.

    Closing the page leaves a live pool; a pool of games by days is left when a game is found, or
    after two weeks.
    """
    pool = site.matchmaker.pool(order.pool)
    context.caller = await site.tokens.label(context.caller)
    if context.caller.program:
        raise no.PeopleOnly("pools are for people; a program can be challenged")
    site.traces.note(context.caller.id, context.address, context.device)
    patience = None if order.patience is None else order.patience * SECOND
    await site.matchmaker.join(context.caller, pool, patience)
    return await _seeking(site, context.caller.id)


async def post_stop_seeking(site: FindingSite, context: RequestContext, _order: Body) -> m.Seeking:
    """Stop waiting."""
    await site.matchmaker.leave(context.caller.id)
    return await _seeking(site, context.caller.id)


async def get_seek_events(site: FindingSite, context: RequestContext) -> None:
    """Server-sent events `seeking`: how the caller waits, until a table is found."""
    who = context.caller.id

    async def painted() -> bytes:
        return _encode(await _seeking(site, who))

    watch = Watch(who)
    await site.store.change(partial(seekers.beat, people=[who], now=site.now()))
    site.watches.join(SEEK, watch)  # from here on nothing fails before `listen`, which leaves
    try:
        with site.sessions.stream(context.login, watch.end):
            await site.watches.listen(
                SEEK, watch, b"seeking", painted, context.receive, context.send
            )
    finally:
        site.later(_leave_soon(site, who))


async def _leave_soon(site: FindingSite, who: str) -> None:
    """Stop a person waiting who has closed the last window and does not open another."""
    closed = site.now()
    await asyncio.sleep(GRACE)
    if who not in site.watches.who(SEEK):
        gone = partial(seekers.leave_unseen, who=who, before=closed)
        if await site.store.change(gone):
            site.matchmaker.announce()


async def _seeking(site: FindingSite, who: str) -> m.Seeking:
    row, found = await site.store.ask(partial(_row, who=who))
    if row is None:
        return m.Seeking()
    pool = site.matchmaker.pool(row.pool)
    most = reach(pool.pace, site.now() - row.since)
    low, high = (None, None) if most is None else (row.rating - most, row.rating + most)
    patience = None if row.patience is None else row.patience // SECOND
    return m.Seeking(
        row.pool, row.since, row.rating, low, high, found.get(row.pool, 0), patience,
        row.table_id, row.until,
    )  # fmt: skip


def _row(connection: object, who: str) -> tuple[Waiting | None, dict[str, int]]:
    return seekers.opened(connection, who), seekers.counts(connection)  # type: ignore[arg-type]


# ---------------------------------------------------------------- challenges


async def get_challenges(site: FindingSite, context: RequestContext) -> m.Challenges:
    """The open challenges to the caller, and those by the caller.

    A challenge is accepted by sitting down on the seat, and declined or withdrawn by POST
    …/decline.
    """
    rows = (
        []
        if context.is_new
        else await site.store.tables_of(context.caller.id, MAX_LISTED, over=False)
    )
    me, open_ones = context.caller.id, [row for row in rows if row.status == "open"]
    found = [one for row in open_ones for one in _challenges(row, me)]
    ready = [row for row in open_ones if None not in row.holders and concerns(row, me)]
    return m.Challenges(
        tuple(one for who, one in found if who == me),
        tuple(one for who, one in found if who != me),
        await lines_of(site, context, ready),
    )


def _challenges(row: Row, me: str) -> Iterator[tuple[str, answers.Challenge]]:
    names = {one[1]: one[2] for one in row.holders if one is not None and one[0] == "person"}
    until = expires(row.opened, row.time) if row.opened else 0
    for seat, who, name in row.reserved:
        by = names.get(row.by) or next(iter(names.values()), "")
        other = row.by if who == me else who
        yield who, answers.Challenge(
            row.id, row.game, row.options, seat, by, name, row.time, row.rated, other, until,
        )  # fmt: skip
