"""Requests that anyone may send do not fill the memory, and neither do bots."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from attacked import Player, RealServer, Visitor

MOST = 50
"""Megabytes of memory that the server may have gained when an attack is over."""


HELD = 130
"""Megabytes that the process may hold which serves: 112 to 116 after this, with Python 3.11."""


def plays_against(ann: Visitor, bot: str) -> None:
    """Play two actions against a bot of Rokumon, and wait for its answers."""
    table, done, end = ann.open("rokumon", ["me", bot], act="4"), 0, time.monotonic() + 120
    while done < 2:
        assert time.monotonic() < end, bot
        view = ann.view(table)
        if view.get("turn") and view["turn"]["choices"]:
            turn, done = view["turn"], done + 1
            assert ann.act(table, turn["seat"], turn["choices"][0]["do"], view["version"])
        time.sleep(0.05)
    while not ann.view(table).get("turn"):
        assert time.monotonic() < end, bot
        time.sleep(0.05)


@pytest.mark.slow
def test_a_server_whose_bots_have_searched_holds_no_compiler(real_server: RealServer) -> None:
    """Neither Numba's nor NumPy's code is in its process after each level has played."""
    ann = real_server.visitor()
    for bot in ("ashigaru", "samurai", "daimyo", "shogun"):
        plays_against(ann, bot)
    mapped = Path(f"/proc/{real_server.process.pid}/maps").read_text().lower()
    assert [] == [name for name in ("llvm", "numba", "numpy") if name in mapped]
    assert real_server.memory() < HELD


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
