"""The resources that strangers may use: memory, names, tables, events; and their messages."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from honjin.core.errors import TookTooLong
from honjin.core.reading.limit import must_be_in_time, time_limit
from honjin.server.messages import refusals as no
from honjin.server.people.auth import LONGEST, Guests
from honjin.server.people.names import alike, plain_name, unseen
from honjin.server.tables.live.live import Subscription
from honjin.server.web.limits import Bucket
from honjin.server.work.fair import Asker
from honjin.server.work.kept import OVERHEAD, ByteCache
from honjin.server.work.reading import TEXT, Reads
from server.site_client import House, open_house, two_at_table

# ---------------------------------------------------------------- memory


def test_a_cache_has_a_size() -> None:
    """In bytes; the least recently used goes first, and nothing is larger than all."""
    cache = ByteCache(3 * (100 + OVERHEAD))
    for key in "abc":
        assert b"x" * 100 == cache.put(key, b"x" * 100)
    assert cache.get("a")
    cache.put("d", b"y" * 100)
    assert [True, False, True, True] == [cache.get(key) is not None for key in "abcd"]
    cache.put("d", b"y" * 50)
    assert (3, 3 * (100 + OVERHEAD) - 50) == (len(cache), cache.size)
    assert cache.put("e", b"z" * 10_000)
    assert (0, 0) == (len(cache), cache.size)


def test_views_of_any_since_are_kept_in_one_size(house: House) -> None:
    """Each number asks for another view; numbers that no version has share one."""
    house.only()  # each process has its own cache
    ann = house.browser()
    table = ann.open(seats="mm", rounds="3")
    ann.play_on(table, 4)
    views = house.site.tables._views
    for since in range(1, 60):
        assert ann.get(f"/api/tables/{table}?seat=0&since={since + 10_000}").status == 200
    many = len(views)
    for since in range(1, 60):
        assert ann.get(f"/api/tables/{table}?seat=0&since={since + 20_000}").status == 200
    assert many == len(views)
    views._most = 100_000
    for n in range(200):
        room = house.site.tables.here(table)
        assert room is not None
        room.talk.heard = n  # type: ignore[misc]
        ann.get(f"/api/tables/{table}?seat=0")
    assert views.size <= 100_000


def test_a_long_cookie_is_nobodys_and_is_not_kept() -> None:
    """Ours are never so long, even with the longest name of the most costly letters."""
    guests = Guests("0" * 64)
    ann = guests.new()._replace(name="\U0001f600" * 40)
    cookie = guests.set_cookie(ann, secure=False).decode().partition("=")[2].partition(";")[0]
    assert len(cookie) <= LONGEST
    assert ann == guests.read(cookie)
    assert guests.read("x" * (LONGEST + 1)) is None
    assert 1 == guests._known.cache_info().currsize


def test_a_bucket_keeps_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guests who come by the thousand are forgotten, those who waited longest first."""
    monkeypatch.setattr("honjin.server.web.limits._MAX_KEPT", 100)
    now = [0.0]
    bucket = Bucket(1, 1_000.0, lambda: now[0])
    for n in range(1_000):
        now[0] += 0.001
        bucket.take(str(n))
    assert len(bucket._full) <= 100
    with pytest.raises(no.TooMany):
        bucket.take("999")


# ---------------------------------------------------------------- off the event loop


def test_reading_stops_when_its_time_is_over() -> None:
    """Repeated work checks the time; without a limit it continues."""
    must_be_in_time()
    with time_limit(0.01):
        must_be_in_time()
        time.sleep(0.02)
        with pytest.raises(TookTooLong):
            must_be_in_time()
    must_be_in_time()


def test_an_address_reads_one_text_at_a_time() -> None:
    """Others are not held up; too many of one address are refused; the loop continues."""

    async def work() -> None:
        texts, gate = Reads(TEXT), threading.Event()
        slow = [
            asyncio.create_task(texts.do(gate.wait, Asker("a", "a"))) for _ in range(TEXT.most_each)
        ]
        await asyncio.sleep(0.01)
        with pytest.raises(no.TooMany):
            await texts.do(lambda: 1, Asker("a", "a"))
        assert 7 == await asyncio.wait_for(texts.do(lambda: 7, Asker("b", "b")), 5)
        gate.set()
        assert [True] * TEXT.most_each == await asyncio.gather(*slow)
        assert 8 == await texts.do(lambda: 8, Asker("a", "a"))
        assert not texts.turns.load()

    asyncio.run(work())


def test_waiting_has_an_end() -> None:
    """Busy after too long a wait; an error in the work itself is raised as it is."""

    def wrong() -> None:
        raise no.BadOption("x")

    async def work() -> None:
        texts, gate = Reads(TEXT._replace(patience=0.05)), threading.Event()
        first = asyncio.create_task(texts.do(gate.wait, Asker("a", "a")))
        await asyncio.sleep(0.01)
        with pytest.raises(no.Busy):
            await texts.do(lambda: 1, Asker("a", "a"))
        gate.set()
        await first
        with pytest.raises(no.BadOption):
            await texts.do(wrong, Asker("a", "a"))

    asyncio.run(work())


def test_a_record_that_takes_too_long_is_refused(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its entries are played until the time is over; nothing is stored."""
    for site in house.sites:
        monkeypatch.setattr(site.texts, "terms", TEXT._replace(seconds=-1.0))
    record = {"honjin": 1, "game": "madeup", "rules": 1, "options": {}, "actions": ["*:1"]}
    answer = house.browser().post("/api/records", record=json.dumps(record))
    assert (503, "busy") == (answer.status, answer.problem)


def test_a_record_that_is_too_large_is_called_so(house: House) -> None:
    """With the limit and its size. It was called unreadable, without a word about its size."""
    record = {"honjin": 1, "game": "madeup", "rules": 1, "options": {}, "actions": ["*:1"]}
    answer = house.browser().post("/api/records", record=json.dumps(record).ljust(2_000_001))
    assert (413, "too-large") == (answer.status, answer.problem)
    assert "expected a record of at most 2000000 bytes, got 2000001" == answer.json["detail"]


def test_a_record_may_begin_with_a_byte_order_mark(house: House) -> None:
    """A program may send a file as it is."""
    record = {"honjin": 1, "game": "madeup", "rules": 1, "options": {}, "actions": ["*:1"]}
    text = "\ufeff" + json.dumps(record, indent=1).replace("\n", "\r\n")
    assert 200 == house.browser().post("/api/records", record=text).status


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    "name",
    ["a\u202eb", "a\u200bb", "\u200d", "a\u2066", "\x07", "\u3164", "\u2800\u2800", "a\ufeff",
     "a" + "\u0301" * 4, "\u0301\u0327"],
)  # fmt: skip
def test_names_can_be_seen(shared: House, name: str) -> None:
    """No control or invisible characters, direction marks, blank letters, or piles of marks."""
    answer = shared.browser().post("/api/me", name=name)
    assert (422, "bad-name") == (answer.status, answer.problem)
    assert "U+" in answer.json["detail"]


@pytest.mark.parametrize("line", [" ", "\u200b", "\u3164\u2800", "\u0301", "\u202e \ufeff"])
def test_a_line_of_chat_shows_something(house: House, line: str) -> None:
    """A line in which nothing is to be seen is refused as an empty one is."""
    one = house.browser()
    chat = f"/api/tables/{one.open()}/chat"
    assert "unreadable" == one.post(chat, text=line).problem
    assert 200 == one.post(chat, text=f"?{line}").status


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "真田 幸村",
        "José",
        "Jose\u0301",
        "Ñandú",
        "สมชาย",
        "葛\U000e0100城",
        "😀",
        "O'Neil-2",
    ],
)
def test_names_of_people_are_taken(shared: House, name: str) -> None:
    """In any script; the same letters are always stored in the same way."""
    answer = shared.browser().post("/api/me", name=name)
    assert 200 == answer.status
    assert plain_name(name) == answer.json["name"]
    assert not unseen(plain_name(name))


def test_a_name_in_an_old_cookie_is_looked_at_again() -> None:
    """Cookies are older than the checks of names; such a guest gets a default name again."""
    guests = Guests("0" * 64)
    ann = guests.new()
    cookie = guests._signer.dumps([ann.id, "a\u202eb"])
    assert ann == guests.read(str(cookie))


def test_nobody_takes_the_name_of_somebody_present(house: House) -> None:
    """The name of anyone with an open window, also in look-alike letters. One's own can be kept."""
    first, second, table = two_at_table(house)
    assert first.post("/api/me", name="Ann Lee").status == 200
    # Nobody is there to be mistaken for.
    assert second.post("/api/me", name="Ann Lee").status == 200
    assert second.post("/api/me", name="Bob").status == 200
    caller = house.site.guests.read(first.cookie)
    assert caller is not None
    window = Subscription(table, caller._replace(name="Guest 1"), None, 0)
    house.within(lambda: house.site.live.join(window))
    house.wait()
    assert second.post("/api/me", name="Ann Lee").status == 200
    assert second.post("/api/me", name="Bob").status == 200
    assert first.post("/api/me", name="Ann Lee").status == 200
    house.told()
    for name in ("Ann Lee", "ann  lee", "Ａｎｎ Lee", "AnnLee", "Ann\ufe0f Lee"):
        assert "name-taken" == second.post("/api/me", name=name).problem, name
    assert first.post("/api/me", name="Ann Lee").status == 200
    assert second.post("/api/me", name="Anna Lee").status == 200
    assert alike("Ａｎｎ") == alike("ann")
    assert {"Ann Lee", "Anna Lee"} == {seat.name for seat in first.view(table).seats}


def test_renames_are_limited(tmp_path: Path) -> None:
    """Each is an event at every table of the guest. Each process counts for itself."""
    with open_house(tmp_path, limits=True, processes=1) as house:
        ann = house.browser()
        answers = [ann.post("/api/me", name=f"Ann {n}") for n in range(8)]
        assert [200] * 6 == [answer.status for answer in answers[:6]]
        assert "too-many" == answers[7].problem


# ---------------------------------------------------------------- the lobby


def test_tables_that_wait_are_counted(tmp_path: Path) -> None:
    """Ten of a guest, thirty of an address; those that have begun or expired do not count.

    Each process counts for itself.
    """
    with open_house(tmp_path, limits=True, processes=1) as house:
        buckets = house.site.limits._buckets["table"]
        for bucket in buckets:
            bucket._every = 0.0
        ann = house.browser()
        tables = [ann.open(seats="mo") for _ in range(10)]
        refused = ann.post("/api/tables", game="madeup")
        assert "too-many" == refused.problem
        assert "10 tables of yours" in refused.json["detail"]
        assert ann.open(seats="mm")
        bob = house.browser()
        assert bob.sit(tables[0], 1).status == 200
        assert ann.post("/api/tables", game="madeup").status == 200
        for _ in range(2):
            other = house.browser()
            other.get("/api/me")
            for _ in range(10):
                other.post("/api/tables", game="madeup")
        assert "too-many" == house.browser().post("/api/tables", game="madeup").problem
        house.site.time = lambda: 10**13
        assert [] == [
            row for row in bob.get("/api/tables").json["tables"] if row["status"] == "open"
        ]
        assert ann.post("/api/tables", game="madeup").status == 200
        assert bob.sit(tables[1], 1).status == 200  # its link still works


# ---------------------------------------------------------------- events


def test_spectators_are_no_news(house: House) -> None:
    """A guest without a seat comes and goes silently; a seat's holder is announced."""
    first, _, table = two_at_table(house)
    live = house.site.live
    woken: list[str] = []
    live.wake = woken.append  # type: ignore[method-assign]
    windows = []

    def join(browser: Any) -> None:
        caller = house.site.guests.read(browser.cookie)
        assert caller is not None
        windows.append(Subscription(table, caller, None, 0))
        house.within(lambda: live.join(windows[-1]))

    for _ in range(40):
        looker = house.browser()
        looker.get("/api/me")
        join(looker)
    assert [] == woken
    join(first)
    join(first)
    assert [table] == woken
    for window in windows[:40]:
        house.within(partial(live.leave, window))
    house.within(lambda: live.leave(windows[40]))
    assert [table] == woken
    house.within(lambda: live.leave(windows[41]))
    assert [table, table] == woken
    assert not live._guests
    assert not live._absence._gone


# ---------------------------------------------------------------- messages


def test_a_stored_table_that_cannot_be_replayed_tells_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The refusal names only the table; the stored data is in the server's log."""
    with open_house(tmp_path, database="sqlite") as house:
        first, _, table = two_at_table(house)
        first.do(table, 0, "bid1")
        logged = house.site.store._journal._logged[table]  # type: ignore[attr-defined]
        logged.entries[:] = [entry.replace("bid1", "secret-deed") for entry in logged.entries]
        house.site.tables.drop(house.site.tables._here[table])
        answer = house.browser().get(f"/api/tables/{table}")
    assert (422, "record-mismatch") == (answer.status, answer.problem)
    assert b"secret-deed" not in answer.body
    assert "secret-deed" in caplog.text


def test_refusals_are_short(shared: House) -> None:
    """Whatever was sent, a few hundred characters say what is wrong with it."""
    ann = shared.browser()
    for fields in (
        {"game": "x" * 50_000},
        {"game": "madeup", "options": {"x" * 50_000: "1"}},
        {"game": "madeup", "options": {"seats": "x" * 50_000}},
        {"game": "madeup", "seats": [{"kind": "bot", "bot": "x" * 50_000}]},
    ):
        assert len(ann.post("/api/tables", **fields).body) < 2_000


def test_pages_of_problems_are_what_they_say(shared: House) -> None:
    """Text, and nothing that a browser could interpret."""
    answer = shared.browser().get("/problems/over")
    assert ("nosniff", "no-store") == (
        answer.headers["x-content-type-options"], answer.headers["cache-control"]
    )  # fmt: skip


def test_many_steps_leave_memory(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long games that nobody views are dropped early, until little enough is left."""
    house.only()  # each process has its own memory
    ann = house.browser()
    tables = [ann.open(seats="mm") for _ in range(4)]
    for table in tables:
        ann.play_on(table, 3)
    monkeypatch.setattr("honjin.server.tables.store.live_tables.MAX_STEPS", 9)
    house.site.tables.sweep(1_000.0, lambda _: False)
    left = [table for table in tables if house.site.tables.here(table)]
    assert left == tables[-len(left) :]
    steps = [room.step for table in left if (room := house.site.tables.here(table))]
    assert 0 < sum(steps) <= 9
