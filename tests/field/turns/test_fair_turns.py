"""Bots and analysts answer one address while another asks for more than its part."""

from __future__ import annotations

from pathlib import Path

import pytest

from bots.tiny import CROSSES
from field.turns.crowd import Loops, analysed, finished, flood, is_answered, seconds_until_answered
from honjin.bots import Bot, Budget, SearchRequest, SearchResult
from honjin.server.tables.clocks.clock import Clock
from hostile.attacked import RealServer
from server.minds import Patient
from server.site_client import GAMES, Browser, House, LowBot, open_house

LONG = Budget(30.0)


class QuickBot(LowBot):
    name = "greedy"


BOTS: dict[str, Bot] = {"low": Patient(), "random": QuickBot()}
BOTH = GAMES | {"crosses": CROSSES}


def visitor(house: House, address: str) -> Browser:
    found = house.browser()
    found.address = address
    return found


def thinking(house: House) -> list[str]:
    """The tables whose bots think; those that wait for a turn do not."""
    works = house.site.runner._works
    return [table for table, here in works.items() for work in here.values() if work.spent]


def test_an_address_leaves_a_place_to_others(tmp_path: Path) -> None:
    """Whoever sits there: each table of its own guest, too."""
    with open_house(
        tmp_path, games=BOTH, bots=BOTS, budget=LONG, bot_threads=2, processes=1
    ) as house:
        many = [visitor(house, "127.0.0.9").open("crosses", seats="lm") for _ in range(5)]
        house.until(lambda: 2 == len(thinking(house)))
        one = visitor(house, "127.0.0.2").open("crosses", seats="lm")
        house.until(lambda: 3 == len(thinking(house)))
        assert {*many[:2], one} == set(thinking(house))


def test_a_quick_bot_answers_beside_slow_ones_of_strangers(tmp_path: Path) -> None:
    """Of as many addresses as there are tables."""
    with open_house(
        tmp_path, games=BOTH, bots=BOTS, budget=LONG, bot_threads=1, processes=1
    ) as house:
        for n in range(8):
            visitor(house, f"127.0.0.{10 + n}").open("crosses", seats="lm")
        house.until(lambda: 2 == len(thinking(house)))
        me = visitor(house, "127.0.0.2")
        table = me.open("crosses", seats="rm")
        house.until(lambda: 1 == me.view(table).step)
        assert 8 == house.site.runner.count()


def test_a_bot_between_two_people_is_charged_to_who_asks_less(tmp_path: Path) -> None:
    """So nobody slows another down by sitting down with them."""
    with open_house(
        tmp_path, games=BOTH, bots=BOTS, budget=LONG, bot_threads=1, processes=1
    ) as house:
        busy, idle = visitor(house, "127.0.0.9"), visitor(house, "127.0.0.2")
        table = busy.open("crosses", seats="mo")
        assert 200 == idle.sit(table, 1).status
        room = house.run(house.site.tables.ready(table)).room
        assert "127.0.0.9" == house.site.runner._asker(room).address
        busy.open("crosses", seats="lm")
        house.until(lambda: thinking(house))
        assert "127.0.0.2" == house.site.runner._asker(room).address


class NotedBot(Patient):
    """Notes how long it may think."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = list[float]()

    def think(self, task: SearchRequest) -> SearchResult:
        self.seconds.append(task.budget.seconds)
        return super().think(task)


def test_a_bot_that_has_waited_thinks_within_the_time_that_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It took its share of the clock when it was asked, before it waited, and lost on time."""
    bots: dict[str, Bot] = {"low": (noted := NotedBot())}
    share = 9.0
    monkeypatch.setattr(Clock, "share", lambda *_: share)
    with open_house(
        tmp_path, games=BOTH, bots=bots, budget=LONG, bot_threads=1, processes=1
    ) as house:
        me = visitor(house, "127.0.0.9")
        slow = me.open("crosses", seats="lm")
        house.until(lambda: noted.seconds)
        seats = [{"kind": "bot", "bot": "low"}, {"kind": "me"}]
        time = {"main": 600, "increment": 0}
        assert me.post("/api/tables", game="crosses", seats=seats, time=time).json["id"]
        house.until(lambda: 2 == house.site.runner.count())
        share = 2.0
        house.site.runner.hurry(slow)
        house.until(lambda: 2 == len(noted.seconds))
        assert [LONG.seconds, 2.0] == noted.seconds


@pytest.mark.slow
def test_an_ashigaru_answers_while_sixty_shoguns_wait(tmp_path: Path) -> None:
    """Four guests of one address have opened tables; another address waits for none of them."""
    server = RealServer(tmp_path / "data", HONJIN_BOT_THREADS="2")
    try:
        one = server.visitor("127.0.0.2")
        one.get("/api/me")
        for bot in ("shogun", "ashigaru"):  # what they need is compiled and loaded
            seconds_until_answered(one, bot)
        tables = flood(server, 4, 60, "shogun", "127.0.0.9")
        seconds_until_answered(one, "ashigaru")
        assert sum(not is_answered(*table) for table in tables) > 30
    finally:
        server.end()


@pytest.mark.slow
def test_an_analysis_is_made_while_six_loops_ask(tmp_path: Path) -> None:
    """Strangers without a cookie, somebody new each time, are told how many are before them."""
    server = RealServer(tmp_path / "data")
    try:
        one = server.visitor("127.0.0.2")
        one.get("/api/me")
        table, first = finished(one)
        analysed(one, table, first)  # what it needs is compiled and loaded
        with Loops(server, table, first, 6, "127.0.0.9") as loops:
            while len(loops.statuses) < 6:
                assert all(thread.is_alive() for thread in loops.threads)
            found = [analysed(one, table, step) for step in range(first + 1, first + 4)]
        assert [200] * 3 == [status for status, _ in found]
        assert not any(place for _, sent in found for place in sent)
        assert {200} == set(loops.statuses)
        assert {1, 2, 3, 4} <= loops.places
    finally:
        server.end()
