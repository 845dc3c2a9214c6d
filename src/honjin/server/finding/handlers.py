"""The handlers of the pool routes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Final

import msgspec

from honjin.server.finding import messages as m
from honjin.server.finding import seekers
from honjin.server.finding.matchmaker import FindingSite
from honjin.server.finding.pools import Pool, reach
from honjin.server.finding.seekers import Waiting
from honjin.server.messages import refusals as no
from honjin.server.people.requests import RequestContext
from honjin.server.tables.clocks.control import SECOND
from honjin.server.tables.view.parts import time_of
from honjin.server.web.watches import Watch

SEEK: Final = "seek"
GRACE: Final = 4.0
"""Seconds after the last window was closed when a person has left a live pool."""
_encode = msgspec.json.Encoder().encode


async def get_pools(site: FindingSite, context: RequestContext) -> m.Pools:
    """All pools with the number of people waiting, and the one in which the caller waits."""
    found = await site.store.ask(seekers.counts)
    seeking = m.Seeking() if context.is_new else await _seeking(site, context.caller.id)
    return m.Pools(tuple(_pool(site, one, found) for one in site.matchmaker.pools), seeking)


def _pool(site: FindingSite, pool: Pool, waiting: Mapping[str, int]) -> m.PoolInfo:
    game = site.tables.game(pool.game)
    preset = next(one for one in game.presets if one.key == pool.preset)
    seats = game.seats(game.read_options(preset.options))
    return m.PoolInfo(
        pool.key, pool.game, pool.preset, pool.pace, time_of(pool.control), seats,
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


async def post_stop_seeking(
    site: FindingSite, context: RequestContext, _order: m.StopSeeking
) -> m.Seeking:
    """Stop waiting."""
    await site.matchmaker.leave(context.caller.id)
    return await _seeking(site, context.caller.id)


async def get_seek_events(site: FindingSite, context: RequestContext) -> None:
    """Server-sent events `seeking`: how the caller waits, until a table is found."""
    who = context.caller.id
    watch = Watch(who)
    await site.store.change(partial(seekers.beat, people=[who], now=site.now()))
    site.watches.join(SEEK, watch)  # from here on nothing fails before `listen`, which leaves
    try:
        with site.sessions.stream(context.login, watch.end):
            await site.watches.listen(
                SEEK, watch, b"seeking", partial(_painted, site, who), context.receive, context.send
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


async def _painted(site: FindingSite, who: str) -> bytes:
    return _encode(await _seeking(site, who))


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
