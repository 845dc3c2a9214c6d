"""A guarded connection answers as uvicorn's own does, byte by byte."""

from __future__ import annotations

import asyncio
import gc
import json
from typing import Any

import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from honjin.server.web import guard
from honjin.server.web.door import Door


class Line(asyncio.Transport):
    """The server's end of a connection; records what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.closed = self.paused = False

    def write(self, data: Any) -> None:
        assert not self.closed
        self.sent += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": ("10.0.0.1", 5), "sockname": ("10.0.0.2", 80)}.get(name, default)

    def is_reading(self) -> bool:
        return not self.paused

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


class Echo:
    """Answers with the request it got, after a pause."""

    def __init__(self, pause: float = 0.0) -> None:
        self.pause = pause
        self.asked: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked.append(scope["path"])
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        await asyncio.sleep(self.pause)
        told = json.dumps([self.described(scope), body.decode("latin-1")]).encode()
        headers = [(b"content-type", b"text/plain"), (b"content-length", b"%d" % len(told))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": told})

    def described(self, scope: Any) -> Any:
        """Everything that a scope says about the request."""
        names = ("type", "http_version", "method", "path", "raw_path", "query_string", "scheme")
        return repr([scope[name] for name in (*names, "headers", "client", "server")])


def connect(app: Any, door: Door | None = None, *, guarded: bool = True) -> tuple[Any, Line]:
    """A connection to an application, through uvicorn's protocol, with a guard or without."""
    watcher = guard.Guard(door)
    config = uvicorn.Config(
        watcher.watch(app) if guarded else app, lifespan="off", access_log=False,
        server_header=False, date_header=False, proxy_headers=False, timeout_keep_alive=5,
    )  # fmt: skip
    kind: Any = watcher.protocol if guarded else HttpToolsProtocol
    loop = asyncio.get_running_loop()
    protocol = kind(config=config, server_state=ServerState(), app_state={}, _loop=loop)
    line = Line()
    protocol.connection_made(line)
    return protocol, line


def feed(protocol: Any, data: bytes) -> None:
    """Hand bytes to a protocol as a socket does that has them all."""
    if not isinstance(protocol, asyncio.BufferedProtocol):
        protocol.data_received(data)
        return
    while data:
        buffer: Any = protocol.get_buffer(-1)
        some = min(len(buffer), len(data))
        buffer[:some], data = data[:some], data[some:]
        protocol.buffer_updated(some)


async def pour(protocol: Any, line: Line, data: bytes) -> None:
    """As uvloop reads: up to 32 times per turn of the event loop, unless paused."""
    for n, at in enumerate(range(0, len(data), guard.SLICE), start=1):
        while line.paused:
            await asyncio.sleep(0)
        if not line.closed:
            feed(protocol, data[at : at + guard.SLICE])
        if n % 32 == 0:
            await asyncio.sleep(0)


Talk = list[tuple[bytes, bool]]
"""The pieces that arrive, each with whether all work is done before the next piece."""


async def answers(talk: Talk, *, guarded: bool) -> tuple[bytes, bool]:
    """The bytes sent back, and whether the connection is closed."""
    protocol, line = connect(Echo(), guarded=guarded)
    for piece, wait in [*talk, (b"", True)]:
        if piece and not line.closed:
            feed(protocol, piece)
        if wait:
            await settled()
    return line.sent, line.closed


async def settled() -> None:
    """Run everything that can run without more bytes."""
    for _ in range(20):
        await asyncio.sleep(0)


def request(
    line: str = "POST /a/b HTTP/1.1", body: bytes = b"x", length: str = "content-length", *more: str
) -> bytes:
    heads = [line, "host: h", *more[:1]]
    if length:
        heads.append(f"{length}: {len(body)}")
    return "\r\n".join([*heads, *more[1:], "", ""]).encode("latin-1") + body


lines = st.sampled_from([
    "POST /a/b HTTP/1.1", "POST /a/b?seat=1 HTTP/1.1", "GET /a/b HTTP/1.1", "GET /a?x=&y HTTP/1.1",
    "POST /a%20b HTTP/1.1", "POST //a/b HTTP/1.1", "HEAD /a/b HTTP/1.1", "POST /a/b HTTP/1.0",
    "PUT /a/../b HTTP/1.1", "POST /../b HTTP/1.1", "POST / HTTP/1.1", "nonsense", "GET /~ HTTP/1.1",
])  # fmt: skip
others = st.sampled_from([
    "cookie: a=b", "Cookie: c=d", "connection: close", "connection: keep-alive", "x: y",
    "expect: 100-continue", "transfer-encoding: chunked", "upgrade: websocket", "content-length: 1",
])  # fmt: skip
lengths = st.sampled_from(["content-length", "Content-Length", "CONTENT-LENGTH", ""])
bodies = st.binary(max_size=3) | st.just(b"0\r\n\r\n")


@st.composite
def talks(draw: st.DrawFn) -> Talk:
    """What a browser sends on a connection: mostly one kind of request, with some others.

    Whole, cut anywhere or before the body, or several at once. A body and a header may look like a
    request.
    """
    usual, name, talk = draw(st.lists(others, max_size=1)), draw(lengths), list[bytes]()
    again = request("POST /a/b HTTP/1.1", b"x", name, *usual)
    for odd in draw(st.lists(st.integers(0, 8), min_size=2, max_size=7)):
        line = draw(lines) if odd in (1, 2) else "POST /a/b HTTP/1.1"
        more = draw(st.lists(others, max_size=2)) if odd == 2 else usual
        body = draw(bodies | st.just(again)) if odd in (2, 3) else b"x"
        one = request(line, body, draw(lengths) if odd == 2 else name, *more)
        cut = len(one) - len(body) if odd == 3 else draw(st.integers(0, len(one)))
        parts = [one[:cut], one[cut:]] if odd in (3, 4) else [one]
        parts = [b"POST /a/b HTTP/1.1\r\ny: ", again] if odd == 6 else parts
        talk = [*talk[:-1], talk[-1] + one] if talk and odd == 5 else talk + parts
    return [(piece, draw(st.integers(0, 3)) > 0) for piece in talk if piece]


@pytest.mark.slow
@settings(max_examples=400)
@given(talks())
def test_a_guard_changes_no_answer(talk: Talk) -> None:
    """Any requests, in any pieces: the same bytes are sent, and the same connections close."""
    expected = asyncio.run(answers(talk, guarded=False))
    assert expected == asyncio.run(answers(talk, guarded=True))


def test_large_bodies_come_through() -> None:
    """Though little is read at a time; with a declared length or without."""

    async def work(length: str) -> bytes:
        protocol, line = connect(Echo())
        body = b"x" * 700_000
        whole = request("POST /a HTTP/1.1", body, length)
        if not length:
            head = request("POST /a HTTP/1.1", b"", "", "transfer-encoding: chunked")
            whole = head + b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
        await pour(protocol, line, whole)
        await settled()
        return line.sent

    for length in ("content-length", ""):
        sent = asyncio.run(work(length))
        assert sent.startswith(b"HTTP/1.1 200 ")
        assert sent.endswith(b'x"]')
        assert len(sent) > 700_000


def test_pipelined_requests_are_not_all_parsed_at_once() -> None:
    """Of ten thousand without a pause, few are read and fewer answered; then it closes."""

    async def work() -> tuple[int, bytes, int]:
        app = Echo(0.01)
        protocol, line = connect(app)
        before = len(gc.get_objects())
        more = 0
        flood = asyncio.create_task(
            pour(protocol, line, request("GET /a HTTP/1.1", b"", "") * 10_000)
        )
        async with asyncio.timeout(10):
            while not line.closed:
                await asyncio.sleep(0.002)
                more = max(more, len(gc.get_objects()) - before)
        flood.cancel()
        return len(app.asked), line.sent, more

    asked, sent, more = asyncio.run(work())
    assert 1 <= asked <= guard.MAX_PIPELINED + 1
    assert asked <= sent.count(b"HTTP/1.1 ") <= asked + 1
    assert more < 5_000


def test_requests_one_after_the_other_are_not_counted_together() -> None:
    """Even if nobody reads the body: a connection can be used for any length of time."""

    async def refuse(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 400, "headers": []})
        await send({"type": "http.response.body", "body": b"no"})

    async def work() -> bytes:
        protocol, line = connect(refuse)
        for _ in range(30):
            feed(protocol, request())
            await settled()
        assert not line.closed
        return line.sent

    assert 30 == asyncio.run(work()).count(b"HTTP/1.1 400 ")


def test_an_answer_ends_before_the_application_is_done() -> None:
    """Closing a file takes a while; this caused a 431 when a browser loaded a page's many files."""

    async def lingering(scope: Any, receive: Any, send: Any) -> None:
        await Echo()(scope, receive, send)
        await asyncio.sleep(0.05)

    async def work() -> bytes:
        protocol, line = connect(lingering)
        for _ in range(30):
            feed(protocol, request("GET /a HTTP/1.1", b"", "", "x: " + "y" * 700))
            await settled()
        return line.sent

    assert 30 == asyncio.run(work()).count(b"HTTP/1.1 200 ")


def test_an_endless_head_behind_a_stream_is_cut_off() -> None:
    """While a stream is being sent, what the peer sends is limited too."""

    async def stream(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while (await receive())["type"] != "http.disconnect":
            pass

    async def work(begin: bytes) -> None:
        protocol, line = connect(stream)
        feed(protocol, begin)
        await settled()
        feed(protocol, b"GET / HTTP/1.1\r\nx: ")
        for _ in range(200):
            if not line.closed:
                feed(protocol, b"y" * 1_000)
                await asyncio.sleep(0)
        assert line.closed
        protocol.connection_lost(None)
        await settled()

    asyncio.run(work(request("GET /a HTTP/1.1", b"", "")))
    asyncio.run(work(request("GET /a HTTP/1.1", b"xyz")))
    asyncio.run(work(request("POST /a HTTP/1.1", b"xyz")))


def test_stopping_waits_for_an_answer() -> None:
    """It is sent, announces that the connection closes, and then it closes."""

    async def work() -> tuple[bytes, bool]:
        watcher, state = guard.Guard(), ServerState()
        config = uvicorn.Config(watcher.watch(Echo(0.01)), lifespan="off", access_log=False)
        loop = asyncio.get_running_loop()
        kind: Any = watcher.protocol
        protocol, line = kind(config=config, server_state=state, app_state={}, _loop=loop), Line()
        protocol.connection_made(line)
        feed(protocol, request())
        await settled()
        for one in list(state.connections):
            one.shutdown()
        await asyncio.gather(*state.tasks)
        await settled()
        return line.sent, line.closed

    sent, closed = asyncio.run(work())
    assert b"\r\nconnection: close\r\n" in sent
    assert sent.endswith(b'"x"]')
    assert closed
