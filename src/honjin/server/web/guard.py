"""Limits on each connection: sizes, times, and the number of connections.

The HTTP server's own protocol does all HTTP. It runs behind a `Connection`, which passes bytes on
and counts them; in front of the application, `Guard.watch` notes when a request begins and ends.
The two find each other by the address and port of the peer (`scope["client"]`).

These are cut off: connections that the `Door` does not admit (503), heads that are too large or
come with too many requests at once (431), heads and bodies that take too long (408), and clients
that do not read what they asked for.
"""

from __future__ import annotations

import asyncio
from math import inf
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from honjin.server.web.door import Door

LONGEST_HEAD: Final = 16_000
"""Maximum bytes of the first line and the headers of a request; likewise:"""
LONGEST_URL: Final = 4_000
MAX_HEADERS: Final = 100
MAX_PIPELINED: Final = 8
"""Requests that may arrive at once on a connection."""
HEAD_SECONDS: Final = 10.0
"""Seconds within which the first line and the headers must arrive; likewise:"""
BODY_SECONDS: Final = 60.0
STUCK_SECONDS: Final = 60.0
"""Seconds for which a peer may read nothing of what it asked for."""
SLICE: Final = 2_000
"""Bytes that are read at a time."""
AHEAD: Final = 2_000
"""Bytes that may arrive while a request is being answered."""
UNREAD: Final = 100_000
"""Bytes of a body of unknown length that may wait for the application to read them."""

_TURNED_AWAY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\ncontent-length: 0\r\n"
    b"connection: close\r\n\r\n"
)
_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n"
    b"connection: close\r\n\r\n"
)
_TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_CLOSING: Final = [(b"content-length", b"0"), (b"connection", b"close")]

Address = tuple[str, int]


class Guard:
    """The guard of one server: `protocol` is for uvicorn, `watch` wraps the application."""

    def __init__(self, door: Door | None = None) -> None:
        self.door = door
        self.connections: dict[Address, Connection] = {}

    @property
    def protocol(self) -> type[asyncio.Protocol]:
        """The server's HTTP protocol with this guard in front of it."""
        return type("Guarded", (Connection,), {"guard": self})

    def watch(self, app: ASGIApp) -> ASGIApp:
        """Wrap the application so that each connection notes when a request begins and ends."""

        async def watched(scope: Scope, receive: Receive, send: Send) -> None:
            found = self.connections.get(scope["client"]) if scope["type"] == "http" else None
            if found is None:
                await app(scope, receive, send)
            elif found.begin(scope):
                await found.answer(app, scope, receive, send)
            else:
                await send({"type": "http.response.start", "status": 431, "headers": _CLOSING})
                await send({"type": "http.response.body", "body": b""})

        return watched


class Connection(asyncio.BufferedProtocol):
    """A connection, with the HTTP server's protocol behind it."""

    guard: Guard

    def __init__(self, **given: Any) -> None:
        """Take the arguments that uvicorn gives to a protocol."""
        self._http = HttpToolsProtocol(**given)
        self._loop = asyncio.get_running_loop()
        self._buffer = memoryview(bytearray(SLICE))
        self._host: str | None = None
        """The address of the peer, if it was admitted."""
        self._open = self._at_once = 0
        """Requests being answered; requests that began since there was last none."""
        self._left = LONGEST_HEAD
        """Bytes that may arrive until another request begins."""
        self._until = self._stuck = inf
        """Deadlines: for the request to arrive; for the peer to read the answer."""

    # ---- connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit a new connection, or turn it away."""
        peer = transport.get_extra_info("peername")
        self._peer = (str(peer[0]), peer[1]) if isinstance(peer, tuple) and peer else None
        host = self._peer[0] if self._peer else ""
        self._transport = transport
        if self.guard.door is not None and not self.guard.door.enter(host):
            transport.write(_TURNED_AWAY)
            transport.close()
            return
        self._host = host
        if self._peer:
            self.guard.connections[self._peer] = self
        self._until = self._loop.time() + HEAD_SECONDS
        self._watch = self._loop.call_later(HEAD_SECONDS, self._look)
        self._http.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that has closed."""
        if self._host is None:
            return
        self._watch.cancel()
        if self._peer:
            self.guard.connections.pop(self._peer, None)
        if self.guard.door is not None:
            self.guard.door.leave(self._host)
        self._host = None
        self._http.connection_lost(exc)

    # ---- requests, as the application sees them

    def begin(self, scope: Scope) -> bool:
        """Begin a request; False if its head is too large or too many came at once."""
        url = len(scope["raw_path"]) + len(scope["query_string"])
        fits = self._left >= 0 and url <= LONGEST_URL and len(scope["headers"]) <= MAX_HEADERS
        self._left, self._until = AHEAD if not self._at_once else min(self._left, AHEAD), inf
        self._open += 1
        self._at_once += 1
        if scope["method"] not in ("GET", "HEAD"):
            self._left += _length(scope)
            self._until = self._loop.time() + BODY_SECONDS
        return fits and self._at_once <= MAX_PIPELINED + 1

    def reading(self, receive: Receive) -> Receive:
        """Wrap `receive` to note when the body has arrived."""
        if self._until == inf:
            return receive

        async def read() -> Message:
            message = await receive()
            if self._until < inf:
                if message.get("more_body", False):
                    self._left = max(self._left, UNREAD)
                else:
                    self._left, self._until = min(self._left, AHEAD), inf
            return message

        return read

    async def answer(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer; it may go on working after the answer has been sent."""
        is_over = False

        async def sending(message: Message) -> None:
            nonlocal is_over
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                is_over = True
                self._loop.call_soon(self._note_end)  # after a waiting request has begun

        try:
            await app(scope, self.reading(receive), sending)
        finally:
            if not is_over:
                self._loop.call_soon(self._note_end)

    def _note_end(self) -> None:
        self._open -= 1
        if self._open:
            return
        self._at_once = 0
        if self._until < inf:  # a body that was never read may still arrive
            self._left += LONGEST_HEAD
        elif self._left < AHEAD:  # another request has begun to arrive
            self._expect_head()

    def _expect_head(self) -> None:
        self._until, self._left = self._loop.time() + HEAD_SECONDS, LONGEST_HEAD

    # ---- incoming bytes

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002 (the interface)
        """Return a small buffer, so that the parser cannot find many requests at once."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Count bytes that have arrived, and pass them on."""
        if self._host is None:
            return
        if not self._open and self._until == inf:
            self._expect_head()
        self._left -= nbytes
        self._http.data_received(bytes(self._buffer[:nbytes]))
        if self._left < 0:
            self._loop.call_soon(self._refuse_large)  # after the request that has arrived begins
        # uvloop would read many more times before the application gets the first request.
        if nbytes == SLICE and self._transport.is_reading() and not self._transport.is_closing():
            self._transport.pause_reading()
            self._loop.call_soon(self._read_on)

    def _read_on(self) -> None:
        if self._host is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    def _refuse_large(self) -> None:
        if self._left < 0 and not self._transport.is_closing():
            self._refuse(_TOO_LARGE)

    # ---- time

    def pause_writing(self) -> None:
        """Start the deadline: the peer is not reading."""
        self._stuck = self._loop.time() + STUCK_SECONDS
        self._http.pause_writing()

    def resume_writing(self) -> None:
        """Stop the deadline: the peer reads again."""
        self._stuck = inf
        self._http.resume_writing()

    def _look(self) -> None:
        """Close the connection if it takes too long. One timer serves all its requests."""
        now = self._loop.time()
        if self._transport.is_closing():
            return
        if now >= self._stuck:
            self._transport.abort()
        elif now >= self._until:
            self._refuse(_TOO_SLOW)
        else:
            later = min(self._until, self._stuck, now + HEAD_SECONDS) - now
            self._watch = self._loop.call_later(max(later, 0.1), self._look)

    def _refuse(self, answer: bytes) -> None:
        """Send a reason and close; only close if the answer to a request is on its way."""
        if not self._open or self._until < inf:
            self._transport.write(answer)
        self._transport.close()


def _length(scope: Scope) -> int:
    """Return the length of the body, as far as it is known."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
    return UNREAD
