"""Several processes on one database: each sends, stores and refuses the same."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from authenticator import ORIGIN
from bots.tiny import CROSSES
from honjin.bots import Budget
from honjin.server.analysis import review
from honjin.server.app import make_app
from honjin.server.history.schema import RESULTS
from honjin.server.moderation import errands
from honjin.server.people import people, traces
from honjin.server.people.accounts import sessions
from honjin.server.people.caller import Caller
from honjin.server.site import Site
from honjin.server.tables.messages import bodies
from server.accounts.test_accounts import invited, keep, log_in
from server.databases import run_sql
from server.finished import over, rows
from server.minds import Patient
from server.program_client import Program, program
from server.site_client import GAMES, Browser, House, open_house, two_at_table
from server.studies.test_studies import creates
from server.tables.bots.test_substitutes import AWAY
from server.tables.test_live import Stream


@pytest.fixture
def houses(postgres_only: str, tmp_path: Path) -> Iterator[list[House]]:
    """Three processes, each as its own address would have it."""
    with open_house(tmp_path, database=postgres_only, processes=3) as all_three:
        yield each(all_three)


def each(together: House) -> list[House]:
    """The processes of a site, each as a site of its own."""
    found = []
    for app, site in zip(together.apps, together.sites, strict=True):
        one = House.__new__(House)
        one.__dict__ |= together.__dict__
        one.apps, one.site = [app], site
        found.append(one)
    return found


def at(house: House, browser: Browser) -> Browser:
    """The same browser, calling another process."""
    found = Browser(house)
    found.cookie = browser.cookie
    return found


def test_a_read_sees_every_write_before_it(houses: list[House]) -> None:
    """Everything that one process has acknowledged is in the next answer of each other one."""
    first, second, table = two_at_table(houses[0], offers=False)
    for n, text in enumerate(("bid1", "bid2")):
        player = (first, second)[n]
        at(houses[n], player).do(table, n, text)
        views = [at(house, player).view(table, n) for house in houses]
        assert 1 == len({view.version for view in views})
        assert 1 == len({view.step for view in views})
        assert views[0] == views[1] == views[2]


def test_orders_may_reach_any_process(houses: list[House]) -> None:
    """A whole game, each action at another process than the one before."""
    player = houses[0].browser()
    table = player.open(seats="mm")
    view = player.view(table)
    for n in range(200):
        if view.turn is None:
            break
        there = at(houses[n % 3], player)
        view = there.act(table, view.turn.seat, view.turn.choices[0].do, view.version).view
    assert "over" == view.status
    after = at(houses[1], player).post(f"/api/tables/{table}/rematch").json["id"]
    assert after == at(houses[2], player).post(f"/api/tables/{table}/rematch").json["id"]


@pytest.fixture
def clubs(
    postgres_only: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[House]]:
    """Three processes of a closed club with accounts; none checks unless it is notified."""
    monkeypatch.setattr(people, "NEWS", 1e6)
    monkeypatch.setattr(sessions, "FRESH", 1e6)
    with open_house(
        tmp_path, database=postgres_only, processes=3, origin=ORIGIN, club="invited"
    ) as all_three:
        yield each(all_three)


def test_what_one_process_does_with_an_account_the_others_know(clubs: list[House]) -> None:
    """Admitted at one, playing at the next; renamed, and logged out everywhere, without a wait."""
    first, second, third = clubs
    ann, bob = first.browser(), first.browser()
    for who in (ann, bob):
        assert 200 == who.post("/api/invitations/use", code=invited(first, 1)).status
    at(second, ann).open(seats="mm")
    device = keep(ann, "Hana")
    assert "name-taken" == at(third, bob).post("/api/me", name="Hana").problem
    there, other = at(second, ann), third.browser()
    assert "Hana" == there.get("/api/me").json["name"]
    assert 200 == log_in(other, device).status
    assert 200 == ann.post("/api/me", name="Hanako").status
    second.until(lambda: "Hanako" == there.get("/api/me").json["name"])
    assert 200 == ann.post("/api/account/sessions/end").status
    third.until(lambda: "account" not in other.get("/api/me").json)


def test_of_two_at_the_same_time_both_are_done(houses: list[House]) -> None:
    """Sealed choices at two processes at once: the one that loses the race is decided again."""
    first, second, table = two_at_table(houses[0], offers=False)
    at(houses[1], second).view(table)
    version = first.view(table).version
    callers = [Caller(one.get("/api/me").json["id"], "x") for one in (first, second)]
    acts = [bodies.Act(seat=seat, do=f"bid{seat + 1}", at=version) for seat in range(2)]
    posts = [houses[n].site.tables.post(table, acts[n], callers[n]) for n in range(2)]

    async def both() -> None:
        await asyncio.gather(*posts)

    houses[0].run(both())
    bids = [one for one in houses[0].journal(table) if one["e"] == "acted"]
    assert {0, 1} == {one["seat"] for one in bids[:2]}
    views = [at(house, first).view(table, 0) for house in houses]
    assert views[0] == views[1] == views[2]


def test_the_same_choice_at_two_processes_is_done_once(houses: list[House]) -> None:
    """The second is refused as stale, and windows of both see the first."""
    first, _, table = two_at_table(houses[0], offers=False)
    at(houses[1], first).view(table)
    version = first.view(table).version
    caller = Caller(first.get("/api/me").json["id"], "x")

    async def both() -> list[Any]:
        act = bodies.Act(seat=0, do="bid1", at=version)
        posts = [house.site.tables.post(table, act, caller) for house in houses]
        return list(await asyncio.gather(*posts, return_exceptions=True))

    done = houses[0].run(both())
    refused = [type(one).__name__ for one in done if isinstance(one, Exception)]
    assert 2 == len(refused), done
    assert {"StaleVersion", "NotYourTurn"} >= set(refused)
    assert 1 == sum(one["e"] == "acted" for one in houses[0].journal(table))


def test_a_refusal_comes_from_what_is_true(houses: list[House]) -> None:
    """A process that is behind does not refuse what has become right."""
    first, second, table = two_at_table(houses[0], offers=False)
    there = at(houses[1], second)
    there.view(table)
    houses[1].site.members.heard.clear()  # it receives no notifications
    first.do(table, 0, "bid1")
    view = second.do(table, 1, "bid2")
    assert view.turn is not None
    done = there.act(table, 1, view.turn.choices[0].do, view.version)
    assert 200 == done.status, done.body


def test_windows_at_every_process_hear_of_it(houses: list[House]) -> None:
    """Chat and actions at one are sent at the others, without any request."""
    first, second, table = two_at_table(houses[0], offers=False)
    streams = [Stream(at(house, second), f"/api/tables/{table}/events") for house in houses]
    for stream in streams:
        houses[0].until(lambda stream=stream: stream.events)
        stream.news()
    first.do(table, 0, "bid1")
    first.post(f"/api/tables/{table}/chat", text="本陣")
    for stream in streams:
        houses[0].until(lambda stream=stream: any(e[0] == "chat" for e in stream.events))
        names = [name for name, *_ in stream.news()]
        assert "view" in names


@pytest.mark.slow
def test_a_fork_is_freed_wherever_the_game_ends(houses: list[House]) -> None:
    """A continuation held at one process learns that the game ended at another."""
    player = houses[0].browser()
    table = player.open(seats="mo")
    other = houses[0].browser()
    other.sit(table, 1)
    view = player.view(table)
    fork = at(houses[1], player).post(f"/api/tables/{table}/fork", step=view.step).json["id"]
    assert at(houses[1], player).view(fork).status == "running"
    stream = Stream(at(houses[1], player), f"/api/tables/{fork}/events")
    houses[0].until(lambda: stream.events)
    assert houses[1].site.tables.here(fork).bound  # type: ignore[union-attr]
    version = other.view(table, 1).version
    assert other.post(f"/api/tables/{table}/resign", seat=1, at=version).status == 200
    houses[0].until(lambda: not houses[1].site.tables.here(fork).bound)  # type: ignore[union-attr]


# ---------------------------------------------------------------- presence


def follow(house: House, browser: Browser, table: str) -> Stream:
    stream = Stream(at(house, browser), f"/api/tables/{table}/events")
    house.until(lambda: stream.events)
    return stream


@pytest.mark.slow
def test_who_has_a_window_elsewhere_is_seen(houses: list[House]) -> None:
    """In views and in open windows, until the last window is closed."""
    first, second, table = two_at_table(houses[0])
    mine = follow(houses[0], first, table)
    theirs = follow(houses[1], second, table)
    views = [at(house, first) for house in houses]
    houses[0].until(
        lambda: all([s.online for s in v.view(table).seats] == [True] * 2 for v in views)
    )
    houses[0].until(lambda: any(e[1].get("online") == [True, True] for e in mine.events))
    again = follow(houses[2], second, table)
    theirs.leave()
    houses[0].wait(0.2)
    assert [True, True] == [seat.online for seat in views[0].view(table).seats]
    mine.news()
    again.leave()
    houses[0].until(lambda: any(e[1].get("online") == [True, False] for e in mine.events))


def test_windows_of_a_process_that_is_gone_are_closed(houses: list[House]) -> None:
    """A person who had windows only there is gone."""
    first, second, table = two_at_table(houses[0])
    follow(houses[1], second, table)
    there = at(houses[0], first)
    houses[0].until(lambda: there.view(table).seats[1].online)
    stop(houses[1].site)
    houses[0].until(lambda: not there.view(table).seats[1].online)


@pytest.mark.slow
def test_a_process_that_comes_late_knows_who_was_there(houses: list[House]) -> None:
    """It learns of all windows, since when they are open, and who has gone."""
    first, second, table = two_at_table(houses[0])
    follow(houses[0], first, table)
    gone = follow(houses[1], second, table)
    gone.leave()
    site = houses[2].site
    at(houses[2], first).view(table)
    room = site.tables.here(table)
    assert room is not None
    known = [one.site.live._absence for one in houses]
    site.live.elsewhere.here.clear()
    known[2].note(table, None, 0, anybody=False)
    houses[0].run(again(site))
    houses[0].until(lambda: known[2]._gone.get(table) and known[2]._begun.get(table))
    assert known[0]._begun[table] == known[2]._begun[table]
    houses[0].until(lambda: site.live.online(room) == houses[0].site.live.online(room))


@pytest.mark.slow
def test_who_has_come_back_is_there_for_a_process_that_comes_late(houses: list[House]) -> None:
    """It learns of a window that is open, and not that its person was gone before."""
    first, second, table = two_at_table(houses[0])
    follow(houses[0], first, table)
    follow(houses[1], second, table).leave()
    follow(houses[1], second, table)
    site = houses[2].site
    site.live.elsewhere.here.clear()
    houses[0].run(again(site))
    houses[0].told()
    assert at(houses[2], first).view(table).seats[1].online


async def again(site: Site) -> None:
    site.live.elsewhere._come()


@pytest.mark.slow
def test_a_name_is_taken_wherever_its_window_is(houses: list[House]) -> None:
    """A player at another process has it."""
    first, _, table = two_at_table(houses[0])
    first.post("/api/me", name="Sanada")
    follow(houses[0], first, table)
    other = houses[1].browser()
    houses[0].until(lambda: houses[1].site.is_present("Sanada", "x"))
    assert "name-taken" == other.post("/api/me", name="Sanada").problem


@pytest.mark.slow
def test_a_new_name_is_taken_wherever_its_window_is(houses: list[House]) -> None:
    """The person's windows have it too, at whatever process they are; the old one is free."""
    first, _, table = two_at_table(houses[0])
    first.post("/api/me", name="Sanada")
    follow(houses[1], first, table)
    first.post("/api/me", name="Yukimura")
    for house in houses:
        house.until(lambda site=house.site: site.is_present("Yukimura", "x"))
        assert not house.site.is_present("Sanada", "x")


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/api/tables/{}/events", "/api/stream"])
def test_who_has_just_left_is_not_missed_yet(houses: list[House], path: str) -> None:
    """Nor by a process that did not have the table in memory when the window was closed."""
    first, second, table = two_at_table(houses[0])
    now = houses[0].site.now()
    houses[0].set_clock(lambda: now)
    follow(houses[0], first, table)
    window = Stream(at(houses[1], second), path.format(table))
    houses[0].told()
    now += 10 * AWAY
    assert houses[2].site.tables.here(table) is None
    window.leave()
    houses[0].told()
    there, put = at(houses[2], first), f"/api/tables/{table}/substitute"
    now += AWAY - 1
    assert "still-here" == there.post(put, seat=1, bot="low").problem
    now += 1
    assert 200 == there.post(put, seat=1, bot="low").status


def test_who_has_just_come_is_known_everywhere(houses: list[House]) -> None:
    """A process writes its visitors some seconds later, or when another one asks."""
    host, guest = houses[0].browser(), houses[1].browser()
    guest.post("/api/me", name="Chacha")
    guest.open(seats="mm")
    path = creates(host)
    assert 200 == host.post(f"{path}/members", name="Chacha").status
    assert 200 == guest.get(path).status


def test_two_cookies_of_one_person_are_known_at_different_processes(
    houses: list[House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a process has noted and not stored yet is stored before the game is rated."""
    monkeypatch.setattr(traces, "SOON", 60.0)
    over(houses[2], houses[0].browser(), houses[1].browser())
    assert ["address"] == [row.unrated for row in rows(houses[0], RESULTS)]


@pytest.mark.slow
def test_a_vacation_holds_at_tables_that_begin_elsewhere(houses: list[House]) -> None:
    """At once, not only at tables that were there or that the same process opens."""
    me, other = houses[0].browser(), houses[1].browser()
    me.get("/api/me")
    assert 200 == me.post("/api/me/vacation", on=True).status
    houses[0].told()
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = other.post("/api/tables", game="madeup", seats=seats, time={"days": 3}).json["id"]
    there = at(houses[1], me)
    there.sit(table, 1)
    seat = lambda: there.get(f"/api/tables/{table}").json["clock"]["seats"][1]  # noqa: E731
    houses[1].until(lambda: seat().get("rest"), 5.0)


@pytest.mark.slow
def test_a_game_is_seen_warming_up_from_everywhere(postgres_only: str, tmp_path: Path) -> None:
    """By windows at a process that does not play the table's bots."""
    shares = {"madeup": 0.25}
    with open_house(
        tmp_path, database=postgres_only, processes=2,
        readiness=lambda game: shares.get(game.key, 1.0),
    ) as house:  # fmt: skip
        player = house.browser()
        table = player.open(seats="ml", offers=False)
        house.until(lambda: players_of(house.sites, table))
        away = next(site for site in house.sites if not site.leases.holds(table))
        house.apps = [make_app(away)]
        stream = follow(house, player, table)
        for share in (0.5, 0.75):
            shares["madeup"] = share
            house.until(lambda share=share: share in [e[1].get("warms") for e in stream.events])


@pytest.mark.slow
def test_bots_are_seen_thinking_and_hurried_from_everywhere(
    postgres_only: str, tmp_path: Path
) -> None:
    """Viewers at another process see it, and can hurry them from there."""
    bots = {"random": Patient(), "low": Patient()}
    budget = Budget(30.0)
    with open_house(
        tmp_path, database=postgres_only, processes=2, bots=bots, budget=budget
    ) as house:
        player = house.browser()
        table = player.open(seats="ml", offers=False)
        player.do(table, 0, "bid1")
        house.until(lambda: players_of(house.sites, table))
        away = next(site for site in house.sites if not site.leases.holds(table))
        house.apps = [make_app(away)]
        stream = follow(house, player, table)
        house.until(lambda: any(e[0] == "thinking" and e[1].get("bots") for e in stream.events))
        answer = player.post(f"/api/tables/{table}/hurry")
        assert [1] == [one["seat"] for one in answer.json["bots"]]
        house.until(lambda: away.tables.here(table).step > 3)  # type: ignore[union-attr]


# ---------------------------------------------------------------- bots


def players_of(sites: Any, table: str) -> list[Site]:
    return [site for site in sites if site.leases.holds(table)]


def test_one_process_plays_a_tables_bots(houses: list[House]) -> None:
    """Even if all of them have the table in memory; each action is done once."""
    player = houses[0].browser()
    table = player.open(seats="ml", offers=False)
    for n in range(40):
        house = houses[n % 3]
        view = at(house, player).view(table)
        if view.status == "over":
            break
        if view.turn is None:
            house.wait(0.01)
            continue
        assert 1 >= len(players_of(houses[0].sites, table))
        at(house, player).act(table, 0, view.turn.choices[0].do, view.version)
    assert "over" == view.status
    stored = houses[0].journal(table)
    acted = [one["seat"] for one in stored if one["e"] == "acted"]
    assert {0, 1} == set(acted)


def test_bots_go_on_elsewhere_when_their_process_is_gone(houses: list[House]) -> None:
    """Its connection is gone, as if killed: another takes its tables over within three seconds."""
    player = houses[0].browser()
    tables = [player.open(seats="ml", offers=False) for _ in range(5)]
    for table in tables:
        houses[0].until(lambda table=table: players_of(houses[0].sites, table))
    site = players_of(houses[0].sites, tables[0])[0]
    others = [one for one in houses[0].sites if one is not site]
    stop(site)
    houses[0].until(lambda: all(players_of(others, table) for table in tables), 3.0)
    for table in tables:
        assert 1 == len(players_of(others, table))


def stop(site: Site) -> None:
    """Cut off the connections that a process is known by, as if it had been killed."""
    site.members._stopping.set()
    run_sql(
        site.settings.database,
        "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN members ON lock = objid "
        f"WHERE locktype = 'advisory' AND id = '{site.members.id}'",
    )


def test_a_process_that_was_taken_for_dead_comes_back_as_another(houses: list[House]) -> None:
    """Its row was removed: it has no lease left, and joins again."""
    player = houses[0].browser()
    table = player.open(seats="ml", offers=False)
    houses[0].until(lambda: players_of(houses[0].sites, table))
    site = players_of(houses[0].sites, table)[0]
    was = site.members.id
    run_sql(site.settings.database, f"DELETE FROM members WHERE id = '{was}'")
    houses[0].until(lambda: site.members.id not in ("", was))
    houses[0].until(lambda: len(players_of(houses[0].sites, table)) == 1)
    houses[0].until(lambda: all(len(one.members.others) == 2 for one in houses[0].sites))


@pytest.mark.slow
def test_a_lost_connection_is_made_again(houses: list[House]) -> None:
    """All connections are cut: all processes find each other again, and nothing was missed."""
    first, second, table = two_at_table(houses[0], offers=False)
    stream = Stream(at(houses[1], second), f"/api/tables/{table}/events")
    houses[0].until(lambda: stream.events)
    before = {one.members.id for one in houses[0].sites}
    run_sql(
        houses[0].site.settings.database,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()",
    )
    first.act(table, 0, "bid1", first.view(table).version)
    before.add("")
    houses[0].until(lambda: all(one.members.id not in before for one in houses[0].sites), 8.0)
    step = first.view(table, 0).step
    if step == 2:
        step = first.do(table, 0, "bid1").step
    houses[0].until(lambda: houses[1].site.tables.here(table).step == step)  # type: ignore[union-attr]


def robot_at(house: House, token: str) -> Program:
    return Program(house, token)


@pytest.mark.slow
def test_a_stream_hears_of_tables_at_other_processes(houses: list[House]) -> None:
    """A challenge, its game and every turn, even of a table that this process never saw before."""
    _, robo = program(houses[0])
    ann = houses[1].browser()
    stream = Stream(robo, "/api/stream")
    wishes = [{"kind": "me"}, {"kind": "reserved", "name": "Robo"}]
    table = ann.post("/api/tables", game="madeup", seats=wishes).json["id"]
    houses[0].until(lambda: any(name == "challenge" for name, _, _ in stream.events))
    robot_at(houses[2], robo.token).sit(table, 1)
    houses[0].until(lambda: any(name == "turn" for name, _, _ in stream.events))
    for _ in range(40):
        ann.play_on(table)
        robot_at(houses[2], robo.token).play_on(table)
    assert "over" == ann.view(table).status
    houses[0].until(lambda: any(name == "over" for name, _, _ in stream.events))


@pytest.mark.slow
def test_a_stream_is_seen_at_other_processes(houses: list[House]) -> None:
    """A listener to all tables at one process is present for windows at another."""
    _, robo = program(houses[0])
    ann = houses[1].browser()
    table = ann.open(seats="mo")
    robo.sit(table, 1)
    stream = Stream(robo, "/api/stream")
    houses[1].until(lambda: ann.view(table).seats[1].online)
    stream.leave()
    houses[1].until(lambda: not ann.view(table).seats[1].online)


@pytest.mark.slow
def test_a_token_is_revoked_at_every_process(houses: list[House]) -> None:
    """Refused at once by each of them; streams elsewhere end."""
    ann, robo = program(houses[0])
    there = robot_at(houses[1], robo.token)
    stream = Stream(there, "/api/stream")
    number = ann.get("/api/tokens").json["tokens"][0]["id"]
    ann.post("/api/tokens/revoke", id=number)
    assert "unknown-token" == there.get("/api/me").problem
    houses[1].run(houses[1].site.tokens._look())
    houses[1].until(stream.task.done)


def test_a_review_is_made_by_one_process_and_shown_by_all(
    postgres_only: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it grows; the others start none of their own, and resume it when that one stops."""
    monkeypatch.setattr(review, "EACH", (0.1, 0.1))
    monkeypatch.setattr(review, "EVERY", 0.2)
    both, analyst = GAMES | {"crosses": CROSSES}, Patient()
    with open_house(
        tmp_path, database=postgres_only, processes=2, games=both, analyst=analyst
    ) as house:
        me, (one, other) = house.browser(), house.sites
        table = me.open("crosses", seats="mm")
        me.play_on(table)
        path = f"/api/tables/{table}/review"

        def asked(site: Site, method: str) -> Any:
            house.apps[:] = [make_app(site)]
            return getattr(me, method)(path).json

        assert asked(one, "post")["running"]
        house.until(lambda: asked(other, "get").get("running"))
        assert asked(other, "post")["running"]
        assert not other.reviewer._running
        house.until(lambda: len(asked(other, "get").get("verdicts", [])) > 1)
        house.run(one.reviewer.close())
        house.until(lambda: not asked(other, "get").get("running"), 5.0)
        kept = asked(other, "get")["verdicts"]
        monkeypatch.setattr("honjin.server.analysis.kept_reviews.SILENT", 0.0)
        house.until(lambda: not asked(other, "post").get("running"))
        whole = asked(one, "get")
        assert kept == whole["verdicts"][: len(kept)]
        assert len(whole["verdicts"]) == whole["of"]


def test_an_errand_is_done_once(houses: list[House]) -> None:
    """A held line is published once, though every process looks for it at the same time."""
    first, _, table = two_at_table(houses[0], offers=False)
    here, person = houses[0], first.get("/api/me").json
    line = errands.SayLineErrand(table, person["id"], person["name"], "hello at last")
    put = partial(errands.put, errand=line, now=here.site.now())
    here.run(here.site.store.change(put))

    async def all_work() -> None:
        await asyncio.gather(*(house.site.moderation.work() for house in houses))

    here.run(all_work())
    here.run(all_work())
    assert ["hello at last"] == [line.text for line in first.view(table, 0).chat]
