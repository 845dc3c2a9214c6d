"""Large posts from strangers who send them slowly, as many as they can."""

from __future__ import annotations

import json
import socket
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread

import pytest

from honjin.server.web import uploads
from hostile.attacked import Answer, RealServer, Visitor

FILE = "/api/experiments/file"
BODY = json.dumps({"file": b64encode(b"junk" * 30_000).decode()}).encode()
"""A file that is read, and then refused."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    found = RealServer(tmp_path_factory.mktemp("uploads") / "data")
    yield found
    found.end()


def begins(server: RealServer, address: str, sent: int) -> socket.socket:
    """Somebody who declares a large post, sends a part of it and no more."""
    line = socket.create_connection(("127.0.0.1", server.port), 30, (address, 0))
    head = f"POST {FILE} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    line.sendall(f"{head}content-length: 20000000\r\n\r\n".encode() + b" " * sent)
    return line


@contextmanager
def slow_but_steady(lines: list[socket.socket]) -> Iterator[None]:
    """Send on each line just as fast as is asked for."""
    stop = Event()

    def send() -> None:
        while not stop.wait(0.1):
            for line in lines:
                with suppress(OSError):
                    line.sendall(b" " * (uploads.LEAST // 8))

    sender = Thread(target=send)
    sender.start()
    yield
    stop.set()
    sender.join()


def brings(visitor: Visitor) -> Answer:
    return visitor.call("POST", FILE, BODY)


@pytest.mark.parametrize("sent", [1, 2 * uploads.USUAL])
def test_trickling_bodies_close_the_uploads_to_nobody(server: RealServer, sent: int) -> None:
    """Eight of them from two addresses closed all uploads, for as long as they liked."""
    with ExitStack() as held:
        for n in range(uploads.MAX_AT_WORK):
            held.enter_context(begins(server, f"127.0.5.{n % 2 + 1}", sent))
        time.sleep(0.3)
        answer = brings(server.visitor("127.0.5.3"))
        assert (422, "bad-file") == (answer.status, answer.problem), answer


@pytest.mark.slow
def test_a_large_post_has_to_keep_arriving(server: RealServer) -> None:
    """Its place is taken from whoever sends nothing for some seconds, with the reason."""
    began = time.monotonic()
    with begins(server, "127.0.5.4", 2 * uploads.USUAL) as line:
        line.settimeout(45)
        said = line.recv(4_000).decode()
    assert said.startswith("HTTP/1.1 408 "), said
    assert "/problems/too-slow" in said
    assert uploads.GRACE - 0.5 < time.monotonic() - began


@pytest.mark.slow
def test_a_newcomer_comes_before_the_second_of_an_address(server: RealServer) -> None:
    """Four addresses with two each held all places, just fast enough, for as long as they liked."""
    with ExitStack() as held:
        lines = [
            held.enter_context(begins(server, f"127.0.8.{n % 4 + 1}", 2 * uploads.USUAL))
            for n in range(uploads.MAX_AT_WORK)
        ]
        held.enter_context(slow_but_steady(lines))
        time.sleep(2 * uploads.GRACE)
        began = time.monotonic()
        for n in range(3):
            answer = brings(server.visitor(f"127.0.8.{n + 5}"))
            assert (422, "bad-file") == (answer.status, answer.problem), answer
        assert time.monotonic() - began < uploads.PATIENCE
        time.sleep(0.3)
        said = [read(line) for line in lines]
    assert {"", "HTTP/1.1 503 Service Unavailable"} == {one.partition("\r\n")[0] for one in said}
    refused = [n % 4 for n, one in enumerate(said) if one]
    assert len(refused) == len({*refused}) < 4
    assert all("/problems/busy" in one for one in said if one)


def read(line: socket.socket) -> str:
    """What has come so far."""
    line.setblocking(False)
    try:
        return line.recv(4_000).decode()
    except BlockingIOError:
        return ""
