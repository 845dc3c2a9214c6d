"""Windows that watch something other than a table: a queue, a tournament. Server-sent events.

A window is sent its whole subject whenever that differs from what it was last sent. Nothing is
queued, so a window that was away gets the current state.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Final

from honjin.server.messages import refusals as no
from honjin.server.web.sse import Events, Listener, Receive, Send, event, serve

MAX_PER_PERSON: Final = 12
AGAIN: Final = 5.0
"""Seconds after which a window is brought up to date, even if nothing was reported."""

Paint = Callable[[], Awaitable[bytes]]


class Watch(Listener):
    """One window."""

    def __init__(self, who: str) -> None:
        super().__init__()
        self.who = who


class Watches:
    """The windows of this process, by what they watch."""

    def __init__(self) -> None:
        self._open: dict[str, set[Watch]] = {}
        self._closing = False

    def wake(self, key: str) -> None:
        """Wake these windows: what they watch may have changed."""
        for watch in self._open.get(key, ()):
            watch.wake()

    def who(self, key: str) -> Iterator[str]:
        """The people with a window there."""
        return (watch.who for watch in self._open.get(key, ()))

    def count(self) -> int:
        """The number of windows."""
        return sum(map(len, self._open.values()))

    def close(self) -> None:
        """End all streams: the server is stopping."""
        self._closing = True
        for key in self._open:
            self.wake(key)

    def join(self, key: str, watch: Watch) -> None:
        """Add a window; TooMany if its person has too many."""
        here = self._open.setdefault(key, set())
        if sum(one.who == watch.who for one in here) >= MAX_PER_PERSON:
            raise no.TooMany(f"at most {MAX_PER_PERSON} windows of this kind")
        here.add(watch)

    def _leave(self, key: str, watch: Watch) -> None:
        here = self._open[key]
        here.discard(watch)
        if not here:
            del self._open[key]

    async def listen(
        self, key: str, watch: Watch, name: bytes, paint: Paint, receive: Receive, send: Send
    ) -> None:
        """Stream to a window that has joined, until it closes or the server stops."""
        try:
            await serve(watch, receive, send, partial(self._stream, watch, name, paint))
        finally:
            self._leave(key, watch)

    async def _stream(self, watch: Watch, name: bytes, paint: Paint, events: Events) -> None:
        shown = b""
        while not (watch.closed or self._closing):
            news = await paint()
            await events.tell(event(name, news) if news != shown else b"")
            shown = news
            await watch.sleep(min(AGAIN, events.rest()))
