"""Analysis of a game, the coach at a table, and the review."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from honjin.core.play import Play
from honjin.server.analysis import messages as an
from honjin.server.analysis.coach import Coach, asked_coach, judged_by_coach
from honjin.server.analysis.fair_play import require_not_playing_rated
from honjin.server.analysis.review import Reviewer
from honjin.server.analysis.scheduler import (
    AnalysisScheduler,
    Decision,
    asked,
    decision,
    open_seats,
)
from honjin.server.analysis.stream import stream, stream_nothing
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people.caller import Caller
from honjin.server.people.requests import RequestContext
from honjin.server.tables.looks import viewer_asked
from honjin.server.tables.session.room import Room
from honjin.server.tables.site import TableSite


class AnalysisSite(TableSite):
    """A site with analysts."""

    analysis: AnalysisScheduler
    coach: Coach
    reviewer: Reviewer


async def post_analysis(site: AnalysisSite, context: RequestContext, order: an.Analyse) -> None:
    """A search's view of a decision, as server-sent events until its time is over.

    If the game is solved, the exact value of each choice, at once.

    When the game is over, anyone may ask. While it runs, only a caller who holds all its seats or,
    at a casual table, a player about their own seat. A search gets what the seat saw at that step
    and no more. A guest can have one analysis at a time; another request ends it, and so does
    closing the stream. Analysis, review and coach of a game that can be solved are closed to a
    caller who is playing a rated game of it.
    """
    room = (await site.tables.ready(context.path("id"))).room
    viewer = viewer_asked(room, context)
    play, step, seats = asked(room, context.caller, viewer, order.step, order.seat)
    await require_not_playing_rated(site, context, room.game)
    about = await asyncio.to_thread(decision, play, step, seats)
    if about is not None:
        warms = partial(site.compile_progress.share, room.game)
        await stream(site.analysis, site.exact, context, about, order, warms)
    elif order.seat is not None:
        raise no.NotYourTurn(f"seat {order.seat} was not to act at step {order.step}")
    else:
        await stream_nothing(context, order.step)


async def post_advice(site: AnalysisSite, context: RequestContext, order: an.AskCoach) -> an.Advice:
    """Ask the coach which choices of the caller's seat keep the value of the position, and why.

    For the player of the seat, at a running table with a coach. A guest can have one search at a
    time, and this one replaces any other; the coach gets what the seat sees and no more.
    """
    about = await _coached(site, context, order, asked_coach)
    return await site.coach.advise(context.asker, about, order.step)


async def post_remark(site: AnalysisSite, context: RequestContext, order: an.AskCoach) -> an.Remark:
    """Ask the coach whether the action of the caller's seat after `step` entries was a blunder.

    It is asked after the action, so nobody has to wait for it; the action is judged by what the
    seat saw before. The game may have ended since: `step` is still what the seat counted when it
    acted.
    """
    about = await _coached(site, context, order, judged_by_coach)
    return await site.coach.remark(context.asker, about, order.step)


async def _coached(
    site: AnalysisSite, context: RequestContext, order: an.AskCoach,
    found: Callable[[Room, Caller, int, an.AskCoach], tuple[Play, int]],
) -> Decision:  # fmt: skip
    room = (await site.tables.ready(context.path("id"))).room
    viewer = viewer_asked(room, context)
    play, step = found(room, context.caller, viewer, order)
    await require_not_playing_rated(site, context, room.game)
    about = await asyncio.to_thread(decision, play, step, (order.seat,))
    if about is None:
        raise no.NotYourTurn(f"seat {order.seat} was not to act at step {order.step}")
    return about


async def post_review(site: AnalysisSite, context: RequestContext, _order: Body) -> bytes:
    """Begin or resume the review of all decisions of the game so far; GET reports its progress."""
    room, viewer = await _reviewed(site, context)
    return await site.reads.do(
        await site.reviewer.begin(room, context.caller, viewer, context.address)
    )


async def get_review(site: AnalysisSite, context: RequestContext) -> bytes:
    """The review of the game as far as it has been made, for callers who may analyse it."""
    room, viewer = await _reviewed(site, context)
    return await site.reads.do(await site.reviewer.look(room, context.caller, viewer))


async def _reviewed(site: AnalysisSite, context: RequestContext) -> tuple[Room, int]:
    """Return the game, which the caller may analyse, and the caller's view of it."""
    room = (await site.tables.ready(context.path("id"))).room
    viewer = viewer_asked(room, context)
    open_seats(room, context.caller)
    await require_not_playing_rated(site, context, room.game)
    return room, viewer
