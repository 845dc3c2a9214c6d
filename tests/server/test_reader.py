"""Reads that cost time: beside the event loop, kept, and limited."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from site_client import Browser, House, open_house

from honjin.server.access.limits import Limits
from honjin.server.messages.refusals import Busy, TooMany
from honjin.server.work import reader
from honjin.server.work.reader import Reader
from madeup.game import GAME as FAIR

SLOW = 0.15


class SlowTable:
    """Paints slowly, and notes in which thread."""

    def __init__(self) -> None:
        self.threads: list[int] = []
        self.is_slow = False

    def __getattr__(self, name: str) -> Any:
        return getattr(FAIR.table, name)

    def scene(self, seen: Any) -> Any:
        self.threads.append(threading.get_ident())
        if self.is_slow:
            time.sleep(SLOW)
        return FAIR.table.scene(seen)


def played(house: House) -> tuple[Browser, str]:
    me = house.browser()
    table = me.open(rounds="2")
    me.play_on(table)
    return me, f"/api/tables/{table}"


def test_the_past_is_painted_beside_the_loop(tmp_path: Path) -> None:
    """While steps are painted, which takes long, others are answered at once."""
    slow = SlowTable()
    with open_house(tmp_path, games={"madeup": replace(FAIR, table=slow)}) as house:
        me, path = played(house)
        other = house.browser()
        slow.is_slow, slow.threads = True, []

        async def ask() -> float:
            steps = [me._call("GET", f"{path}/steps/{n}", b"", {}) for n in range(5)]
            asking = [asyncio.create_task(one) for one in steps]
            await asyncio.sleep(0.01)
            longest = 0.0
            while not all(one.done() for one in asking):
                began = time.monotonic()
                await other._call("GET", "/api/health", b"", {})
                longest = max(longest, time.monotonic() - began)
            assert [200] * 5 == [one.result().status for one in asking]
            return longest

        assert house.run(ask()) < SLOW
        assert 5 == len(slow.threads)
        assert threading.get_ident() not in slow.threads


def test_a_past_view_is_painted_once(tmp_path: Path) -> None:
    """The same step is answered again from what is kept, also when the game has gone on."""
    slow = SlowTable()
    with open_house(tmp_path, games={"madeup": replace(FAIR, table=slow)}) as house:
        me = house.browser()
        table = me.open()
        path = f"/api/tables/{table}"
        me.play_on(table, 3)
        first = me.get(f"{path}/steps/2?seat=0").json
        me.play_on(table, 1)
        slow.threads = []
        again = me.get(f"{path}/steps/2?seat=0").json
        assert [] == slow.threads
        assert first["last"] < again["last"]
        assert first | {"last": 0} == again | {"last": 0}
        other = me.get(f"{path}/steps/2?seat=1").json
        assert other["scene"] != first["scene"]


def test_a_record_is_written_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As are the games, their rules, the puzzles and the description of the protocol."""
    with open_house(tmp_path) as house:
        me, path = played(house)
        read, done = house.site.reader.read, list[str]()

        async def noted(work: Callable[[], Any], *askers: str) -> Any:
            done.append(askers[-1])
            return await read(work, *askers)

        monkeypatch.setattr(house.site.reader, "read", noted)
        addresses = (
            f"{path}/record", "/api/games", "/api/games/madeup", "/api/puzzles", "/api/openapi.json"
        )  # fmt: skip
        for n, address in enumerate(addresses, 1):
            me.get(address)
            assert n == len(done), address
        for address in ("/api/games", "/api/games/madeup", "/api/openapi.json"):
            assert 200 == me.get(address).status
        assert len(addresses) == len(done)


def test_nobody_fills_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest or an address has some places in it, and all together have some more."""
    monkeypatch.setattr(reader, "MOST_EACH", 2)
    monkeypatch.setattr(reader, "MOST_WAITING", 3)

    async def work() -> None:
        found, gate = Reader(), threading.Event()
        waiting = [asyncio.create_task(found.read(gate.wait, who, "here")) for who in "ab"]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await found.read(gate.wait, "c", "here")
        waiting.append(asyncio.create_task(found.read(gate.wait, "c", "there")))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await found.read(gate.wait, "d", "elsewhere")
        gate.set()
        await asyncio.gather(*waiting)
        assert 1 == await found.read(lambda: 1, "c", "here")
        found.close()

    asyncio.run(work())


def test_reads_are_limited_per_guest_and_address(tmp_path: Path) -> None:
    """Who asks too often is told so; who comes without a cookie is counted by address alone."""
    with open_house(tmp_path, limits=True) as house:
        me, path = played(house)
        answers = [me.get(f"{path}/steps/1") for _ in range(300)]
        assert "too-many" == answers[-1].problem
        stranger = house.browser()
        assert 200 == stranger.get(f"{path}/steps/1").status
        answers = [stranger.get(f"{path}/steps/1") for _ in range(600)]
        assert "too-many" == answers[-1].problem
    limits = Limits()
    for _ in range(500):
        limits.check("read", None, "here")
    limits.check("read", "ann", "here")
