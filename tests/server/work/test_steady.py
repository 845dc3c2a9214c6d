"""The time of a site while the machine's clock is put back and forth, or stands still."""

from __future__ import annotations

from typing import Any

import pytest

from honjin.server.tables.clocks.control import HOUR, SECOND
from honjin.server.tables.store.awake import say_awake
from honjin.server.work.steady import LEAP, Steady
from server.site_client import House, open_house
from server.tables.clocks.test_timed import BLITZ, LOST, SLOW, START, Timed


class Machine:
    """A machine whose clock can be put, and a steady time on it."""

    def __init__(self) -> None:
        self.wall, self.passed, self.leaps = START, 0, list[tuple[int, int]]()
        self.time = Steady(lambda: self.wall * 1_000_000, lambda: self.passed * 1_000_000)
        self.time.leapt.append(lambda first, last: self.leaps.append((first, last)))

    def passes(self, ms: int) -> int:
        self.wall, self.passed = self.wall + ms, self.passed + ms
        return self.time()


def test_time_is_the_machines() -> None:
    here = Machine()
    assert [START + n * 1000 for n in range(1, 9)] == [here.passes(1000) for _ in range(8)]
    assert [] == here.leaps


def test_time_never_goes_back() -> None:
    """It passes more slowly until a clock that was put back has caught up, however often asked."""
    here = Machine()
    here.passes(1000)
    here.wall -= 10 * SECOND
    assert START + 1000 == here.time()
    for _ in range(1000):
        here.passes(1)
    assert START + 1900 == round(here.time(), -1)
    here.passes(200 * SECOND)
    assert here.wall == here.time()


def test_an_hour_back_for_a_minute_is_no_leap() -> None:
    here = Machine()
    here.wall -= HOUR
    for _ in range(40):
        here.passes(1000)
    here.wall += HOUR
    assert START + 40 * SECOND == here.time()
    assert [] == here.leaps


@pytest.mark.parametrize("back", [0, HOUR])
def test_a_long_time_without_a_look_is_a_leap(back: int) -> None:
    """Also while the clock is an hour late."""
    here = Machine()
    here.wall -= back
    here.passes(LEAP)
    assert [] == here.leaps
    before = here.time()
    here.passes(2 * LEAP)
    assert [(before, here.time())] == here.leaps


def test_a_clock_put_forward_leaps() -> None:
    here = Machine()
    here.wall += HOUR
    here.time()
    assert [(START, START + HOUR)] == here.leaps


# ---------------------------------------------------------------- at the tables


def wakes(timed: Timed, seconds: float) -> None:
    """All processes have slept for so long."""
    first, timed.now = timed.now, timed.now + round(seconds * SECOND)
    for site in timed.house.sites:
        site.tables.leap(first, timed.now)


def test_whoever_asks_first_after_a_sleep_is_in_time(house: House) -> None:
    """An action that came while the server slept was refused: out of time."""
    timed = Timed(house, LOST, offers=False)
    timed.passes(80)
    wakes(timed, 600)
    view = timed.people[0].view(timed.table)
    assert [("halted", None)] == timed.said()
    assert view.turn is not None
    done = timed.people[0].act(timed.table, 0, view.turn.choices[0].do, view.version)
    assert 200 == done.status, done.body


def test_a_sleep_is_charged_nowhere(house: House) -> None:
    """Neither at live tables nor where days are counted, and two in a row neither."""
    live, slow = Timed(house, BLITZ, offers=False), Timed(house, SLOW, offers=False)
    live.passes(40)
    for _ in range(2):
        slow.now = live.now
        house.set_clock(lambda: live.now)
        wakes(live, 86_400)
        live.passes(0)
    assert 50 * SECOND == live.clock(0)["left"] + live.clock(0).get("head", 0)
    assert 3 * 86_400 * SECOND - 40 * SECOND <= slow.clock(0)["left"]
    assert [live.now] * 2 == [one.clock(0)["since"] for one in (live, slow)]


def test_the_time_counts_while_another_process_is_awake(tmp_path: Any, postgres_only: str) -> None:
    """One of several slept, and the others served its tables."""
    with open_house(tmp_path, database=postgres_only, processes=2) as house:
        timed = Timed(house, BLITZ, offers=False)
        timed.passes(40)
        first, timed.now = timed.now, timed.now + 20 * SECOND
        house.run(say_awake(house.site.store, timed.now - 100))
        house.site.tables.leap(first, timed.now)
        timed.passes(0)
        assert [] == timed.said()


def test_entries_of_a_table_are_in_order(house: House) -> None:
    """A process whose clock is behind charged the time between the clocks at the next one."""
    timed = Timed(house, BLITZ, offers=False)
    timed.passes(40)
    for back in (0, HOUR):
        timed.now -= back
        view = timed.people[0].view(timed.table)
        assert view.turn is not None
        one = timed.people[view.turn.seat]
        view = one.view(timed.table)
        assert view.turn is not None
        one.do(timed.table, view.turn.seat, view.turn.choices[0].do)
    times = [entry["at"] for entry in house.journal(timed.table)]
    assert sorted(times) == times
