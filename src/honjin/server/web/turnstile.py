"""The turnstile: requests begin one at a time, and addresses take turns.

The event loop does what has arrived in the order in which it arrived, so an address that sends a
lot would have most of its time, and an action from another address would wait for all of it.
Therefore one request begins in each turn of the loop. Where several wait, those of an address wait
in a lane of their own, and the lanes are served in rotation:

    127.0.0.1   ▪▪▪▪▪▪▪▪▪ ╮
    127.0.0.2   ▪▪        ├─▶  one in each turn of the loop
    127.0.0.3   ▪         ╯

An address has a few places at work, so that it does not fill the queues of threads and of the
database either. A request has its place until its answer begins, but not for long: what takes
longer waits for something else, such as a search or a drawing.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

from honjin.server.messages.refusals import TooMany

PLACES: Final = 4
"""Requests of one address that may be at work at a time."""
LAPSE: Final = 0.1
"""Seconds after which a request has no place any more."""


class _Lane:
    """The requests of one address: when those at work began, and those that wait."""

    __slots__ = ("began", "waiting")

    def __init__(self) -> None:
        self.began: dict[object, float] = {}
        self.waiting: deque[asyncio.Future[None]] = deque()

    @property
    def lapses(self) -> float:
        """When the oldest place lapses; only for a lane with a request at work."""
        return next(iter(self.began.values())) + LAPSE

    def is_full(self, now: float) -> bool:
        """Whether all places are taken, without those that have lapsed."""
        while self.began and self.lapses <= now:
            del self.began[next(iter(self.began))]
        return len(self.began) >= PLACES


class Turnstile:
    """Lets requests begin; at most `most` of an address may wait, 0: any number."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lanes: dict[str, _Lane] = {}
        self._queue: dict[str, _Lane] = {}
        """The lanes in which requests wait; the first one is served next."""
        self._has_begun = False
        """Whether a request has begun in this turn of the loop."""
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """The number of addresses with requests that wait or are at work."""
        return len(self._lanes)

    async def enter(self, address: str) -> Callable[[], None]:
        """Wait until a request may begin; call the result when it is answered, or has failed.

        TooMany if too many from its address wait already.
        """
        loop = asyncio.get_running_loop()
        lane = self._lanes.setdefault(address, _Lane())
        if self._has_begun or lane.waiting or lane.is_full(loop.time()):
            await self._wait(address, lane, loop)
        else:
            self._begin(loop)
        lane = self._lanes.setdefault(address, lane)  # the last of the others may just have left
        place = object()
        lane.began[place] = loop.time()
        return partial(self._leave, address, lane, place)

    async def _wait(self, address: str, lane: _Lane, loop: asyncio.AbstractEventLoop) -> None:
        if self._most and len(lane.waiting) >= self._most:
            raise TooMany(f"at most {self._most} requests at a time from one address").after(1)
        turn = loop.create_future()
        lane.waiting.append(turn)
        self._queue.setdefault(address, lane)
        if not self._has_begun:
            self._serve(loop)
        try:
            await turn
        except BaseException:
            self._forget(address, lane)
            raise

    def _leave(self, address: str, lane: _Lane, place: object) -> None:
        lane.began.pop(place, None)
        if lane.waiting:
            if not self._has_begun:
                self._serve(asyncio.get_running_loop())
        elif not lane.began:
            self._forget(address, lane)

    def _forget(self, address: str, lane: _Lane) -> None:
        """Forget a lane in which nothing waits or is at work."""
        if not (lane.waiting or lane.began) and self._lanes.get(address) is lane:
            del self._lanes[address]

    # ---- turns

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        self._has_begun = True
        loop.call_soon(self._serve, loop)

    def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the next request begin, if any may."""
        self._has_begun = False
        if not self._queue:
            return
        now = loop.time()
        address = next((one for one, lane in self._queue.items() if not lane.is_full(now)), None)
        if address is not None:
            self._take(address)
            self._begin(loop)
        else:
            self._wake_at(min(lane.lapses for lane in self._queue.values()), loop)

    def _take(self, address: str) -> None:
        """Let the first one of a lane begin, and put the lane at the end."""
        lane = self._queue.pop(address)
        turn = lane.waiting.popleft()
        if lane.waiting:
            self._queue[address] = lane
        if turn.done():  # its client has gone
            self._forget(address, lane)
        else:
            turn.set_result(None)

    def _wake_at(self, when: float, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_at(when, self._wake, loop)

    def _wake(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._has_begun:
            self._serve(loop)
