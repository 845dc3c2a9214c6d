"""uvicorn's HTTP protocol, with less work for each answer.

An answer's head and body go to the socket in one write: a write wakes whoever listens at its other
end, which costs more than all copying.

A browser sends the same headers with each of its posts, but for the length of the body. A
connection keeps the headers that it has read, with the scope that they led to: a request with known
headers that comes in one piece is not parsed again, and what the application noted in its scope
(whose cookie it is, and which route while the address stays the same) is in the scope of the next
one. Everything else takes uvicorn's way.

A request has a time to come in and a size, and a connection has to be let in by the `Door`.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from honjin.server.access.door import Door

MOST_KEPT: Final = 8
LONGEST_KEPT: Final = 2_500
"""So many bytes have the headers that are kept at most."""
LONGEST_HEAD: Final = 16_000
"""So many bytes have the first line and the headers of a request at most; likewise:"""
LONGEST_URL: Final = 4_000
MOST_HEADERS: Final = 100
MOST_PIPELINED: Final = 8
"""So many requests may wait on a connection for the answer to one before them."""
HEAD_SECONDS: Final = 10.0
"""So long the first line and the headers may take to come; likewise:"""
BODY_SECONDS: Final = 60.0
STUCK_SECONDS: Final = 60.0
"""So long somebody may not take in what he asked for."""
_TURNED_AWAY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\ncontent-length: 0\r\n"
    b"connection: close\r\n\r\n"
)
_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n"
    b"connection: close\r\n\r\n"
)
_TOO_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_LENGTHS: Final = (b"\r\ncontent-length: ", b"\r\nContent-Length: ")
_SPECIAL: Final = frozenset((b"expect", b"upgrade", b"transfer-encoding"))
_LINE: Final = re.compile(
    rb"(?P<method>GET|POST) (?P<path>(?:/[\w.-]+)+)(?:\?(?P<query>[\w.=&-]*))? HTTP/1\.1", re.ASCII
)


Parts = tuple[bytes, tuple[bytes, bytes], bytes]
"""A request that is all there: its first line, its headers but for the length, its body."""


class JoinedWrites(asyncio.Transport):
    """A transport that gathers what is written until the loop comes round."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport, self._loop = transport, loop
        self._parts: list[bytes] = []
        self.get_extra_info = transport.get_extra_info  # type: ignore[method-assign]
        self.is_closing = transport.is_closing  # type: ignore[method-assign]
        self.pause_reading = transport.pause_reading  # type: ignore[method-assign]
        self.resume_reading = transport.resume_reading  # type: ignore[method-assign]
        self.set_protocol = transport.set_protocol  # type: ignore[method-assign]

    def write(self, data: Any) -> None:
        """Keep the data for the next flush."""
        if not self._parts:
            self._loop.call_soon(self.flush)
        self._parts.append(data)

    def write_whole(self, data: bytes) -> None:
        """Write an answer that nothing will follow soon."""
        if self._parts:
            self.write(data)
        elif not self._transport.is_closing():
            self._transport.write(data)

    def flush(self) -> None:
        """Hand on what has gathered."""
        parts, self._parts = self._parts, []
        if parts and not self._transport.is_closing():
            self._transport.write(b"".join(parts))

    def close(self) -> None:
        """Write the rest, then close."""
        self.flush()
        self._transport.close()

    def abort(self) -> None:
        """Close at once."""
        self._parts = []
        self._transport.abort()


class Whole(RequestResponseCycle):
    """A request that came in one piece with known headers; `scope["honjin.whole"]`."""

    transport: JoinedWrites
    scope: Any

    def answer(self, head: bytes, body: bytes) -> bool:
        """Send a whole answer at once; False when it has to be sent as ASGI has it."""
        if self.disconnected or not self.keep_alive or self.flow.write_paused:
            return False
        # The two name each other: left so, they would have to be found by the garbage collector.
        self.scope.pop("honjin.whole", None)
        self.response_started = self.response_complete = True
        self.transport.write_whole(head + body)
        self.on_response()
        return True


class TooLarge(Exception):
    """The first line and the headers of a request are larger than they may be."""


class Guarded(HttpToolsProtocol):
    """uvicorn's protocol with a door, and with a size and a time for what comes in."""

    door: Door | None = None
    _host: str | None = None
    """Where a connection that was let in came from."""

    # ---- connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection has come."""
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) and peer else ""
        if self.door is not None and not self.door.enter(host):
            transport.write(_TURNED_AWAY)
            transport.close()
            return
        self._host = host
        super().connection_made(transport)
        self._begun = self._read = self._ended = 0
        self._came = self._size = 0
        self._large = False
        self._since, self._stuck = self.loop.time(), 0.0
        self._watch = self.loop.call_later(HEAD_SECONDS, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """A connection is gone."""
        if self._host is None:
            return
        self._watch.cancel()
        if self.door is not None:
            self.door.leave(self._host)
        self._host = None
        super().connection_lost(exc)

    # ---- what comes in

    def data_received(self, data: bytes) -> None:
        """Bytes have come."""
        if self._host is None:
            return
        if self._begun == self._ended:
            self._since = self.loop.time()
        super().data_received(data)
        if self._begun == self._read:
            return
        self._came += len(data)
        if self._came > LONGEST_HEAD and not self.transport.is_closing():
            self.transport.write(_TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        """The parser has found a request."""
        self._begun += 1
        self._came = self._size = 0
        self._large = False
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A piece of the address was read."""
        super().on_url(url)
        self._must_fit(len(self.url) <= LONGEST_URL)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header was read."""
        super().on_header(name, value)
        self._size += len(name) + len(value)
        self._must_fit(self._size <= LONGEST_HEAD and len(self.headers) <= MOST_HEADERS)

    def _must_fit(self, fits: bool) -> None:
        if not fits:
            self._large = True
            raise TooLarge

    def on_headers_complete(self) -> None:
        """The headers are there."""
        self._read += 1
        self._since = self.loop.time()
        self._must_fit(len(self.pipeline) < MOST_PIPELINED)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The parser is through with it."""
        self._ended += 1
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """What came is no request, or one that is too large."""
        if self._large:
            self.transport.write(_TOO_LARGE)
            self.transport.close()
        else:
            super().send_400_response(msg)

    # ---- time

    def pause_writing(self) -> None:
        """What is sent is not taken in."""
        self._stuck = self.loop.time()
        super().pause_writing()

    def resume_writing(self) -> None:
        """It is taken in again."""
        self._stuck = 0.0
        super().resume_writing()

    def _look(self) -> None:
        """Close what takes too long. One timer for a connection, however many requests come."""
        now = self.loop.time()
        if self.transport.is_closing():
            return
        if self._stuck and now - self._stuck >= STUCK_SECONDS:
            self.transport.abort()
            return
        left = self._time_left(now)
        if left <= 0:
            self.transport.write(_TOO_SLOW)
            self.transport.close()
            return
        self._watch = self.loop.call_later(max(left, 0.1), self._look)

    def _time_left(self, now: float) -> float:
        """The seconds after which to look again; none when the time of a request is over."""
        if self._begun == 0 or self._begun > self._read:
            return self._since + HEAD_SECONDS - now
        if self._read > self._ended:
            return min(HEAD_SECONDS, self._since + BODY_SECONDS - now)
        return HEAD_SECONDS


class Http(Guarded):
    """The same over joined writes, with a short way for requests with known headers."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection has come."""
        super().connection_made(JoinedWrites(transport, self.loop))
        self._known: dict[tuple[bytes, bytes], tuple[bytes, Any]] = {}
        """By headers the first line that came with them last, and the scope that they led to."""
        self._event = asyncio.Event()
        self._answered = 0.0

    # ---- what comes in

    def data_received(self, data: bytes) -> None:
        """Bytes have come."""
        if self._host is None:
            return
        # Between two requests the parser holds nothing, so it need not see one that is known.
        idle = self._begun == self._ended and (self.cycle is None or self.cycle.response_complete)
        parts = _taken_apart(data) if idle else None
        scope = self._scope_of(parts) if parts else None
        if parts and scope:
            self._start_whole(scope, parts[2])
            return
        begun = self._begun
        super().data_received(data)
        if parts and self._begun == self._ended == begun + 1:
            self._keep(parts)

    def _scope_of(self, parts: Parts) -> Any:
        """A scope for a request with known headers, else None."""
        line, headers, _ = parts
        known, scope = self._known.get(headers, (b"", None))
        if scope is None:
            return None
        scope = scope.copy()
        if line != known:
            found = _LINE.fullmatch(line)
            if found is None:
                return None
            scope["method"], scope["raw_path"] = found["method"].decode(), found["path"]
            scope["path"], scope["query_string"] = found["path"].decode(), found["query"] or b""
            scope.pop("honjin.endpoint", None)
            self._known[headers] = line, scope
        return scope

    def _keep(self, parts: Parts) -> None:
        """Keep the headers of the request that was just read, if they allow of the short way."""
        line, headers, body = parts
        cycle, scope = self.cycle, self.scope
        named = [(name, value) for name, value in scope["headers"] if name != b"content-length"]
        if sum(map(len, headers)) > LONGEST_KEPT:
            return
        plain = _SPECIAL.isdisjoint(name for name, _ in named) and not self.access_log
        read = cycle is not None and cycle.scope is scope and cycle.body == body
        if not (plain and read and cycle.keep_alive and _LINE.fullmatch(line)):
            return
        if len(self._known) >= MOST_KEPT:
            self._known.clear()
        scope["headers"] = named  # the length is not that of the next one
        self._known[headers] = line, scope

    def _start_whole(self, scope: Any, body: bytes) -> None:
        self._event.set()
        self.cycle = cycle = Whole(
            scope, self.transport, self.flow, self.logger, self.access_logger, self.access_log,
            self.server_state.default_headers, self._event, False, True, self._on_whole,
        )  # fmt: skip
        scope["honjin.whole"] = cycle
        cycle.body += body
        cycle.more_body = False
        task = self.loop.create_task(cycle.run_asgi(self.app))
        task.add_done_callback(self.tasks.discard)
        self.tasks.add(task)

    # ---- after an answer

    def _on_whole(self) -> None:
        """A whole answer was sent. The timer runs on: to set it anew each time costs too much."""
        if self.pipeline or self.flow.read_paused or self.timeout_keep_alive_task is None:
            self.on_response_complete()
        else:
            self.server_state.total_requests += 1
        self._answered = self.loop.time()

    def timeout_keep_alive_handler(self) -> None:
        """The timer has run out; close unless there was an answer meanwhile, or is one to come."""
        busy = self.cycle is not None and not self.cycle.response_complete
        left = self._answered + self.timeout_keep_alive - self.loop.time()
        if self.transport.is_closing():
            return
        if busy or left > 0:
            later = max(left, 1.0)
            again = self.loop.call_later(later, self.timeout_keep_alive_handler)
            self.timeout_keep_alive_task = again
        else:
            super().timeout_keep_alive_handler()


def _taken_apart(data: bytes) -> Parts | None:
    """The parts of a request; None unless it is all there and nothing else."""
    end, first = data.find(b"\r\n\r\n", 0, LONGEST_URL), data.find(b"\r\n")
    if end < 0:
        return None
    body = data[end + 4 :]
    for name in _LENGTHS:
        start = data.find(name, first, end)
        if start >= 0:
            stop = data.find(b"\r\n", start + 2)
            if data[start + len(name) : stop] != b"%d" % len(body):
                return None
            return data[:first], (data[first:start], data[stop:end]), body
    return None if body else (data[:first], (data[first:end], b""), body)


def behind(door: Door) -> type[Http]:
    """The protocol of a server whose connections come through this door."""
    return type("HttpBehindDoor", (Http,), {"door": door})
