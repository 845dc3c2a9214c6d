"""Off-turn bots: asked once after each change that their seat sees, without anyone noticing."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from honjin.core.contract.search import NOTHING
from madeup.game import GAME as FAIR
from madeup.state import Fair
from server.outages import outage
from server.site_client import House, LowBot, open_house
from server.tables.test_live import Stream

PAUSE = 3.0


class Clock:
    """Sleepers wait until it rings."""

    def __init__(self) -> None:
        self.waiting: list[tuple[float, asyncio.Event]] = []

    async def sleep(self, seconds: float) -> None:
        event = asyncio.Event()
        self.waiting.append((seconds, event))
        await event.wait()

    def rings(self) -> list[float]:
        """Wake all sleepers; return how long each would have slept."""
        due, self.waiting = self.waiting, []
        for _, event in due:
            event.set()
        return [seconds for seconds, _ in due]


class Asked:
    """An off-turn bot that remembers what it was shown, and spoils it."""

    def __init__(self, answer: Callable[[Fair, int], int]) -> None:
        self.shown: list[tuple[Fair, int]] = []
        self._answer = answer

    def __call__(self, seen: Fair, seat: int) -> int:
        self.shown.append((seen.copy(), seat))
        action = self._answer(seen, seat)
        seen.round = 9
        return action


class Fairground:
    """Two persons and, on seat 2, a bot; the test controls the clock of off-turn bots."""

    def __init__(self, house: House, asked: Asked) -> None:
        self.house, self.asked, self.clock = house, asked, Clock()
        for site in house.sites:
            site.runner.off_turns.sleep = self.clock.sleep
        self.people = [house.browser(), house.browser()]
        wishes = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "low"}]
        options = {"seats": "3", "rounds": "3"}
        opened = self.people[0].post("/api/tables", game="madeup", options=options, seats=wishes)
        self.table = str(opened.json["id"])
        self.people[1].sit(self.table, 1)
        self.house.wait(0.05)

    def does(self, seat: int, text: str) -> None:
        self.people[seat].do(self.table, seat, text)
        self.house.wait(0.05)

    def rings(self) -> list[float]:
        """End the pause of all off-turn bots."""
        rung = self.clock.rings()
        self.house.wait(0.05)
        return rung

    def rests(self) -> int:
        """Ring until nobody waits; return how often, which is bounded."""
        for n in range(100):
            if not self.rings():
                return n
        raise AssertionError("asked for ever")

    def log_keys(self) -> list[str]:
        return [line.say.k for line in self.people[1].view(self.table).log.lines]

    def bids(self) -> None:
        """Seat 1 has the turn; the others have bid nothing."""
        self.does(0, "bid0")
        self.does(1, "bid1")
        assert (1,) == self.people[1].view(self.table).must_act


@contextlib.contextmanager
def fairground(tmp_path: Path, answer: Callable[[Fair, int], int]) -> Iterator[Fairground]:
    asked = Asked(answer)
    games = {"madeup": replace(FAIR, off_turn=asked)}
    with open_house(tmp_path, games=games, bots={"low": LowBot()}, aside_pause=PAUSE) as house:
        yield Fairground(house, asked)


def test_a_bot_answers_an_offer_out_of_turn(tmp_path: Path) -> None:
    """After its pause, by the usual path of actions; nobody sees it think."""
    with fairground(tmp_path, FAIR.off_turn) as fair:
        fair.bids()
        fair.rests()
        window = Stream(fair.people[1], f"/api/tables/{fair.table}/events")
        fair.does(0, "offer2")
        offered = len(fair.log_keys())
        assert [PAUSE] == fair.rings()
        assert offered + 1 == len(fair.log_keys())
        entry = fair.house.journal(fair.table)[-1]
        assert ("acted", 2, "decline") == (entry["e"], entry["seat"], entry["do"])
        news = window.news()
        assert {"view"} == {name for name, _, _ in news}
        assert [] == [seat for _, view, _ in news for seat in view["thinking"]]


def test_a_bot_answers_after_an_outage_of_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had no connection when the answer was to be stored, and was not asked again."""
    monkeypatch.setattr("honjin.server.tables.bots.off_turn.OUTAGE", 0.01)
    with fairground(tmp_path, FAIR.off_turn) as fair:
        fair.bids()
        fair.rests()
        fair.does(0, "offer2")
        with outage(fair.house):
            fair.rests()
        fair.house.until(lambda: fair.clock.waiting)
        fair.rests()
        entry = fair.house.journal(fair.table)[-1]
        assert ("acted", 2, "decline") == (entry["e"], entry["seat"], entry["do"])


def test_a_bot_is_asked_once_after_each_change(tmp_path: Path) -> None:
    """Without news it is not asked again, and its idle thoughts are shown to nobody."""
    with fairground(tmp_path, lambda seen, seat: NOTHING) as fair:
        window = Stream(fair.people[1], f"/api/tables/{fair.table}/events")
        fair.rests()
        for seat, text in ((0, "bid0"), (1, "bid1"), (1, "bright")):
            asked = len(fair.asked.shown)
            fair.does(seat, text)
            window.news()
            assert 1 == fair.rests()
            assert asked + 1 == len(fair.asked.shown)
            assert [] == window.news()
            assert [] == fair.clock.waiting


def test_a_bot_that_always_has_something_to_do_comes_to_an_end(tmp_path: Path) -> None:
    """It is asked again after its own action; the rules bound how often."""
    with fairground(tmp_path, lambda seen, seat: FAIR.legal(seen, seat)[-1]) as fair:
        fair.bids()
        assert fair.rests() in range(1, 10)
        acted = [one for one in fair.house.journal(fair.table) if one["e"] == "acted"]
        assert "offer1" in [one["do"] for one in acted if one["seat"] == 2]


def test_it_is_shown_what_its_seat_sees(tmp_path: Path) -> None:
    """Only where it may act and nobody waits for it; spoiling its copy harms nobody."""
    with fairground(tmp_path, FAIR.off_turn) as fair:
        fair.bids()
        fair.rests()
        fair.does(0, "offer2")
        fair.rests()
        assert fair.asked.shown
        for seen, seat in fair.asked.shown:
            assert (2, seen) == (seat, FAIR.seen_by(seen, seat))
            assert FAIR.may_act(seen) & ~FAIR.must_act(seen) & 1 << seat
        assert "running" == fair.people[0].view(fair.table).status


@pytest.mark.parametrize("answer", [lambda seen, seat: 99, lambda seen, seat: 1 // 0])
def test_a_bad_aside_is_as_none(
    answer: Callable[[Fair, int], int], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged, and the table continues."""
    with fairground(tmp_path, answer) as fair:
        fair.bids()
        fair.rests()
        fair.does(1, "bright")
        assert "does nothing off turn" in caplog.text
        assert (1,) == fair.people[1].view(fair.table).must_act


def test_a_substitute_acts_out_of_turn_too(tmp_path: Path) -> None:
    """It plays the seat in every way; a returned person is not disturbed by it."""
    with fairground(tmp_path, FAIR.off_turn) as fair:
        fair.bids()
        path = f"/api/tables/{fair.table}"
        fair.people[0].post(f"{path}/substitute", seat=0, bot="low")
        fair.rests()
        assert 0 in [seat for _, seat in fair.asked.shown]
        fair.does(1, "bright")
        fair.people[0].post(f"{path}/return", seat=0)
        asked = [seat for _, seat in fair.asked.shown].count(0)
        fair.rests()
        assert asked == [seat for _, seat in fair.asked.shown].count(0)
