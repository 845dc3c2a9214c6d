"""Requests that anyone may send do not fill the memory."""

from __future__ import annotations

import pytest
from attacked import Player, RealServer

MOST = 50
"""Megabytes of memory that the server may have gained when an attack is over."""


@pytest.mark.slow
def test_reads_of_every_kind_leave_the_memory_as_it_was(real_server: RealServer) -> None:
    """Each number in `?since=`, unknown cookies, long addresses and headers."""
    ann = real_server.visitor("127.0.0.5")
    table = ann.open("rokumon", ["me", "me"], act="4")
    for _ in range(30):
        view = ann.view(table)
        if view["status"] == "over":
            break
        turn = view["turn"]
        ann.act(table, turn["seat"], turn["choices"][0]["do"], view["version"])
    with Player(real_server) as player:
        player.play_undisturbed()
        real_server.hammer("reads", 2, table).end()
        before = real_server.memory()
        hammer = real_server.hammer("reads", 10, table)
        hammer.wait_until_begun()
        seen = hammer.end()
        player.was_served()
    assert seen["200"] > 1_000, seen
    assert "500" not in seen, seen
    assert real_server.memory() - before < MOST, seen


@pytest.mark.slow
def test_heads_that_never_end_are_cut(real_server: RealServer) -> None:
    """An address or a header of twelve megabytes: refused after a few kilobytes."""
    before = real_server.memory()
    seen = real_server.hammer("endless", 4).end()
    assert "200" not in seen, seen
    assert real_server.memory() - before < MOST, seen
