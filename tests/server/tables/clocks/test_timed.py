"""Tables with clocks: flags, restarts, vacations, and messages about them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from honjin.games import load
from honjin.server.tables.clocks.control import DAY, SECOND
from honjin.server.tables.clocks.vacations import VACATIONS
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room, rebuild
from honjin.server.tables.store.awake import AHEAD, GONE, last_awake, outage, say_awake
from madeup.game import GAME as FAIR
from server.site_client import House, open_house
from server.tables.test_live import Stream

BLITZ = {"main": 60, "increment": 3}
LOST = BLITZ | {"zero": "lost"}
SLOW = {"days": 3}
START = 1_000_000 * SECOND


class Timed:
    """Two people at a table with clocks, at a site whose time the test controls."""

    def __init__(
        self, house: House, time: dict[str, Any], game: str = "madeup", seats: str = "mo",
        **options: Any,
    ) -> None:  # fmt: skip
        self.house, self.now = house, START
        house.set_clock(lambda: self.now)
        self.people = [house.browser() for _ in seats]
        kinds = {"m": {"kind": "me"}, "o": {"kind": "open"}, "b": {"kind": "bot", "bot": "low"}}
        wishes = [kinds[letter] for letter in seats]
        body = {"game": game, "options": options, "seats": wishes, "time": time}
        answer = self.people[0].post("/api/tables", **body)
        assert answer.status == 200, answer.body
        self.table = str(answer.json["id"])
        for seat, letter in enumerate(seats):
            if letter == "o":
                assert self.people[seat].sit(self.table, seat).status == 200

    def passes(self, seconds: float) -> None:
        """Let time pass, and do what is due."""
        self.now += round(seconds * SECOND)
        for site in self.house.sites:
            self.house.run(site.clocks.look())
        self.house.told()

    def clock(self, seat: int) -> Any:
        """A seat's clock as spectators see it."""
        return self.house.browser().get(f"/api/tables/{self.table}").json["clock"]["seats"][seat]

    def said(self) -> list[tuple[str, int | None]]:
        """The server's chat lines at the table."""
        chat = self.people[0].view(self.table).chat
        return [(line.what, line.seat) for line in chat if line.what]


@pytest.fixture
def rokumon(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, games={"rokumon": load("rokumon"), "madeup": FAIR}) as found:
        yield found


def test_a_table_without_time_has_no_clocks(shared: House) -> None:
    """None are mentioned in view, journal and lobby."""
    me = shared.browser()
    table = me.open(seats="mm")
    assert "clock" not in me.get(f"/api/tables/{table}").json
    assert "time" not in shared.journal(table)[0]
    assert "time" not in me.get("/api/tables").json["yours"][0]


def test_a_view_is_stamped_with_the_time_of_its_clocks(rokumon: House) -> None:
    """Its header has that time, too."""
    timed = Timed(rokumon, BLITZ)
    answer = timed.people[0].get(f"/api/tables/{timed.table}")
    assert (START, str(START)) == (answer.json["clock"]["now"], answer.headers["honjin-now"])


def test_clocks_begin_with_the_game(shared: House) -> None:
    """Before it they are stopped; then they run for all awaited seats, as everybody sees."""
    me, other = shared.browser(), shared.browser()
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = me.post("/api/tables", game="madeup", seats=seats, time=BLITZ).json["id"]
    view = me.view(table)
    assert view.clock is not None
    assert (60_000, 0, 30_000) == (view.clock.seats[0].left, view.clock.seats[0].since,
                                   view.clock.seats[0].head)  # fmt: skip
    assert BLITZ == msgspec.to_builtins(view.clock.time)
    other.sit(table, 1)
    mine, theirs, anybodys = (one.view(table).clock for one in (me, other, shared.browser()))
    assert mine is not None
    assert mine.seats[0].since > 0
    assert mine.seats == theirs.seats == anybodys.seats  # type: ignore[union-attr]
    assert mine.now >= mine.seats[0].since


def test_what_is_left_of_the_time_is_in_the_lobby(house: House) -> None:
    """The time control, and for each awaited seat when its time ends."""
    timed = Timed(house, SLOW)
    (row,) = timed.people[0].get("/api/tables").json["yours"]
    assert SLOW == row["time"]
    assert [[0, 1], [START + 3 * DAY] * 2] == [row["awaits"], row["ends"]]


@pytest.mark.slow_after(6)
@pytest.mark.parametrize(
    "time",
    [
        {"main": 10_801}, {"main": -1}, {"days": 31}, {"main": 60, "periods": 2}, {}, {"main": 5},
        {"days": 1, "increment": 2}, {"main": 60, "zero": "what"}, {"main": "60"}, {"hours": 2},
        {"main": 60, "increment": 5, "period": 5, "periods": 5}, [], "5+3",
    ],
)  # fmt: skip
def test_a_time_that_cannot_be_is_refused(shared: House, time: Any) -> None:
    """Every number has its bounds, and they have to fit each other."""
    answer = shared.browser().post("/api/tables", game="madeup", time=time)
    assert "unreadable" == answer.problem
    assert "time" in answer.json["detail"]


def test_a_lost_game_is_over_when_the_time_is(rokumon: House) -> None:
    """All windows learn at once that the seat lost on time; the record has a resignation."""
    timed = Timed(rokumon, LOST, game="rokumon")
    window = Stream(timed.people[1], f"/api/tables/{timed.table}/events")
    timed.passes(90.9)
    assert "running" == timed.people[0].view(timed.table).status
    window.news()
    timed.passes(0.1)
    names, views, _ = zip(*window.news(), strict=True)
    assert ("over", 0) == (views[names.index("view")]["status"], views[0]["outcome"]["late"])
    view = timed.people[0].view(timed.table)
    assert view.outcome is not None
    assert (1,) == view.outcome.winners
    assert [("time", 0)] == timed.said()
    record = timed.people[0].get(f"/api/tables/{timed.table}/record").json
    assert "0:resign" == record["actions"][-1]
    assert LOST == record["time"]["control"]
    assert 0 == record["time"]["late"]


def test_a_bot_goes_on_when_the_time_is_up(house: House) -> None:
    """A returning person takes the seat back, with some time."""
    timed = Timed(house, BLITZ, offers=False)
    timed.people[1].do(timed.table, 1, "bid1")
    timed.passes(100)
    view = timed.people[0].view(timed.table)
    assert "samurai" == view.seats[0].bot
    assert timed.clock(0)["out"]
    assert ("time", 0) in timed.said()
    answer = timed.people[0].post(f"/api/tables/{timed.table}/return", seat=0)
    assert 200 == answer.status
    assert "out" not in timed.clock(0)
    assert timed.clock(0)["left"] >= 10_000


def test_two_whose_time_ends_at_once_lose_nothing(house: House) -> None:
    """Bots continue for both, even with `zero` "lost": neither was slower."""
    timed = Timed(house, LOST)
    timed.passes(100)
    assert ["samurai"] * 2 == [holder.bot for holder in timed.people[0].view(timed.table).seats]


@pytest.mark.slow
def test_where_rules_know_no_resignation_a_bot_goes_on(tmp_path: Path) -> None:
    """At Akiwado's table nobody can resign."""
    with open_house(tmp_path, games={"akiwado": load("akiwado")}) as house:
        timed = Timed(house, LOST, "akiwado", "mooo")
        waited = timed.people[0].view(timed.table).must_act
        timed.passes(100)
        view = timed.people[0].view(timed.table)
        assert "running" == view.status
        assert all(view.seats[seat].bot for seat in waited)


def test_an_action_after_the_time_is_refused(rokumon: House) -> None:
    """Except for the lag that is compensated."""
    timed = Timed(rokumon, LOST, game="rokumon")
    view = timed.people[0].view(timed.table)
    assert view.turn is not None
    do, at = view.turn.choices[0].do, view.version
    timed.now += 90_300
    path = f"/api/tables/{timed.table}/actions"
    assert "out-of-time" == timed.people[0].post(path, seat=0, do=do, at=at).problem
    answer = timed.people[0].post(path, seat=0, do=do, at=at, spent=89_900)
    assert 200 == answer.status
    assert 400 == timed.house.journal(timed.table)[-1]["lag"]
    assert 100 + 3000 == timed.clock(0)["left"]


def test_lag_is_spared_within_bounds(rokumon: House) -> None:
    """Whatever the page says."""
    timed = Timed(rokumon, BLITZ, game="rokumon")
    view = timed.people[0].view(timed.table)
    assert view.turn is not None
    timed.now += 50_000
    path = f"/api/tables/{timed.table}/actions"
    order = {"seat": 0, "do": view.turn.choices[0].do, "at": view.version}
    assert "unreadable" == timed.people[0].post(path, **order, spent=-1).problem
    assert "unreadable" == timed.people[0].post(path, **order, spent=10**10).problem
    assert 200 == timed.people[0].post(path, **order, spent=0).status
    assert timed.house.journal(timed.table)[-1]["lag"] <= 1000


def test_bots_have_time_too(house: House) -> None:
    """They have a clock and never run out; a person alone may play by the clock."""
    timed = Timed(house, LOST, seats="mb", offers=False)
    house.wait()
    timed.people[0].do(timed.table, 0, "bid1")
    house.wait()
    timed.passes(1000)
    assert timed.people[0].view(timed.table).clock is not None


def test_a_rematch_has_the_same_time_and_a_fork_none(rokumon: House) -> None:
    """An archived record has no clocks."""
    timed = Timed(rokumon, LOST, game="rokumon")
    timed.passes(100)
    path, me = f"/api/tables/{timed.table}", timed.people[0]
    again = me.post(f"{path}/rematch").json["id"]
    fork = me.post(f"{path}/fork", step=0).json["id"]
    clock = me.view(again).clock
    assert clock is not None
    assert LOST == msgspec.to_builtins(clock.time)
    assert me.view(fork).clock is None


def test_the_journal_has_it_all(house: House) -> None:
    """A table that is loaded again has the same clocks."""
    timed = Timed(house, BLITZ, offers=False)
    timed.passes(40)
    timed.people[0].do(timed.table, 0, "bid2")
    timed.passes(10)
    timed.people[1].do(timed.table, 1, "bid1")
    timed.passes(5)
    opened, *rest = (e.read_entry(line) for line in house.run(
        house.site.store.journal(timed.table)))  # fmt: skip
    assert isinstance(opened, e.Opened)
    room = house.run(house.site.tables.ready(timed.table)).room
    assert rebuild(room.id, FAIR, opened, rest).clock == room.clock


@pytest.mark.parametrize("leaks", [False, True])
def test_setting_up_in_secret_moves_no_clock(
    leaks: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Akebono's army is placed piece by piece: nobody else sees the progress.

    It was visible once.
    """
    if leaks:
        monkeypatch.setattr(Room, "_is_timed", lambda _: True)
    with open_house(tmp_path, games={"akebono": load("akebono")}) as house:
        timed = Timed(house, {"days": 1}, game="akebono")
        before, version = timed.clock(0), timed.people[1].view(timed.table).version
        for _ in range(3):
            timed.now += 3600 * SECOND
            turn = timed.people[0].view(timed.table).turn
            assert turn is not None
            timed.people[0].do(timed.table, 0, turn.choices[0].do)
        assert version == timed.people[1].view(timed.table).version
        assert leaks == (before != timed.clock(0))


# ---------------------------------------------------------------- restarts


@pytest.mark.parametrize("pause", [1000, 3])
def test_nobody_is_charged_for_a_restart(tmp_path: Path, database: str, pause: int) -> None:
    """The remaining time stays, everybody sees the pause, and the flag falls later by as much.

    Seen on PostgreSQL: a restart of less than six seconds was charged.
    """
    with open_house(tmp_path, database=database) as house:
        timed = Timed(house, BLITZ, offers=False)
        people, table = timed.people, timed.table
        timed.passes(40)
        house.run(say_awake(house.site.store, timed.now))
        for site in house.sites:
            site.clocks._dues = {}  # it is killed: no more signs
    timed.now += pause * SECOND
    with open_house(tmp_path, database=database, clock=lambda: timed.now) as house:
        for one in people:
            one.house = house
        timed.house = house
        assert ("halted", None) in timed.said()
        clock = timed.clock(0)
        assert (50 * SECOND, 0, timed.now) == (clock["left"], clock.get("head", 0), clock["since"])
        timed.passes(50)
        assert "" == people[0].view(table).seats[0].bot
        timed.passes(1)
        assert "samurai" == people[0].view(table).seats[0].bot
        halted = [entry for entry in house.journal(table) if entry["e"] == "halted"]
        assert [START + 40 * SECOND] == [entry["first"] for entry in halted]


def test_no_restart_is_charged_of_several_in_a_row(tmp_path: Path, database: str) -> None:
    """Also where nobody looked at a game by days between two of them.

    Only the last outage is known at a start, and the first of two was charged there.
    """
    with open_house(tmp_path, database=database) as house:
        timed = Timed(house, SLOW, offers=False)
        timed.passes(3600)
        house.run(say_awake(house.site.store, timed.now))
        for site in house.sites:
            site.clocks._dues = {}  # it is killed: no more signs
    timed.now += 2 * DAY
    with open_house(tmp_path, database=database, clock=lambda: timed.now) as house:
        house.until(lambda: "halted" in [entry["e"] for entry in house.journal(timed.table)])
        house.run(say_awake(house.site.store, timed.now))
        for site in house.sites:
            site.clocks._dues = {}
    timed.now += 60 * SECOND
    with open_house(tmp_path, database=database, clock=lambda: timed.now) as house:
        timed.house = house
        clock = timed.clock(0)
        assert (3 * DAY - 3600 * SECOND, timed.now) == (clock["left"], clock["since"])


def test_a_table_that_cannot_be_loaded_stops_no_other_clock(tmp_path: Path) -> None:
    """One whose loading crashed at a start left the clocks of all later tables stopped."""
    with open_house(tmp_path) as house:
        tables = [Timed(house, BLITZ, offers=False).table for _ in range(3)]
        for site in house.sites:
            site.clocks._dues = {}
    later = START + 100 * SECOND
    with open_house(tmp_path, clock=lambda: later) as house:
        clocks = house.site.clocks
        ready, failed = clocks._tables.ready, list[str]()

        async def crashes_once(table: str, **more: Any) -> Any:
            if not failed:
                failed.append(table)
                raise KeyError(table)
            return await ready(table, **more)

        clocks._dues = {}
        clocks._tables.ready = crashes_once  # type: ignore[method-assign]
        house.run(clocks.resume())
        assert {*tables} - {*failed} <= set(clocks._dues)


def test_a_flag_that_could_not_fall_falls_later(house: House) -> None:
    """After a crash in that moment it never fell, and the player could not act any more."""
    timed = Timed(house, BLITZ, offers=False)
    posts = [(site.clocks._tables, site.clocks._tables.post) for site in house.sites]

    async def crashes(*_: Any) -> Any:
        raise KeyError

    for tables, _ in posts:
        tables.post = crashes  # type: ignore[method-assign]
    timed.passes(100)
    for tables, post in posts:
        tables.post = post  # type: ignore[method-assign]
    timed.passes(60)
    assert "samurai" == timed.people[0].view(timed.table).seats[0].bot


# ---------------------------------------------------------------- vacations


def test_a_vacation_stops_the_days(house: House) -> None:
    """At all tables where days are counted, running ones and new ones; others see it."""
    timed = Timed(house, SLOW, offers=False)
    me, other = timed.people
    timed.passes(2 * 24 * 3600)
    found = me.post("/api/me/vacation", on=True)
    assert [30 * DAY, 30 * DAY, timed.now + 30 * DAY] == [
        found.json[key] for key in ("budget", "left", "until")
    ]  # fmt: skip
    assert [timed.now, timed.now + 30 * DAY] == timed.clock(0)["rest"]
    assert ("rests", 0) in timed.said()
    other.do(timed.table, 1, "bid1")
    timed.passes(20 * 24 * 3600)
    assert "" == me.view(timed.table).seats[0].bot
    new = me.post("/api/tables", game="madeup", seats=[{"kind": "me"}] * 2, time=SLOW).json["id"]
    timed.passes(1)
    assert me.get(f"/api/tables/{new}").json["clock"]["seats"][0]["rest"]
    assert 0 == me.post("/api/me/vacation", on=False).json.get("until", 0)
    assert ("rested", 0) in timed.said()
    timed.passes(24 * 3600 - 2)
    assert "" == me.view(timed.table).seats[0].bot
    timed.passes(2)
    assert "samurai" == me.view(timed.table).seats[0].bot


def test_a_vacation_ends_when_the_budget_does(tmp_path: Path, database: str) -> None:
    """Then nothing is left for a year; each vacation costs at least a day."""
    with open_house(tmp_path, database=database, vacation=3.0) as house:
        timed = Timed(house, {"days": 1}, offers=False)
        me = timed.people[0]
        me.post("/api/me/vacation", on=True)
        timed.passes(60)
        assert 2 * DAY == me.post("/api/me/vacation", on=False).json["left"]
        until = me.post("/api/me/vacation", on=True).json["until"]
        assert timed.now + 2 * DAY == until
        timed.passes(2 * 24 * 3600)
        assert "no-vacation" == me.post("/api/me/vacation", on=True).problem
        timed.passes(24 * 3600)
        assert me.view(timed.table).seats[0].bot
        timed.now += 365 * DAY
        assert 3 * DAY == me.get("/api/me/vacation").json["left"]


def test_a_vacation_begun_twice_at_once_is_charged_once(house: House) -> None:
    """Two processes on PostgreSQL can both find none; ten days of it were charged as twenty."""
    vacations, store, begun = house.site.clocks.vacations, house.site.store, START
    house.run(vacations.begin("ann", begun))
    late = {"guest": "ann", "begun": begun + 3, "until": begun + 3 + vacations.budget}
    house.run(store.change(lambda one: one.execute(sa.insert(VACATIONS).values(late))))
    left = house.run(vacations.end("ann", begun + 10 * DAY)).left
    assert vacations.budget - 10 * DAY == left


def test_a_live_game_knows_no_vacation(house: House) -> None:
    """Its clocks continue."""
    timed = Timed(house, BLITZ)
    assert 200 == timed.people[0].post("/api/me/vacation", on=True).status
    assert "rest" not in timed.clock(0)


def test_where_days_are_counted_nobody_is_missed_sooner(house: House) -> None:
    """Others cannot put a bot on a seat that still has time."""
    timed = Timed(house, SLOW, offers=False)
    Stream(timed.people[1], f"/api/tables/{timed.table}/events")
    timed.passes(3600)
    path = f"/api/tables/{timed.table}/substitute"
    assert "still-here" == timed.people[1].post(path, seat=0, bot="low").problem


def test_a_process_that_joins_others_finds_no_outage(tmp_path: Path, database: str) -> None:
    """One of them may have been awake. A process that is alone was down, however short that was."""
    with open_house(tmp_path, database=database) as house:
        store = house.site.store
        assert house.run(outage(store, START, alone=True)) is None
        house.run(say_awake(store, START))
        house.run(say_awake(store, START - 1))
        soon, late = START + GONE, START + GONE + 1
        assert house.run(outage(store, soon, alone=False)) is None
        assert (START, late) == house.run(outage(store, late, alone=False))
        assert (START, soon) == house.run(outage(store, soon, alone=True))


def test_signs_of_a_clock_that_was_put_back_count_no_more(tmp_path: Path, database: str) -> None:
    """Later ones were not recorded until that time came, so that outages were charged meanwhile.

    Clocks of several processes may differ by some seconds: the latest sign of them stays.
    """
    with open_house(tmp_path, database=database) as house:
        store = house.site.store
        house.run(say_awake(store, START + AHEAD))
        house.run(say_awake(store, START))
        assert START + AHEAD == house.run(last_awake(store))
        house.run(say_awake(store, START + 400 * DAY))
        house.run(say_awake(store, START))
        assert (START, START + DAY) == house.run(outage(store, START + DAY, alone=True))
