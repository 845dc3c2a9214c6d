"""Server-sent events: how every stream begins, sends heartbeats, and ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, Protocol

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


class Listener(Protocol):
    """The receiver of a stream: `awake` is set when there may be news, or after `closed`."""

    awake: asyncio.Event
    closed: bool


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
    listener.closed = True
    listener.awake.set()


async def woken(listener: Listener, seconds: float) -> bool:
    """Wait for news; False if there was none within the time."""
    try:
        async with asyncio.timeout(seconds):  # `wait_for` of 3.11 may lose a cancellation
            await listener.awake.wait()
    except TimeoutError:
        return False
    listener.awake.clear()
    return True


def event(name: bytes, data: bytes) -> bytes:
    """Format a server-sent event."""
    return b"event: %b\ndata: %b\n\n" % (name, data)
