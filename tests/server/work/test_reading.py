"""Reads that cost time: off the event loop, cached, and limited."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from honjin.server.messages.refusals import Busy, TooMany
from honjin.server.tables.view import views
from honjin.server.tables.view.views import ViewBuilder
from honjin.server.web.limits import Bucket, Limits
from honjin.server.work.fair import Asker
from honjin.server.work.reading import PAST, Reads
from madeup.game import GAME as FAIR
from server.site_client import Browser, House, open_house
from server.tables.test_live import Stream

PATIENCE = 20.0
"""Seconds after which a test that hangs is stopped."""


class GatedTable:
    """Builds scenes when its gate is open, and notes in which thread."""

    def __init__(self) -> None:
        self.threads: list[int] = []
        self.gate = threading.Event()
        self.gate.set()

    def __getattr__(self, name: str) -> Any:
        return getattr(FAIR.table, name)

    def scene(self, seen: Any) -> Any:
        self.threads.append(threading.get_ident())
        assert self.gate.wait(PATIENCE)
        return FAIR.table.scene(seen)


def played(house: House) -> tuple[Browser, str]:
    me = house.browser()
    table = me.open(rounds="2")
    me.play_on(table)
    return me, f"/api/tables/{table}"


def test_the_past_is_painted_beside_the_loop(tmp_path: Path) -> None:
    """While steps are built in another thread, other requests are answered."""
    table = GatedTable()
    with open_house(tmp_path, games={"madeup": replace(FAIR, table=table)}) as house:
        me, path = played(house)
        other = house.browser()
        table.threads = []
        table.gate.clear()

        async def ask() -> list[int]:
            steps = [me._call("GET", f"{path}/steps/{n}", b"", {}) for n in range(5)]
            asking = [asyncio.create_task(one) for one in steps]
            while not table.threads:
                await asyncio.sleep(0)
            assert 200 == (await other._call("GET", "/api/health", b"", {})).status
            assert not any(one.done() for one in asking)
            table.gate.set()
            return [answer.status for answer in await asyncio.gather(*asking)]

        assert [200] * 5 == house.run(ask())
        assert 5 == len(table.threads)
        assert threading.get_ident() not in table.threads


def test_a_past_view_is_painted_once(tmp_path: Path) -> None:
    """The same step is answered from the cache, even when the game has continued.

    Each process has its own cache.
    """
    painter = GatedTable()
    games = {"madeup": replace(FAIR, table=painter)}
    with open_house(tmp_path, games=games, processes=1) as house:
        me = house.browser()
        table = me.open()
        path = f"/api/tables/{table}"
        me.play_on(table, 3)
        first = me.get(f"{path}/steps/2?seat=0").json
        me.play_on(table, 1)
        painter.threads = []
        again = me.get(f"{path}/steps/2?seat=0").json
        assert [] == painter.threads
        assert first["last"] < again["last"]
        assert first | {"last": 0} == again | {"last": 0}
        other = me.get(f"{path}/steps/2?seat=1").json
        assert other["scene"] != first["scene"]


def test_a_record_is_written_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As are the games, their rules, the puzzles and the description of the protocol.

    Each process has its own cache of them.
    """
    with open_house(tmp_path, processes=1) as house:
        me, path = played(house)
        house.site.reads.clock = lambda: 0.0  # an entry that lasts ten seconds never expires
        read, done = house.site.reads.do, list[str]()

        async def noted(work: Callable[[], Any], asker: Asker) -> Any:
            done.append(asker.address)
            return await read(work, asker)

        monkeypatch.setattr(house.site.reads, "do", noted)
        addresses = (
            f"{path}/record", "/api/games", "/api/games/madeup", "/api/puzzles", "/api/openapi.json"
        )  # fmt: skip
        for n, address in enumerate(addresses, 1):
            me.get(address)
            assert n == len(done), address
        for address in ("/api/games", "/api/games/madeup", "/api/openapi.json"):
            assert 200 == me.get(address).status
        assert len(addresses) == len(done)


@pytest.mark.parametrize(("many", "is_beside"), [(10_000, False), (2, True)])
def test_long_logs_are_encoded_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, many: int, is_beside: bool
) -> None:
    """For a view and for a stream, each line once a process; short ones are not worth it."""
    line, threads = views.log_line, list[int]()

    def noted(step: int, event: Any) -> Any:
        threads.append(threading.get_ident())
        return line(step, event)

    with open_house(tmp_path, processes=1) as house:
        me, path = played(house)
        expected = me.get(path).json["log"]["lines"]
        monkeypatch.setattr(views, "log_line", noted)
        monkeypatch.setattr(views, "MANY_STEPS", many)
        for ask in (lambda: me.get(path), lambda: listen(me, path)):
            forget(house, path)
            threads.clear()
            ask()
            assert expected == me.get(path).json["log"]["lines"]
            assert len(expected) == len(threads)
            assert {is_beside} == {one != threading.get_ident() for one in threads}


def test_what_a_seat_could_do_is_found_out_beside_the_loop(tmp_path: Path) -> None:
    """Gestures and plans once for each version that the seat knows of, reasons whenever asked.

    Gestures of Akebono could take a fifth of a second, and everybody waited for them.
    """
    threads = list[int]()

    def gestures(_seen: Any, _seat: int) -> tuple[()]:
        threads.append(threading.get_ident())
        return ()

    def ahead(_seen: Any, _seat: int) -> None:
        threads.append(threading.get_ident())

    table = GatedTable()
    game = replace(FAIR, gestures=gestures, ahead=ahead, table=table)
    with open_house(tmp_path, games={"madeup": game}, processes=1) as house:
        me, path = two_seats(house)
        for bid, asked in enumerate(("gestures?seat=0", "ahead?seat=1")):
            answers = [me.get(f"{path}/{asked}").json for _ in range(3)]
            assert [answers[0]] * 3 == answers
            assert bid + 1 == len(threads), asked
        me.do(path.rpartition("/")[2], 0, "bright")
        assert me.get(f"{path}/gestures?seat=0").json["version"] > answers[0]["version"]
        assert 3 == len(threads)
        table.threads.clear()
        assert 200 == me.get(f"{path}/why?seat=0&path=lantern.bright").status
        assert threading.get_ident() not in (*threads, *table.threads)


def two_seats(house: House) -> tuple[Browser, str]:
    """Somebody with both seats of a game, and its table when seat 0 has its turn."""
    me = house.browser()
    table = me.open(offers=False)
    me.do(table, 0, "bid1")
    me.do(table, 1, "bid0")
    return me, f"/api/tables/{table}"


def listen(me: Browser, path: str) -> None:
    """Wait for the first event of a stream."""
    window = Stream(me, f"{path}/events")
    while not window.events:
        me.house.wait()
    window.leave()


def forget(house: House, path: str) -> ViewBuilder:
    """Drop everything that was built for the table."""
    table = house.run(house.site.tables.ready(path.rpartition("/")[2]))
    table.painter = ViewBuilder(table.room)
    return table.painter


def test_lines_that_were_encoded_twice_are_kept_once(tmp_path: Path) -> None:
    """Two viewers with the same perspective may come at the same time."""
    with open_house(tmp_path) as house:
        me, path = played(house)
        view = me.get(path).json
        painter = forget(house, path)
        backlogs = [painter._backlog(view["viewer"]) for _ in range(2)]
        for backlog in backlogs:
            painter.keep(backlog, backlog.write())
        steps = [line["step"] for line in view["log"]["lines"]]
        assert steps == painter._logs[backlogs[0].key].steps


def test_nobody_fills_the_queue() -> None:
    """A guest or an address has some places in it, all together some more, the server any."""

    async def work() -> None:
        reads, gate = Reads(PAST._replace(most_each=2, most=3)), threading.Event()
        waiting = [asyncio.create_task(reads.do(gate.wait, Asker(who, "here"))) for who in "ab"]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await reads.do(gate.wait, Asker("c", "here"))
        waiting.append(asyncio.create_task(reads.do(gate.wait, Asker("c", "there"))))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await reads.do(gate.wait, Asker("d", "elsewhere"))
        waiting.append(asyncio.create_task(reads.do(gate.wait)))
        await asyncio.sleep(0)
        gate.set()
        assert [True] * 4 == await asyncio.gather(*waiting)
        assert 1 == await reads.do(lambda: 1, Asker("c", "here"))
        assert 0 == reads.turns.load()

    asyncio.run(work())


def test_addresses_take_turns() -> None:
    """Eight reads of one address wait; a read of another is the next."""

    async def work() -> None:
        reads, gate, done = Reads(PAST), threading.Event(), list[str]()
        many = [
            asyncio.create_task(reads.do(lambda n=n: gate.wait() and done.append(n), Asker(n, "a")))
            for n in "12345678"
        ]
        await asyncio.sleep(0)
        other = asyncio.create_task(reads.do(lambda: done.append("b"), Asker("b", "b")))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*many, other)
        assert "1b2345678" == "".join(done)

    asyncio.run(work())


def test_one_read_is_done_at_a_time() -> None:
    """Even if nobody waits for the first any more: its thread is still busy."""

    async def work() -> None:
        reads, gate, begun = Reads(PAST), threading.Event(), threading.Event()

        def hold() -> bool:
            begun.set()
            return gate.wait(PATIENCE)

        first = asyncio.create_task(reads.do(hold, Asker("a", "here")))
        while not begun.is_set():
            await asyncio.sleep(0)
        first.cancel()
        second = asyncio.create_task(reads.do(gate.is_set, Asker("b", "there")))
        for _ in range(20):
            await asyncio.sleep(0)
        assert (1, 1) == (reads.turns.load("a"), reads.turns.load("b"))
        gate.set()
        assert await second
        assert first.cancelled()

    asyncio.run(work())


def test_reads_are_limited_per_guest_and_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too many requests are refused; a caller without a cookie is counted only by address.

    Each process counts for itself.
    """
    with open_house(tmp_path, limits=True, processes=1) as house:
        me, path = played(house)
        still = Bucket(3, 1.0, lambda: 0.0), Bucket(5, 1.0, lambda: 0.0)
        monkeypatch.setitem(house.site.limits._buckets, "read", still)
        stranger = house.browser()
        asked = [(me, 200)] * 3 + [(me, 429)] * 2 + [(stranger, 200)] * 2 + [(stranger, 429)]
        answers = [who.get(f"{path}/steps/1") for who, _ in asked]
        assert [status for _, status in asked] == [answer.status for answer in answers]
        assert "too-many" == answers[-1].problem
    limits = Limits()
    for _ in range(500):
        limits.check("read", None, "here")
    limits.check("read", "ann", "here")
