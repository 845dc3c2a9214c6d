"""Server-sent events: how every stream begins, shows that it is alive, and ends."""

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
"""Seconds of silence after which a sign of life is sent."""
STILL_HERE: Final = b": still here\n\n"
HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class Listener(Protocol):
    """One who listens: `awake` is set when there may be something new, or after `closed`."""

    awake: asyncio.Event
    closed: bool


class Events:
    """The events of one stream, as they are sent."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._beat = 0.0

    async def begin(self) -> None:
        """Send the head of the answer."""
        await self._send({"type": "http.response.start", "status": 200, "headers": HEADERS})

    async def send(self, body: bytes) -> None:
        """Send some events."""
        await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def tell(self, news: bytes) -> None:
        """Send what is new, if anything is; else a sign of life if one is due."""
        now = asyncio.get_running_loop().time()
        if news or self._beat <= now:
            await self.send(news or STILL_HERE)
            self._beat = now + HEARTBEAT

    def rest(self) -> float:
        """The seconds until a sign of life is due. They depend on what was sent last alone."""
        return max(0.0, self._beat - asyncio.get_running_loop().time())

    async def end(self) -> None:
        """Send the end of the answer."""
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})


async def serve(
    listener: Listener, receive: Receive, send: Send, tell: Callable[[Events], Awaitable[None]]
) -> None:
    """Stream what `tell` sends until it is done; `closed` is set when the other side has gone.

    Where it is refused midway the stream just ends: whoever listens asks again, and is told why.
    """
    events = Events(send)
    gone = asyncio.create_task(_close_when_gone(listener, receive))
    try:
        await events.begin()
        with contextlib.suppress(no.Refused, HonjinError):
            await tell(events)
        await events.end()
    finally:
        gone.cancel()


async def until_gone(receive: Receive) -> None:
    """Wait until the other side has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _close_when_gone(listener: Listener, receive: Receive) -> None:
    await until_gone(receive)
    listener.closed = True
    listener.awake.set()


async def woken(listener: Listener, seconds: float) -> bool:
    """Wait for something new; False when nothing came in time."""
    try:
        async with asyncio.timeout(seconds):  # `wait_for` of 3.11 may lose a cancellation
            await listener.awake.wait()
    except TimeoutError:
        return False
    listener.awake.clear()
    return True


def event(name: bytes, data: bytes) -> bytes:
    """A server-sent event."""
    return b"event: %b\ndata: %b\n\n" % (name, data)
