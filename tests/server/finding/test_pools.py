"""Pools: players are matched once, fairly, and with nobody whom they should avoid."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honjin.server.finding import seekers
from honjin.server.finding.handlers import SEEK
from honjin.server.finding.matching import Party, PlayerFacts, Seeker, matched
from honjin.server.finding.matchmaker import COME
from honjin.server.finding.pools import reach
from honjin.server.messages import refusals as no
from honjin.server.tables.seats.seating import NEW, PastSeats, seated
from honjin.server.work.steady import now_ms
from server.finished import people_apart
from server.outages import outage
from server.site_client import Browser, House, open_house
from server.tables.test_live import Stream

POOL = "madeup quiet live"
DAYS = "madeup quiet days"
NONCE = "cd" * 8
SECOND = 1000

# ---------------------------------------------------------------- the pure part


def seeker(who: str, rating: int = 1500, since: int = 0, patience: int | None = None) -> Seeker:
    return Seeker(who, who.title(), rating, since, patience)


SEEKERS = st.lists(
    st.builds(
        Seeker, st.integers(0, 40).map(str), st.just("X"), st.integers(600, 2600),
        st.integers(0, 200 * SECOND), st.none() | st.integers(0, 60 * SECOND),
    ),
    unique_by=lambda one: one.who, max_size=14,
)  # fmt: skip
APART = st.frozensets(
    st.frozensets(st.integers(0, 40).map(str), min_size=2, max_size=2), max_size=20
)


@pytest.mark.slow
@settings(max_examples=200)
@given(SEEKERS, st.integers(2, 6), APART, st.integers(200 * SECOND, 400 * SECOND))
def test_nobody_sits_twice_or_with_whom_they_avoid(
    waiting: list[Seeker], seats: int, apart: frozenset[frozenset[str]], now: int
) -> None:
    """All parties are full, of different people, no two of whom are kept apart."""
    found = matched(waiting, seats, "live", PlayerFacts(apart), now)
    people = [one.who for party in found for one in party.people]
    assert len(people) == len(set(people))
    for party in found:
        names = [one.who for one in party.people]
        assert seats == len(names) + party.bots
        assert not any(pair <= set(names) for pair in apart)
        if party.bots:
            assert all(one.patience is not None for one in party.people)


@settings(max_examples=100)
@given(SEEKERS, st.integers(2, 6))
def test_nobody_starves(waiting: list[Seeker], seats: int) -> None:
    """When all have waited long, fewer are left than a table has seats."""
    found = matched(waiting, seats, "live", PlayerFacts(), 10**9)
    left = len(waiting) - sum(len(party.people) for party in found)
    assert left < seats


def test_the_range_grows_with_the_time() -> None:
    """At first only near ratings, in the end any."""
    pair = [seeker("a", 1500), seeker("b", 1800)]
    assert [] == matched(pair, 2, "live", PlayerFacts(), 5 * SECOND)
    assert [Party((*pair,))] == matched(pair, 2, "live", PlayerFacts(), 25 * SECOND)
    assert (150, None) == (reach("live", 0), reach("live", 120 * SECOND))
    late = [seeker("a", 1500), seeker("b", 1800, since=24 * SECOND)]
    assert [] == matched(late, 2, "live", PlayerFacts(), 25 * SECOND)


def test_who_waited_longest_gets_the_nearest() -> None:
    """Not the next to arrive."""
    three = [seeker("a", 1500), seeker("b", 1640, 1), seeker("c", 1510, 2)]
    [party] = matched(three, 2, "live", PlayerFacts(), 10)
    assert ["a", "c"] == [one.who for one in party.people]


def test_the_same_opponent_comes_again_only_after_a_while() -> None:
    """Another one is taken at once; if there is none, the same one after half a minute."""
    known = PlayerFacts(last={"a": frozenset("b"), "b": frozenset("a")})
    pair = [seeker("a"), seeker("b")]
    assert [] == matched(pair, 2, "live", known, 10 * SECOND)
    assert 1 == len(matched(pair, 2, "live", known, 31 * SECOND))
    for time in (10, 31):  # somebody farther away is still another one
        [party] = matched([*pair, seeker("c", 1600)], 2, "live", known, time * SECOND)
        assert "c" in {one.who for one in party.people}


def test_bots_take_the_seats_when_patience_ends() -> None:
    """With those who also agreed to bots, and with nobody else."""
    three = [seeker("a", patience=30 * SECOND), seeker("b"), seeker("c", patience=60 * SECOND)]
    assert [] == matched(three, 4, "live", PlayerFacts(), 29 * SECOND)
    [party] = matched(three, 4, "live", PlayerFacts(), 30 * SECOND)
    assert (["a", "c"], 2) == ([one.who for one in party.people], party.bots)


@given(st.integers(2, 6), st.integers(0, 10**6))
def test_seats_are_even_over_a_history(count: int, seed: int) -> None:
    """With the same people every time, nobody has a seat more than once more often than another."""
    people, pasts = [str(n) for n in range(count)], dict[str, PastSeats]()
    rng = Random(seed)
    for _ in range(3 * count):
        order = seated(people, pasts, rng)
        pasts = {who: pasts.get(who, NEW).after(seat) for seat, who in enumerate(order)}
    for who in people:
        had = pasts[who].counts
        assert max(had.values()) - min(had[seat] for seat in range(count)) <= 2


# ---------------------------------------------------------------- at a site


def seeks(one: Browser, pool: str = POOL, **more: Any) -> Any:
    answer = one.post("/api/seek", pool=pool, **more)
    assert answer.status == 200, answer.body
    return answer.json


def stands(one: Browser) -> Any:
    return one.get("/api/pools").json["seeking"]


def looks(house: House) -> None:
    house.run(house.site.matchmaker.look())


def test_two_are_brought_together(house: House) -> None:
    """Both are sent to one table, come there, and the rated game begins; both leave the queue."""
    one, other = people_apart(house, 2)
    streams = [Stream(who, "/api/seek/events") for who in (one, other)]
    assert POOL == seeks(one)["pool"]
    assert 1 == stands(one)["waiting"]
    seeks(other)
    looks(house)
    house.wait()
    tables = {stream.news()[-1][1]["table"] for stream in streams}
    [table] = tables
    for who in (one, other):
        assert [table] == [row["id"] for row in who.get("/api/challenges").json["ready"]]
        assert 200 == who.post(f"/api/tables/{table}/nonce", nonce=NONCE).status
    view = one.view(table)
    assert ("running", True) == (view.status, view.pool)
    assert view.clock is not None
    assert not one.get(f"/api/tables/{table}/people").json.get("unrated")
    looks(house)
    assert {} == stands(one) == stands(other)
    for stream in streams:
        stream.leave()


def test_a_table_is_told_when_it_is_open(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen in `test_ten_people_find_each_other`: announced when claimed, it answered 404."""
    one, other = people_apart(house, 2)

    async def dies(*_: Any, **__: Any) -> None:
        raise no.NotStored

    with monkeypatch.context() as patch:
        for site in house.sites:
            patch.setattr(site.tables, "open", dies)
        seeks(one)
        seeks(other)
        with contextlib.suppress(no.NotStored):
            looks(house)
        who = one.get("/api/me").json["id"]
        claimed = house.run(house.site.store.ask(partial(seekers.of, who=who)))
        assert claimed.table_id
        assert (POOL, None) == (stands(one)["pool"], stands(one).get("table"))


def test_nobody_waits_in_two_pools(house: House) -> None:
    """A player who joins another one leaves the first; a second click changes nothing."""
    [one] = people_apart(house, 1)
    since = seeks(one)["since"]
    house.wait(0.01)
    assert since == seeks(one)["since"]
    seeks(one, DAYS)
    waiting = {row["key"]: row.get("waiting", 0) for row in one.get("/api/pools").json["pools"]}
    assert (0, 1) == (waiting[POOL], waiting[DAYS])
    assert {} == one.post("/api/seek/leave").json
    assert "unknown-pool" == one.post("/api/seek", pool="madeup quiet").problem


def test_a_live_pool_is_left_with_the_page(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """One by days is not."""
    monkeypatch.setattr("honjin.server.finding.handlers.GRACE", 0.05)
    for pool, stays in ((POOL, False), (DAYS, True)):
        [one] = people_apart(house, 1)
        stream = Stream(one, "/api/seek/events")
        seeks(one, pool)
        house.wait(0.02)
        stream.leave()
        if stays:
            house.wait(0.2)
            assert stands(one)
        else:
            house.until(lambda one=one: not stands(one))
        one.post("/api/seek/leave")


def test_a_window_that_could_not_be_opened_is_not_counted(house: House) -> None:
    """Seen in an outage of the database: after twelve tries there was no room for another."""
    [one] = people_apart(house, 1)
    house.only()
    with outage(house):
        stream = Stream(one, "/api/seek/events")
        assert 503 == stream.status
    assert [] == list(house.site.watches.who(SEEK))


def test_who_does_not_come_is_released(tmp_path: Path) -> None:
    """The one who came stays in the queue, first in line; the other one is kept out for a while."""
    late = 0
    with open_house(tmp_path, clock=lambda: now_ms() + late) as house:
        one, other = people_apart(house, 2)
        since = seeks(one)["since"]
        seeks(other)
        looks(house)
        table = stands(one)["table"]
        one.post(f"/api/tables/{table}/nonce", nonce=NONCE)
        late = COME + SECOND
        looks(house)
        assert ("over", "missed") == (one.view(table).status, one.view(table).dissolved)
        assert (POOL, since) == (stands(one)["pool"], stands(one)["since"])
        assert "table" not in stands(one)
        assert {} == stands(other)
        looks(house)
        seeks(other)
        late += 3600 * SECOND
        seeks(one)
        seeks(other)


def test_a_restart_takes_nobody_out_of_a_pool(tmp_path: Path) -> None:
    """Those who were to come get the whole time again, and whoever waits keeps the place.

    A restart of half a minute counted as not having come, and emptied the live pools.
    """
    late = 0
    with open_house(tmp_path, clock=lambda: now_ms() + late) as house:
        people = people_apart(house, 3)
        since = [seeks(one)["since"] for one in people]
        looks(house)
        tables = [stands(one).get("table") for one in people]
    late = COME + SECOND
    with open_house(tmp_path, clock=lambda: now_ms() + late) as house:
        for one in people:
            one.house = house
        looks(house)
        assert tables == [stands(one).get("table") for one in people]
        assert since == [stands(one)["since"] for one in people]
        late += COME + SECOND
        looks(house)
        assert not any(stands(one) for one in people)


def test_who_misses_games_is_kept_out(tmp_path: Path) -> None:
    """Not after the first time; longer with each; an hour later all is forgotten."""
    late = 0
    with open_house(tmp_path, clock=lambda: now_ms() + late) as house:
        people = people_apart(house, 3)
        shy = people[0]
        for n, other in enumerate(people[1:]):
            seeks(shy)
            seeks(other)
            looks(house)
            table = stands(other)["table"]
            other.post(f"/api/tables/{table}/nonce", nonce=NONCE)
            late += COME + SECOND
            looks(house)
            other.post("/api/seek/leave")
            refused = shy.post("/api/seek", pool=POOL)
            assert (n == 0) == (refused.status == 200)
            shy.post("/api/seek/leave")
        assert "kept-out" == refused.problem
        late += 3600 * SECOND
        assert 200 == shy.post("/api/seek", pool=POOL).status


def test_two_of_one_address_or_browser_are_not_paired(house: House) -> None:
    """Their game would be unrated; with a player from elsewhere both may play."""
    one, other, third = people_apart(house, 3)
    other.address = one.address
    seeks(one)
    seeks(other)
    looks(house)
    assert "table" not in stands(one)
    third.device = ""
    seeks(third)
    looks(house)
    assert stands(third)["table"] in (stands(one).get("table"), stands(other).get("table"))


def test_after_a_look_the_tables_are_open(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even those that an earlier, slow look found."""
    matchmaker, begun = house.site.matchmaker, asyncio.Event()
    going_on: list[asyncio.Future[bool]] = []
    opens = matchmaker.tables.open

    async def late(*given: Any, **named: Any) -> Any:
        begun.set()
        await asyncio.sleep(0.3)
        return await opens(*given, **named)

    async def look_during_a_look() -> None:
        going_on.append(asyncio.ensure_future(matchmaker.look()))
        await begun.wait()
        await matchmaker.look()

    monkeypatch.setattr(matchmaker.tables, "open", late)
    one, other = people_apart(house, 2)
    seeks(one)
    seeks(other)
    house.run(look_during_a_look())
    assert stands(one)["table"] == stands(other)["table"]


def test_who_is_blocked_is_not_met(house: House) -> None:
    """Whatever the queue says."""
    one, other = people_apart(house, 2)
    for site in house.sites:
        site.matchmaker.blocked = lambda _c, people: {frozenset(people)}  # type: ignore[misc]
    seeks(one)
    seeks(other)
    looks(house)
    assert "table" not in stands(one)


def test_games_by_days_begin_at_once(tmp_path: Path) -> None:
    """Nobody has to be there; bots join where patience ends, and are labelled as such."""
    late = 0
    with open_house(tmp_path, clock=lambda: now_ms() + late) as house:
        [one] = people_apart(house, 1)
        seeks(one, DAYS, patience=5)
        looks(house)
        assert "table" not in stands(one)
        late = 6 * SECOND
        looks(house)
        [table] = [row["id"] for row in one.get("/api/tables").json["yours"]]
        looks(house)
        view = one.view(table)
        assert ("running", {"person", "bot"}) == (view.status, {seat.kind for seat in view.seats})
        assert {} == stands(one)


@pytest.mark.slow
def test_ten_people_find_each_other(tmp_path: Path) -> None:
    """Simulated: all play, nobody has two tables, seats are even, opponents are not repeated."""
    late = 0
    with open_house(tmp_path, clock=lambda: now_ms() + late) as house:
        people = people_apart(house, 10)
        names = {who.get("/api/me").json["id"]: who for who in people}
        had: dict[str, Counter[int]] = {who: Counter() for who in names}
        for _ in range(4):
            for who in people:
                seeks(who)
            at = dict[str, str]()
            for _ in range(12):
                looks(house)
                late += 5 * SECOND
                for id, who in names.items():
                    if id in at:
                        continue
                    table = seeks(who).get("table")  # an open page keeps sending a sign of life
                    if table:
                        at[id] = table
                        who.post(f"/api/tables/{table}/nonce", nonce=NONCE)
                        seats = who.view(table).seats
                        had[id][next(n for n, one in enumerate(seats) if one.you)] += 1
                if len(at) == len(people):
                    break
            assert [2] * 5 == sorted(Counter(at.values()).values())
            for _ in range(5):
                looks(house)
            assert all(stands(who) == {} for who in people)
        assert all(abs(one[0] - one[1]) <= 2 for one in had.values())


def test_programs_stay_out(house: House) -> None:
    """Pools are for people."""
    one = house.browser()
    one.post("/api/me", name="Robo")
    one.post("/api/me/program", program=True)
    assert "people-only" == one.post("/api/seek", pool=POOL).problem
