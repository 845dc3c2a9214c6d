"""An analysis as a stream of server-sent events, each better than the last.

    event: analysis   data: an Analysis, `done` in the last one
    event: problem    data: a Problem, when the search failed

Closing the stream stops the search.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import msgspec

from honjin.bots import Thought
from honjin.server import protocol as p
from honjin.server import refusals as no
from honjin.server.analysis import Decision, Desk, Search
from honjin.server.analysis_words import Teller
from honjin.server.live import STREAM_HEADERS, event
from honjin.server.web import Call

log = logging.getLogger(__name__)

TICK: Final = 0.25
"""Seconds between two looks at the search."""

_encode = msgspec.json.Encoder().encode


async def stream(
    desk: Desk, call: Call, about: Decision, order: p.Analyse, warms: Callable[[], float | None]
) -> None:
    """Answer a call with the analysis of a decision; what was found before is sent at once."""
    told = _Telling(call, about, order.step, warms)
    kept = desk.kept(about, order.seconds)
    if kept is not None:
        await _begin(call)
        await told.tell(kept, 1.0, done=True)
    else:
        search = await desk.begin(call.caller.id, about, order.seconds)
        gone = asyncio.create_task(_stop_when_gone(call, search))
        try:
            await _begin(call)
            await _follow(told, search)
        finally:
            search.pulse.stop()
            gone.cancel()
    await _end(call)


async def stream_nothing(call: Call, step: int) -> None:
    """Answer a call about a step at which nobody had to decide."""
    await _begin(call)
    await _send(call, event(b"analysis", _encode(p.Analysis(step, done=True))))
    await _end(call)


async def _begin(call: Call) -> None:
    start = {"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS}
    await call.send(start)


async def _send(call: Call, body: bytes) -> None:
    await call.send({"type": "http.response.body", "body": body, "more_body": True})


async def _end(call: Call) -> None:
    await call.send({"type": "http.response.body", "body": b"", "more_body": False})


async def _follow(told: _Telling, search: Search) -> None:
    await told.tell(Thought(search.about.sight.legal[0]), 0.0)
    while not (await asyncio.wait([search.task], timeout=TICK))[0]:
        await told.tell(search.pulse.latest, search.share)
    try:
        await told.tell(search.task.result(), search.share, done=True)
    except Exception:
        log.exception("the analysis of step %d failed", search.about.step)
        await told.problem(no.Internal("the search failed; it was written down in the log"))


async def _stop_when_gone(call: Call, search: Search) -> None:
    while (await call.receive())["type"] != "http.disconnect":
        pass
    search.pulse.stop()


class _Telling:
    """What has been told on one open stream; `step` is the number that was asked about."""

    def __init__(
        self, call: Call, about: Decision, step: int, warms: Callable[[], float | None]
    ) -> None:
        self._call, self._about, self._step, self._warms = call, about, step, warms
        self._teller = Teller(about.play.game, about.sight)
        self._last: Thought | None = None

    async def tell(self, thought: Thought | None, share: float, *, done: bool = False) -> None:
        """Send what is thought now, where it is new or the last."""
        if thought is None or (thought is self._last and not done):
            return
        self._last = thought
        found = await asyncio.to_thread(self._analysis, thought, share, done)
        await _send(self._call, event(b"analysis", _encode(found)))

    async def problem(self, refused: no.Refused) -> None:
        """Say that it went wrong."""
        kind = f"/problems/{refused.kind}"
        problem = p.Problem(kind, refused.title, refused.status, str(refused))
        await _send(self._call, event(b"problem", _encode(problem)))

    def _analysis(self, thought: Thought, share: float, done: bool) -> p.Analysis:
        about = self._about
        choices = self._teller.choices(thought)
        value = thought.value if thought.value is not None else choices[0].value
        return p.Analysis(
            self._step, about.sight.viewer, value, choices, thought.work, thought.depth,
            round(share, 2), done, about.played, self._warms(),
        )  # fmt: skip
