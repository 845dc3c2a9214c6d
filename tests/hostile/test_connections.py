"""Connections that send nothing: few per address, and closed before long."""

from __future__ import annotations

import re
import socket
import time

import pytest
from attacked import Player, RealServer, Start


@pytest.mark.slow
def test_idle_connections_keep_nobody_out(real_server: RealServer) -> None:
    """Three thousand from two addresses, idle or with half a request; they are closed in time."""
    before = real_server.memory()
    with Player(real_server) as player:
        player.play_undisturbed()
        hammer = real_server.hammer("idle", 20)
        hammer.wait_until_begun()
        ann = real_server.visitor("127.0.0.6")
        assert ann.get("/api/health").status == 200
        seen = hammer.end()
        player.was_served()
        late = real_server.visitor("127.0.3.1")
        assert late.get("/api/health").status == 200
    assert seen.get("503", 0) + seen.get("0", 0) + seen.get("-1", 0) > 2_000, seen
    open_still = seen.get("1", 0)
    assert open_still <= 2 * 256 / 3 + 1, seen  # those whose body has a minute to arrive
    assert real_server.memory() - before < 50


@pytest.mark.slow
def test_a_request_has_a_time_to_come(real_server: RealServer) -> None:
    """Nothing, and half a head, byte by byte: closed after ten seconds."""
    lines = [socket.create_connection(("127.0.0.1", real_server.port), timeout=20) for _ in "ab"]
    began = time.monotonic()
    try:
        for letter in b"GET /api/me HTTP":
            lines[1].sendall(bytes([letter]))
            time.sleep(0.5)
        for one in lines:
            assert one.recv(1_000).startswith(b"HTTP/1.1 408 ")
            assert not one.recv(1_000)
    finally:
        for one in lines:
            one.close()
    assert 8 < time.monotonic() - began < 16


@pytest.mark.slow
def test_the_start_tells_how_much_room_there_is(start: Start) -> None:
    """Connections in all, by `ulimit -n`, and from one address."""
    told = start(HONJIN_CONNECTIONS="7").room
    found = re.fullmatch(r"Room for (\d+) connections \(ulimit -n\), for 7 from one address", told)
    assert found, told
    assert int(found[1]) >= 20


@pytest.mark.slow
def test_an_address_has_so_many_connections(start: Start) -> None:
    """One more is told to come later; when one closes, another is admitted."""
    server = start(HONJIN_CONNECTIONS="5")
    visitors = [server.visitor("127.0.4.1") for _ in range(6)]
    assert [200] * 5 == [one.get("/api/health").status for one in visitors[:5]]
    assert 503 == visitors[5].get("/api/health").status
    assert 200 == server.visitor("127.0.4.2").get("/api/health").status
    visitors[0].close()
    time.sleep(0.3)
    assert 200 == visitors[5].get("/api/health").status
