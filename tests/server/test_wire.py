"""The short way of a connection answers as uvicorn's way does, to the byte."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from honjin.server.http.wire import Http

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: %d\r\n\r\n"


class Line(asyncio.Transport):
    """The server's end of a connection; keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.sent, self.closed = b"", False

    def write(self, data: Any) -> None:
        assert not self.closed
        self.sent += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": ("10.0.0.1", 5), "sockname": ("10.0.0.2", 80)}.get(name, default)

    def pause_reading(self) -> None:
        """Nothing: all has come already."""

    def resume_reading(self) -> None:
        """Nothing either."""


class Echo:
    """Answers what it was asked; notes in the scope how often, and counts short answers."""

    def __init__(self, pause: float = 0.0) -> None:
        self.pause, self.short = pause, 0
        self.scopes: list[Any] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        scope["honjin.endpoint"] = scope["path"]
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
        await asyncio.sleep(self.pause)
        told = json.dumps([self.told(scope), body.decode("latin-1")]).encode()
        whole = scope.get("honjin.whole")
        if whole is not None and whole.answer(HEAD % len(told), told):
            self.short += 1
            return
        headers = [(b"content-type", b"text/plain"), (b"content-length", b"%d" % len(told))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": told})

    def told(self, scope: Any) -> Any:
        """All of a scope that is said of the request; the length is left out in a short way."""
        names = ("type", "http_version", "method", "path", "raw_path", "query_string", "scheme")
        headers = [(name, value) for name, value in scope["headers"] if name != b"content-length"]
        return repr([scope[name] for name in names] + [headers, scope["client"], scope["server"]])


def connect(kind: Any, app: Any) -> tuple[Any, Line]:
    """A connection to an application, over one kind of protocol."""
    config = uvicorn.Config(
        app, lifespan="off", access_log=False, server_header=False, date_header=False,
        proxy_headers=False, timeout_keep_alive=5,
    )  # fmt: skip
    loop = asyncio.get_running_loop()
    protocol, line = kind(config, ServerState(), {}, loop), Line()
    protocol.connection_made(line)
    return protocol, line


Talk = list[tuple[bytes, bool]]
"""What comes, piece by piece, and whether all that can be done is done before the next piece."""


async def answers(kind: Any, talk: Talk) -> tuple[bytes, bool, Echo]:
    """What comes back, and whether the connection is closed."""
    app = Echo()
    protocol, line = connect(kind, app)
    for piece, wait in [*talk, (b"", True)]:
        if piece and not line.closed:
            protocol.data_received(piece)
        if wait:
            await settled()
    return line.sent, line.closed, app


async def settled() -> None:
    """All that can be done without more bytes is done."""
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
    """What a browser sends on a connection: mostly one kind of request, but some others.

    Whole, cut anywhere or before the body, or several at once. A body and a header may look like
    a request.
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
@settings(max_examples=400, deadline=None)
@given(talks())
def test_both_ways_answer_the_same(talk: Talk) -> None:
    """Any requests, in any pieces: the same bytes come back, and the same connections close."""
    expected = asyncio.run(answers(HttpToolsProtocol, talk))
    assert expected[:2] == asyncio.run(answers(Http, talk))[:2]


def short(sent: list[bytes]) -> int:
    """How many of these requests, one after the other, are answered the short way."""
    return asyncio.run(answers(Http, [(one, True) for one in sent]))[2].short


def test_known_headers_take_the_short_way() -> None:
    """Other lengths and other plain addresses too; headers never seen, or long ago, do not."""
    assert 10 == short([request(f"POST /a/{n} HTTP/1.1", b"x" * n) for n in range(1, 12)])
    other = [request("POST /a/b HTTP/1.1", b"x", "content-length", f"x: {n}") for n in range(12)]
    assert 0 == short(other)
    assert 1 == short([*other, other[-1], other[0]])


def test_a_scope_keeps_what_was_noted() -> None:
    """What the application found out for these headers; the endpoint only for the same address."""
    asked = ["/a/b", "/a/b", "/a/c", "/a/c"]
    noted: list[Any] = []

    class Noting(Echo):
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            noted.append((scope.get("honjin.guest"), scope.get("honjin.endpoint")))
            scope["honjin.guest"] = "ann"
            await super().__call__(scope, receive, send)

    async def work() -> None:
        protocol, _ = connect(Http, Noting())
        for path in asked:
            protocol.data_received(request(f"POST {path} HTTP/1.1"))
            await settled()

    asyncio.run(work())
    assert [(None, None), ("ann", "/a/b"), ("ann", None), ("ann", "/a/c")] == noted


def test_stopping_waits_for_a_short_answer() -> None:
    """It is sent, says that the connection closes, and then it closes."""

    async def work() -> tuple[bytes, bool]:
        protocol, line = connect(Http, Echo(0.01))
        protocol.data_received(request())
        await asyncio.gather(*protocol.tasks)
        await settled()
        line.sent = b""
        protocol.data_received(request())
        protocol.shutdown()
        await asyncio.gather(*protocol.tasks)
        await settled()
        return line.sent, line.closed

    sent, closed = asyncio.run(work())
    assert b"\r\nconnection: close\r\n" in sent
    assert sent.endswith(b'"x"]')
    assert closed


def test_a_quiet_connection_is_closed_and_a_busy_one_is_not() -> None:
    """When the timer runs out: not while an answer is due, not soon after one, but later."""

    async def work() -> None:
        protocol, line = connect(Http, Echo(0.01))
        for _ in range(2):
            protocol.data_received(request())
            while not protocol.cycle.response_complete:
                protocol.timeout_keep_alive_handler()
                assert not line.closed
                await asyncio.sleep(0.005)
        protocol.timeout_keep_alive_handler()
        assert not line.closed
        protocol._answered -= 5.1
        protocol.timeout_keep_alive_handler()
        assert line.closed

    asyncio.run(work())
