"""An analysis as a stream of server-sent events, each better than the last.

    event: analysis   data: an Analysis, `done` in the last one
    event: problem    data: a Problem, if the search failed

While all analysts are at work, the first event says its place in the queue, and so does another one
whenever that changes.

Closing the stream stops the search. If the game is solved there is no search: one event gives exact
values, and in a position that cannot be won a second one says which choice sets the hardest
problem. While the solved table is being made, a search gives its values in the meantime.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import msgspec

from honjin.bots import SearchResult
from honjin.server.analysis import messages as an
from honjin.server.analysis.scheduler import AnalysisScheduler, Decision, Search, known_of
from honjin.server.analysis.words import LONGEST_LINE, Teller
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Problem
from honjin.server.people.requests import RequestContext
from honjin.server.web.sse import Events, event, until_gone
from honjin.server.work.exact import ExactValues, Making, SolvedTables

log = logging.getLogger(__name__)

TICK: Final = 0.25
"""Seconds between two reads of the search's result."""

_encode = msgspec.json.Encoder().encode


async def stream(
    scheduler: AnalysisScheduler, exact: SolvedTables, context: RequestContext, about: Decision,
    order: an.Analyse, warms: Callable[[], float | None],
) -> None:  # fmt: skip
    """Answer a request with the analysis of a decision; earlier results are sent at once."""
    output = _Output(context, about, order.step, warms)
    known = await known_of(exact, about, LONGEST_LINE)
    if known is not None:
        await output.events.begin()
        await _send_exact(exact, output, known)
    else:
        output.making = exact.make(about.play.game, about.play.options, about.sight.observation)
        await _searched(scheduler, exact, output, order.seconds)
    await output.events.end()


async def _searched(
    scheduler: AnalysisScheduler, exact: SolvedTables, output: _Output, seconds: float
) -> None:
    """Send what a search finds, and exact values if the table is finished meanwhile."""
    context, about = output.context, output.about
    kept = scheduler.kept(about, seconds)
    if kept is not None and output.making is None:
        await output.events.begin()
        await output.send(kept, 1.0, done=True)
        return
    search = output.search = scheduler.begin(context.asker, about, seconds)
    gone = asyncio.create_task(_stop_when_gone(context, search))
    try:
        await output.events.begin()
        await _follow(output, search)
        while output.is_waiting and not search.gave_way and not gone.done():
            await asyncio.sleep(TICK)
            await output.send(search.handle.latest, search.share)
        await _conclude(exact, output, search)
    finally:
        search.stop()
        gone.cancel()


async def _conclude(exact: SolvedTables, output: _Output, search: Search) -> None:
    """Send the last event: exact values if they are known by now, else the search's result."""
    known = await known_of(exact, output.about, LONGEST_LINE) if output.making else None
    if known is not None:
        await _send_exact(exact, output, known)
        return
    try:
        result = search.task.result()
        if result is None and search.gave_way:
            await output.problem(no.Busy("another of your requests has replaced this one"))
        else:
            await output.send(result, search.share, done=True)
    except Exception:
        log.exception("the analysis of step %d failed", search.about.step)
        await output.problem(no.Internal("the search failed; the error is in the server's log"))


async def _send_exact(exact: SolvedTables, output: _Output, known: ExactValues) -> None:
    """Send exact values at once; if the position cannot be won, then the hardest problem too."""
    play, sight = output.about.play, output.about.sight
    if known.answer.value.result <= 0:
        await output.send_exact(known, done=False)
        known = await exact.with_problem(
            play.game, sight.observation, sight.viewer, play.seats, known
        )
    await output.send_exact(known)


async def stream_nothing(context: RequestContext, step: int) -> None:
    """Answer a request about a step at which no seat had to decide."""
    events = Events(context.send)
    await events.begin()
    await events.send(event(b"analysis", _encode(an.Analysis(step, done=True))))
    await events.end()


async def _follow(output: _Output, search: Search) -> None:
    await output.send(SearchResult(search.about.sight.legal[0]), 0.0)
    while not (await asyncio.wait([search.task], timeout=TICK))[0]:
        if output.making and output.making.is_over and not search.handle.is_stopped:
            search.stop()
        await output.send(search.handle.latest, search.share)


async def _stop_when_gone(context: RequestContext, search: Search) -> None:
    await until_gone(context.receive)
    search.stop()


class _Output:
    """The state of one open stream; `step` is the number that was asked about."""

    def __init__(
        self, context: RequestContext, about: Decision, step: int, warms: Callable[[], float | None]
    ) -> None:
        self.context, self.about, self._step, self._warms = context, about, step, warms
        self._teller = Teller(about.play.game, about.sight)
        self._last: tuple[SearchResult, float | None, int] | None = None
        self.search: Search | None = None
        """The search that is waited for, if the result was not there already."""
        self.making: Making | None = None
        """The solved table that is being made in the meantime."""

    @property
    def events(self) -> Events:
        """The stream."""
        return Events(self.context.send)

    @property
    def is_waiting(self) -> bool:
        """True if a solved table is being made."""
        return self.making is not None and not self.making.is_over

    @property
    def _place(self) -> int:
        """The search's place in the queue."""
        return self.search.place if self.search else 0

    @property
    def _solves(self) -> float | None:
        return round(self.making.share, 2) if self.making and self.is_waiting else None

    async def send(self, result: SearchResult | None, share: float, *, done: bool = False) -> None:
        """Send the search's current result, if it is new or the last one."""
        result = result or (self._last and self._last[0])
        if result is None or ((result, self._solves, self._place) == self._last and not done):
            return
        self._last = result, self._solves, self._place
        found = await asyncio.to_thread(self._analysis, result, share, done)
        await self.events.send(event(b"analysis", _encode(found)))

    async def send_exact(self, known: ExactValues, *, done: bool = True) -> None:
        """Send exact values; no better ones will follow."""
        found = await asyncio.to_thread(self._certain, known, done)
        await self.events.send(event(b"analysis", _encode(found)))

    def _certain(self, known: ExactValues, done: bool) -> an.Analysis:
        choices = self._teller.exact_choices(known)
        return an.Analysis(
            self._step, self.about.sight.viewer, choices[0].value, choices, share=1.0, done=done,
            played=self.about.played,
        )  # fmt: skip

    async def problem(self, refused: no.Refused) -> None:
        """Report that the search failed."""
        kind = f"/problems/{refused.kind}"
        problem = Problem(kind, refused.title, refused.status, str(refused))
        await self.events.send(event(b"problem", _encode(problem)))

    def _analysis(self, result: SearchResult, share: float, done: bool) -> an.Analysis:
        about = self.about
        choices = self._teller.choices(result)
        value = result.value if result.value is not None else choices[0].value
        return an.Analysis(
            self._step, about.sight.viewer, value, choices, result.work, result.depth,
            round(share, 2), done, about.played, self._warms(), self._solves, self._place,
        )  # fmt: skip
