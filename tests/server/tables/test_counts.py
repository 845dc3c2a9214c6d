"""Versions and steps as each viewer counts them: events hidden from a viewer have no number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honjin.core.events import Event
from honjin.core.seats import SPECTATOR
from honjin.games import load
from honjin.games.akebono.rules.actions import READY
from honjin.games.akebono.rules.state import PLACING
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room, rebuild
from honjin.server.tables.view.counts import Count
from server.site_client import FAIR, Browser, House, open_house
from server.tables.test_live import Stream

AKIWADO, AKEBONO = load("akiwado"), load("akebono")
RED, WHITE = 0, 1


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[House]:
    games = {"akiwado": AKIWADO, "akebono": AKEBONO, "madeup": FAIR}
    with open_house(tmp_path, games=games, limits=True) as house:
        yield house


@given(st.sets(st.integers(1, 30)), st.integers(0, 40))
def test_a_count_leaves_out_what_was_missed(missed: set[int], last: int) -> None:
    """Each number that was not missed has a number of its own, in order, and is found by it."""
    count = Count()
    count.missed = sorted(missed)
    seen = [n for n in range(1, last + 1) if n not in missed]
    assert list(range(1, len(seen) + 1)) == [count.told(n) for n in seen]
    assert seen == [count.real(n) for n in range(1, len(seen) + 1)]
    assert 0 == count.real(0)
    count.cut(20)
    assert sorted(n for n in missed if n <= 20) == count.missed


def at_war(shop: House) -> tuple[str, Browser, Browser]:
    """Two players who set up their armies in secret."""
    red, white = shop.browser(), shop.browser()
    table = red.open("akebono", "mo")
    white.sit(table, WHITE)
    return table, red, white


def numbers(browser: Browser, table: str) -> tuple[int, int]:
    view = browser.view(table)
    return view.version, view.step


def test_what_is_done_in_secret_is_counted_by_nobody_else(shop: House) -> None:
    """The other seat and spectators keep their numbers, and get no event."""
    table, red, white = at_war(shop)
    watcher = shop.browser()
    windows = [Stream(who, f"/api/tables/{table}/events") for who in (white, watcher)]
    for window in windows:
        window.news()
    before = [numbers(one, table) for one in (red, white, watcher)]
    for text in ("=crane", "=scales"):
        red.do(table, RED, text)
    after = [numbers(one, table) for one in (red, white, watcher)]
    assert [(before[0][0] + 2, before[0][1] + 2), *before[1:]] == after
    assert [[], []] == [window.news() for window in windows]
    red.do(table, RED, "ready")
    assert [(before[1][0] + 1, before[1][1] + 1)] * 2 == [
        numbers(one, table) for one in (white, watcher)
    ]
    assert [["view"], ["view"]] == [[name for name, *_ in window.news()] for window in windows]


def test_a_post_answers_the_version_of_its_seat(shop: House) -> None:
    """Secret actions of others outdate no post; the seat's own actions do."""
    table, red, white = at_war(shop)
    at = white.view(table).version
    red.do(table, RED, "=crane")
    assert 200 == white.act(table, WHITE, "=scales", at).status
    stale = white.act(table, WHITE, "=geese", at)
    assert "stale-version" == stale.problem
    assert f"expected a version from {at + 1} to {at + 1}, got {at}" == stale.json["detail"]


def test_who_was_away_comes_back_to_his_own_count(shop: House) -> None:
    """Last-Event-ID is the viewer's number: nothing new since, and then everything new."""
    table, red, white = at_war(shop)
    path = f"/api/tables/{table}/events"
    last = Stream(white, path).news()[0][2]
    red.do(table, RED, "=crane")
    _, view, number = Stream(white, path, last_event_id=str(last)).news()[0]
    assert (last, []) == (number, view["log"]["lines"])
    white.do(table, WHITE, "=geese")
    red.do(table, RED, "ready")
    _, view, _ = Stream(white, path, last_event_id=str(last)).news()[0]
    assert [view["step"] - 1, view["step"]] == [line["step"] for line in view["log"]["lines"]]


def test_the_past_is_stepped_through_as_it_was_seen(shop: House) -> None:
    """Each step of a viewer's count is one that the viewer saw; there are no others."""
    table, red, white = at_war(shop)
    for text in ("=crane", "=scales", "ready"):
        red.do(table, RED, text)
    path = f"/api/tables/{table}/steps"
    assert 1 == white.view(table).step
    assert "unknown-step" == white.get(f"{path}/2").problem
    assert (1, 1) == tuple(white.get(f"{path}/1").json[key] for key in ("step", "last"))
    assert (2, 3) == tuple(red.get(f"{path}/2").json[key] for key in ("step", "last"))
    seen = white.get(f"/api/tables/{table}/record").json["seen"]
    assert (1, [1]) == (seen["step"], [line["step"] for line in seen["log"]])


def test_a_take_back_names_the_step_as_each_counts(shop: House) -> None:
    """Everybody knows the question; for the others it goes back to where they are."""
    table, red, white = at_war(shop)
    red.do(table, RED, "=crane")
    red.do(table, RED, "=scales")
    path = f"/api/tables/{table}/takeback"
    red.post(path, seat=RED, at=red.view(table).version)
    asked = [one.view(table).takeback for one in (red, white, shop.browser())]
    assert [1, 0, 0] == [question.step for question in asked if question]
    white.post(f"{path}/answer", seat=WHITE, agree=True)
    assert [1, 0, 0] == [one.view(table).step for one in (red, white, shop.browser())]


def silent(before: Any, seat: int, action: int, after: Any, viewer: int) -> tuple[Event, ...]:
    """Nothing about the set-up is logged for anybody, not even the seat that sets up."""
    told = AKEBONO.tell(before, seat, action, after, viewer)
    return () if before.phase == PLACING and action != READY else told


def test_a_step_back_in_secret_is_no_news(tmp_path: Path) -> None:
    """A secret action that is stepped back has not happened, for the others."""
    games = {"akebono": replace(AKEBONO, tell=silent)}
    with open_house(tmp_path, games=games) as house:
        table, red, white = at_war(house)
        before = white.get(f"/api/tables/{table}").body
        view = red.do(table, RED, "=crane")
        assert view.can.back
        back = red.post(f"/api/tables/{table}/back", seat=RED, at=view.version).view
        assert (view.version + 1, 0) == (back.version, back.step)
        assert before == white.get(f"/api/tables/{table}").body


def test_what_others_do_in_secret_does_not_keep_from_stepping_back(tmp_path: Path) -> None:
    """Being able to step back reveals nothing; the others' later actions are undone with it."""
    games = {"akebono": replace(AKEBONO, tell=silent)}
    with open_house(tmp_path, games=games) as house:
        table, red, white = at_war(house)
        own = red.do(table, RED, "=crane")
        theirs = white.do(table, WHITE, "=geese")
        assert red.view(table).can == own.can
        red.post(f"/api/tables/{table}/back", seat=RED, at=own.version)
        assert [0, 0] == [red.view(table).step, white.view(table).step]
        assert theirs.version + 1 == white.view(table).version


def test_when_the_game_is_over_steps_are_those_of_the_record(shop: House) -> None:
    """Then nothing is secret: the whole log is sent with the numbers of the record."""
    table, red, white = at_war(shop)
    window = Stream(white, f"/api/tables/{table}/events")
    for text in ("=crane", "=scales", "ready"):
        red.do(table, RED, text)
    assert [1, 1, 1] == [one.view(table).step for one in (white, shop.browser(), white)]
    window.news()
    white.post(f"/api/tables/{table}/resign", seat=WHITE, at=white.view(table).version)
    view = white.view(table)
    assert ("over", 4) == (view.status, view.step)
    (told,) = [data for name, data, _ in window.news() if name == "view"]
    assert (0, [3, 4]) == (told["log"]["start"], [one["step"] for one in told["log"]["lines"]])
    assert 4 == len(red.get(f"/api/tables/{table}/record").json["actions"])


def test_a_restart_counts_the_same(shop: House) -> None:
    """The replay of the journal leaves out the same entries for each viewer."""
    table, red, white = at_war(shop)
    for browser, seat, text in (
        (red, RED, "=crane"), (white, WHITE, "=geese"), (white, WHITE, "=scales"),
        (red, RED, "ready"), (white, WHITE, "=crane"), (white, WHITE, "ready"),
    ):  # fmt: skip
        browser.do(table, seat, text)
    room = shop.run(shop.site.tables.ready(table)).room
    opened, *rest = map(e.read_entry, shop.run(shop.site.store.journal(table)))
    assert isinstance(opened, e.Opened)
    again = rebuild(table, AKEBONO, opened, rest)
    assert all_counts(room) == all_counts(again)
    assert room.counted[SPECTATOR].missed
    assert room.changed == again.changed


def all_counts(room: Room) -> list[tuple[int, int, list[int], list[int]]]:
    viewers = (*range(room.play.seats), SPECTATOR)
    return [
        (room.version_of(v), room.step_of(v), room.versions[v].missed, room.counted[v].missed)
        for v in viewers
    ]


def test_the_server_does_not_count_commits_before_all_eyes(shop: House) -> None:
    """With limits on, as for players, the number of commits is not published."""
    table, red, _ = at_war(shop)
    before = red.get("/api/health").body
    red.do(table, RED, "=crane")
    assert before == red.get("/api/health").body


def test_without_secrets_all_count_alike(tmp_path: Path) -> None:
    """In a game that hides nothing everybody's count is the table's."""
    rokumon = load("rokumon")
    with open_house(tmp_path, games={"rokumon": rokumon}) as house:
        me = house.browser()
        table = me.open("rokumon", act="2", deal="gggjjjj")
        me.play_on(table, 6)
        room = house.run(house.site.tables.ready(table)).room
    assert [[]] * 6 == [one.missed for one in (*room.versions, *room.counted)]
