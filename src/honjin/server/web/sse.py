"""Server-sent events: how every stream begins, sends heartbeats, and ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, MutableMapping
from math import inf
from typing import Any, Final

from honjin.core.errors import HonjinError
from honjin.server.messages import refusals as no

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

HEARTBEAT: Final = 15.0
"""Seconds of silence after which a heartbeat is sent."""
STILL_HERE: Final = b": still here\n\n"
BEAT: Final = b"event: beat\ndata: {}\n\n"
"""A heartbeat that pages can hear: a browser tells them nothing of comments."""
HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class Listener:
    """The receiver of a stream: it sleeps until there may be news, its time has come, or it ends.

    A timer for each sleep would cost as much as the news, so one goes on over many.
    """

    def __init__(self) -> None:
        self.closed = False
        self._is_woken = False
        self._sleeping: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._until = inf
        """When the sleep ends, by the time of the event loop."""

    def wake(self) -> None:
        """End the sleep, or the next one: there may be news."""
        self._is_woken = True
        self._rise()

    def end(self) -> None:
        """Stop sending."""
        self.closed = True
        self.wake()

    async def sleep(self, seconds: float) -> bool:
        """Sleep; True if it was woken, False if the time is over."""
        if not self._is_woken:
            loop = asyncio.get_running_loop()
            self._until = loop.time() + seconds
            if self._timer is None or self._timer.when() > self._until:
                self._set(loop)
            self._sleeping = loop.create_future()
            await self._sleeping
        was_woken, self._is_woken = self._is_woken, False
        return was_woken

    def _rise(self) -> None:
        if self._sleeping is not None and not self._sleeping.done():
            self._sleeping.set_result(None)

    def _set(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_at(self._until, self._ring, loop)

    def _ring(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        if self._sleeping is None or self._sleeping.done():
            return
        if self._until <= loop.time():
            self._rise()
        else:
            self._set(loop)


class Events:
    """The events of one stream, written as they are sent."""

    def __init__(self, send: Send, beat: bytes = BEAT) -> None:
        self._send, self._heartbeat = send, beat
        self._beat = 0.0

    async def begin(self) -> None:
        """Send the head of the answer."""
        await self._send({"type": "http.response.start", "status": 200, "headers": HEADERS})

    async def send(self, body: bytes) -> None:
        """Send some events."""
        await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def tell(self, news: bytes) -> None:
        """Send the news, if any; else a heartbeat if one is due."""
        now = asyncio.get_running_loop().time()
        if news or self._beat <= now:
            await self.send(news or self._heartbeat)
            self._beat = now + HEARTBEAT

    def rest(self) -> float:
        """Return the seconds until a heartbeat is due, which depend only on what was sent last."""
        return max(0.0, self._beat - asyncio.get_running_loop().time())

    async def end(self) -> None:
        """Send the end of the answer."""
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})


async def serve(
    listener: Listener,
    receive: Receive,
    send: Send,
    tell: Callable[[Events], Awaitable[None]],
    beat: bytes = BEAT,
) -> None:
    """Stream what `tell` sends until it returns; `closed` is set when the client disconnects.

    If it is refused midway, the stream just ends: the client asks again, and gets the reason.
    """
    events = Events(send, beat)
    gone = asyncio.create_task(_close_when_gone(listener, receive))
    try:
        await events.begin()
        with contextlib.suppress(no.Refused, HonjinError):
            await tell(events)
        await events.end()
    finally:
        gone.cancel()


async def until_gone(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _close_when_gone(listener: Listener, receive: Receive) -> None:
    await until_gone(receive)
    listener.end()


def event(name: bytes, data: bytes) -> bytes:
    """Format a server-sent event."""
    return b"event: %b\ndata: %b\n\n" % (name, data)
