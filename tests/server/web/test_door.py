"""Admission: connections by address, size and time of a request, proxies by name."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn

from honjin.server.settings import BadSetting, Settings
from honjin.server.web import guard
from honjin.server.web.addresses import is_proxy, one_address, read_proxies
from honjin.server.web.door import Door, room_for
from server.web.test_guard import Echo, Line, connect, feed, request, settled


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("somebody", "somebody"),
        ("x" * 5_000, "x" * 60),
        ("", ""),
    ],
)
def test_an_address_is_counted_as_its_owner(host: str, counted: str) -> None:
    """IPv6 by /64: the owner of one such address has them all."""
    assert counted == one_address(host)


def test_proxies_are_named_by_address() -> None:
    """Addresses and networks; the old `1` means this machine; anything else is refused."""
    assert "" == Settings().proxy == Settings.read({"HONJIN_PROXY": "0"}).proxy
    assert "127.0.0.1,::1" == Settings.read({"HONJIN_PROXY": "1"}).proxy
    assert "10.0.0.0/8,fd00::1" == Settings.read({"HONJIN_PROXY": "10.0.0.0/8, fd00::1"}).proxy
    for bad in ("*", "proxy.example.org", "10.0.0.1/8", "10.0.0.1,,10.0.0.2"):
        with pytest.raises(BadSetting, match="HONJIN_PROXY expects addresses or networks"):
            Settings.read({"HONJIN_PROXY": bad})


def test_only_a_named_proxy_is_believed() -> None:
    """Its X-Forwarded-For counts, read from the right; nobody else's does."""

    def seen(proxy: str, host: str, forwarded: str) -> str:
        found: list[str] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            found.append(scope["client"][0])

        proxies = read_proxies(proxy)
        config = uvicorn.Config(
            app, lifespan="off", proxy_headers=bool(proxies), forwarded_allow_ips=proxies
        )
        config.load()
        scope = {
            "type": "http", "client": (host, 1), "scheme": "http",
            "headers": [(b"x-forwarded-for", forwarded.encode())],
        }  # fmt: skip
        asyncio.run(config.loaded_app(scope, None, None))
        return found[0]

    assert "9.9.9.9" == seen("10.0.0.1", "10.0.0.1", "1.1.1.1, 9.9.9.9")
    assert "10.0.0.2" == seen("10.0.0.1", "10.0.0.2", "1.1.1.1")
    assert "127.0.0.1" == seen("", "127.0.0.1", "1.1.1.1")
    assert is_proxy("10.0.0.7", "10.0.0.0/8")
    assert not is_proxy("11.0.0.7", "10.0.0.0/8,fd00::1")
    assert not is_proxy("nobody", "10.0.0.0/8")


def test_a_door_has_room_for_so_many() -> None:
    """Per address, and in all; a proxy has no limit of its own. Leaving makes room."""
    door = Door(4, 2, "10.0.0.9")
    assert [True, True, False] == [door.enter("2001:db8::1") for _ in range(3)]
    assert [True, True, False] == [door.enter("10.0.0.9") for _ in range(3)]
    door.leave("2001:db8::5")
    assert [True, False] == [door.enter("10.0.0.1") for _ in range(2)]
    assert 4 == len(door)
    assert all(Door(9, 0).enter("a") for _ in range(9))
    assert [924, 20, 20] == [room_for(1024), room_for(100), room_for(0)]


def test_a_connection_is_counted_until_it_is_lost() -> None:
    """One too many is refused and closed; what it sends later is not read."""

    async def work() -> None:
        door = Door(1, 1)
        first, line = connect(Echo(), door)
        second, away = connect(Echo(), door)
        feed(first, request())
        feed(second, request())
        await settled()
        assert line.sent.startswith(b"HTTP/1.1 200 ")
        assert away.sent.startswith(b"HTTP/1.1 503 ")
        assert away.closed
        second.connection_lost(None)
        assert 1 == len(door)
        first.connection_lost(None)
        assert 0 == len(door)

    asyncio.run(work())


MANY = [f"x{n}: {n}" for n in range(101)]


@pytest.mark.parametrize(
    "pieces",
    [
        [request("GET /" + "a" * 4_000 + " HTTP/1.1")],
        [request("GET / HTTP/1.1", b"", "", "x: " + "y" * 16_000)],
        [request("GET / HTTP/1.1", b"", "", *MANY)],
        [b"GET /", *[b"a" * 3_000] * 6],
        [b"GET / HTTP/1.1\r\n", *[b"x: " + b"y" * 3_000 + b"\r\n"] * 6],
        [b"GET / HTTP/1.1\r\nx: ", *[b"y" * 3_000] * 6],
        [request("GET / HTTP/1.1", b"", "") * 12],
    ],
    ids=["url", "header", "headers", "endless url", "endless headers", "endless header", "queue"],
)
def test_a_head_has_a_size(pieces: list[bytes]) -> None:
    """Address, headers, their number, whole or in pieces, and the number of waiting requests."""

    async def work() -> bytes:
        protocol, line = connect(Echo(0.05))
        for piece in pieces:
            if not line.closed:
                feed(protocol, piece)
                await asyncio.sleep(0)
        async with asyncio.timeout(5):
            while not line.closed:
                await asyncio.sleep(0.01)
        return line.sent

    assert b"HTTP/1.1 431 " in asyncio.run(work())


def test_what_is_of_usual_size_comes_through() -> None:
    """A long address, many headers, a long cookie, in pieces."""

    async def work() -> bytes:
        protocol, line = connect(Echo())
        headers = [f"x{n}: {'y' * 100}" for n in range(60)]
        whole = request(
            "POST /" + "a" * 3_900 + " HTTP/1.1", b"x" * 9_000, "content-length", *headers
        )
        for start in range(0, len(whole), 700):
            feed(protocol, whole[start : start + 700])
            await asyncio.sleep(0)
        await settled()
        return line.sent

    assert asyncio.run(work()).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    "begin", [b"", b"GET /", b"GET / HTTP/1.1\r\nx: y", request("POST / HTTP/1.1", b"xy")[:-1]]
)
def test_a_request_has_a_time(begin: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing, half an address, half a head, half a body: refused, and closed."""
    monkeypatch.setattr(guard, "HEAD_SECONDS", 0.15)
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.3)

    async def work() -> None:
        protocol, line = connect(Echo())
        if begin:
            feed(protocol, begin)
        await asyncio.sleep(0.05)
        assert not line.closed
        await asyncio.sleep(0.6)
        assert line.closed
        assert line.sent.startswith(b"HTTP/1.1 408 ")
        protocol.connection_lost(None)

    asyncio.run(work())


def test_an_answer_may_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream, a search: the time limit is for the request, which has arrived."""
    monkeypatch.setattr(guard, "HEAD_SECONDS", 0.1)
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.1)

    async def work() -> bytes:
        protocol, line = connect(Echo(0.5))
        feed(protocol, request())
        await asyncio.sleep(0.8)
        assert not line.closed
        protocol.connection_lost(None)
        return line.sent

    assert asyncio.run(work()).startswith(b"HTTP/1.1 200 ")


def test_who_takes_nothing_in_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer does not wait for its reader for ever; a slow reader is served."""
    monkeypatch.setattr(guard, "HEAD_SECONDS", 0.1)
    monkeypatch.setattr(guard, "STUCK_SECONDS", 0.3)

    class Stuck(Line):
        dropped = False

        def abort(self) -> None:
            self.dropped = self.closed = True

    async def work(resumes: bool) -> bool:
        protocol, _ = connect(Echo())
        line = Stuck()
        protocol.connection_made(line)
        feed(protocol, request())
        await settled()
        protocol.pause_writing()
        await asyncio.sleep(0.15)
        if resumes:
            protocol.resume_writing()
        await asyncio.sleep(0.4)
        protocol.connection_lost(None)
        return line.dropped

    assert asyncio.run(work(resumes=False))
    assert not asyncio.run(work(resumes=True))
