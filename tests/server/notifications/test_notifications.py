"""Notifications: pushed, mailed and in feeds, against real services on loopback."""

import asyncio
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import feedparser
import pytest
from icalendar import Calendar

from authenticator import ORIGIN
from honjin.server.notifications import scheduler
from honjin.server.notifications.matters import matters_of
from honjin.server.notifications.store import calls_of, claim
from honjin.server.tables.seats.seating import HOUSE
from honjin.server.tables.session.dissolving import Dissolve
from honjin.server.work.steady import now_ms
from postbox import Mailbox, mail_server
from pushbox import PushBox, push_service
from server.site_client import Browser, House, open_house, two_at_table
from server.tables.test_live import Stream

FAIR = "The Lantern Fair · For two"
TURN = f"Your turn: {FAIR}"
ANN, BOB = "ann@example.org", "bob@example.org"
MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
START = (now_ms() // DAY + 1) * DAY + 12 * HOUR
"""Noon tomorrow: jobs use the real clock."""


class World(NamedTuple):
    """A server with its services, and a clock that the test moves."""

    house: House
    box: Mailbox
    push: PushBox
    clock: list[int]

    def later(self, milliseconds: int) -> None:
        """Advance the clock, and process everybody who is due."""
        self.clock[0] += milliseconds
        self.settle()

    def settle(self) -> None:
        """Run everything that is due now."""
        self.house.run(self._settled())

    async def _settled(self) -> None:
        for _ in range(8):
            for site in self.house.sites:  # each writes its notes every second
                await site.notifications._flush()
            for site in self.house.sites:
                await site.notifications._tick()
                while site.notifications._under_way:
                    await asyncio.gather(*site.notifications._under_way.values())

    def account(self, name: str, address: str) -> Browser:
        """A person with an account and a mail address."""
        one = self.house.browser()
        one.get("/api/me")
        n = sum(to == address for to, _ in self.box.mails) + 1
        assert one.post("/api/login/mail", address=address).status == 200
        token = self.house.run(asyncio.to_thread(self.box.token, address, n))
        assert one.post("/api/login/mail/use", token=token, name=name).status == 200
        self.box.mails.clear()
        return one

    def device(self, one: Browser, name: str, **more: str) -> None:
        """A browser that can be pushed to."""
        key = one.get("/api/calls").json["push_key"]
        made = self.push.subscribe(name, key)
        answer = one.post("/api/calls/devices", **made.message, **more)
        assert answer.status == 200, answer.body

    def table(self, first: Browser, second: Browser, **more: Any) -> str:
        """A table of two; it begins with both choosing in secret."""
        wishes = [{"kind": "me"}, {"kind": "open"}]
        table = first.post("/api/tables", game="madeup", seats=wishes, **more).json["id"]
        assert second.sit(table, 1).status == 200
        self.settle()
        return str(table)

    def mails(self, address: str = BOB) -> list[str]:
        """The subjects of the mails sent to an address."""
        return [mail["subject"] for to, mail in self.box.mails if to == address]

    def pushes(self) -> list[str]:
        """What was pushed."""
        assert [] == self.push.problems
        return [one.says["title"] for one in self.push.pushed]


Open = Callable[..., Iterator[World]]


def world(folder: Path, start: int = START, **more: Any) -> Iterator[World]:
    clock = [start]
    with (
        mail_server() as (box, smtp),
        push_service() as (push, local),
        open_house(folder, origin=ORIGIN, clock=lambda: clock[0], **smtp, **local, **more) as house,
    ):
        yield World(house, box, push, clock)


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is processed except by the test."""
    monkeypatch.setattr(scheduler, "TICK", 10_000.0)


@pytest.fixture
def here(tmp_path: Path) -> Iterator[World]:
    yield from world(tmp_path)


@pytest.fixture
def anywhere(database: str, tmp_path: Path) -> Iterator[World]:
    yield from world(tmp_path, database=database)


def wish(one: Browser, **more: Any) -> Any:
    answer = one.post("/api/calls", **more)
    assert answer.status == 200, answer.body
    return answer.json


def choose(one: Browser, table: str, seat: int) -> None:
    """Make the first choice."""
    view = one.view(table, seat)
    assert view.turn is not None
    assert one.act(table, seat, view.turn.choices[0].do, view.version).status == 200


def test_a_turn_is_pushed_and_mailed_once(anywhere: World) -> None:
    """After twenty seconds and after ten minutes; never again, however long it waits."""
    ann, bob = anywhere.house.browser(), anywhere.account("Bob", BOB)
    wish(bob, mails=True)
    anywhere.device(bob, "phone")
    table = anywhere.table(ann, bob)
    anywhere.settle()
    assert [] == anywhere.pushes()
    anywhere.later(20_000)
    assert ["Your turn"] == anywhere.pushes()
    said = anywhere.push.pushed[0]
    assert (f"/t/{table}", f"honjin-{table}", 1) == tuple(
        said.says[key] for key in ("path", "tag", "n")
    )
    assert [] == anywhere.mails()
    anywhere.later(10 * MINUTE)
    assert [TURN] == anywhere.mails()
    for _ in range(5):
        anywhere.later(DAY)
    assert (1, 1) == (len(anywhere.pushes()), len(anywhere.mails()))
    choose(bob, table, 1)
    choose(ann, table, 0)
    anywhere.settle()
    anywhere.later(20_000)
    assert ["Your turn"] * 2 == anywhere.pushes()


def test_what_is_done_meanwhile_is_not_called_for(here: World) -> None:
    """Nobody is notified of a turn that is over."""
    ann, bob = here.house.browser(), here.account("Bob", BOB)
    wish(bob, mails=True)
    here.device(bob, "phone")
    table = here.table(ann, bob)
    here.later(10_000)
    choose(bob, table, 1)
    here.later(HOUR)
    assert ([], []) == (here.pushes(), here.mails())


def test_nobody_is_called_to_a_table_that_is_open(here: World) -> None:
    """Not while a window is open; an hour after it was closed, if the turn still waits."""
    ann, bob = here.house.browser(), here.account("Bob", BOB)
    wish(bob, mails=True)
    here.device(bob, "phone")
    table = here.table(ann, bob)
    window = Stream(bob, f"/api/tables/{table}/events")
    here.house.wait()
    for _ in range(3):
        here.later(30 * MINUTE)
    window.leave()
    here.house.wait()
    here.later(50 * MINUTE)
    assert ([], []) == (here.pushes(), here.mails())
    here.later(11 * MINUTE)
    assert ["Your turn"] == here.pushes()


def test_one_mail_tells_of_all_tables(here: World) -> None:
    """However many wait; its lines name the game and the other players, and link to the table."""
    ann, bob = here.account("Ann", ANN), here.account("Bob", BOB)
    wish(bob, mails=True, lang="ja", zone="Asia/Tokyo")
    tables = [here.table(ann, bob, time={"days": 3}) for _ in range(5)]
    here.later(10 * MINUTE)
    (mail,) = [mail for to, mail in here.box.mails if to == BOB]
    assert "5卓があなたを待っています" == mail["subject"]
    assert (mail.get_body("plain"), mail.get_body("html")) != (None, None)
    text = mail.get_body("plain").get_content()
    page = mail.get_body("html").get_content()
    for table in tables:
        assert f"{ORIGIN}/t/{table}" in text
        assert f'href="{ORIGIN}/t/{table}"' in page
    assert 5 == text.count("相手：Ann")
    until = datetime.fromtimestamp((START + 3 * DAY) / 1000, ZoneInfo("Asia/Tokyo"))
    assert 5 == text.count(f"{until.month}月{until.day}日")
    assert "<script" not in page
    assert "src=" not in page
    here.later(HOUR)
    assert 1 == len(here.mails())


def test_a_mail_can_be_stopped_by_one_click(here: World) -> None:
    """By the post that mail programs send, without a cookie; a GET changes nothing."""
    ann, bob = here.house.browser(), here.account("Bob", BOB)
    wish(bob, mails=True)
    here.table(ann, bob)
    here.later(10 * MINUTE)
    (mail,) = [mail for to, mail in here.box.mails if to == BOB]
    assert "List-Unsubscribe=One-Click" == mail["List-Unsubscribe-Post"]
    address = re.fullmatch(
        rf"<{re.escape(ORIGIN)}(/api/calls/stop/[^>]+)>", mail["List-Unsubscribe"]
    )
    assert address is not None
    nobody = here.house.browser()
    looked = nobody.get(address[1])
    assert (303, True) == (looked.status, looked.headers["location"].startswith("/calls#stop-"))
    assert bob.get("/api/calls").json["wishes"]["mails"]
    body = b"List-Unsubscribe=One-Click"
    done = nobody.post_bytes(address[1], body, "application/x-www-form-urlencoded")
    assert (200, {}) == (done.status, done.json)
    assert not bob.get("/api/calls").json["wishes"]["mails"]
    assert "unknown-path" == nobody.post_bytes("/api/calls/stop/abc.def", body).problem


def test_a_vacation_is_silent_and_ends(here: World) -> None:
    """Nothing is sent during it; what still waits is sent when the person is back."""
    ann, bob = here.house.browser(), here.account("Bob", BOB)
    wish(bob, mails=True)
    assert bob.post("/api/me/vacation", on=True).status == 200
    here.table(ann, bob, time={"days": 2})
    here.later(5 * DAY)
    assert [] == here.mails()
    bob.post("/api/me/vacation", on=False)
    here.settle()
    assert [TURN] == here.mails()


def test_time_that_runs_out_is_told(here: World) -> None:
    """Twelve hours before, once, whatever the rhythm; not if the turn was played."""
    ann, bob = here.house.browser(), here.account("Bob", BOB)
    wish(bob, mails=True, rhythm="daily", hour=13)
    table = here.table(ann, bob, time={"days": 3})
    here.later(2 * HOUR)
    here.later(2 * DAY)
    assert [TURN] == here.mails()
    here.later(12 * HOUR)
    assert [TURN, f"Your time is running out: {FAIR}"] == here.mails()
    assert "until" in here.box.of(BOB, 2).get_body("plain").get_content()  # type: ignore[union-attr]
    here.later(2 * HOUR)
    assert 2 == len(here.mails())
    choose(bob, table, 1)


@pytest.mark.slow
def test_other_kinds_are_told(here: World) -> None:
    """A seat is reserved, a game begins, the others ask, a game is over."""
    ann, bob = here.account("Ann", ANN), here.account("Bob", BOB)
    wish(bob, mails=True, mail=["challenge", "begun", "asked", "over"])
    wishes = [{"kind": "me"}, {"kind": "reserved", "name": "Bob"}]
    answer = ann.post("/api/tables", game="madeup", seats=wishes)
    assert answer.status == 200, answer.body
    here.settle()
    here.later(10 * MINUTE)
    assert [f"A seat is reserved for you: {FAIR}"] == here.mails()
    assert "Ann" not in here.box.of(BOB).get_body("plain").get_content()  # type: ignore[union-attr]
    table = here.table(ann, bob)
    choose(bob, table, 1)
    choose(ann, table, 0)
    at = ann.view(table, 0).version
    assert ann.post(f"/api/tables/{table}/takeback", seat=0, at=at).status == 200
    here.settle()
    here.later(10 * MINUTE)
    assert f"The other players ask you something: {FAIR}" == here.mails()[1]
    assert ann.post(f"/api/tables/{table}/leave", seat=0).status == 200


def test_a_game_that_the_house_ended_is_told_to_both(tmp_path: Path) -> None:
    """Also to the one who acted last, who did not end it."""
    with open_house(tmp_path) as house:
        one, other, table = two_at_table(house)
        turn = one.view(table).turn
        assert turn is not None
        one.do(table, turn.seat, turn.choices[0].do)
        room = house.run(house.site.tables.post(table, Dissolve("other"), HOUSE)).room
        people = [person.get("/api/me").json["id"] for person in (one, other)]
        told = [[found.kind for found in matters_of(room, who, room.changed, 0)] for who in people]
        assert [["over"], ["over"]] == told


def test_a_browser_that_is_gone_is_forgotten(here: World) -> None:
    """The service says so with a 410; after other refusals the push is tried again."""
    ann, bob = here.house.browser(), here.house.browser()
    bob.get("/api/me")
    here.device(bob, "phone")
    here.table(ann, bob)
    here.push.answer = 503
    here.later(20_000)
    assert 1 == len(bob.get("/api/calls").json["devices"])
    here.push.answer = 307
    here.later(6 * MINUTE)
    assert [] == here.pushes()
    here.push.answer = 201
    here.later(6 * MINUTE)
    assert ["Your turn"] == here.pushes()
    here.push.answer = 410
    assert {"pushed": 0, "mailed": False} == bob.post("/api/calls/test").json | {
        "pushed": 0, "mailed": False
    }  # fmt: skip
    assert [] == bob.get("/api/calls").json.get("devices", [])


def test_a_mail_that_is_not_taken_is_tried_again(here: World) -> None:
    """Until it is accepted, and then not again."""
    ann, bob = here.house.browser(), here.account("Bob", BOB)
    wish(bob, mails=True)
    here.table(ann, bob)
    here.box.refuses = 2
    for _ in range(6):
        here.later(10 * MINUTE)
    assert [TURN] == here.mails()


def test_feeds_hold_what_stands(anywhere: World) -> None:
    """A calendar and an Atom feed at secret addresses; cached, renewed, withdrawn."""
    house = anywhere.house
    ann, bob, nobody = house.browser(), house.browser(), house.browser()
    bob.get("/api/me")
    table = anywhere.table(ann, bob, time={"days": 3})
    made = bob.post("/api/calls/feed").json
    ics, atom = (made[key].removeprefix(ORIGIN) for key in ("calendar", "atom"))
    anywhere.settle()
    anywhere.later(MINUTE)
    answer = nobody.get(ics)
    assert "text/calendar; charset=utf-8" == answer.headers["content-type"]
    (event,) = Calendar.from_ical(answer.body).walk("VEVENT")
    assert TURN == event["summary"]
    assert START + 3 * DAY == event["dtend"].dt.timestamp() * 1000
    assert 1 == len(event.walk("VALARM"))
    assert event["url"].endswith(f"/t/{table}")
    tag, last = answer.headers["etag"], answer.headers["last-modified"]
    assert 304 == nobody.get(ics, **{"if-none-match": tag}).status
    assert 304 == nobody.get(ics, **{"if-modified-since": last}).status
    found = feedparser.parse(nobody.get(atom).body)
    assert (False, "atom10", 1) == (found.bozo, found.version, len(found.entries))
    assert TURN == found.entries[0].title
    assert found.entries[0].link.endswith(f"/t/{table}")
    choose(bob, table, 1)
    anywhere.later(MINUTE)
    assert [] == Calendar.from_ical(nobody.get(ics).body).walk("VEVENT")
    assert 200 == nobody.get(ics, **{"if-modified-since": last}).status
    again = bob.post("/api/calls/feed").json
    assert "unknown-path" == nobody.get(ics).problem
    other = again["calendar"].removeprefix(ORIGIN)
    assert 200 == nobody.get(other).status
    bob.post("/api/calls/feed/remove")
    assert "unknown-path" == nobody.get(other).problem


def test_the_calendar_is_as_the_standards_want_it(here: World) -> None:
    """RFC 5545 and 7986: lines, types of values, what an event must and may have.

    A client that read `X-PUBLISHED-TTL:0:15:00` asked once a week, or refused the calendar.
    """
    ann, bob = here.house.browser(), here.house.browser()
    bob.get("/api/me")
    for time in ({"days": 3}, {"main": 600}):
        here.table(ann, bob, time=time)
    address = bob.post("/api/calls/feed").json["calendar"].removeprefix(ORIGIN)
    here.settle()
    body = here.house.browser().get(address).body
    lines = body.split(b"\r\n")
    assert b"\n" not in b"".join(lines)
    assert max(map(len, lines)) <= 75
    text = body.replace(b"\r\n ", b"").decode()
    assert [] == [line for line in text.split("\r\n") if line and not _is_standard(line)]
    found = Calendar.from_ical(body)
    assert (2, [], []) == (
        len(found.events),
        found.errors,
        [one.errors for one in found.events if one.errors],
    )
    for event in found.events:
        assert {"UID", "DTSTAMP", "DTSTART", "SUMMARY"} <= set(event)
        assert event.start <= event.end


_STAMP = r"\d{8}T\d{6}Z"
_STANDARD = (
    r"(BEGIN|END):(VCALENDAR|VEVENT|VALARM)", "VERSION:2.0", "PRODID:-//.+//.+//EN",
    "CALSCALE:GREGORIAN", "METHOD:PUBLISH", r"(NAME|X-WR-CALNAME):.+",
    r"(REFRESH-INTERVAL;VALUE=DURATION|X-PUBLISHED-TTL):PT15M", r"UID:\S+",
    rf"(DTSTAMP|LAST-MODIFIED|DTSTART|DTEND):{_STAMP}", r"DTSTART;VALUE=DATE:\d{8}",
    r"(SUMMARY|DESCRIPTION):([^,;\\]|\\[,;\\n])+", r"URL:https?://\S+", "TRANSP:TRANSPARENT",
    "ACTION:DISPLAY", r"TRIGGER;RELATED=END:-P(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?",
)  # fmt: skip


def _is_standard(line: str) -> bool:
    """Whether a line has a property with a value of its type."""
    return any(re.fullmatch(one, line) for one in _STANDARD)


@pytest.mark.parametrize(
    ("time", "hours"), [({"days": 7}, [24]), ({"days": 1}, [12]), ({"main": 600}, [])]
)
def test_an_alarm_of_the_calendar_rings_when_a_mail_would_warn(
    here: World, time: dict[str, int], hours: list[int]
) -> None:
    """With a wish for a day, half of a turn of a day; without days there is no alarm.

    It rang a day ahead of everything: when a turn of a day began, and before a quick game began.
    """
    house = here.house
    ann, bob = house.browser(), house.browser()
    bob.get("/api/me")
    wish(bob, warn=24)
    here.table(ann, bob, time=time)
    address = bob.post("/api/calls/feed").json["calendar"].removeprefix(ORIGIN)
    here.settle()
    (event,) = Calendar.from_ical(house.browser().get(address).body).walk("VEVENT")
    alarms = [-one["trigger"].dt.total_seconds() / 3600 for one in event.walk("VALARM")]
    assert hours == alarms


def test_looking_at_a_table_moves_nothing_in_a_feed(here: World) -> None:
    """An entry has the time at which the turn came, which was set an hour ahead by each look."""
    house = here.house
    ann, bob, nobody = house.browser(), here.account("Bob", BOB), house.browser()
    wish(bob, mails=True)
    table = here.table(ann, bob)
    atom = bob.post("/api/calls/feed").json["atom"].removeprefix(ORIGIN)

    def times() -> set[str]:
        return {one.updated for one in feedparser.parse(nobody.get(atom).body).entries}

    here.settle()
    came = times()
    window = Stream(bob, f"/api/tables/{table}/events")
    house.wait()
    for _ in range(3):
        here.later(30 * MINUTE)
    assert came == times()
    window.leave()
    house.wait()
    here.later(MINUTE)
    assert came == times()
    assert 1 == len(came)


def test_pushing_leads_nowhere_else(here: World) -> None:
    """Nobody can make this server post to its own network, or to anything but a push service."""
    bob = here.house.browser()
    good = here.push.subscribe("x", "").message
    for address in (
        "http://push.example/x", "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x",
        "https://push.example:8443/x", "https://user@push.example/x", "https://10.1/x",
        "https://2130706433/x", "https://0x7f.1/x", "https://push..example/x",
        f"https://{here.push.place}@push.example/x", "https://push.example#/x\r\n",
        f"http://127.0.0.1:{here.push.port + 1}/push/x",
    ):  # fmt: skip
        answer = bob.post("/api/calls/devices", **(good | {"endpoint": address}))
        assert "unreadable" == answer.problem, address
    for key, bad in (("key", "A" * 87), ("secret", "A" * 26), ("key", good["key"][:-4] + "AAAA")):
        assert "unreadable" == bob.post("/api/calls/devices", **(good | {key: bad})).problem


def test_a_browser_changes_hands(here: World) -> None:
    """The last person to log in there has it; when the session ends, nothing more is pushed."""
    ann, bob = here.account("Ann", ANN), here.account("Bob", BOB)
    here.device(ann, "tablet")
    here.device(bob, "tablet")
    assert [] == ann.get("/api/calls").json.get("devices", [])
    assert 1 == len(bob.get("/api/calls").json["devices"])
    for n in range(9):
        here.device(bob, f"more-{n}")
    made = here.push.subscribe("one-too-many", "")
    assert "too-many" == bob.post("/api/calls/devices", **made.message).problem
    person = bob.get("/api/me").json["id"]
    bob.post("/api/logout")
    from honjin.server.notifications.store import devices_of

    assert [] == here.house.run(here.house.site.store.ask(lambda c: devices_of(c, person)))


def test_all_of_it_is_told_and_forgotten(here: World) -> None:
    """The person's export has it; it is deleted with the account."""
    bob = here.account("Bob", BOB)
    wish(bob, mails=True, quiet=[22, 7], zone="Europe/Berlin")
    here.device(bob, "phone")
    address = bob.post("/api/calls/feed").json["calendar"].removeprefix(ORIGIN)
    told = bob.get("/api/account/data").json["calls"]
    assert [22, 7] == told["wishes"]["quiet"]
    assert told["devices"][0]["endpoint"].startswith("http://127.0.0.1")
    assert told["feed"] == START
    here.clock[0] = now_ms()
    assert bob.post("/api/account/delete", name="Bob").status == 200
    assert "unknown-path" == here.house.browser().get(address).problem


def test_nothing_is_noted_of_who_is_gone(here: World) -> None:
    """Turns of a deleted account were still noted, since a process remembered who is called."""
    ann, bob = here.house.browser(), here.account("Bob", BOB)
    wish(bob, mails=True)
    table, who = here.table(ann, bob), bob.get("/api/me").json["id"]
    here.later(11 * MINUTE)
    assert [TURN] == here.mails()
    here.clock[0] = now_ms()
    assert bob.post("/api/account/delete", name="Bob").status == 200
    choose(ann, table, 0)
    ann.post(f"/api/tables/{table}/resign", seat=0, at=ann.view(table, 0).version)
    here.settle()
    store = here.house.site.store
    assert [] == here.house.run(store.ask(lambda connection: calls_of(connection, who)))


def test_a_note_lost_by_a_kill_is_made_up_for_after_a_long_time(tmp_path: Path) -> None:
    """Without this the turn was not called, if the server was down for more than 20 minutes."""
    for here in world(tmp_path):
        ann, bob = here.house.browser(), here.account("Bob", BOB)
        wish(bob, mails=True)
        here.settle()
        for site in here.house.sites:
            site.tables.tell.remove(site.notifications.heard)
        here.table(ann, bob)
    for here in world(tmp_path, START + DAY):
        here.settle()
        here.later(11 * MINUTE)
        assert [TURN] == here.mails()


def test_wishes_are_held_to_their_form(here: World) -> None:
    """Only zones, hours and kinds that exist; mails only for accounts with an address."""
    bob = here.house.browser()
    bob.get("/api/me")
    for bad in (
        {"zone": "Mars/Olympus"}, {"zone": "../etc"}, {"quiet": [22, 24]}, {"hour": -1},
        {"push": ["everything"]}, {"warn": 100}, {"rhythm": "often"}, {"lang": "de"},
    ):  # fmt: skip
        assert "unreadable" == bob.post("/api/calls", **bad).problem, bad
    assert "no-address" == bob.post("/api/calls", mails=True).problem
    found = wish(bob, push=["over", "turn", "over"], quiet=[22, 8], zone="Asia/Tokyo")
    assert ["turn", "over"] == found["wishes"]["push"]


@pytest.mark.slow
def test_of_several_processes_one_calls(postgres_only: str, tmp_path: Path) -> None:
    """All see the turn at the same moment; one push, one mail. A dead one is replaced."""
    for here in world(tmp_path, database=postgres_only, processes=3):
        ann, bob = here.house.browser(), here.account("Bob", BOB)
        wish(bob, mails=True)
        here.device(bob, "phone")
        here.table(ann, bob)
        here.clock[0] += 11 * MINUTE
        here.house.run(at_once(here))
        assert (["Your turn"], [TURN]) == (here.pushes(), here.mails())

        here.table(ann, bob)
        here.clock[0] += 11 * MINUTE
        person, now = bob.get("/api/me").json["id"], here.clock[0]
        taken = partial(claim, person=person, now=now, until=now + scheduler.LEASE)
        assert here.house.run(here.house.site.store.change(taken)) is not None
        here.house.run(at_once(here))
        assert 1 == len(here.mails())
        here.later(scheduler.LEASE)
        assert (2, 2) == (len(here.pushes()), len(here.mails()))


async def at_once(here: World) -> None:
    """All processes look for people who are due at the same time."""
    schedulers = [site.notifications for site in here.house.sites]
    for _ in range(3):
        await asyncio.gather(*(one._tick() for one in schedulers))
        work = [task for one in schedulers for task in one._under_way.values()]
        await asyncio.gather(*work)
